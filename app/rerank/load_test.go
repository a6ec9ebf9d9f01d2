package rerank_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
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
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		d.Press("alt+g")
		d.Shows("the query is empty")
		if d.Focus() != rerank.QueryPane {
			t.Error("the query does not have the keys")
		}
		d.Type("x")
		d.Hides("the query is empty")
		d.Press("enter")
		d.Shows("there are no documents")
		d.Send(tea.PasteMsg{Content: "pasted into the query"})
		d.Press("tab")
		d.Send(tea.PasteMsg{Content: "one\ntwo\nthree"})
		d.Flush()
		d.Shows("3 documents")
		d.Press("x", "x", "x", "alt+g")
		d.Shows("there is no model")
		if q := d.Reranker().Set().Queries[0].Text; q != "xpasted into the query" {
			t.Errorf("the query is %q", q)
		}
		d.Press("alt+z", "alt+g")
		d.WaitRanked()
		d.Shows("sim/position ✓")
	})
}

func TestFilesThatHoldNoDocuments(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "picture.png", "\x89PNG\x00\x00")
		writeFile(t, "empty.csv", "")
		for path, why := range map[string]string{"picture.png": "zero byte", "empty.csv": "column names", "missing.txt": "missing.txt"} {
			d.Press("L")
			d.Answer(path)
			d.Shows("✗ ")
			d.Shows(why)
			if d.Overlays.Top() == nil {
				t.Errorf("%s: the path that was written is lost", path)
			}
			d.Press("esc")
		}
		if len(d.Reranker().Set().Documents) != 0 {
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
		apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
			writeFile(t, name, c.file)
			d.Press("L")
			d.Answer(name)
			d.Shows("holds the text?")
			d.Choose(c.choose)
			set := d.Reranker().Set()
			if len(set.Documents) != 2 || set.Documents[1].Text != c.want || set.Documents[1].HasImage() != strings.Contains(c.file, "image") {
				t.Errorf("%s: %d documents\n%s", name, len(set.Documents), d.Screen())
			}
		})
	}
}

func TestAFileIsNotReplacedUnasked(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "there.json", "mine")
		d.Press("e", "ctrl+s")
		d.Answer("there.json")
		d.Shows("The file exists")
		d.Press("esc", "w")
		d.Answer("ranking.txt")
		d.Shows(".csv, .json or .md")
		d.Press("esc")
		if got, _ := os.ReadFile("there.json"); string(got) != "mine" {
			t.Errorf("the file holds %q", got)
		}
		writeFile(t, "request.json", `{"model":"sim/bm25","query":"q","documents":["a"]}`)
		d.Press("ctrl+o")
		d.Answer("request.json")
		d.Shows("1 model")
		d.Press("alt+z")
		d.Shows("3 models")
	})
}

func TestDocumentsAreWrittenAndChanged(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("a")
		d.Type("first")
		d.Press("ctrl+j")
		d.Type("second")
		d.Press("enter")
		d.Shows("2 documents")
		d.Press("j", "e")
		d.Type(" and more")
		d.Press("enter")
		d.Shows("second and")
		d.Press("d", "enter")
		d.Hides("second and")
		d.Press("alt+z")
		d.Shows("second and")
		d.Press("alt+shift+z")
		d.Hides("second and")
		folder := filepath.Join(t.TempDir(), "texts")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(folder, "a.txt"), "from a file\nof two lines")
		d.Do(views.LoadDocuments{Path: folder})
		d.Shows("from a file")
	})
}

func TestTheColumnWithTheTextIsProposed(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "docs.csv", "id,title,text\n1,a,first\n2,b,second\n")
		d.Press("L")
		d.Answer("do") // the only file that there is
		d.Shows("Which column holds the text?")
		d.Press("enter")
		if set := d.Reranker().Set(); len(set.Documents) != 2 || set.Documents[0].Text != "first" {
			t.Errorf("%d documents\n%s", len(set.Documents), d.Screen())
		}
		d.Press("tab", "L")
		d.Answer("docs.csv")
		d.Type("qqq")
		d.Shows("no such column; choose from id, title, text")
	})
}

func TestColumnsOfADataSetAreChosen(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "judged.csv", "question,passage,relevance\nkeys,how to rotate,3\nkeys,billing,0\n")
		d.Press("L")
		d.Answer("judged.csv")
		d.Shows("▸ question") // the choice above it is a data set
		d.Type("data set")
		d.Press("enter")
		d.Shows("Which column holds the query?")
		d.Press("enter")
		d.Shows("▸ passage") // the first that was not chosen
		d.Press("enter")
		d.Shows("2 documents and the 1 query from judged.csv")
		if s := d.Reranker().Set(); s.Queries[0].Text != "keys" || s.Documents[0].Text != "how to rotate" || s.Queries[0].Mark(0) != 3 {
			t.Errorf("%+v", s)
		}
	})
}

// TestDocumentsWithPicturesAreProposedAsTheyAre: a member alone would leave the
// pictures out.
func TestDocumentsWithPicturesAreProposedAsTheyAre(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "docs.json", `[{"text":"first"},{"text":"second","image":"https://example.com/a.png"}]`)
		d.Press("L")
		d.Answer("docs.json")
		d.Shows("▸ (complete objects)")
		d.Press("enter")
		if set := d.Reranker().Set(); len(set.Documents) != 2 || !set.Documents[1].HasImage() {
			t.Errorf("%d documents\n%s", len(set.Documents), d.Screen())
		}
	})
}

func TestAPictureIsADocument(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "cat.png", "\x89PNG\r\n\x1a\n\x00\x00")
		d.Press("L")
		d.Answer("cat.png")
		d.Shows("1 document from cat.png; images are stored as")
		d.Shows("[image]")
		d.Shows("image: image/png, 10 B in the request")
		if set := d.Reranker().Set(); !set.Documents[0].HasImage() {
			t.Errorf("%s", set.Documents[0].Raw)
		}
	})
}

// TestTheTextNextToALargePictureIsEditable: the picture's bytes are no text to
// write in, and stay as they are.
func TestTheTextNextToALargePictureIsEditable(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "cat.png", "\x89PNG\r\n\x1a\n"+strings.Repeat("\x00", 4<<10))
		d.Do(views.LoadDocuments{Path: "cat.png"})
		was := d.Reranker().Set().Documents[0]
		d.Press("tab", "e")
		d.Shows("its text; images and other members stay")
		d.Hides("base64")
		d.Type("a “red” cat")
		d.Press("enter")
		d.Shows("document 1 changed")
		now := d.Reranker().Set().Documents[0]
		want := strings.TrimSuffix(string(was.Raw), "}")
		if now.Text != "a “red” cat" || !strings.HasPrefix(string(now.Raw), want) || !json.Valid(now.Raw) {
			t.Errorf("its text is %q, and it ends in %q", now.Text, now.Raw[len(now.Raw)-40:])
		}
		d.Press("e", "ctrl+u", "enter")
		if got := d.Reranker().Set().Documents[0]; string(got.Raw) != string(was.Raw) {
			t.Errorf("without a text it ends in %q", got.Raw[len(got.Raw)-40:])
		}
	})
}

func TestDocumentsWithImages(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "docs.json", `[{"text":"a red key","image":"https://example.com/red.png"},{"image":"data:image/png;base64,AAAA"},"just text"]`)
		d.Do(views.LoadDocuments{Path: "docs.json", Objects: true})
		d.Shows("[image] a re")
		d.Shows("with an image")
		d.Shows("image: https://example.com/red.png")
		d.Do(views.SetQuery{Text: "red"})
		d.Rank()
		r := d.Reranker()
		for _, want := range []string{`"image": "https://example.com/red.png"`, `"image": "data:image/png;base64,AAAA"`, `"just text"`} {
			if !strings.Contains(string(r.Exchange(0).State.Request), want) {
				t.Errorf("%s was not sent", want)
			}
		}
		d.Press("tab", "g", "e")
		d.Shows("the document as JSON")
		d.Press("ctrl+e", "backspace", "enter")
		d.Shows("✗")
		if got := string(r.Set().Documents[0].Raw); !strings.HasSuffix(got, "}") || d.Overlays.Top() == nil {
			t.Errorf("the document is %s", got)
		}
		d.Type("}")
		d.Press("enter")
		if d.Overlays.Top() != nil || !r.Set().Documents[0].HasImage() {
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
		apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
			d.Press("tab")
			d.SetFocus(rerank.RankingPane)
			d.Send(tea.PasteMsg{Content: pasted})
			d.Flush()
			var got []string
			for _, one := range d.Reranker().Set().Documents {
				got = append(got, one.Text)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q gives %q, want %q", pasted, got, want)
			}
			if want == nil {
				d.Shows("no document is in it")
			}
		})
	}
}

// TestOfWrittenJSONTheFieldIsChosen: what was written stays until then.
func TestOfWrittenJSONTheFieldIsChosen(t *testing.T) {
	const lines = "{\"id\":\"a\",\"body\":\"one\"}\n{\"id\":\"b\",\"body\":\"two\"}"
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.SetFocus(rerank.RankingPane)
		d.Press("a")
		d.Send(tea.PasteMsg{Content: lines})
		d.Press("enter")
		d.Shows("Which member holds the text?")
		d.Press("esc")
		d.Shows(`{"id":"b","body":"two"}`)
		d.Press("enter")
		d.Choose("body")
		if docs := d.Reranker().Set().Documents; len(docs) != 2 || docs[0].Text != "one" || docs[1].Text != "two" {
			t.Errorf("documents %q", docs)
		}
		if d.Overlays.Top() != nil {
			t.Errorf("it is still asked:\n%s", d.Screen())
		}
		d.Send(tea.PasteMsg{Content: lines})
		d.Flush()
		d.Choose("id")
		if docs := d.Reranker().Set().Documents; len(docs) != 4 || docs[3].Text != "b" || d.Overlays.Top() != nil {
			t.Errorf("documents %q", docs)
		}
	})
}

func TestHelpDescribesTheRerankScreen(t *testing.T) {
	apptest.RunOnRerank(t, 120, 45, func(d *apptest.Driver) {
		d.Press("f1")
		for _, c := range views.RerankCommands() {
			if mark, ok := views.RankMark(c.Action); ok && mark < 3 {
				d.Shows(c.Help)
			}
		}
	})
}
