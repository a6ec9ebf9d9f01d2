package source

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/views/kit/text"
)

// kindsOf writes the kind of each byte of a text as a letter.
func kindsOf(s string) string {
	m := paneOf(s)
	m.ed.SetFolds(nil)
	out := make([]byte, 0, len(s))
	for off := 0; off < len(s); {
		for _, span := range m.ed.SpotAt(off).Spans() {
			for ; off < span.To; off++ {
				out = append(out, ".nse0wofx"[span.Kind])
			}
		}
	}
	return string(out)
}

func TestKinds(t *testing.T) {
	for _, c := range []struct{ text, kinds string }{
		{`{"a": "b"}`, `.nnn..sss.`},
		{`["a" , "b"]`, `.sss...sss.`},
		{`{"a" : -1.5e+3}`, `.nnn...0000000.`},
		{`[true,nul,null]`, `.wwww.ooo.wwww.`},
		{`"a\n\u00e9b"`, `sseeeeeeeess`},
		{`{"a\"": 1}`, `.nneen..0.`},
		{"\"a\n\"b\": 1", "ss.nnn..0"}, // a missing quote colours its own line only
		{`"\\"`, `sees`},
		{`é`, `oo`},
	} {
		if got := kindsOf(c.text); got != c.kinds {
			t.Errorf("%s: %s, want %s", c.text, got, c.kinds)
		}
	}
}

// TestAStringIsOneAcrossPieces: where strings begin and end is known in the
// middle of a line of any length, without reading it from its start.
func TestAStringIsOneAcrossPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawText(t, "text")
		kinds := kindsOf(s)
		at := outside
		for i := 0; i < len(s); i++ {
			quote := s[i] == '"' && at != escaped
			in := at != outside && s[i] != '\n' || quote
			if got := strings.IndexByte("nse", kinds[i]) >= 0; got != in {
				t.Fatalf("byte %d, %.40q, is %c; in a string: %v", i, s[i:], kinds[i], in)
			}
			at = lexer{}.Through(at, s[i:i+1])
		}
		if whole := (lexer{}).Through(outside, s); whole != at {
			t.Fatalf("the state at the end is %d, want %d", whole, at)
		}
	})
}

func TestACellIsWhatItTakes(t *testing.T) {
	for _, c := range []struct {
		text        string
		size, width int
		drawn       string
	}{
		{"a", 1, 1, ""},
		{"\t", 1, 4, "    "},
		{"漢字", 3, 2, ""},
		{"e\u0301x", 3, 1, ""},
		{"👩‍👩‍👧!", 18, 6, ""},
		{"\x1b[2J", 1, 6, `\u001b`},
		{"\u009b2J", 2, 6, `\u009b`},
		{"\u202eabc", 3, 6, `\u202e`},
		{"\u0301", 2, 6, `\u0301`},
		{"\U000e0041", 4, 12, `\udb40\udc41`},
		{"\x9b", 1, 4, "‹9B›"},
		{"0\xce", 1, 1, ""},
		{"\r\n", 1, 0, ""},
		{"\rx", 1, 2, `\r`},
	} {
		got := cellAt(c.text, 0)
		if got.Size != c.size || got.Width != c.width || got.Text != c.drawn {
			t.Errorf("%q: %+v, want %d bytes, %d cells, %q", c.text, got, c.size, c.width, c.drawn)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range bits() {
		f.Add(s[:min(len(s), 40)])
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ReplaceAll(s, "\n", "")
		for i := 0; i < len(s); {
			c := cellAt(s[i:], 0)
			if c.Size < 1 || c.Size > len(s)-i || c.Width < 0 {
				t.Fatalf("%q at %d: %+v", s, i, c)
			}
			drawn := c.Text
			if !c.Drawn {
				drawn = s[i : i+c.Size]
			}
			if text.Guard(drawn) != drawn {
				t.Fatalf("%q is drawn as %q, which the guard of the screen would change", s[i:i+c.Size], drawn)
			}
			if w := text.Width(drawn); w != c.Width {
				t.Fatalf("%q is drawn as %q, %d cells and not %d", s[i:i+c.Size], drawn, w, c.Width)
			}
			i += c.Size
		}
	})
}

func TestWhatIsFolded(t *testing.T) {
	long := strings.Repeat("QUJD", 500)
	for _, c := range []struct{ text, shown, label string }{
		{`{"a": "data:image/png;base64,` + long + `", "b": 1}`, `{"a": "data:image/png;base64,QUJDQUJD|", "b": 1}`, " … 1.5 KB base64 … "},
		{`["data:,` + long + `"]`, `["data:,QUJDQUJD|"]`, " … 2.0 KB data … "},
		{`["` + long + `"]`, `["` + long[:foldHead] + `|"]`, " … 1.5 KB base64 … "},
		{`["data:image/png;base64,QUJD"]`, `["data:image/png;base64,QUJD"]`, ""},
		{`["` + strings.Repeat("some words ", 400) + `"]`, `["` + strings.Repeat("some words ", 400) + `"]`, ""},
		{`["a data:image/png;base64,` + long + `"]`, `["a data:image/png;base64,` + long + `"]`, ""},
		{"\"data:image/png;base64," + long + "\n", "\"data:image/png;base64,QUJDQUJD|\n", " … 1.5 KB base64 … "},
	} {
		got, label := c.text, ""
		for _, f := range findFolds([]byte(c.text), 0) {
			got, label = got[:f.From]+"|"+got[f.To:], f.Label
		}
		if got != c.shown || label != c.label {
			t.Errorf("%.60s is shown as %.60s with %q", c.text, got, label)
		}
	}
}
