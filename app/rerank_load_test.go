package app

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/rerank"
	"gatehouse/views"
)

func writeFile(t testing.TB, name, content string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func manyDocuments(n int) string {
	words := []string{"key", "rotate", "billing", "audit", "scope", "request", "limit", "model"}
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "document %d about %s and %s\n", i, words[i%8], words[(i*3+1)%8])
	}
	return b.String()
}

func TestTheReasonNotToRunIsShownAtTheQuery(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.keys("alt+g")
		d.shows("the query is empty")
		if d.m.Focus() != rerank.QueryPane {
			t.Error("the query does not have the keys")
		}
		d.typeText("x")
		d.hides("the query is empty")
		d.keys("enter")
		d.shows("there are no documents")
		d.send(tea.PasteMsg{Content: "pasted into the query"})
		d.keys("tab")
		d.send(tea.PasteMsg{Content: "one\ntwo\nthree"})
		d.flush()
		d.shows("3 documents")
		d.keys("x", "x", "x", "alt+g")
		d.shows("there is no model")
		if q := d.rerank().Set().Queries[0].Text; q != "xpasted into the query" {
			t.Errorf("the query is %q", q)
		}
		d.keys("alt+z", "alt+g")
		d.ranked()
		d.shows("sim/position ✓")
	})
}

func TestFilesThatHoldNoDocuments(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "picture.png", "\x89PNG\x00\x00")
		writeFile(t, "empty.csv", "")
		for path, why := range map[string]string{"picture.png": "zero byte", "empty.csv": "column names", "missing.txt": "missing.txt"} {
			d.keys("o")
			d.answer(path)
			d.shows("✗ ")
			d.shows(why)
			if d.m.Overlays.Top() == nil {
				t.Errorf("%s: the path that was written is lost", path)
			}
			d.keys("esc")
		}
		if len(d.rerank().Set().Documents) != 0 {
			t.Error("there are documents")
		}
	})
}

func TestAColumnOrAMemberIsChosen(t *testing.T) {
	for name, c := range map[string]struct{ file, choose, want string }{
		"docs.csv":   {"id,body\n1,first text\n2,second text\n", "body", "second text"},
		"docs.jsonl": {`{"a":"x","body":"first"}` + "\n" + `{"a":"y","body":"second"}`, "body", "second"},
		"docs.json":  {`[{"text":"first"},{"text":"second","image":"https://example.com/a.png"}]`, "(complete", "second"},
	} {
		onRerank(t, 120, 35, func(d *driver) {
			writeFile(t, name, c.file)
			d.keys("o")
			d.answer(name)
			d.shows("holds the text?")
			d.choose(c.choose)
			set := d.rerank().Set()
			if len(set.Documents) != 2 || set.Documents[1].Text != c.want || set.Documents[1].HasImage() != strings.Contains(c.file, "image") {
				t.Errorf("%s: %d documents\n%s", name, len(set.Documents), d.screen())
			}
		})
	}
}

func TestAFileIsNotReplacedUnasked(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "there.json", "mine")
		d.keys("e", "ctrl+s")
		d.answer("there.json")
		d.shows("The file exists")
		d.keys("esc", "w")
		d.answer("ranking.txt")
		d.shows(".csv, .json or .md")
		d.keys("esc")
		if got, _ := os.ReadFile("there.json"); string(got) != "mine" {
			t.Errorf("the file holds %q", got)
		}
		writeFile(t, "request.json", `{"model":"sim/bm25","query":"q","documents":["a"]}`)
		d.keys("ctrl+o")
		d.answer("request.json")
		d.shows("1 model")
		d.keys("alt+z")
		d.shows("3 models")
	})
}

func TestDocumentsAreWrittenAndChanged(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("a")
		d.typeText("first")
		d.keys("ctrl+j")
		d.typeText("second")
		d.keys("enter")
		d.shows("2 documents")
		d.keys("j", "e")
		d.typeText(" and more")
		d.keys("enter")
		d.shows("second and")
		d.keys("D")
		d.hides("second and")
		d.keys("alt+z")
		d.shows("second and")
		d.keys("alt+shift+z")
		d.hides("second and")
		folder := filepath.Join(t.TempDir(), "texts")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(folder, "a.txt"), "from a file\nof two lines")
		d.do(views.LoadDocuments{Path: folder})
		d.shows("from a file")
	})
}

func TestTheColumnWithTheTextIsProposed(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.csv", "id,title,text\n1,a,first\n2,b,second\n")
		d.keys("o")
		d.answer("do") // the only file that there is
		d.shows("Which column holds the text?")
		d.keys("enter")
		if set := d.rerank().Set(); len(set.Documents) != 2 || set.Documents[0].Text != "first" {
			t.Errorf("%d documents\n%s", len(set.Documents), d.screen())
		}
		d.keys("tab", "o")
		d.answer("docs.csv")
		d.typeText("qqq")
		d.shows("no such column; choose from id, title, text")
	})
}

func TestColumnsOfADataSetAreChosen(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "judged.csv", "question,passage,relevance\nkeys,how to rotate,3\nkeys,billing,0\n")
		d.keys("o")
		d.answer("judged.csv")
		d.shows("▸ question") // the choice above it is a data set
		d.typeText("data set")
		d.keys("enter")
		d.shows("Which column holds the query?")
		d.keys("enter")
		d.shows("▸ passage") // the first that was not chosen
		d.keys("enter")
		d.shows("2 documents and the 1 query from judged.csv")
		if s := d.rerank().Set(); s.Queries[0].Text != "keys" || s.Documents[0].Text != "how to rotate" || s.Queries[0].Mark(0) != 3 {
			t.Errorf("%+v", s)
		}
	})
}

// TestDocumentsWithPicturesAreProposedAsTheyAre: a member alone would leave the
// pictures out.
func TestDocumentsWithPicturesAreProposedAsTheyAre(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.json", `[{"text":"first"},{"text":"second","image":"https://example.com/a.png"}]`)
		d.keys("o")
		d.answer("docs.json")
		d.shows("▸ (complete objects)")
		d.keys("enter")
		if set := d.rerank().Set(); len(set.Documents) != 2 || !set.Documents[1].HasImage() {
			t.Errorf("%d documents\n%s", len(set.Documents), d.screen())
		}
	})
}

func TestAPictureIsADocument(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "cat.png", "\x89PNG\r\n\x1a\n\x00\x00")
		d.keys("o")
		d.answer("cat.png")
		d.shows("1 document from cat.png; images are stored as")
		d.shows("[image]")
		d.shows("image: image/png, 10 B in the request")
		if set := d.rerank().Set(); !set.Documents[0].HasImage() {
			t.Errorf("%s", set.Documents[0].Raw)
		}
	})
}

// TestTheTextNextToALargePictureIsEditable: the picture's bytes are no text to
// write in, and stay as they are.
func TestTheTextNextToALargePictureIsEditable(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "cat.png", "\x89PNG\r\n\x1a\n"+strings.Repeat("\x00", 4<<10))
		d.do(views.LoadDocuments{Path: "cat.png"})
		was := d.rerank().Set().Documents[0]
		d.keys("tab", "e")
		d.shows("its text; images and other members stay")
		d.hides("base64")
		d.typeText("a “red” cat")
		d.keys("enter")
		d.shows("document 1 changed")
		now := d.rerank().Set().Documents[0]
		want := strings.TrimSuffix(string(was.Raw), "}")
		if now.Text != "a “red” cat" || !strings.HasPrefix(string(now.Raw), want) || !json.Valid(now.Raw) {
			t.Errorf("its text is %q, and it ends in %q", now.Text, now.Raw[len(now.Raw)-40:])
		}
		d.keys("e", "ctrl+u", "enter")
		if got := d.rerank().Set().Documents[0]; string(got.Raw) != string(was.Raw) {
			t.Errorf("without a text it ends in %q", got.Raw[len(got.Raw)-40:])
		}
	})
}

func TestDocumentsWithImages(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.json", `[{"text":"a red key","image":"https://example.com/red.png"},{"image":"data:image/png;base64,AAAA"},"just text"]`)
		d.do(views.LoadDocuments{Path: "docs.json", Objects: true})
		d.shows("[image] a re")
		d.shows("with an image")
		d.shows("image: https://example.com/red.png")
		d.do(views.SetQuery{Text: "red"})
		d.rank()
		r := d.rerank()
		for _, want := range []string{`"image": "https://example.com/red.png"`, `"image": "data:image/png;base64,AAAA"`, `"just text"`} {
			if !strings.Contains(string(r.Exchange(0).State.Request), want) {
				t.Errorf("%s was not sent", want)
			}
		}
		d.keys("tab", "g", "e")
		d.shows("the document as JSON")
		d.keys("ctrl+e", "backspace", "enter")
		d.shows("✗")
		if got := string(r.Set().Documents[0].Raw); !strings.HasSuffix(got, "}") || d.m.Overlays.Top() == nil {
			t.Errorf("the document is %s", got)
		}
		d.typeText("}")
		d.keys("enter")
		if d.m.Overlays.Top() != nil || !r.Set().Documents[0].HasImage() {
			t.Error("the document is not taken as the object that it is")
		}
	})
}

func TestWhatIsPastedIsTakenForWhatItIs(t *testing.T) {
	for pasted, want := range map[string][]string{
		"one\r\ntwo\r\n":                       {"one", "two"},
		"one\rtwo\rthree":                      {"one", "two", "three"}, // as tmux sends it
		"one\rmore\r\rtwo":                     {"one\nmore", "two"},
		"one\nmore of it\n\n\ntwo\n":           {"one\nmore of it", "two"},
		`["one", {"text":"two"}]`:              {"one", "two"},
		"{\"text\":\"one\"}\n\"two\"\n":        {"one", "two"},
		"one":                                  {"one"},
		`{"text":"one","image":"https://x/y"}`: {"one"},
		" \n \n":                               nil,
	} {
		onRerank(t, 120, 35, func(d *driver) {
			d.keys("tab")
			d.m.SetFocus(rerank.RankingPane)
			d.send(tea.PasteMsg{Content: pasted})
			d.flush()
			var got []string
			for _, one := range d.rerank().Set().Documents {
				got = append(got, one.Text)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q gives %q, want %q", pasted, got, want)
			}
			if want == nil {
				d.shows("no document is in it")
			}
		})
	}
}

// TestOfWrittenJSONTheFieldIsChosen: what was written stays until then.
func TestOfWrittenJSONTheFieldIsChosen(t *testing.T) {
	const lines = "{\"id\":\"a\",\"body\":\"one\"}\n{\"id\":\"b\",\"body\":\"two\"}"
	onRerank(t, 120, 35, func(d *driver) {
		d.m.SetFocus(rerank.RankingPane)
		d.keys("a")
		d.send(tea.PasteMsg{Content: lines})
		d.keys("enter")
		d.shows("Which member holds the text?")
		d.keys("esc")
		d.shows(`{"id":"b","body":"two"}`)
		d.keys("enter")
		d.choose("body")
		if docs := d.rerank().Set().Documents; len(docs) != 2 || docs[0].Text != "one" || docs[1].Text != "two" {
			t.Errorf("documents %q", docs)
		}
		if d.m.Overlays.Top() != nil {
			t.Errorf("it is still asked:\n%s", d.screen())
		}
		d.send(tea.PasteMsg{Content: lines})
		d.flush()
		d.choose("id")
		if docs := d.rerank().Set().Documents; len(docs) != 4 || docs[3].Text != "b" || d.m.Overlays.Top() != nil {
			t.Errorf("documents %q", docs)
		}
	})
}

func TestHelpDescribesTheRerankScreen(t *testing.T) {
	onRerank(t, 120, 45, func(d *driver) {
		d.keys("f1")
		for _, c := range views.RerankCommands() {
			if mark, ok := views.RankMark(c.Action); ok && mark < 3 {
				d.shows(c.Help)
			}
		}
	})
}
