package app

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// onRerank runs a test on the rerank screen of the local gateway.
func onRerank(t *testing.T, width, height int, test func(d *driver)) {
	t.Helper()
	t.Chdir(t.TempDir())
	bubble(t, width, height, nil, func(d *driver) {
		d.keys("f5")
		test(d)
	})
}

// ranked waits until all runs have ended and the figures are worked out.
func (d *driver) ranked() {
	d.t.Helper()
	d.until("the models have answered", func() bool {
		r := &d.m.rankings
		for _, run := range r.row() {
			if run == nil {
				return false
			}
		}
		return !r.checking && !r.running() && !r.figures.working && r.figures.done.of == r.figuresNow()
	})
}

// answer types into an open question what it is answered with.
func (d *driver) answer(text string) {
	d.keys("ctrl+u")
	d.typeText(text)
	d.keys("enter")
}

func writeFile(t *testing.T, name, content string) string {
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

// What a person does to choose a reranker, with the keyboard alone.
func TestThreeModelsAreComparedOnAFile(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.txt", manyDocuments(200))
		d.keys("o")
		d.answer("docs.txt")
		d.shows("200 documents from docs.txt")
		d.keys("f5")
		d.typeText("rotate a key")
		d.keys("enter")
		d.ranked()
		d.shows("sim/bm25 ✓")
		d.shows("sim/trigram ✓")
		d.shows("sim/position ✓")
		d.shows("Kendall's tau-b")
		d.keys("tab")
		for _, mark := range []string{"3", "2", "0", "1", "3"} {
			d.keys(mark, "j")
		}
		d.ranked()
		d.shows("5 marked")
		d.shows("nDCG@10")
		r := &d.m.rankings
		for i, run := range r.row() {
			want := rank.Judge(run.order, r.set.Marks(0), 10)
			if got := r.figures.done.judged[i]; got != want || math.IsNaN(got.NDCG) {
				t.Errorf("model %d: judged %+v, want %+v", i, got, want)
			}
			d.shows(fmt.Sprintf("%.3f", want.NDCG))
		}
		d.keys("ctrl+s")
		d.answer("set.json")
		d.until("it is saved", func() bool { return d.m.rankings.path == "set.json" })
		data, err := os.ReadFile("set.json")
		if err != nil {
			t.Fatal(err)
		}
		set, err := rerankset.Open(data)
		if err != nil || len(set.Documents) != 200 || len(set.Models) != 3 || set.Queries[0].Marked() != 5 {
			t.Errorf("saved: %d documents, %d models, %v", len(set.Documents), len(set.Models), err)
		}
		d.keys("w")
		d.answer("ranking.csv")
		d.shows("saved ranking.csv")
		f, err := os.Open("ranking.csv")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil || len(rows) != 201 {
			t.Errorf("exported %d rows, %v", len(rows), err)
		}
	})
}

func TestWhatKeepsARunFromStartingIsSaidAtTheQuery(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.keys("alt+g")
		d.shows("the query is empty")
		if d.m.focus() != queryPane {
			t.Error("the query does not have the keys")
		}
		d.typeText("x")
		d.hides("the query is empty")
		d.keys("enter")
		d.shows("there are no documents")
		d.send(tea.PasteMsg{Content: "pasted into the query"})
		d.keys("tab")
		d.send(tea.PasteMsg{Content: "one\ntwo\nthree"})
		d.settle()
		d.shows("3 documents")
		d.keys("x", "x", "x", "alt+g")
		d.shows("there is no model")
		if q := d.m.rankings.set.Queries[0].Text; q != "xpasted into the query" {
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
			if d.m.overlay() == nil {
				t.Errorf("%s: the path that was written is lost", path)
			}
			d.keys("esc")
		}
		if len(d.m.rankings.set.Documents) != 0 {
			t.Error("there are documents")
		}
	})
}

func TestAColumnOrAMemberIsChosen(t *testing.T) {
	for name, c := range map[string]struct{ file, choose, want string }{
		"docs.csv":   {"id,body\n1,first text\n2,second text\n", "body", "second text"},
		"docs.jsonl": {`{"a":"x","body":"first"}` + "\n" + `{"a":"y","body":"second"}`, "body", "second"},
		"docs.json":  {`[{"text":"first"},{"text":"second","image":"https://example.com/a.png"}]`, "(as", "second"},
	} {
		onRerank(t, 120, 35, func(d *driver) {
			writeFile(t, name, c.file)
			d.keys("o")
			d.answer(name)
			d.shows("holds the texts?")
			d.choose(c.choose)
			set := d.m.rankings.set
			if len(set.Documents) != 2 || set.Documents[1].Text != c.want || set.Documents[1].HasImage() != strings.Contains(c.file, "image") {
				t.Errorf("%s: %d documents\n%s", name, len(set.Documents), d.screen())
			}
		})
	}
}

func TestOneModelFailsAloneAndTheOthersStand(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.keys("e", "x", "m")
		d.choose("fault/500")
		d.keys("alt+g")
		d.ranked()
		d.shows("sim/trigram ✓")
		d.shows("fault/500 ✗")
		d.shows("(500)")
		row := d.m.rankings.row()
		if row[2].exchange.Verdict != state.Failed || row[0].exchange.Verdict != state.Completed {
			t.Errorf("verdicts %s and %s", row[0].exchange.Verdict, row[2].exchange.Verdict)
		}
		d.keys("i")
		d.shows("500")
		if d.m.screens.shown != inspectScreen || d.m.inspected().Exchange != row[2].exchange {
			t.Error("the inspector does not show the run")
		}
	})
}

func TestTheGatewaysLimitIsShownAsItsFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	within(t, gateway.New(gateway.WithKeys("test-key"), gateway.WithMaxBody(1000)), 120, 35, nil, func(d *driver) {
		d.keys("f5", "e", "alt+g")
		d.ranked()
		d.shows("(413)")
		if got := d.m.rankings.row()[0].exchange.Head.Status; got != 413 {
			t.Errorf("status %d", got)
		}
	})
}

func TestRunsAreStoppedAndTheScreenIsLeft(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "x", "x", "x", "m")
		d.choose("fault/slow")
		d.keys("alt+g")
		d.until("it runs", d.m.rankings.running)
		d.shows("ctrl+c stop")
		d.keys("esc")
		if d.m.screens.shown != chatScreen || !d.m.rankings.running() {
			t.Fatal("esc stops the run, or does not lead back")
		}
		d.keys("f5", "ctrl+c")
		d.ranked()
		if got := d.m.rankings.row()[0].exchange.Verdict; got != state.Cancelled || d.quit {
			t.Errorf("%s", got)
		}
		d.shows("■")
	})
}

func TestEveryQueryHasItsOwnMarksAndRuns(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.keys("3", ")")
		d.shows("query 2 of 2")
		if r := &d.m.rankings; r.set.Queries[1].Marked() != 0 || r.row()[0] != nil {
			t.Error("the second query has the first one's marks or runs")
		}
		d.keys("j", "2", "alt+g")
		d.ranked()
		d.shows("mean over 2 queries")
		d.keys("(")
		d.ranked()
		if d.m.rankings.set.Queries[0].Mark(0) != 3 {
			t.Error("the first query's mark is gone")
		}
		d.keys("A")
		d.shows("query 3 of 3")
		d.typeText("new")
		d.keys("up")
		d.shows("query 2 of 3")
		d.keys("tab", "X")
		d.shows("query 2 of 2")
		d.keys("alt+z")
		d.shows("query 2 of 3")
	})
}

func TestSettingsOfAModel(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "l", "t", "enter")
		d.answer("none")
		d.shows("whole number")
		d.answer("3")
		d.keys("alt+g")
		d.ranked()
		d.shows("top_n 3")
		run := d.m.rankings.row()[0]
		if len(run.order.Docs) != 3 || !strings.Contains(string(run.exchange.Request), `"top_n": 3`) {
			t.Errorf("%d came back for %s", len(run.order.Docs), run.exchange.Request)
		}
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"changed","documents":["a","b"],"x":{"b":1}}`)})
		r := &d.m.rankings
		if r.set.Queries[0].Text != "changed" || len(r.set.Documents) != 2 || string(r.set.Models[0].Setting("x")) != `{"b":1}` {
			t.Errorf("the set is %+v", r.set.Models[0])
		}
		d.shows("changed")
		d.shows("✓ ranked 12")
	})
}

func TestARequestIsEditedAsJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v")
		d.shows("Request to sim/bm25")
		d.shows(`"documents"`)
		d.keys("enter", "down", "down", "end", "left", "left")
		d.typeText(" indeed")
		d.keys("esc")
		if got := d.m.rankings.set.Queries[0].Text; got != "how do I rotate an API key? indeed" && got != "how do I rotate an API key indeed?" {
			t.Errorf("the query is %q", got)
		}
		d.shows("indeed")
		d.keys("esc")
		if d.m.overlay() != nil || d.m.screens.shown != rerankScreen {
			t.Error("esc does not close the JSON alone")
		}
	})
}

func TestAChangedQueryMarksTheAnswersAsEarlierOnes(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.hides("earlier")
		d.keys("f5")
		d.typeText(" please")
		d.shows("earlier")
		d.keys("enter")
		d.ranked()
		d.hides("earlier")
	})
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
		d.keys("esc", "l", "W")
		d.answer("request.json")
		d.shows("saved request.json")
		if got, _ := os.ReadFile("there.json"); string(got) != "mine" {
			t.Errorf("the file holds %q", got)
		}
		doc, err := os.ReadFile("request.json")
		var request struct{ Model string }
		if err != nil || json.Unmarshal(doc, &request) != nil || request.Model != "sim/bm25" {
			t.Errorf("%s, %v", doc, err)
		}
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

// Whatever stands in the palette works on the empty screen and on a full one.
func TestEveryRowOfTheKeyTableWorks(t *testing.T) {
	for _, example := range []bool{false, true} {
		onRerank(t, 120, 35, func(d *driver) {
			for _, c := range views.RerankCommands() {
				if example && len(d.m.rankings.set.Documents) == 0 {
					d.do(views.RunAction{Action: views.ActRankEdit})
				}
				d.do(views.RunAction{Action: c.Action})
				d.exact(120, 35)
				for d.m.overlay() != nil {
					d.m.closeOverlay()
				}
				d.keys("f5")
			}
		})
	}
}

func TestTheRerankScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}, {24, 8}} {
		bubble(t, size.width, size.height, nil, func(d *driver) {
			d.keys("f5")
			at := fmt.Sprintf("%dx%d", size.width, size.height)
			d.golden("rerank-empty-" + at)
			d.keys("e")
			d.golden("rerank-example-" + at)
			d.keys("alt+g")
			d.ranked()
			for range 5 {
				d.exact(size.width, size.height)
				d.keys("tab")
			}
		})
	}
}

func TestTheLocalModelsComeWhenTheyAreKnown(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		loaded := d.m.models
		d.m.models = models{}
		d.do(views.RunAction{Action: views.ActRerank})
		if n := len(d.m.rankings.set.Models); n != 3 {
			t.Errorf("%d models of the %d that the list names", n, len(loaded.list))
		}
		d.keys("x", "x", "x", "f2", "f5")
		d.shows("0 models")
	})
}

func TestARequestThatIsNoneIsRefusedInItsJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v")
		before := d.m.rankings.set.Queries[0].Text
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":[1]}`)})
		if d.m.rankings.set.Queries[0].Text != before || d.m.overlay() == nil {
			t.Error("what is no request changed the set")
		}
		d.shows("documents[0]")
	})
}

// Every shape that a rerank answer comes in is joined by index, and what is odd
// about it is said.
func TestOddAnswersAreShownAsWhatTheyAre(t *testing.T) {
	answers := map[string]string{
		"odd/unsorted":  `{"results":[{"index":0,"relevance_score":0.1},{"index":2,"relevance_score":0.9},{"index":1,"relevance_score":0.5}]}`,
		"odd/duplicate": `{"results":[{"index":1,"relevance_score":0.9},{"index":1,"relevance_score":0.8},{"index":7,"relevance_score":0.7}]}`,
		"odd/bare":      `[{"index":2,"score":0.9},{"index":0,"score":0.5},{"index":1,"score":0.1}]`,
		"odd/none":      `{"hello":"world"}`,
	}
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v1/models", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"data":[]}`) })
	server.HandleFunc("POST /api/v1/rerank", func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Model string }
		json.NewDecoder(r.Body).Decode(&request)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answers[request.Model])
	})
	within(t, server, 160, 45, nil, func(d *driver) {
		d.keys("f5")
		d.do(views.SetQuery{Text: "q"})
		d.do(views.AddDocuments{Text: "zero\none\ntwo"})
		for _, slug := range []string{"odd/unsorted", "odd/duplicate", "odd/bare", "odd/none"} {
			d.do(views.AddReranker{Slug: slug})
		}
		d.keys("alt+g")
		d.ranked()
		row := d.m.rankings.row()
		for i, want := range []string{"[2 1 0]", "[1]", "[2 0 1]"} {
			if got := fmt.Sprint(row[i].order.Docs); got != want {
				t.Errorf("%s: %s, want %s", row[i].model.Slug, got, want)
			}
		}
		if row[3].ranked || row[3].exchange.Verdict != state.Failed {
			t.Errorf("what is no ranking is %s", row[3].exchange.Verdict)
		}
		d.keys("tab", "tab")
		d.shows("⚠ 1")
		d.shows("⚠ the results came unsorted")
		d.keys("G")
		d.shows("index 7")
	})
}

// A run is no turn of a conversation: what the inspector does to turns must
// not trip over it.
func TestTheInspectorHoldsWithARun(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		for _, c := range d.m.keys.Commands() {
			switch c.Scope {
			case views.Inspect, views.Figures, views.Tree, views.Events, views.Comparison:
			default:
				continue
			}
			d.keys("f5", "tab", "i")
			d.do(views.RunAction{Action: c.Action})
			d.exact(120, 35)
			for d.m.overlay() != nil {
				d.m.closeOverlay()
			}
			d.keys("f2")
		}
		d.keys("f5", "tab", "i", "alt+r", "alt+y", "esc", "m", "e", "esc")
		d.exact(120, 35)
	})
}
