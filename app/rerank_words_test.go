package app

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/views"
)

// More documents can be loaded after others: the focus stays on the list, and a hint
// names the place for the missing query.
func TestLoadingLeavesTheKeysToTheList(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		r := d.rerank()
		writeFile(t, "docs.txt", "one\ntwo")
		d.keys("o")
		d.answer("docs.txt")
		d.shows("2 documents from docs.txt")
		d.shows("; F5 goes to the")
		writeFile(t, "more.txt", "three")
		d.keys("o")
		d.answer("more.txt")
		d.shows("3 documents")
		d.keys("alt+z", "f5")
		d.typeText("river")
		if r.Set().Queries[0].Text != "river" || d.m.Overlays.Top() != nil {
			t.Errorf("the query is %q\n%s", r.Set().Queries[0].Text, d.screen())
		}
		d.keys("tab")
		d.shows("F5 query")
		d.keys("e")
		d.typeText("!")
		d.keys("enter")
		d.shows("document 1 changed; alt+z undoes")
		d.keys("alt+z")
		d.shows("undone: document 1")
		d.keys("e", "enter")
		d.hides("changed")
		d.keys("o")
		d.answer("docs.txt")
		if d.m.Focus() != rerank.RankingPane {
			t.Error("the query, which is written, has the keys")
		}
	})
}

func TestF5GoesToTheQueryThatIsToBeWritten(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("a")
		d.typeText("one")
		d.keys("enter", "f2", "f5")
		if d.m.Focus() != rerank.QueryPane {
			t.Error("the query is empty, and has not the keys")
		}
		d.typeText("q")
		d.keys("tab", "f2", "f5")
		if d.m.Focus() != rerank.RankingPane {
			t.Error("the list had the keys last, and has them no more")
		}
	})
}

// A torn file is refused where its path was typed, before and after a column was
// asked for.
func TestATornFileIsReportedAtItsPath(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		for name, c := range map[string]struct{ content, choose, why string }{
			"torn.csv":   {"id,text\n1,a\n2\n3,c\n", "", "✗ no CSV: record on line 3: wrong number of fields"},
			"torn.jsonl": {"{\"text\":\"a\"}\n{\"text\":\n", "", "✗ line 2, column "},
			"half.jsonl": {"{\"text\":\"a\"}\n{\"text\":5}\n", "text", `✗ line 2: field "text" holds no text`},
		} {
			writeFile(t, name, c.content)
			d.keys("o")
			d.answer(name)
			if c.choose != "" {
				d.choose(c.choose)
			}
			d.shows("❯ " + name)
			d.shows(c.why)
			d.keys("esc")
		}
	})
}

func TestAnAbsolutePathStartsOver(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		dir := t.TempDir()
		path := writeFile(t, filepath.Join(dir, "ok.txt"), "one\ntwo")
		d.m.Folder = dir
		for _, key := range []string{"o", "ctrl+o"} {
			d.m.SetFocus(rerank.RankingPane)
			d.keys(key)
			d.typeText(path)
			d.shows("❯ " + path)
			d.keys("esc")
		}
		d.keys("o")
		d.typeText("ok")
		d.keys("enter")
		d.shows("2 documents from " + path)
	})
}

func TestFilesThatAFolderHoldsInVainAreNamed(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		if err := os.Mkdir("texts", 0o700); err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{"a.txt": "words", "b.bin": "\x00", "c.txt": "", "d.txt": "", "e.txt": "", "f.txt": ""} {
			writeFile(t, filepath.Join("texts", name), content)
		}
		d.do(views.LoadDocuments{Path: "texts"})
		d.shows("skipped 5: b.bin: no text: a zero byte at offset 0")
		d.shows("d.txt: empty and 2 more")
	})
	onRerank(t, 80, 24, func(d *driver) { // here its end is to be read too
		if err := os.Mkdir("texts", 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range 9 {
			writeFile(t, filepath.Join("texts", strings.Repeat("long", 30)+strconv.Itoa(i)), "\xff\xfea\x00")
		}
		writeFile(t, filepath.Join("texts", "a.txt"), "words")
		d.do(views.LoadDocuments{Path: "texts"})
		d.shows("6 more")
	})
}

// What is typed before a run and what is typed after it are two steps.
func TestUndoNamesWhatItReverts(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.keys("f5")
		d.typeText(" x")
		d.keys("enter")
		d.ranked()
		d.typeText("yz")
		d.keys("alt+z")
		d.shows("undone: the query")
		if got := r.Set().Queries[0].Text; got != "alpha beta x" {
			t.Errorf("the query is %q", got)
		}
		d.keys("alt+z")
		if got := r.Set().Queries[0].Text; got != "alpha beta" {
			t.Errorf("the query is %q", got)
		}
		d.keys("tab", "3", "alt+z")
		d.shows("undone: a mark")
		d.keys("D", "alt+z")
		d.shows("undone: 1 document")
		d.keys("alt+shift+z")
		d.shows("redone: 1 document")
		d.keys("l", "x", "alt+z")
		d.shows("undone: models")
	})
}

func TestAModelThatWasTakenAwayWhileItRanWasCancelled(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("fault/slow")
		d.do(views.RunRerank{})
		d.until("it runs", func() bool { return r.Running() > 0 })
		run := r.Exchange(0)
		d.do(views.RunAction{Action: views.ActRankRemoveModel})
		d.until("it has ended", func() bool { return run.State.End != nil })
		d.keys("alt+z")
		d.flush()
		d.shows("cancelled before any result")
	})
}

func TestAReasonHasNoTwoFullStops(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("no/such-model")
		d.rank()
		if why := d.rerank().Table().Columns[0].Failure; strings.Contains(why, "..") || !strings.Contains(why, "lists all models. ") {
			t.Error(why)
		}
	})
}

// A key that is typed reads no large request again.
func TestTheReasonOfAFailedRankingIsCached(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("no/such-model")
		d.rank()
		want := d.rerank().Table().Columns[0].Failure
		d.rerank().Exchange(0).State.Failure = nil // what it would be read from
		if got := d.rerank().Table().Columns[0].Failure; got != want {
			t.Errorf("it is read again\n got %s\nwant %s", got, want)
		}
	})
}

func TestTheHintOnProvidersIsComplete(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.rerankSet("sim/bm25")
		d.do(views.AskReranker{Model: 0, Member: "provider"})
		d.shows("; empty: not set")
	})
}

// The empty list names its letters while they are keys; while the query has the
// focus they are text, and one goes to the list first.
func TestTheEmptyListFollowsTheKeys(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.hides("moves here")
		d.keys("alt+g")
		d.shows("tab  moves here; then")
		d.keys("tab", "e")
		d.shows("example loaded")
	})
}

// A record without the text is left out in every form, and a notice names it.
func TestARecordWithoutATextIsLeftOut(t *testing.T) {
	for name, c := range map[string]struct{ content, first string }{
		"a.csv":   {"id,text\n1,\"x\ny\"\n2,\n3,z\n4,\n", "line 4"},
		"a.jsonl": {"{\"text\":\"x\"}\n{\"id\":\"2\"}\n{\"text\":\"z\"}\n{\"text\":null}\n", "line 2"},
		"a.json":  {`[{"text":"x"},{"text":""},{"text":"z"},{"id":"4"}]`, "element [1]"},
	} {
		onRerank(t, 120, 35, func(d *driver) {
			writeFile(t, name, c.content)
			d.keys("o")
			d.answer(name)
			d.choose("text")
			d.shows("2 without text skipped, the first is " + c.first)
			if n := len(d.rerank().Set().Documents); n != 2 {
				t.Errorf("%s: %d documents", name, n)
			}
		})
	}
}

// TestSignsAreExplainedOnFirstSight: until they are closed once, in one line.
func TestSignsAreExplainedOnFirstSight(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		const signs = "= same score   ↑ ↓ places higher or lower than on the left"
		d.keys("e")
		d.hides(signs)
		d.rank()
		d.shows(signs)
		d.shows("esc close hint")
		d.keys("esc")
		d.hides(signs)
		d.rank()
		d.hides(signs)
	})
}
