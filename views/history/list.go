package history

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// List is a list of exchanges, the newest first. It knows those that were looked at so
// far, and asks for more before its end is seen.
type List struct {
	styles *themes.Styles
	keys   *views.Keys
	scope  views.Scope
	help   []views.Action // for the footer, the most useful first

	entries  []history.Entry
	complete bool   // there are no older ones
	waiting  bool   // more were asked for
	status   string // why there are no rows
	marks    []int64
	now      time.Time // when the rows were loaded

	views.Rows
	views.Box
	order   int      // of history.Orders
	turned  bool     // the order is the other way round
	resort  bool     // the next rows are in another order: the first is selected
	preview bool     // a preview is next to it
	team    bool     // they are those of a team's history
	scale   int64    // of the bars of time
	dull    []string // columns with nothing of interest in any row
	callers bool     // several programs made them
	same    bool     // no answer reports another model than was asked for
}

var _ views.Scroller = (*List)(nil)

// NewList makes an empty list with the keys of a scope. The footer names those of help, the most useful
// first.
func NewList(styles *themes.Styles, keys *views.Keys, scope views.Scope, help ...views.Action) *List {
	return &List{styles: styles, keys: keys.In(scope), scope: scope, help: help, status: "loading …"}
}

// SetEntries replaces the rows as they are at a time; complete means that there are no more. The
// selection and the marks stay on their exchanges, whose keys change when they are saved.
func (l *List) SetEntries(entries []history.Entry, complete bool, now time.Time) {
	selected, first := l.idAt(l.Row), l.idAt(l.Top)
	marked := make([]string, len(l.marks))
	for i, key := range l.marks {
		marked[i] = l.idAt(slices.IndexFunc(l.entries, func(e history.Entry) bool { return e.Key == key }))
	}
	l.entries, l.complete, l.waiting, l.now = entries, complete, false, now
	l.dull, l.same = dullColumns(entries, l.team, now)
	l.callers = history.SeveralCallers(entries)
	for i, id := range marked {
		if at := l.find(id); at >= 0 {
			l.marks[i] = entries[at].Key
		}
	}
	l.Row = max(l.find(selected), 0)
	if l.resort {
		l.resort, l.Row, l.Top = false, 0, 0
	} else if at := l.find(first); l.Top > 0 && at > 0 { // what is new on top moves nothing that is read
		l.Top = at
	}
	l.show()
}

// idAt returns the id of the exchange in a row; empty where there is none.
func (l *List) idAt(row int) string {
	if row < 0 || row >= len(l.entries) {
		return ""
	}
	return l.entries[row].ID
}

// find returns the row of an exchange; -1 where there is none.
func (l *List) find(id string) int {
	return slices.IndexFunc(l.entries, func(e history.Entry) bool { return id != "" && e.ID == id })
}

// SetStatus sets the reason why there are no rows.
func (l *List) SetStatus(status string) { l.status = status }

// Mark marks an exchange, or removes its mark. Two are marked at most: a third replaces the first.
func (l *List) Mark(key int64) {
	if at := slices.Index(l.marks, key); at >= 0 {
		l.marks = slices.Delete(l.marks, at, at+1)
	} else if l.marks = append(l.marks, key); len(l.marks) > 2 {
		l.marks = l.marks[1:]
	}
}

// Marked returns the marked exchanges, in the order of their marking.
func (l *List) Marked() []int64 { return slices.Clone(l.marks) }

// Pair returns what is to be compared: the two marked exchanges, or the marked one and the
// selected; ok is false where that is not two.
func (l *List) Pair() (pair [2]int64, ok bool) {
	n := copy(pair[:], l.marks)
	if e, selected := l.Selected(); selected && n == 1 && pair[0] != e.Key {
		pair[1], n = e.Key, 2
	}
	return pair, n == 2
}

// Select selects an exchange, if it is in the list.
func (l *List) Select(key int64) {
	if at := slices.IndexFunc(l.entries, func(e history.Entry) bool { return e.Key == key }); at >= 0 {
		l.Row = at
		l.show()
	}
}

// Leave selects the row next to an exchange that goes away, the one below first, if it is
// the selected one.
func (l *List) Leave(key int64) {
	e, ok := l.Selected()
	switch {
	case !ok || e.Key != key:
		return
	case l.Row == len(l.entries)-1:
		l.Row--
	default:
		l.Row++
	}
	l.show()
}

// Selected returns the selected exchange; ok is false where there is none.
func (l *List) Selected() (e *history.Entry, ok bool) {
	if l.Row < 0 || l.Row >= len(l.entries) {
		return nil, false
	}
	return &l.entries[l.Row], true
}

// Len returns how many rows are loaded.
func (l *List) Len() int { return len(l.entries) }

// Entries returns the rows that are loaded; they must not be written to.
func (l *List) Entries() []history.Entry { return l.entries }

func (l *List) SetSize(width, height int) {
	l.Box.SetSize(width, height)
	l.show()
}

// rows returns how many exchanges are on the screen; one line is the heads of the columns.
func (l *List) rows() int { return max(l.Height-1, 1) }

func (l *List) show() { l.Reveal(l.rows(), len(l.entries)) }

func (l *List) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		at := l.Top + click.Y - 1
		switch {
		case click.Y <= 0 || at >= len(l.entries):
			return views.Answer{}
		case at == l.Row:
			return views.Ask(l.asks(views.ActOpenRow))
		}
		l.Row = at
		return views.Answer{Used: true}
	}
	action := l.keys.Asked(msg, l.scope)
	if action == views.ActHistoryView {
		return views.Ask(views.ChooseView{Index: views.ViewNumber(msg)})
	}
	if by, ok := views.Steps(action, l.rows()); ok {
		was := l.Rows
		l.Row += by
		l.show()
		return views.AnswerOf(l.more(), nil, l.Rows != was)
	}
	return views.Ask(l.asks(action))
}

func (l *List) asks(a views.Action) views.Intent {
	switch a {
	case views.ActHistorySave:
		return views.SaveView{}
	case views.ActHistoryDrop:
		return views.RemoveView{}
	case views.ActHistoryCheck:
		return views.AskChecks{}
	case views.ActStatsOrder, views.ActStatsTurn:
		return l.sort(a)
	case views.ActHistoryFigures, views.ActHistoryRuns, views.ActHistoryTeam, views.ActHistoryBreak, views.ActPreviewPlace:
		return views.RunAction{Action: a}
	}
	e, ok := l.Selected()
	if !ok {
		return nil
	}
	switch c, _ := l.keys.Command(a); {
	case a == views.ActCopy:
		return views.Copy{What: e.WordIs(), Text: e.Word()}
	case a != "" && c.Scope == l.scope:
		return views.HistoryDo{Action: a, Key: e.Key}
	}
	return nil
}

// sort puts the list in order by the next column, or turns its order round, and asks for its rows.
func (l *List) sort(a views.Action) views.Intent {
	switch {
	case l.team:
		return views.Notify{Text: "the history of the team is ordered by time"}
	case a == views.ActStatsOrder:
		l.order, l.turned = (l.order+1)%len(history.Orders()), false
	default:
		l.turned = !l.turned
	}
	l.resort = true
	return views.FilterHistory{}
}

// Order returns the order that was chosen for the rows.
func (l *List) Order() history.Order {
	if l.team {
		return history.Order{}
	}
	return history.Order{Column: history.Orders()[l.order], Ascending: l.turned}
}

// more asks for older rows a screen before the last is reached.
func (l *List) more() views.Intent {
	if l.complete || l.waiting || len(l.entries) == 0 || max(l.Row, l.Top)+2*l.rows() < len(l.entries) {
		return nil
	}
	l.waiting = true
	return views.MoreHistory{}
}

func (l *List) Scroll(_, dy int) { l.Rows.Scroll(dy, l.rows(), len(l.entries)) }

func (l *List) View() string {
	if len(l.entries) == 0 || l.Width == 0 || l.Height == 0 {
		return text.Note(l.styles, l.status, l.Width, l.Height)
	}
	columns, widths := l.columns()
	last := min(l.Top+l.rows(), len(l.entries))
	l.scale = timeScale(l.entries[l.Top:last])
	var head strings.Builder
	head.WriteString("   ")
	for i, c := range columns {
		title := c.Cell.Title
		if c.Name == "asked" && l.same {
			title = "model"
		}
		if o := l.Order(); o.IsBy(&c) {
			mark := o.Mark()
			if text.Width(title+mark) > widths[i] {
				mark = strings.TrimSpace(mark)
			}
			title += mark
		}
		if title == barTitle { // with the length of a complete bar
			end := strings.Replace(figures.Duration(l.scale), ".0 ", " ", 1)
			title += text.Right(" "+end, widths[i]-len(title))
		}
		head.WriteString(Aligned(title, widths[i], c.Cell.Right) + "  ")
	}
	lines := []string{l.styles.Dim.Render(text.Fit(head.String()+"first words", l.Width, "…"))}
	for i := l.Top; i < last; i++ {
		lines = append(lines, l.row(i, columns, widths))
	}
	return text.Rect(lines, l.Width, l.Height)
}

// columns returns the columns that fit; what has nothing of interest leaves its cells to the first words.
func (l *List) columns() (columns []history.Column, widths []int) {
	by := l.Order()
	all, cells := fitList(l.Width-3, l.preview, l.team, l.callers, by)
	for i, c := range all {
		if by.IsBy(&c) || !slices.Contains(l.dull, c.Name) {
			columns, widths = append(columns, c), append(widths, cells[i])
		}
	}
	return columns, widths
}

// dullColumns returns the columns that a narrow list may drop and that say nothing of any exchange: dashes, costs
// that round to nothing, or the model that was asked for once more; same reports whether some have that.
func dullColumns(entries []history.Entry, team bool, now time.Time) (names []string, same bool) {
	const interesting = 0.001 // dollars
	for _, c := range history.ListColumns(team) {
		says := func(e history.Entry) bool {
			switch c.Name {
			case "cost":
				return e.Cost >= interesting
			case "served":
				same = same || e.Served != ""
				return e.Served != "" && e.Served != e.Asked
			}
			return c.CellOf(&e, now) != "–"
		}
		if c.Cell.Spare.Order > 0 && !slices.ContainsFunc(entries, says) {
			names = append(names, c.Name)
		}
	}
	return names, same && slices.Contains(names, "served")
}

// shared is the mark of an exchange that is shared with the team.
var shared = map[history.Sharing]string{history.Unshared: " ", history.Waiting: "☆", history.WithTeam: "★", history.Blocked: "✗"}

func (l *List) row(i int, columns []history.Column, widths []int) string {
	e := &l.entries[i]
	sign := " "
	if i == l.Row {
		sign = "▸"
	}
	mark := shared[e.Sharing]
	if at := slices.Index(l.marks, e.Key); at >= 0 {
		mark = string(rune('A' + at))
	}
	var b strings.Builder
	b.WriteString(sign + mark + " ")
	for j, c := range columns {
		if c.Cell.Title == barTitle {
			b.WriteString(l.bar(e, widths[j]) + "  ")
			continue
		}
		cell := Draw(&c, Cell(&c, e, l.now), widths[j])
		if c.Name == "verdict" && i != l.Row {
			cell = views.VerdictStyle(l.styles, e.Verdict).Render(cell)
		} else if c.Name == "cost" && e.Cost < figures.Cent && i != l.Row {
			cell = l.styles.Dim.Render(cell)
		}
		b.WriteString(cell + "  ")
	}
	b.WriteString(Words(e, columns))
	line := text.Fit(b.String(), l.Width, "…")
	if i == l.Row && l.Focused {
		return l.styles.Selection.Render(ansi.Strip(line))
	}
	return line
}

func (l *List) bar(e *history.Entry, width int) string {
	wait, stream := timeBar(e, l.scale, width)
	return l.styles.Dim.Render(wait) + l.styles.Running.Render(stream) + strings.Repeat(" ", max(width-text.Width(wait+stream), 0))
}

// SetPreview sets whether a preview is next to the list.
func (l *List) SetPreview(on bool) { l.preview = on }

// SetTeam sets whether the exchanges are those of a team's history.
func (l *List) SetTeam(on bool) { l.team = on }

func (l *List) ShortHelp() []key.Binding {
	if e, ok := l.Selected(); ok && e.Waits {
		waiting := []key.Binding{l.keys.As(views.ActOpenRow, "edit"), l.keys.As(views.ActSendNow, "send"), l.keys.As(views.ActHistoryDrop, "answer")}
		return append(waiting, l.bindings(views.ActFind)...)
	}
	return l.bindings(l.help...)
}

// localActions are actions that are done to exchanges of this machine's history alone.
var localActions = []views.Action{views.ActTeamMark, views.ActDelete}

func (l *List) FullHelp() [][]key.Binding {
	return [][]key.Binding{append(l.ShortHelp(), l.bindings(views.ActCopy, views.ActGoTop, views.ActGoEnd)...)}
}

func (l *List) bindings(actions ...views.Action) []key.Binding {
	var all []key.Binding
	for _, a := range actions {
		if len(l.entries) == 0 && a != views.ActFind && !(l.team && a == views.ActHistoryTeam) || l.team && slices.Contains(localActions, a) {
			continue
		}
		b := l.keys.Binding(a)
		switch {
		case a == views.ActFind:
			b.SetHelp(l.keys.Letter(a), "filter")
		case a == views.ActHistoryTeam && l.team:
			b.SetHelp(b.Help().Key, "own")
		}
		all = append(all, b)
	}
	return all
}
