package tree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func (k ChangeKind) String() string {
	return [...]string{"same", "respelled", "inside", "changed", "added", "removed", "moved"}[k]
}

// summary writes a comparison a row a line, but for what is the same.
func summary(d *Delta) string {
	var b strings.Builder
	for _, c := range d.Rows {
		if c.Kind == Same || c.Kind == Inside {
			continue
		}
		fmt.Fprintf(&b, "%s %s", c.Kind, d.Path(c))
		if c.A >= 0 {
			fmt.Fprintf(&b, " %s", d.A.Value(c.A))
		}
		if c.B >= 0 {
			fmt.Fprintf(&b, " > %s", d.B.Value(c.B))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"same", `{"a":[1,{"b":null}]}`, ` {"a" : [1, {"b":null}]}`, ""},
		{"members", `{"a":1,"b":2,"c":3}`, `{"a":1,"c":4,"d":5}`, "removed b 2\nchanged c 3 > 4\nadded d > 5\n"},
		{"type", `{"a":[1]}`, `{"a":{"0":1}}`, "changed a [1] > {\"0\":1}\n"},
		{"spelling", `{"a":1.0,"b":"\u00e9","c":100}`, `{"a":1,"b":"é","c":1e2}`,
			"respelled . {\"a\":1.0,\"b\":\"\\u00e9\",\"c\":100} > {\"a\":1,\"b\":\"é\",\"c\":1e2}\n" +
				"respelled a 1.0 > 1\nrespelled b \"\\u00e9\" > \"é\"\nrespelled c 100 > 1e2\n"},
		{"order", `{"a":1,"b":2}`, `{"b":2,"a":1}`, "respelled . {\"a\":1,\"b\":2} > {\"b\":2,\"a\":1}\n"},
		{"inserted", `[1,2,3]`, `[1,9,2,3]`, "added [1] > 9\n"},
		{"dropped from the middle", `["s","a","b","c","u"]`, `["s","c","u"]`, "removed [1] \"a\"\nremoved [2] \"b\"\n"},
		{"element changed", `[{"role":"user","content":"a"},1]`, `[{"role":"user","content":"b"},1]`, "changed [0].content \"a\" > \"b\"\n"},
		{"by id", `[{"id":"x","v":1},{"id":"y","v":1}]`, `[{"id":"y","v":2},{"id":"z","v":1}]`,
			"removed [0] {\"id\":\"x\",\"v\":1}\nchanged [0].v 1 > 2\nadded [1] > {\"id\":\"z\",\"v\":1}\n"},
		{"moved", `["a","b","c","d"]`, `["d","a","b","c"]`, "moved [0] \"d\" > \"d\"\n"},
		{"twice", `{"a":1,"a":2}`, `{"a":1,"a":3}`, "changed a 2 > 3\n"},
		{"simple", `1`, `"1"`, "changed . 1 > \"1\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := summary(Diff(indexOf(t, c.a), indexOf(t, c.b))); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestDiffFindsEveryDifference: every value of both documents is in exactly one row,
// or inside the value of a row; and there is no difference exactly when both
// decode to the same.
func TestDiffFindsEveryDifference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := indexOf(t, document(rt, 3)), indexOf(t, document(rt, 3))
		if rapid.Bool().Draw(rt, "alike") {
			b = indexOf(t, strings.Replace(string(a.Doc()), rapid.SampledFrom([]string{"-1.50", "true", `"Word"`}).Draw(rt, "old"), "7", 1))
		}
		d := Diff(a, b)
		seenA, seenB := make([]int, a.Len()), make([]int, b.Len())
		for _, c := range d.Rows {
			descended := c.Kind == Inside || c.Kind == Respelled && a.Container(c.A)
			see(seenA, a, c.A, descended)
			see(seenB, b, c.B, descended)
		}
		for _, seen := range [][]int{seenA, seenB} {
			for i, n := range seen {
				if n != 1 {
					rt.Fatalf("%s\n%s\nvalue %d stands in %d rows of %v", a.Doc(), b.Doc(), i, n, d.Rows)
				}
			}
		}
		differ, _ := d.Differences()
		if (differ == 0) != reflect.DeepEqual(decoded(t, a), decoded(t, b)) {
			rt.Fatalf("%s\n%s\n%d differences", a.Doc(), b.Doc(), differ)
		}
	})
}

func see(seen []int, x *Index, i int, descended bool) {
	if i < 0 {
		return
	}
	to := x.Next(i)
	if descended {
		to = i + 1
	}
	for ; i < to; i++ {
		seen[i]++
	}
}

// decoded is a document in which numbers are by value.
func decoded(t *testing.T, x *Index) any {
	dec := json.NewDecoder(bytes.NewReader(x.Doc()))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return byValue(v)
}

func byValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, _ := new(big.Rat).SetString(v.String())
		return r.String()
	case []any:
		for i := range v {
			v[i] = byValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = byValue(v[k])
		}
	}
	return v
}

func TestNumber(t *testing.T) {
	for _, same := range [][]string{
		{"0", "-0", "0.00", "0e5"}, {"1", "1.0", "10e-1", "0.1e1"}, {"-1500", "-1.5e3", "-1.50E+3"}, {"1e999999999999"},
		{"12345678901234567890"}, {"12345678901234567891"}, {"0.1"},
	} {
		for _, v := range same {
			if got, want := string(number([]byte(v))), string(number([]byte(same[0]))); got != want {
				t.Errorf("%s is %s, want %s", v, got, want)
			}
		}
	}
	if string(number([]byte("12345678901234567890"))) == string(number([]byte("12345678901234567891"))) {
		t.Error("two numbers beyond a float's digits are one")
	}
}

func TestDiffWords(t *testing.T) {
	got := ""
	a, b := "the quick brown fox", "the slow brown foxes"
	for _, p := range DiffWords(a, b) {
		got += fmt.Sprintf("%s %q\n", p.Kind, p.Of(a, b))
	}
	want := "same \"the \"\nremoved \"quick\"\nadded \"slow\"\nsame \" brown \"\nremoved \"fox\"\nadded \"foxes\"\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestChangesAreNotShredded: by a sign or a space that is on both sides by
// chance, while unchanged words and the ends of lines separate two changes.
func TestChangesAreNotShredded(t *testing.T) {
	long := strings.Repeat("one line of words ", 40_000)
	for _, c := range []struct{ a, b, want string }{
		{"key sk-abcdef, ok", "key [redacted: api-key], ok", "key [-sk-abcdef-]{+[redacted: api-key]+}, ok"},
		{"What I did", "About *And did", "[-What I-]{+About *And+} did"},
		{"a quick brown fox", "a slow brown cat", "a [-quick-]{+slow+} brown [-fox-]{+cat+}"},
		{"one\ntwo", "un\ndeux", "[-one-]{+un+}\n[-two-]{+deux+}"},
		{long + "old " + long, long + "new " + long, long + "[-old-]{+new+} " + long},
	} {
		got := ""
		for _, p := range DiffWords(c.a, c.b) {
			got += map[ChangeKind]string{Removed: "[-", Added: "{+"}[p.Kind] + p.Of(c.a, c.b) + map[ChangeKind]string{Removed: "-]", Added: "+}"}[p.Kind]
		}
		if got != c.want {
			t.Errorf("%.80q, want %.80q", got, c.want)
		}
	}
}

// TestWordsMakeUpBothTexts: the pieces contain both texts completely.
func TestWordsMakeUpBothTexts(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab \n,漢é")))
	rapid.Check(t, func(rt *rapid.T) {
		a, b := text.Draw(rt, "a"), text.Draw(rt, "b")
		if rapid.Bool().Draw(rt, "long") {
			a, b = strings.Repeat(a+"\n", 500_000/(len(a)+1)), strings.Repeat(b+"\n", 500_000/(len(b)+1))
		}
		first, second := "", ""
		for _, p := range DiffWords(a, b) {
			if p.Kind != Added {
				first += p.Of(a, b)
			}
			if p.Kind != Removed {
				second += p.Of(a, b)
			}
		}
		if first != a || second != b {
			rt.Fatalf("%.40q %.40q", first, second)
		}
	})
}
