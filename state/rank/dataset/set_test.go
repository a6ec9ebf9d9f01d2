package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/request/validate"
)

func texts(docs []Document) string {
	var all []string
	for _, d := range docs {
		all = append(all, d.Text)
	}
	return strings.Join(all, "|")
}

func member(t *testing.T, m Model, name, value string) Model {
	t.Helper()
	m, err := m.With(name, []byte(value))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRequestKeepsOrderAndSpelling(t *testing.T) {
	structured, err := RawDocument([]byte(`{ "text":"\u0062", "image":"https://x/y.png","extra":1.50}`))
	if err != nil {
		t.Fatal(err)
	}
	m := member(t, member(t, NewModel("sim/bm25"), "user", `"u"`), "provider", `{"allow_fallbacks":false}`)
	m = member(t, m, "top_n", "5")
	s := Set{}.WithQueryText(0, "a \"q\"").WithDocuments(TextDocument("one\n"), structured).WithModel(0, m)
	body, err := s.Request(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "model": "sim/bm25",
  "query": "a \"q\"",
  "documents": [
    "one\n",
    {
      "text": "\u0062",
      "image": "https://x/y.png",
      "extra": 1.50
    }
  ],
  "user": "u",
  "provider": {
    "allow_fallbacks": false
  },
  "top_n": 5
}`
	if string(body) != want {
		t.Errorf("%s", body)
	}
	if report := validate.For(validate.ForRerank, body, validate.Service{}); !report.OK() {
		t.Errorf("%v", report.Faults)
	}
	again, err := FromRequest(body)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := again.Request(0, 0); err != nil || string(back) != want {
		t.Errorf("%v, %s", err, back)
	}
}

func TestRequestErrors(t *testing.T) {
	full := Set{}.WithQueryText(0, "q").WithDocuments(TextDocument("d")).WithModel(0, NewModel("m/x"))
	for want, s := range map[error]Set{
		ErrNoQuery: full.WithQueryText(0, ""), ErrNoDocuments: full.WithoutDocuments(), ErrNoModel: full.WithoutModel(0),
	} {
		if _, err := s.Request(0, 0); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := full.Request(0, 0); err != nil {
		t.Error(err)
	}
}

func TestSettings(t *testing.T) {
	m := member(t, member(t, member(t, NewModel("m/x"), "top_n", "3"), "provider", `{}`), "top_n", "7")
	if m.TopN() != 7 || m.Settings[0].Key != "top_n" {
		t.Errorf("%+v", m)
	}
	if m, _ = m.With("top_n", nil); m.TopN() != 0 || len(m.Settings) != 1 {
		t.Errorf("%+v", m)
	}
	if _, err := m.With("provider", []byte(`{`)); err == nil {
		t.Error("broken JSON was taken")
	}
	if _, err := m.With("query", []byte(`"q"`)); err == nil {
		t.Error("a query was taken for a setting")
	}
}

func TestLabelsDiffer(t *testing.T) {
	a := NewModel("sim/bm25")
	s := Set{}.WithModel(0, a).WithModel(1, member(t, a, "top_n", "3")).WithModel(2, a).WithModel(3, member(t, NewModel("sim/position"), "top_n", "9"))
	if got := strings.Join(s.Labels(), ", "); got != "sim/bm25, sim/bm25 top_n 3, sim/bm25 (2), sim/position" {
		t.Error(got)
	}
}

func TestFileKeepsUnknownMembers(t *testing.T) {
	const file = `{
  "kind": "rerank-set",
  "queries": [
    {
      "query": "\u00e4",
      "marks": {
        "0": 3,
        "2": 0
      },
      "note": "mine"
    }
  ],
  "documents": [
    "a",
    {
      "text": "b",
      "id": 7
    },
    "\u0063"
  ],
  "models": [
    {
      "model": "sim/bm25",
      "top_n": 2,
      "color": 1e3
    }
  ],
  "title": "keys"
}
`
	s, err := Open([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %s %s %d", s.Marks(0), s.Queries[0].Text, texts(s.Documents), s.Models[0].TopN()); got != "[3 -1 0] ä a|b|c 2" {
		t.Error(got)
	}
	out, err := s.JSON()
	if err != nil || string(out) != strings.Replace(file, `\u00e4`, "ä", 1) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOpenNamesThePlace(t *testing.T) {
	for file, want := range map[string]string{
		"{\n \"kind\": }": "line 2",
		`{"input":"hi"}`:  "no rerank set",
		`{"kind":"rerank-set","documents":["a",7]}`:                                                 "documents[1]: neither a string",
		`{"query":"q","counts_from":{},"columns":[],"documents":[{"document":"a"},{"document":7}]}`: "documents[1]: neither a string",
		`{"kind":"rerank-set","documents":{}}`:                                                      "documents: must be a list",
		`{"kind":"rerank-set","queries":[1]}`:                                                       "queries[0]: must be",
		`{"kind":"rerank-set","documents":["a"],"queries":[{"marks":{"1":2}}]}`:                     `queries[0].marks["1"]: no document`,
		`{"kind":"rerank-set","documents":["a"],"queries":["q",{"marks":{"0":4}}]}`:                 `queries[1].marks["0"]: must be a whole number from 0 to 3`,
		`{"kind":"rerank-set","models":[{"top_n":1}]}`:                                              "models[0]: names no model",
	} {
		if _, err := Open([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

// TestMarksFollowTheirDocuments: whatever is added, removed and marked, a mark stays with its document, the
// set reads back unchanged, and the set before the change is unchanged.
func TestMarksFollowTheirDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Set{}.WithQueryText(0, "q")
		var names []string
		marks := map[string]int{}
		for step := range rapid.IntRange(1, 30).Draw(t, "steps") {
			before, _ := s.JSON()
			old := s
			switch op := rapid.IntRange(0, 3).Draw(t, "op"); {
			case op == 0 && len(names) > 0:
				at := rapid.IntRange(0, len(names)-1).Draw(t, "at")
				delete(marks, names[at])
				names = slices.Delete(slices.Clone(names), at, at+1)
				s = s.WithoutDocument(at)
			case op <= 2 && len(names) > 0:
				at, mark := rapid.IntRange(0, len(names)-1).Draw(t, "at"), rapid.IntRange(-1, MaxMark).Draw(t, "mark")
				if delete(marks, names[at]); mark >= 0 {
					marks[names[at]] = mark
				}
				s = s.WithMark(0, at, mark)
			default:
				names = append(names, fmt.Sprint("d", step))
				s = s.WithDocuments(TextDocument(names[len(names)-1]))
			}
			if after, _ := old.JSON(); string(after) != string(before) {
				t.Fatalf("the set before changed from %s to %s", before, after)
			}
		}
		file, err := s.JSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Set{s, back} {
			if texts(s.Documents) != strings.Join(names, "|") || s.Queries[0].Marked() != len(marks) {
				t.Fatalf("%q, %d marks; want %q, %d", texts(s.Documents), s.Queries[0].Marked(), names, len(marks))
			}
			for i, mark := range s.Marks(0) {
				want, ok := marks[names[i]]
				if !ok {
					want = rank.None
				}
				if mark != want {
					t.Fatalf("%s is marked %d, want %d", names[i], mark, want)
				}
			}
		}
	})
}

// TestDeepDocumentsAreRefused: indenting one would grow with its square.
func TestDeepDocumentsAreRefused(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	s := Set{}.WithQueryText(0, "q").WithDocuments(Document{Raw: []byte(`{"text":"x","deep":` + deep + `}`)}).WithModel(0, NewModel("m"))
	if _, err := s.Request(0, 0); !errors.Is(err, scan.ErrDepth) {
		t.Error(err)
	}
	if _, err := s.JSON(); !errors.Is(err, scan.ErrDepth) {
		t.Error(err)
	}
}

// The set includes the words that its marks were made for.
func TestMarksIncludeTheirQueryText(t *testing.T) {
	s := Set{}.WithQueryText(0, "a").WithDocuments(TextDocument("x"), TextDocument("y")).WithMark(0, 0, 2)
	if got := s.Queries[0].MarkedFor(); got != "" {
		t.Errorf("made for %q, and the query has not changed", got)
	}
	for _, text := range []string{"b", "a "} {
		changed := s.WithQueryText(0, text)
		out, err := changed.JSON()
		if err != nil {
			t.Fatal(err)
		}
		opened, err := Open(out)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"b": "a", "a ": ""}[text]
		if got := changed.Queries[0].MarkedFor(); got != want || opened.Queries[0].MarkedFor() != want {
			t.Errorf("%q: made for %q, opened %q, want %q", text, got, opened.Queries[0].MarkedFor(), want)
		}
		if got := changed.WithMark(0, 0, rank.None).Queries[0].MarkedFor(); got != "" {
			t.Errorf("no mark is left, and it was made for %q", got)
		}
		if got := changed.WithMark(0, 1, 1).Queries[0].MarkedFor(); got != "" {
			t.Errorf("marked on, and made for %q", got)
		}
	}
}
