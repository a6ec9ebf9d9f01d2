package rerank_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/rerank"
	"gatehouse/views"
)

// More documents can be loaded after others: the focus stays on the list, and a hint
// names the place for the missing query.
func TestLoadingLeavesTheKeysToTheList(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		r := d.Reranker()
		writeFile(t, "docs.txt", "one\ntwo")
		d.Press("L")
		d.Answer("docs.txt")
		d.Shows("2 documents from docs.txt")
		d.Shows("; F5 goes to the")
		writeFile(t, "more.txt", "three")
		d.Press("L")
		d.Answer("more.txt")
		d.Shows("3 documents")
		d.Press("alt+z", "f5")
		d.Type("river")
		if r.Set().Queries[0].Text != "river" || d.Overlays.Top() != nil {
			t.Errorf("the query is %q\n%s", r.Set().Queries[0].Text, d.Screen())
		}
		d.Press("tab")
		d.Shows("F5 query")
		d.Press("e")
		d.Type("!")
		d.Press("enter")
		d.Shows("document 1 changed; alt+z undoes")
		d.Press("alt+z")
		d.Shows("undone: document 1")
		d.Press("e", "enter")
		d.Hides("changed")
		d.Press("L")
		d.Answer("docs.txt")
		if d.Focus() != rerank.RankingPane {
			t.Error("the query, which is written, has the keys")
		}
	})
}

func TestF5GoesToTheQueryThatIsToBeWritten(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("a")
		d.Type("one")
		d.Press("enter", "f2", "f5")
		if d.Focus() != rerank.QueryPane {
			t.Error("the query is empty, and has not the keys")
		}
		d.Type("q")
		d.Press("tab", "f2", "f5")
		if d.Focus() != rerank.RankingPane {
			t.Error("the list had the keys last, and has them no more")
		}
	})
}

// A torn file is refused where its path was typed, before and after a column was
// asked for.
func TestATornFileIsReportedAtItsPath(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		for name, c := range map[string]struct{ content, choose, why string }{
			"torn.csv":   {"id,text\n1,a\n2\n3,c\n", "", "✗ no CSV: record on line 3: wrong number of fields"},
			"torn.jsonl": {"{\"text\":\"a\"}\n{\"text\":\n", "", "✗ line 2, column "},
			"half.jsonl": {"{\"text\":\"a\"}\n{\"text\":5}\n", "text", `✗ line 2: field "text" holds no text`},
		} {
			writeFile(t, name, c.content)
			d.Press("L")
			d.Answer(name)
			if c.choose != "" {
				d.Choose(c.choose)
			}
			d.Shows("❯ " + name)
			d.Shows(c.why)
			d.Press("esc")
		}
	})
}

func TestAnAbsolutePathStartsOver(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		dir := t.TempDir()
		path := writeFile(t, filepath.Join(dir, "ok.txt"), "one\ntwo")
		d.Folder = dir
		for _, key := range []string{"L", "ctrl+o"} {
			d.SetFocus(rerank.RankingPane)
			d.Press(key)
			d.Type(path)
			d.Shows("❯ " + path)
			d.Press("esc")
		}
		d.Press("L")
		d.Type("ok")
		d.Press("enter")
		d.Shows("2 documents from " + path)
	})
}

func TestFilesThatAFolderHoldsInVainAreNamed(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		if err := os.Mkdir("texts", 0o700); err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{"a.txt": "words", "b.bin": "\x00", "c.txt": "", "d.txt": "", "e.txt": "", "f.txt": ""} {
			writeFile(t, filepath.Join("texts", name), content)
		}
		d.Do(views.LoadDocuments{Path: "texts"})
		d.Shows("skipped 5: b.bin: no text: a zero byte at offset 0")
		d.Shows("d.txt: empty and 2 more")
	})
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) { // here its end is to be read too
		if err := os.Mkdir("texts", 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range 9 {
			writeFile(t, filepath.Join("texts", strings.Repeat("long", 30)+strconv.Itoa(i)), "\xff\xfea\x00")
		}
		writeFile(t, filepath.Join("texts", "a.txt"), "words")
		d.Do(views.LoadDocuments{Path: "texts"})
		d.Shows("6 more")
	})
}

// What is typed before a run and what is typed after it are two steps.
func TestUndoNamesWhatItReverts(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		d.Press("f5")
		d.Type(" x")
		d.Press("enter")
		d.WaitRanked()
		d.Type("yz")
		d.Press("alt+z")
		d.Shows("undone: the query")
		if got := r.Set().Queries[0].Text; got != "alpha beta x" {
			t.Errorf("the query is %q", got)
		}
		d.Press("alt+z")
		if got := r.Set().Queries[0].Text; got != "alpha beta" {
			t.Errorf("the query is %q", got)
		}
		d.Press("tab", "3", "alt+z")
		d.Shows("undone: a mark")
		d.Press("d", "enter", "alt+z")
		d.Shows("undone: 1 document")
		d.Press("alt+shift+z")
		d.Shows("redone: 1 document")
		d.Press("l", "x", "alt+z")
		d.Shows("undone: models")
	})
}

func TestAModelThatWasTakenAwayWhileItRanWasCancelled(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("fault/slow")
		d.Do(views.RunRerank{})
		d.WaitFor("it runs", func() bool { return r.Running() > 0 })
		run := r.Exchange(0)
		d.Do(views.RunAction{Action: views.ActRankRemoveModel})
		d.WaitFor("it has ended", func() bool { return run.State.End != nil })
		d.Press("alt+z")
		d.Flush()
		d.Shows("cancelled before any result")
	})
}

func TestAReasonHasNoTwoFullStops(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("no/such-model")
		d.Rank()
		if why := d.Reranker().Table().Columns[0].Failure; strings.Contains(why, "..") || !strings.Contains(why, "lists all models. ") {
			t.Error(why)
		}
	})
}

// A key that is typed reads no large request again.
func TestTheReasonOfAFailedRankingIsCached(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("no/such-model")
		d.Rank()
		want := d.Reranker().Table().Columns[0].Failure
		d.Reranker().Exchange(0).State.Failure = nil // what it would be read from
		if got := d.Reranker().Table().Columns[0].Failure; got != want {
			t.Errorf("it is read again\n got %s\nwant %s", got, want)
		}
	})
}

func TestTheHintOnProvidersIsComplete(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		d.Do(views.AskReranker{Model: 0, Member: "provider"})
		d.Shows("; empty: not set")
	})
}

// The empty list names its letters while they are keys; while the query has the
// focus they are text, and one goes to the list first.
func TestTheEmptyListFollowsTheKeys(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		d.Hides("moves here")
		d.Press("alt+g")
		d.Shows("tab  moves here; then")
		d.Press("tab", "e")
		d.Shows("example loaded")
	})
}

// A record without the text is left out in every form, and a notice names it.
func TestARecordWithoutATextIsLeftOut(t *testing.T) {
	for name, c := range map[string]struct{ content, first string }{
		"a.csv":   {"id,text\n1,\"x\ny\"\n2,\n3,z\n4,\n", "line 4"},
		"a.jsonl": {"{\"text\":\"x\"}\n{\"id\":\"2\"}\n{\"text\":\"z\"}\n{\"text\":null}\n", "line 2"},
		"a.json":  {`[{"text":"x"},{"text":""},{"text":"z"},{"id":"4"}]`, "element [1]"},
	} {
		apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
			writeFile(t, name, c.content)
			d.Press("L")
			d.Answer(name)
			d.Choose("text")
			d.Shows("2 without text skipped, the first is " + c.first)
			if n := len(d.Reranker().Set().Documents); n != 2 {
				t.Errorf("%s: %d documents", name, n)
			}
		})
	}
}

// TestSignsAreExplainedOnFirstSight: until they are closed once, in one line.
func TestSignsAreExplainedOnFirstSight(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		const signs = "= same score   ↑ ↓ places higher or lower than on the left"
		d.Press("e")
		d.Hides(signs)
		d.Rank()
		d.Shows(signs)
		d.Shows("esc close hint")
		d.Press("esc")
		d.Hides(signs)
		d.Rank()
		d.Hides(signs)
	})
}
