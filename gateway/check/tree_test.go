package check_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/check"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

// The memory for a check is limited to a multiple of the body's length, however small its values
// are.
func TestMemory(t *testing.T) {
	size := 4 << 20
	if testing.Short() {
		size = 1 << 20
	}
	repeat := func(before, each, after string) string {
		return before + strings.Repeat(each, (size-len(before)-len(after))/len(each)) + after
	}
	names := func() string {
		var b strings.Builder
		b.WriteString(`{"x":{`)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, `"%x":1,`, i)
		}
		return b.String() + `"z":1}}`
	}
	for name, body := range map[string]string{
		"numbers": repeat(`{"x":[`, "1,", `1]}`), "arrays": repeat(`{"x":[`, "[],", `1]}`), "names": names(),
		"nested": `{"x":` + strings.Repeat("[", 5000) + repeat("", "1,", "1") + strings.Repeat("]", 5000) + `}`,
		"text":   repeat(`{"input":"`, "word ", `"}`),
	} {
		in := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if status, faults := check.New("service").Responses(in); status != 0 {
			t.Errorf("%s: %d %v", name, status, faults[0])
		}
		runtime.ReadMemStats(&after)
		// All that was ever allocated, garbage included.
		if used := (after.TotalAlloc - before.TotalAlloc) / uint64(len(in)); used > 24 {
			t.Errorf("%s: %d bytes for a byte of the body", name, used)
		}
	}
}

// A repeated name is found among few and among many, in any spelling, and reported with its path.
func TestNamesTwice(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 40} {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"m%d":%d`, i, i))
		}
		for _, twice := range []string{`"m\u0030":1`, fmt.Sprintf(`"m%d":1`, n-1)} {
			body := `{"x":[0,{` + strings.Join(append(slices.Clone(members), `"one":1`, twice), ",") + `}]}`
			status, paths := of(t, body)
			switch name := gjson.Parse("{" + twice + "}").Get("@keys.0").Str; {
			case n == 0 && status != 0:
				t.Errorf("%s: %q", body, paths)
			case n > 0 && !slices.Equal(paths, []string{"x[1]." + name}):
				t.Errorf("%d members: %q, want %s", n, paths, name)
			}
		}
	}
}

// The checks agree with a reader that knows nothing of trees: whatever is valid JSON without a name
// twice and has members that the document does not know is no fault, and what is not valid is one.
func TestAnyDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var any func(depth int) *rapid.Generator[string]
		any = func(depth int) *rapid.Generator[string] {
			scalars := rapid.SampledFrom([]string{`null`, `true`, `false`, `0`, `-1.5e+3`, `""`, `"a\"\\b"`, `"é\u00e9"`, `[]`, `{}`, ` [ ] `})
			if depth == 0 {
				return scalars
			}
			list := rapid.Custom(func(t *rapid.T) string {
				return "[" + strings.Join(rapid.SliceOfN(any(depth-1), 0, 4).Draw(t, "list"), " ,") + "]"
			})
			object := rapid.Custom(func(t *rapid.T) string {
				var members []string
				for i, v := range rapid.SliceOfN(any(depth-1), 0, 20).Draw(t, "members") {
					members = append(members, fmt.Sprintf("\"\\\"%d\" : %s", i, v))
				}
				return "{" + strings.Join(members, ",") + "\n}"
			})
			return rapid.OneOf(scalars, list, object)
		}
		body := `{"unheard_of":` + any(3).Draw(t, "value") + `}`
		if cut := rapid.IntRange(0, 3).Draw(t, "cut"); cut == 0 {
			body = body[:rapid.IntRange(0, len(body)).Draw(t, "length")]
		}
		status, faults := check.New("service").Responses([]byte(body))
		if valid := jsontext.Value(body).IsValid(); valid != (status == 0) {
			t.Fatalf("%s: %d %v", body, status, faults)
		}
	})
}
