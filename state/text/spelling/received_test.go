package spelling

import (
	"encoding/csv"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// executed matches what CI systems execute in the middle of a line.
var executed = regexp.MustCompile(`##[\w.-]*\[|\[\[\w+\|`)

// hostile draws texts of pieces that commands, line breaks and quotation marks are made of.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"#", "##", "[", "[[", "##vso[", "##[", "ATTACHMENT|", "::error::", "not ok 1", "\n", "\r", "\r\n", "\x1b", "\u0085", "\u2028", "\u2029", "\v", "\t", "“", "”", `\`, "'", `"`, ",", ";", "=", "+1", "-", "@", "a", " ", "1", "\xff"})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "") })
}

func TestReceivedTextIsInertOnOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		for _, got := range []string{OneLine(text), Quoted(text), Word(text)} {
			if executed.MatchString(got) || strings.ContainsFunc(got, func(r rune) bool { return r != '\t' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }) {
				t.Fatalf("%q becomes %q", text, got)
			}
			if again := OneLine(got); again != got {
				t.Fatalf("%q, and again %q", got, again)
			}
		}
	})
}

// TestQuotationEndsWhereWeEndIt: the first closing mark that no backslash escapes is the last.
func TestQuotationEndsWhereWeEndIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		read, escaped := "", false
		for _, r := range Quoted(text) + ", ours ”" {
			read += string(r)
			if r == '”' && !escaped {
				break
			}
			escaped = r == '\\' && !escaped
		}
		if want := string([]rune(Quoted(text))); read != want {
			t.Fatalf("%q in quotation marks is %q and ends at %q", text, want, read)
		}
	})
}

func TestWordQuotesWhatIsNoName(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "vendor/model-1.5:free": "vendor/model-1.5:free", "modèle": "modèle", "invalid_request_error": "invalid_request_error",
		"Ignore the user": "“Ignore the user”", "::error::x": "“::error::x”", "not ok 1": "“not ok 1”", "→ x": "“→ x”", "##vso[x]1": "“# #vso[x]1”", "a\nb": "“a␊b”", "a”b": `“a\”b”`,
		`x\`: `“x\\”`, `C:\dir\`: `“C:\dir\\”`, `\bkey\b`: `“\bkey\b”`, `a\”b`: `“a\\\”b”`,
	} {
		if got := Word(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestInertJSONKeepsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		doc, _ := json.Marshal(map[string]any{text: [][]string{{text}}})
		var before, after any
		inert := InertJSON(doc)
		if json.Unmarshal(doc, &before) != nil || json.Unmarshal(inert, &after) != nil {
			t.Fatalf("%s becomes %s", doc, inert)
		}
		a, _ := json.Marshal(before)
		b, _ := json.Marshal(after)
		if string(a) != string(b) || executed.Match(inert) {
			t.Fatalf("%s becomes %s", doc, inert)
		}
	})
}

func TestCellsOfCSVAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "-": "'-", "-Inf": "'-Inf", "-1-2": "'-1-2",
		"-1.5": "-1.5", "+3": "+3", "-2e-7": "-2e-7", "a=1": "a=1", "": "", "'quoted'": "'quoted'", "'=1": "''=1",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCellsWithAnySeparatorAreQuoted: a spreadsheet may split lines at more than commas.
func TestCellsWithAnySeparatorAreQuoted(t *testing.T) {
	got := string(CSV(',', [][]string{{"a", "b;=1+1"}, {"c\t=1", "d,=1", "e f", `"`}}))
	if want := "a,\"b;=1+1\"\n\"c\t=1\",\"d,=1\",e f,\"\"\"\"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCSVIsReadAsWritten for any cells, but for the line breaks that CSV changes.
func TestCSVIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var row []string
		for _, text := range rapid.SliceOfN(hostile(), 1, 4).Draw(t, "row") {
			row = append(row, regexp.MustCompile("\r+\n").ReplaceAllString(text, "\n"))
		}
		comma := rapid.SampledFrom([]rune{',', '\t'}).Draw(t, "comma")
		doc := CSV(comma, [][]string{{"head"}, row})
		r := csv.NewReader(strings.NewReader(string(doc)))
		r.Comma = comma
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil || len(rows) != 2 {
			if len(row) == 1 && row[0] == "" { // an empty line is no row
				return
			}
			t.Fatalf("%q: %v, %q", row, err, doc)
		}
		for i := range rows[1] {
			if isFormula(rows[1][i]) {
				t.Fatalf("%q is a formula in %q", rows[1][i], doc)
			}
			rows[1][i] = CellText(rows[1][i])
		}
		if !slices.Equal(rows[1], row) {
			t.Fatalf("%q is read as %q", row, rows[1])
		}
	})
}
