package json

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

func deltaOf(t *testing.T, a, b string, only bool) *Delta {
	t.Helper()
	first, err := tree.New([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := tree.New([]byte(b))
	if err != nil {
		t.Fatal(err)
	}
	styles := themes.Dark()
	delta := tree.Diff(first, second)
	return NewDelta(&styles, delta, LongTexts(delta), DeltaShown{OnlyDifferences: only})
}

// plainly is all lines of content, plain.
func plainly(c text.Content, width int) string {
	c.SetWidth(width)
	var out []string
	for i := range c.Len() {
		for _, line := range c.Lines(i) {
			out = append(out, strings.TrimRight(ansi.Strip(line), " "))
		}
	}
	return strings.Join(out, "\n")
}

func TestDelta(t *testing.T) {
	long := strings.Repeat("some words that stay ", 6)
	for _, c := range []struct {
		name, a, b string
		only       bool
		want       string
	}{
		{"all", `{"a":1,"b":[1,2],"c":{"d":null}}`, `{"a":1,"b":[1,3],"e":"x"}`, false,
			"  a 1\n  b\n    [0] 1\n~   [1] − 2  + 3\n− c {\"d\":null}\n+ e \"x\""},
		{"only", `{"a":1,"b":[1,2]}`, `{"a":1,"b":[1,3]}`, true, "  b\n~   [1] − 2  + 3"},
		{"spelled", `{"a":1.0,"b":2}`, `{"a":1,"b":3}`, true, "~ b − 2  + 3"},
		{"spelled, all", `{"a":1.0}`, `{"a":1}`, false, "≈ a 1.0 → 1  written differently"},
		{"moved", `["x","y","z","w"]`, `["w","x","y","z"]`, true, "↕ [0] from [3]  \"w\""},
		{"the document", `1`, `[]`, true, "~ the document − 1  + []"},
		{"what lies in what came", `{"l":[]}`, `{"l":[{"role":"user","content":"` + long + `"}]}`, true,
			"  l\n+   [0] { 2 members }\n+     \"role\": \"user\",\n+     \"content\": \"some words that stay some words that stay some\n" +
				"+       words that stay some words that stay some words that\n+       stay some words that stay \""},
		{"another kind", `{"l":"words"}`, `{"l":[{"a":"` + long + `"},{"b":1}]}`, true, "~ l\n−    \"words\"\n+    [ 2 elements ]\n+     {\n" +
			"+       \"a\": \"some words that stay some words that stay some\n+         words that stay some words that stay some words that\n+         stay some words that stay \"\n+     },\n+     {\"b\": 1}"},
		{"more than is drawn", `{}`, `{"x":{"a":1,` + strings.Repeat(" ", maxUnfolded) + `"b":2}}`, true, "+ x { 2 members }\n+   \"a\": 1,\n+   … 13 B more"},
		{"texts", `{"t":"` + long + `old end"}`, `{"t":"` + long + `new end"}`, true,
			"~ t\n  − some words that stay some words that stay some words that\n    stay some words that stay some words that stay some words\n    that stay old end\n" +
				"  + some words that stay some words that stay some words that\n    stay some words that stay some words that stay some words\n    that stay new end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plainly(deltaOf(t, c.a, c.b, c.only), 64); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	d := deltaOf(t, `{"a":[1],"b":2}`, `{"a":[9],"c":3}`, true)
	if got, want := d.Source(), "~ a[0] - 1 + 9\n- b - 2\n+ c + 3\n"; got != want {
		t.Errorf("as text %q, want %q", got, want)
	}
}

// TestALongTextIsComparedByItsWords wherever it differs; of two that share nothing both
// are seen.
func TestALongTextIsComparedByItsWords(t *testing.T) {
	const same = "a line of some words\\n"
	long := strings.Repeat(same, 2*maxCompared/len(same))
	d := deltaOf(t, `{"t":"`+long+`old words\n`+long+`the old end"}`, `{"t":"`+long+`new words\n`+long+`the new end"}`, true)
	if got, want := plainly(d, 64), `~ t
    … 5,957 lines the same
  − old words
  + new words
    … 5,957 lines the same
  − the old end
  + the new end`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d = deltaOf(t, `{"t":"`+long+`"}`, `{"t":"`+strings.ToUpper(strings.ReplaceAll(long, "\\n", ". "))+`"}`, true)
	for _, complete := range []bool{false, true} {
		d.Show(DeltaShown{OnlyDifferences: true, Complete: complete})
		if got := plainly(d, 64); !strings.Contains(got, "− a line") || !strings.Contains(got, " more lines of A") || !strings.Contains(got, "+ A LINE") {
			t.Errorf("whole %t: got\n%s", complete, got)
		}
	}
}

// TestWhatOneDocumentHasUnfoldsFurther than it is shown at first.
func TestWhatOneDocumentHasUnfoldsFurther(t *testing.T) {
	numbers := strings.Repeat("1234567890,", maxUnfolded/11) + "1"
	d := deltaOf(t, `{}`, `{"list":[[`+numbers+`],"the end of it"],"text":"`+numbers+`, the end"}`, true)
	for _, complete := range []bool{false, true} {
		d.Show(DeltaShown{OnlyDifferences: true, Complete: complete})
		got := plainly(d, 200)
		for _, end := range []string{`"the end of it"`, `, the end"`} {
			if strings.Contains(got, end) != complete {
				t.Errorf("whole %t, %s\n%s", complete, end, got)
			}
		}
		if !complete && !d.Cut() {
			t.Error("it is not said that it unfolds")
		}
	}
}
