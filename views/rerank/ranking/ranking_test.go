package ranking

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// order makes the order in which documents were returned, with scores that fall by
// a step from place to place.
func order(n, topN int, step float64, docs ...int) rank.Order {
	var r wire.Rerank
	for place, doc := range docs {
		score := 1 - step*float64(place)
		r.Results = append(r.Results, wire.Ranked{Index: doc, Score: score, Raw: fmt.Appendf(nil, `{"relevance_score":%g}`, score)})
	}
	return rank.Join(n, topN, r)
}

func ranked(name string, topN int, o rank.Order) Column {
	return Column{TopN: topN, Answer: dataset.Answer{
		Label: name, Asked: &dataset.Model{}, Verdict: state.Completed, TimeUS: 3000, Tokens: "1,209", Units: "1", Price: "$0.001",
		Model: name, Provider: "Local", Ranked: true, Order: o,
	}}
}

// unranked is a model that was asked and has no order.
func unranked(name string, verdict state.Verdict, failure string) Column {
	return Column{Answer: dataset.Answer{Label: name, Asked: &dataset.Model{}, Verdict: verdict, Failure: failure}}
}

var texts = []string{
	"Rotating keys: make a new one first.", "Billing and invoices", "Key scopes\nand who gives them", "Audit log",
	"漢字 in a document", "", "evil \x1b[31m red \u202e text", "the last of them",
}

func model(width, height int, columns ...Column) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetDocuments(texts)
	m.SetMarks(func(doc int) int { return []int{3, rank.None, 2, 0, rank.None, rank.None, rank.None, 1}[doc] })
	m.SetColumns(columns)
	m.SetFocus(true)
	return m
}

func three() []Column {
	down := unranked("fault/413", state.Failed, "too large (413): the body has 40 MB \x1b[2J and that is more than the service takes")
	down.TimeUS = 900
	return []Column{
		ranked("sim/bm25", 5, order(8, 5, 0.2, 0, 2, 3, 1, 7)),
		ranked("sim/trigram", 5, order(8, 5, 0.001, 0, 1, 2, 3, 4)),
		down,
	}
}

func (m *Model) press(names ...string) (intent views.Intent) {
	for _, name := range names {
		k := tea.KeyPressMsg{Text: name, Code: []rune(name)[0]}
		switch name {
		case "enter":
			k = tea.KeyPressMsg{Code: tea.KeyEnter}
		case "esc":
			k = tea.KeyPressMsg{Code: tea.KeyEscape}
		}
		intent = m.Update(k).Intent
	}
	return intent
}

func plain(m *Model) string { return ansi.Strip(m.View()) }

func TestScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 18}, {89, 27}, {119, 36}, {0, 0}, {40, 8}} {
		for name, keys := range map[string][]string{"own": {"l", "j"}, "sorted": {"l", "o", "o"}, "normal": {"z"}} {
			m := model(size.width, size.height, three()...)
			m.press(keys...)
			viewstest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size.width, size.height), plain(m)+"\n")
		}
	}
}

// Whatever is shown and pressed, the pane has the size that was set,
// and an existing document is selected.
func TestAnyComparisonIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		styles := themes.Dark()
		m := New(&styles, views.NewKeys(views.DefaultCommands()))
		commands := views.RerankCommands()
		width, height := 80, 20
		m.SetSize(width, height)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				width, height = rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, 40).Draw(t, "height")
				m.SetSize(width, height)
			case 1:
				docs := make([]string, rapid.IntRange(0, 60).Draw(t, "docs"))
				for i := range docs {
					docs[i] = rapid.String().Draw(t, "text")
				}
				m.SetDocuments(docs)
			case 2:
				m.SetColumns(anyColumns(t, len(m.docs)))
			case 3:
				m.SetDisagreements(identity(len(m.docs)).seq)
			case 4:
				m.Update(tea.MouseClickMsg{X: rapid.IntRange(0, 130).Draw(t, "x"), Y: rapid.IntRange(0, 40).Draw(t, "y")})
				m.Scroll(0, rapid.IntRange(-50, 50).Draw(t, "dy"))
			default:
				m.Update(views.Perform{Action: commands[rapid.IntRange(0, len(commands)-1).Draw(t, "action")].Action})
			}
			viewstest.Exact(t, m.View(), width, height)
			if doc, ok := m.Selected(); ok && doc >= len(m.docs) {
				t.Fatalf("document %d of %d", doc, len(m.docs))
			}
		}
	})
}

// extremes are scores whose range is no number, and such as are none.
var extremes = []float64{math.MaxFloat64, -math.MaxFloat64, 0, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64, 1}

func anyColumns(t *rapid.T, n int) []Column {
	var columns []Column
	for range rapid.IntRange(0, 4).Draw(t, "columns") {
		docs := rapid.Permutation(identity(n).seq).Draw(t, "order")
		docs = docs[:rapid.IntRange(0, n).Draw(t, "came")]
		c := ranked(rapid.String().Draw(t, "name"), rapid.IntRange(0, 5).Draw(t, "top_n"), order(n, 0, 0.1, docs...))
		if rapid.Bool().Draw(t, "extreme") {
			for _, doc := range docs {
				c.Order.Score[doc] = rapid.SampledFrom(extremes).Draw(t, "score")
			}
		}
		c.Failure, c.Notes = rapid.String().Draw(t, "failure"), rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "odd")
		c.Ranked = rapid.Bool().Draw(t, "ranked")
		c.Model, c.Provider = rapid.String().Draw(t, "model"), rapid.String().Draw(t, "provider")
		columns = append(columns, c)
	}
	return columns
}

func TestPathsBetweenOrders(t *testing.T) {
	cases := map[string]struct {
		paths []path
		want  []string
	}{
		"stays":        {[]path{{0, 0, 0}}, []string{"────", "    "}},
		"down":         {[]path{{0, 0, 1}}, []string{"─╮  ", " ╰──"}},
		"up":           {[]path{{0, 1, 0}}, []string{" ╭──", "─╯  "}},
		"out below":    {[]path{{0, 0, 5}}, []string{"─╮  ", " │  "}},
		"in from over": {[]path{{0, -3, 1}}, []string{" │  ", " ╰──"}},
		"passes":       {[]path{{0, -3, 9}}, []string{" │  ", " │  "}},
		"crosses":      {[]path{{0, 0, 0}, {1, -1, 4}}, []string{"─┼──", " │  "}},
		"three lanes":  {[]path{{0, -1, 4}, {1, -1, 4}, {2, -1, 4}}, []string{"│││ ", "│││ "}},
	}
	for name, c := range cases {
		g := newGrid(4, 2)
		for _, w := range c.paths {
			g.add(w, g.lane(w))
		}
		m := model(80, 20)
		lines := m.paintPaths(g, newGrid(4, 2))
		for i, want := range c.want {
			if got := ansi.Strip(lines[i]); got != want {
				t.Errorf("%s: line %d is %q, want %q", name, i, got, want)
			}
		}
	}
}

func TestMovesAgainstTheOrderOnTheLeft(t *testing.T) {
	m := model(100, 20, ranked("a", 0, order(4, 0, 0.1, 1, 0, 2, 3)), unranked("b", "", "no"), ranked("c", 0, order(4, 0, 0.1, 3, 1, 0)))
	m.SetDocuments(texts[:4])
	m.SetColumns([]Column{ranked("a", 0, order(4, 0, 0.1, 1, 0, 2, 3)), unranked("b", "", "no"), ranked("c", 0, order(4, 0, 0.1, 3, 1, 0))})
	for doc, want := range map[int][2]string{0: {"↓1", "↓1"}, 1: {"↑1", "↓1"}, 2: {"", ""}, 3: {"", "↑3"}} {
		if got := strings.TrimSpace(m.move(m.measure(), 1, doc)); got != want[0] {
			t.Errorf("document %d in a: %q, want %q", doc, got, want[0])
		}
		if m.columns[3].Order.Place[doc] == rank.None {
			continue
		}
		if got := strings.TrimSpace(m.move(m.measure(), 3, doc)); got != want[1] {
			t.Errorf("document %d in c, beside one that failed: %q, want %q", doc, got, want[1])
		}
	}
}

func TestTheSelectionGoesWithTheDocument(t *testing.T) {
	m := model(120, 20, three()...)
	m.press("l", "j")
	if doc, _ := m.Selected(); doc != 2 {
		t.Fatalf("second of the first model is document %d", doc)
	}
	m.press("l", "j")
	if doc, _ := m.Selected(); doc != 3 {
		t.Errorf("behind document 2 in the second model stands %d", doc)
	}
	m.press("l", "j") // the column without an order goes by the request
	if doc, _ := m.Selected(); doc != 4 {
		t.Errorf("behind document 3 in the request stands %d", doc)
	}
	m.press("o", "o")
	if doc, _ := m.Selected(); doc != 4 || !strings.Contains(plain(m), "by sim/bm25") {
		t.Errorf("sorted: document %d\n%s", doc, plain(m))
	}
	m.SetDisagreements([]int{7, 6, 5, 4, 3, 2, 1, 0})
	m.press("D")
	if doc, _ := m.Selected(); doc != 7 || !strings.Contains(plain(m), "disagreements first") {
		t.Errorf("disagreed: document %d", doc)
	}
	m.press("D", "l")
	if strings.Contains(plain(m), "disagreements first") {
		t.Error("the same key does not lead back")
	}
}

func TestScales(t *testing.T) {
	m := model(120, 20, three()...)
	first, second := &m.columns[1], &m.columns[2]
	if got := m.share(first, 7); math.Abs(got-0.2) > 1e-9 {
		t.Errorf("own scale: the last fills %g of its bar", got)
	}
	m.press("z")
	if got := m.share(first, 7); got != 0 {
		t.Errorf("normalised: the last fills %g", got)
	}
	if got := m.score(second, 0); strings.TrimSpace(got) != "1.000" {
		t.Errorf("normalised: the best is %s", got)
	}
	for want, cells := range map[string]float64{"    ": 0, "██  ": 0.5, "█▌  ": 0.375, "████": 1} {
		if got := bar(cells, 4); got != want {
			t.Errorf("a bar of %g is %q", cells, got)
		}
	}
}

func TestLettersOfEitherCaseAreFound(t *testing.T) {
	m := model(120, 20, three()...)
	m.SetDocuments(slices.Replace(slices.Clone(texts), 3, 4, "ÄRGER im Büro"))
	for _, words := range []string{"ÄRGER", "ärger", "BÜRO"} {
		m.press("/")
		for _, r := range words {
			m.press(string(r))
		}
		if m.press("enter"); m.find.Count() != 1 {
			t.Errorf("%s is in %d documents", words, m.find.Count())
		}
	}
}

// The head names no order that the rows do not have.
func TestTheHeadNamesTheOrderThatIsThere(t *testing.T) {
	m := model(120, 20, three()...)
	for s, gone := range map[sort]func(){
		byDisagree:  func() { m.SetDisagreements(nil) },
		byInput + 1: func() { m.SetColumns([]Column{{Answer: dataset.Answer{Label: m.columns[1].Label}}}) },
	} {
		m.SetColumns(three())
		m.SetDisagreements(identity(len(m.docs)).seq)
		m.setSort(s)
		if strings.Contains(plain(m), "sorted") {
			t.Fatalf("sort %d is not there", s)
		}
		if gone(); m.sort != s || !strings.Contains(plain(m), "sorted") {
			t.Errorf("sort %d is named, and is gone:\n%s", m.sort, plain(m))
		}
	}
}

func TestWordsAreFound(t *testing.T) {
	m := model(120, 20, three()...)
	m.press("/")
	for _, r := range "KEY" {
		m.press(string(r))
	}
	m.press("enter")
	if doc, _ := m.Selected(); doc != 0 {
		t.Errorf("the first hit is document %d", doc)
	}
	m.press("n")
	if doc, _ := m.Selected(); doc != 2 || !strings.Contains(plain(m), "hit 2 of 2") {
		t.Errorf("the next hit is document %d\n%s", doc, plain(m))
	}
	m.press("j")
	if !strings.Contains(plain(m), "2 hits") {
		t.Errorf("beside the hits it does not say how many there are\n%s", plain(m))
	}
	m.press("N", "/", "q", " ", "w", "ctrl+w")
	if !strings.Contains(plain(m), "/q ▏") {
		t.Errorf("ctrl+w does not cut the word:\n%s", plain(m))
	}
	m.press("ctrl+u", "q", "x", "enter")
	if !strings.Contains(plain(m), "  no hits") {
		t.Errorf("a search without a hit says nothing:\n%s", plain(m))
	}
	m.press("esc")
	if intent := m.press("esc"); intent != (views.Cancel{}) {
		t.Errorf("esc without a search is %v", intent)
	}
}

func TestLargeDocumentsAreSearchedInBackground(t *testing.T) {
	m := model(120, 20, three()...)
	m.SetDocuments(slices.Replace(slices.Clone(texts), 3, 4, strings.Repeat("some words ", maxAtOnce/10)+"needle"))
	m.press("/")
	m.Update(tea.PasteMsg{Content: "needle"})
	look := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter}).Cmd
	if look == nil || strings.Contains(plain(m), "  no hits") {
		t.Fatalf("they are looked through at once:\n%s", plain(m))
	}
	m.Update(look())
	if doc, _ := m.Selected(); doc != 3 || !strings.Contains(plain(m), "hit 1 of 1") {
		t.Errorf("the hit is document %d\n%s", doc, plain(m))
	}
}

func TestMarksAndPastesAreAskedFor(t *testing.T) {
	m := model(120, 20, three()...)
	if got := m.press("j", "2"); got != (views.MarkDocument{Document: 1, Mark: 2}) {
		t.Errorf("2 is %v", got)
	}
	if got := m.press("k", "-"); got != (views.MarkDocument{Document: 1, Mark: rank.None}) {
		t.Errorf("- is %v", got)
	}
	if got := m.Update(tea.PasteMsg{Content: "a\nb"}).Intent; got != (views.AddDocuments{Text: "a\nb"}) {
		t.Errorf("a paste is %v", got)
	}
	if got := m.press("+"); got != (views.RunAction{Action: views.ActRankAddModel}) {
		t.Errorf("+ is %v", got)
	}
}

func BenchmarkTenThousandDocuments(b *testing.B) {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	const n = 10_000
	docs, a, z := make([]string, n), make([]int, n), make([]int, n)
	for i := range docs {
		docs[i] = strings.Repeat(fmt.Sprint("word", i, " "), 120)
		a[i], z[i] = (i*7919)%n, (i*104729)%n
	}
	m.SetSize(120, 40)
	m.SetDocuments(docs)
	m.SetColumns([]Column{ranked("a", 0, order(n, 0, 1e-4, a...)), ranked("b", 10, order(n, 10, 1e-4, z...))})
	for b.Loop() {
		m.press("j")
		m.View()
	}
}

func TestPathsLeadFromTheColumnThatIsDrawnOnTheLeft(t *testing.T) {
	m := model(40, 20)
	m.SetDocuments(texts[:3])
	m.SetColumns([]Column{ranked("a", 0, order(3, 0, 0.1, 2, 1, 0)), ranked("b", 0, order(3, 0, 0.1, 0, 1, 2))})
	m.press("l", "l")
	if m.first != 1 {
		t.Fatalf("the first column is %d", m.first)
	}
	for _, line := range strings.Split(plain(m), "\n")[m.headRows() : m.headRows()+3] {
		if strings.ContainsAny(line, "╭╮╰╯↑↓") || !strings.Contains(line, "───") {
			t.Errorf("the request's order and b are the same, but drawn is\n%s", plain(m))
		}
	}
}

func TestTheHeadsSayWhetherTheListHasTheKeys(t *testing.T) {
	m := model(80, 12, three()...)
	m.SelectColumn(0)
	column := m.styles.Accent.Bold(true).Render("❯ sim/bm25")
	other := m.styles.Strong.Render("input order")
	if got := m.View(); !strings.Contains(got, column) || !strings.Contains(got, other) {
		t.Errorf("with the keys the heads are %q", got)
	}
	m.SetFocus(false)
	if got := m.View(); strings.Contains(got, column) || !strings.Contains(got, other) {
		t.Errorf("without the keys the heads are %q", got)
	}
}

// TestTheKeysOfAllQueriesAreNamedWhereThereAreSeveral.
func TestTheKeysOfAllQueriesAreNamedWhereThereAreSeveral(t *testing.T) {
	for _, several := range []bool{false, true} {
		m := model(100, 20, three()...)
		m.SetSeveral(several)
		named := ""
		for _, b := range m.ShortHelp() {
			named += b.Help().Key + " " + b.Help().Desc + ", "
		}
		if got := strings.Contains(named, "R all queries, B grid, "); got != several {
			t.Errorf("several queries: %v, but the footer has %s", several, named)
		}
	}
}
