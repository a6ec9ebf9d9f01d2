package report

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
)

// Tab is a tab that only draws reports, or rows.
type Tab struct {
	*page.Sheet
	Keys     *views.Keys
	Subject  views.Subject
	source   Source
	leads    []report.Action // of the rows
	opening  bool            // a row opens a report.Finding
	unfolded *state.Exchange // whose row was unfolded at once
}

// Source is what a tab draws, and what can be done there.
type Source struct {
	Name    string      // of what is copied
	Scope   views.Scope // of its keys; empty: views.Figures
	Make    func(views.Subject) []report.Report
	Rows    func(page.Rows, views.Subject) []page.Row // instead of Make
	Depends func(views.Subject) any                   // all that the reports are made of; comparable

	// Open returns what enter asks for on the selected row, which is empty where there is
	// none, and a word for it; nil for nothing. A nil Open unfolds rows only.
	Open   func(views.Subject, page.Row) (intent views.Intent, word string)
	Action views.Action // another key that does what enter does, and is in the footer; empty: there is none

	// Do returns what an action asks for; on a row with a report.Action, enter asks for its
	// action. number is which of the action's keys it was, from 0. done is false
	// for what any tab does.
	Do   func(t *Tab, a views.Action, number int) (intent views.Intent, done bool)
	Help func(*Tab) []key.Binding // of the keys that Do knows, for the footer

	Number func(s views.Subject, number int) string // what one of an action's keys does, in a word; nil: all the same

	Unfold  func(views.Subject) string // ID of a row to unfold once for each exchange; empty, nil: none
	Acting  bool                       // the cursor goes from one row that does something to the next
	General bool                       // the tab is not about an exchange: there is something to copy without one
	Has     func(views.Subject) bool   // there is something to copy; nil: if there is an exchange
	Idle    []views.Action             // keys of the scope that do nothing here
}

var (
	_ views.Inspector = (*Tab)(nil)
	_ views.Scroller  = (*Tab)(nil)
)

// NewTab makes a tab without an exchange.
func NewTab(styles *themes.Styles, keys *views.Keys, s Source) *Tab {
	if s.Scope == views.Global {
		s.Scope = views.Figures
	}
	t := &Tab{Keys: keys.In(s.Scope), source: s}
	if t.Sheet = page.NewSheet(styles, t.Keys, t.refresh); s.Acting {
		t.SeekActing()
	}
	return t
}

func (t *Tab) SetSubject(s views.Subject) { t.Subject = s }

// has reports whether there is something to copy.
func (t *Tab) has() bool {
	if t.source.Has != nil {
		return t.source.Has(t.Subject)
	}
	return t.source.General || t.Subject.Exchange != nil
}

func (t *Tab) Update(msg tea.Msg) views.Answer {
	if answer, ok := t.Handle(msg); ok {
		return answer
	}
	action := t.Keys.Asked(msg, t.source.Scope)
	if intent, done := t.does(action, msg); done {
		return views.Ask(intent)
	}
	if action == views.ActCopy && t.has() {
		return views.Ask(views.Copy{What: t.source.Name, Text: t.Plain()})
	}
	answer, _ := t.Do(action)
	return answer
}

func (t *Tab) ShortHelp() []key.Binding {
	t.refresh()
	switch help := t.SearchHelp(); {
	case help != nil:
		return help
	case !t.has():
		return nil
	}
	return append(t.help(), t.Keys.Binding(views.ActCopy))
}

func (t *Tab) FullHelp() [][]key.Binding {
	return t.Keys.Full([]views.Scope{t.source.Scope}, t.source.Idle...)
}

// refresh makes the rows again if something that the reports are made of has changed.
func (t *Tab) refresh() {
	x := t.Subject.Exchange
	t.Renew(x, t.source.Depends(t.Subject), func(to page.Rows) []page.Row {
		if t.source.Rows != nil {
			return t.source.Rows(to, t.Subject)
		}
		rows := Rows(to, t.Keys, t.source.Make(t.Subject)...)
		t.leads, t.opening = nil, false
		for i := range rows {
			if _, opens := rows[i].Of.(report.Finding); opens {
				t.opening = true
			}
			if next, leads := rows[i].Of.(report.Action); leads {
				t.leads = append(t.leads, next)
			} else if t.source.Acting {
				if intent, _ := t.opens(rows[i]); intent != nil {
					rows[i].Of = intent
				}
			}
		}
		return rows
	})
	if t.source.Unfold != nil && x != t.unfolded {
		if id := t.source.Unfold(t.Subject); id != "" {
			t.unfolded = x
			t.Unfold(id)
		}
	}
}

func (t *Tab) does(action views.Action, msg tea.Msg) (views.Intent, bool) {
	if action == "" {
		return nil, false
	}
	next, leads := t.next()
	switch {
	case action == views.ActOpenRow && leads && t.source.Do != nil:
		intent, _ := t.source.Do(t, views.Action(next.Action), max(next.Number-1, 0))
		return intent, true
	case action == views.ActOpenRow || action == t.source.Action:
		row, _ := t.Selected()
		intent, _ := t.opens(row)
		return intent, intent != nil
	case t.source.Do != nil:
		return t.source.Do(t, action, t.Keys.Number(action, msg))
	}
	return nil, false
}

// next returns where the selected row leads.
func (t *Tab) next() (next report.Action, leads bool) {
	row, _ := t.Selected()
	next, leads = row.Of.(report.Action)
	return next, leads
}

// HasAction reports whether a row leads to an action.
func (t *Tab) HasAction(a views.Action) bool {
	return slices.ContainsFunc(t.leads, func(w report.Action) bool { return w.Action == string(a) })
}

// opens returns what enter asks for on a row, and a word for it; nil for nothing.
func (t *Tab) opens(row page.Row) (intent views.Intent, word string) {
	if t.source.Open == nil || t.Subject.Exchange == nil && !t.source.General {
		return nil, ""
	}
	return t.source.Open(t.Subject, row)
}

func (t *Tab) help() []key.Binding {
	row, _ := t.Selected()
	intent, word := t.opens(row)
	switch {
	case t.source.Help != nil:
		return append(t.Keys.Renamed(views.ActOpenRow, t.enters()), t.source.Help(t)...)
	case intent == nil:
		return nil
	case t.source.Action != "":
		return []key.Binding{t.Keys.Binding(t.source.Action)}
	}
	return t.Keys.Renamed(views.ActOpenRow, word)
}

// enters returns what enter does on the selected row, in a word; empty for nothing.
func (t *Tab) enters() string {
	next, leads := t.next()
	switch {
	case !leads:
		return t.Opens()
	case next.Number > 0 && t.source.Number != nil:
		return t.source.Number(t.Subject, next.Number-1)
	}
	return t.Keys.Binding(views.Action(next.Action)).Help().Desc
}

// SubjectOf returns the subject of a pane's reports, without what is read from complete documents and
// without the actions, which the pane knows.
func SubjectOf(s views.Subject) report.Subject {
	subject := report.Subject{
		Exchange: s.Exchange, Capture: s.Capture, Target: s.Target, Replayed: s.Replayed, Metadata: s.Metadata, Service: s.Service,
		Alone: s.Turn == 0, NowUS: s.NowUS, Local: s.Local,
	}
	if s.Prices != nil {
		subject.Prices = *s.Prices
	}
	subject.Guidance.Context = explain.Context{BaseURL: s.BaseURL, KeySent: s.KeySent, WaitOver: s.Waited}
	return subject
}
