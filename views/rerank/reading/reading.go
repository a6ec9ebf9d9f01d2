// Package reading shows one document of the rerank screen in full, with the
// words of the query marked in it.
package reading

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Place is where a model ranks the document.
type Place struct {
	Name string
	Rank int  // from 1; 0 where it was not returned
	Tied bool // a neighbour has the same score
}

// Document is what is shown.
type Document struct {
	Index  int // in the request, from 0
	Text   string
	Image  bool // it has an image in addition to its text
	Mark   int  // rank.None for none
	Places []Place
	Query  string
}

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	doc  Document
	any  bool
	foot []string // below the text
	text marked
	page *page.Page // of text, below the head

	views.Box
}

var _ views.Scroller = (*Model)(nil)

// New makes an empty pane.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Rerank), text: marked{styles: styles}}
	m.page = page.New(&m.text)
	return m
}

// SetDocument shows a document; another than before from its beginning.
func (m *Model) SetDocument(d Document) {
	if !m.any || d.Index != m.doc.Index || d.Text != m.doc.Text {
		m.page.Top()
	}
	if !m.any || d.Text != m.doc.Text || d.Query != m.doc.Query {
		m.text.set(d.Text, d.Query)
	}
	m.doc, m.any = d, true
	m.fit()
}

// SetFoot sets the lines below the text, shown if they fit.
func (m *Model) SetFoot(lines ...string) {
	m.foot = lines
	m.fit()
}

// fit gives the text the rows that it fills, and leaves some to the lines below it.
func (m *Model) fit() {
	rows := max(m.Height-1, 1)
	if len(m.foot) > 0 {
		rows = min(max(m.Rows(m.Height)-1, 1), max(rows-len(m.foot)-1, 1))
	}
	m.page.SetSize(m.Width-2, rows)
}

// Clear shows nothing.
func (m *Model) Clear() { m.any, m.doc = false, Document{} }

// Rows returns how many rows show all of the document, its head included, but no more
// than most.
func (m *Model) Rows(most int) int {
	rows := 1
	for i := 0; i < m.text.Len() && rows < most; i++ {
		rows += len(m.text.Lines(i))
	}
	return min(rows, most)
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.fit()
}

func (m *Model) Scroll(_, dy int) { m.page.Scroll(0, dy) }

func (m *Model) Update(msg tea.Msg) views.Answer {
	if paste, ok := msg.(tea.PasteMsg); ok {
		return views.Ask(views.AddDocuments{Text: paste.Content})
	}
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Ask(views.Cancel{})
	}
	action := m.keys.Asked(msg, views.Rerank)
	if mark, ok := views.RankMark(action); ok && m.any {
		return views.Ask(views.MarkDocument{Document: m.doc.Index, Mark: mark})
	}
	if answer, ok := m.page.Do(action); ok {
		return answer
	}
	switch action {
	case "":
		return views.Answer{}
	case views.ActRankUnmark:
		return views.Ask(views.MarkDocument{Document: m.doc.Index, Mark: rank.None})
	}
	return views.Ask(views.RunAction{Action: action})
}

func (m *Model) View() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	out := make([]string, 0, m.Height)
	out = append(out, m.head())
	if m.any && m.Height > 1 {
		for _, line := range m.page.Drawn() {
			out = append(out, "  "+line)
		}
		if _, below := m.page.Overflow(); below {
			last := len(out) - 1
			out[last] = text.Fit(out[last], m.Width-2, "") + m.styles.Dim.Render(" …")
		}
		for i, line := range m.foot {
			if i == 0 {
				out = append(out, "")
			}
			out = append(out, "  "+text.Truncate(line, max(m.Width-2, 0), "…"))
		}
	}
	return text.Rect(out, m.Width, m.Height)
}

// head returns the rule above the text, with the place of the document in it.
func (m *Model) head() string {
	s := m.styles
	if !m.any {
		return s.Rule.Render(strings.Repeat("─", m.Width))
	}
	name := s.Strong
	if m.Focused {
		name = s.Accent
	}
	line := s.Rule.Render("─ ") + name.Render("document "+strconv.Itoa(m.doc.Index+1))
	if m.doc.Image {
		line += s.Dim.Render("  with an image")
	}
	mark, meaning := "", ""
	if m.doc.Mark != rank.None {
		words := [...]string{"not relevant", "somewhat relevant", "relevant", "highly relevant"}
		n := max(min(m.doc.Mark, 3), 0)
		mark, meaning = "  "+s.Strong.Render(strings.Repeat("★", n)+strings.Repeat("☆", 3-n)), s.Dim.Render(" "+words[n])
	}
	if len(m.doc.Places) > 0 {
		const label = "  rank"
		left := m.Width - text.Width(line) - len(label) - text.Width(mark) - 1
		ranks := m.ranks(left - text.Width(meaning))
		if strings.Contains(ranks, "…") { // the names say more than the mark's words
			ranks, meaning = m.ranks(left), ""
		}
		line += s.Dim.Render(label) + s.Text.Render(ranks)
	}
	line += mark + meaning
	line = text.Truncate(line+" ", m.Width, "…")
	return line + s.Rule.Render(strings.Repeat("─", max(m.Width-text.Width(line), 0)))
}

// ranks returns the document's places everywhere, with the models' names; where
// there is little room without the vendors, and then cut in their middle.
func (m *Model) ranks(width int) (line string) {
	bare := func(name string) string { return name[strings.Index(name, "/")+1:] }
	forms := []func(string) string{
		func(name string) string { return " by " + name },
		func(name string) string { return " by " + bare(name) },
	}
	for _, cells := range []int{1000, 16, 13, 12, 11, 10, 8, 6, 4} {
		forms = append(forms, func(name string) string { return " " + cut(bare(name), cells) })
	}
	for _, name := range forms {
		line = ""
		for i, p := range m.doc.Places {
			at := "–"
			if p.Rank > 0 {
				at = strconv.Itoa(p.Rank)
			}
			if p.Tied {
				at += "="
			}
			if i > 0 {
				line += ","
			}
			line += " " + at + name(text.SanitizeLine(p.Name))
		}
		if text.Width(line) <= width {
			return line
		}
	}
	return line
}

// cut shortens a name to a number of cells. Its end stays, for that distinguishes the
// same model with other settings.
func cut(name string, cells int) string {
	if text.Width(name) <= cells {
		return name
	}
	if strings.Contains(name, " ") { // its settings
		return text.CutName(name, cells)
	}
	end := []rune(name)
	return text.Truncate(name, cells-1, "…") + string(end[len(end)-1:])
}

func (m *Model) ShortHelp() []key.Binding {
	return []key.Binding{m.keys.As(views.ActGoDown, "scroll"), views.MarkKeys(m.keys, "mark"), m.keys.Binding(views.ActRankEdit), views.RunAll(m.keys)}
}
