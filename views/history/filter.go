package history

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

const filterLabel = " filter ❯ "

// Filter is the line in which the filter is written, with how many exchanges it matches
// at the right, and what is wrong with it below.
type Filter struct {
	styles *themes.Styles
	keys   *views.Keys
	edit   *edit.Editor
	facts  string
	views  []history.View
	fault  *query.Error // of the finished text; nil for none
	views.Box
}

var _ views.Typist = (*Filter)(nil)

// NewFilter makes an empty filter.
func NewFilter(styles *themes.Styles, keys *views.Keys) *Filter {
	return &Filter{styles: styles, keys: keys.In(views.Composer), edit: edit.New()}
}

// Text returns the filter as it is written.
func (f *Filter) Text() string { return f.edit.Text() }

// SetText replaces the filter.
func (f *Filter) SetText(text string) { f.edit.Set(text); f.check() }

// SetFacts sets the words about how much the filter matches.
func (f *Filter) SetFacts(facts string) { f.facts = facts; f.SetSize(f.Width, f.Height) }

// Query returns the finished text as a query, its times counted back from now; ok is false if it
// is malformed.
func (f *Filter) Query(now time.Time) (q query.Query, ok bool) {
	q, err := query.Parse(f.finishedText(), now)
	return q, err == nil
}

// finishedText returns the text with blanks in place of the condition that is being written, if that
// can be completed or is malformed.
func (f *Filter) finishedText() string {
	all, at := f.edit.Text(), f.edit.At()
	rest, _, _ := strings.Cut(all[at:], " ")
	from, to := strings.LastIndexByte(all[:at], ' ')+1, at+len(rest) // the word at the cursor
	if f.ghost() == "" {
		var fault *query.Error
		_, err := query.Parse(all, time.Time{})
		if !f.Focused || !errors.As(err, &fault) {
			return all
		}
		end := fault.At + fault.Len
		if fault.At > to || end < from { // another condition is malformed
			return all
		}
		from, to = min(from, fault.At), max(to, end)
	}
	before := strings.TrimRight(all[:from], " ")
	if cut := max(len(before)-len(" or"), 0); strings.EqualFold(before[cut:], " or") && strings.TrimSpace(all[to:]) == "" {
		from = cut // an "or" at the end is malformed
	}
	return all[:from] + strings.Repeat(" ", to-from) + all[to:]
}

// check looks for a fault in the finished text.
func (f *Filter) check() {
	_, err := query.Parse(f.finishedText(), time.Time{})
	f.fault = nil
	errors.As(err, &f.fault)
	f.SetSize(f.Width, f.Height) // a fault hides the facts, which leaves the text more room
}

// Rows returns how many rows the pane needs.
func (f *Filter) Rows() int {
	rows := 1 + len(f.below())
	if !f.viewsInline() && len(f.views) > 0 {
		rows++
	}
	return rows
}

// below returns the lines below the filter that describe its fault.
func (f *Filter) below() []string {
	if f.Width <= 0 || f.fault == nil {
		return nil
	}
	lines := text.Rows("✗ "+text.SanitizeLine(f.fault.Message), f.Width)
	return lines[:min(len(lines), 3)]
}

func (f *Filter) SetSize(width, height int) {
	f.Box.SetSize(width, height)
	f.edit.SetWidth(max(f.editWidth()-1, 1))
}

// right returns the facts as they are drawn at the right; empty if the filter has a fault or there is no room.
func (f *Filter) right() string {
	if f.facts == "" || f.fault != nil || f.Width < 2*text.Width(f.facts) {
		return ""
	}
	return "  " + f.facts
}

func (f *Filter) editWidth() int {
	width := f.Width - text.Width(filterLabel) - text.Width(f.right())
	if f.viewsInline() {
		width -= len(viewsGap) + f.viewsWidth()
	}
	return max(width, 1)
}

func (f *Filter) SetFocus(on bool) tea.Cmd {
	f.Focused = on
	f.check()
	return nil
}

func (f *Filter) Typing() bool { return f.Focused }

func (f *Filter) Cursor() *tea.Cursor {
	_, col := f.edit.Cursor()
	x := text.Width(filterLabel) + col
	if !f.Focused || f.Height == 0 || x >= f.Width {
		return nil
	}
	return tea.NewCursor(x, 0)
}

// top returns the only row of a wrapped filter that is shown: the one with the cursor.
func (f *Filter) top() int {
	row, _ := f.edit.Cursor()
	return row
}

func (f *Filter) Update(msg tea.Msg) views.Answer {
	var intent views.Intent
	was := f.edit.State()
	switch msg := msg.(type) {
	case tea.PasteMsg:
		intent = f.insert(strings.Join(strings.Fields(msg.Content), " "))
	case tea.MouseClickMsg:
		if msg.Y == 0 {
			f.edit.Click(f.top(), max(msg.X-text.Width(filterLabel), 0))
		}
	case tea.KeyPressMsg:
		intent = f.press(msg)
	}
	return views.AnswerOf(intent, nil, f.edit.State() != was)
}

func (f *Filter) press(msg tea.KeyPressMsg) views.Intent {
	switch action := f.keys.Asked(msg, views.Composer); {
	case f.keys.Match(msg, views.ActStop), action == views.ActSend, action == views.ActDown:
		return views.LeaveFilter{}
	case f.ghost() != "" && (msg.Code == tea.KeyRight || f.keys.Match(msg, views.ActNextPane)):
		return f.insert(f.ghost())
	case f.keys.Match(msg, views.ActNextPane):
		return f.Help()
	case action == views.ActUp, action == views.ActNewLine: // a filter is one line
	case action != "":
		if was := f.edit.Text(); f.edit.Do(action) && f.edit.Text() != was {
			return f.changed()
		}
	case views.Typed(msg) != "":
		return f.insert(msg.Text)
	}
	return nil
}

func (f *Filter) insert(text string) views.Intent {
	f.edit.Insert(text)
	return f.changed()
}

func (f *Filter) changed() views.Intent {
	f.check()
	return views.FilterHistory{Text: f.edit.Text()}
}

// Completing reports whether a condition is being written: then tab completes it, or lists what can be written.
func (f *Filter) Completing() bool { return f.Focused && f.finishedText() != f.edit.Text() }

// Help asks for the list of the fields, or of the values of the one that is being written.
func (f *Filter) Help() views.Intent {
	name := strings.TrimPrefix(f.edit.Word(), "-")
	if i := strings.IndexAny(name, ":<>="); i >= 0 {
		name = name[:i]
	}
	return views.ListFilters{Field: name}
}

// Complete writes a condition in place of the word before the cursor, and retains its minus.
func (f *Filter) Complete(condition string) {
	if strings.HasPrefix(f.edit.Word(), "-") {
		condition = "-" + condition
	}
	f.edit.ReplaceWord(condition)
	f.check()
}

// ghost returns what completes the word at the end of the filter to a field or to one of its values;
// empty for nothing.
func (f *Filter) ghost() string {
	all := f.edit.Text()
	word := strings.TrimPrefix(all[strings.LastIndexByte(all, ' ')+1:], "-")
	if !f.Focused || word == "" || f.edit.At() != len(all) {
		return ""
	}
	name, value, named := strings.Cut(word, ":")
	for _, field := range query.Fields() {
		if !named {
			if rest, ok := strings.CutPrefix(field.Name, strings.ToLower(word)); ok {
				return rest + field.Sign()
			}
			continue
		}
		if field.Name != strings.ToLower(name) || value == "" {
			continue
		}
		for _, v := range field.Values {
			if rest, ok := strings.CutPrefix(v, strings.ToLower(value)); ok && rest != "" {
				return rest
			}
		}
	}
	return ""
}

func (f *Filter) View() string {
	s := f.styles
	sign := s.Dim
	if f.Focused {
		sign = s.Accent
	}
	line := strings.Join(f.edit.Draw(s, f.top(), 1, f.editWidth()), "")
	switch {
	case f.fault != nil && text.Width(f.edit.Text()) < f.editWidth():
		line = f.marked()
	case !f.Focused && text.Width(f.edit.Text()) > f.editWidth():
		line = text.SanitizeLine(f.edit.Text()) // from its beginning
	case f.edit.Empty():
		line += s.Faint.Render(f.hint())
	default:
		line = strings.TrimRight(line, " ") + s.Faint.Render(f.ghost())
	}
	head := sign.Render(filterLabel) + text.Fit(line, f.editWidth(), "…") + s.Dim.Render(f.right())
	if f.viewsInline() {
		head += viewsGap + f.drawViews()
	}
	out := []string{head}
	for _, l := range f.below() {
		out = append(out, s.Bad.Render(l))
	}
	if !f.viewsInline() && len(f.views) > 0 {
		out = append(out, " "+f.drawViews())
	}
	return text.Rect(out, f.Width, f.Height)
}

// marked returns the filter with its fault underlined.
func (f *Filter) marked() string {
	all := f.edit.Text()
	at := min(max(f.fault.At, 0), len(all))
	end := min(at+max(f.fault.Len, 1), len(all))
	part := func(from, to int) string { return text.SanitizeLine(all[from:to]) }
	return part(0, at) + f.styles.Bad.Underline(true).Render(part(at, end)) + part(end, len(all))
}

// hint returns what is shown in place of an empty filter.
func (f *Filter) hint() string {
	if f.Focused {
		return "words, or verdict:failed  model:borealis/*  ttft>2s  since:2d"
	}
	hint := f.keys.Letter(views.ActFind) + " filters: words, or verdict:failed"
	if longer := hint + "  since:2d"; text.Width(longer) <= f.editWidth() {
		return longer
	}
	return hint
}

func (f *Filter) ShortHelp() []key.Binding {
	lists := f.keys.As(views.ActHelp, "fields and values")
	switch {
	case f.ghost() != "":
		lists = f.keys.As(views.ActNextPane, "complete")
	case f.Completing():
		lists = f.keys.As(views.ActNextPane, "fields and values")
	}
	return []key.Binding{lists, f.keys.As(views.ActSend, "list")}
}

// minFilterWidth is the width that the filter and its facts need to share a row with the views.
const minFilterWidth = 60

// viewsGap is between the filter and the views in one row.
const viewsGap = "   "

// SetViews names the filters that can be chosen.
func (f *Filter) SetViews(all []history.View) { f.views = all; f.SetSize(f.Width, f.Height) }

// Views returns the filters that can be chosen.
func (f *Filter) Views() []history.View { return f.views }

// Chosen returns the index of the view that the filter is; -1 for none.
func (f *Filter) Chosen() int {
	return slices.IndexFunc(f.views, func(v history.View) bool { return v.Filter == strings.TrimSpace(f.Text()) })
}

// viewsInline reports whether the views are in the row of the filter.
func (f *Filter) viewsInline() bool {
	return len(f.views) > 0 && f.viewsWidth()+len(viewsGap)+minFilterWidth <= f.Width
}

// viewsWidth returns the width of the views, two cells between them, and of an empty cell at the right.
func (f *Filter) viewsWidth() int {
	width := 2*(len(f.views)-1) + 1
	for i, v := range f.views {
		width += text.Width(viewKey(i) + " " + text.SafeLine(v.Name))
	}
	return width
}

// viewKey returns the key of a view; those after the ninth have none.
func viewKey(i int) string {
	if i > 8 {
		return "·"
	}
	return strconv.Itoa(i + 1)
}

func (f *Filter) drawViews() string {
	var b strings.Builder
	chosen := f.Chosen()
	for i, v := range f.views {
		if i > 0 {
			b.WriteString("  ")
		}
		name := f.styles.Dim
		if i == chosen {
			name = f.styles.Here
		}
		b.WriteString(f.styles.Key.Render(viewKey(i)) + " " + name.Render(text.SafeLine(v.Name)))
	}
	return b.String()
}
