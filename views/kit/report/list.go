package report

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
)

// List is a report in an overlay.
type List struct {
	*Tab
	Refresh views.Intent // makes the report again; nil: nothing does
	keys    *views.Keys
	name    string
	shown   report.Report
	changes int
}

// NewList makes the overlay of a report; name is what a copy of it is called, refresh makes the report
// again; nil: nothing does.
func NewList(styles *themes.Styles, keys *views.Keys, name string, refresh views.Intent) *List {
	l := &List{Refresh: refresh, keys: keys.In(views.Figures, views.Overlay, views.Transcript), name: name}
	l.Tab = NewTab(styles, keys, Source{
		Name: name, General: true, Do: l.do,
		Make:    func(views.Subject) []report.Report { return []report.Report{l.shown} },
		Depends: func(views.Subject) any { return l.changes },
		Open: func(_ views.Subject, row page.Row) (views.Intent, string) {
			f, ok := row.Of.(report.Finding)
			switch {
			case !ok:
				return nil, ""
			case f.Frame < 0:
				return views.ShowChecked{Exchange: f.Exchange, Frame: f.Frame}, "show exchange"
			}
			return views.ShowChecked{Exchange: f.Exchange, Frame: f.Frame}, "show frame"
		},
	})
	return l
}

// Show shows a report.
func (l *List) Show(r report.Report) {
	l.shown = r
	l.changes++
}

// PreferredSize returns the size that shows most of it.
func (l *List) PreferredSize() (width, height int) { return 110, 40 }

func (l *List) Update(msg tea.Msg) views.Answer {
	if answer, ok := l.Handle(msg); ok { // esc ends a search first
		return answer
	}
	switch action := l.keys.Asked(msg, views.Overlay); {
	case action == views.ActListClose:
		return views.Ask(views.Close{})
	case action == views.ActListChoose:
		if answer := l.Tab.Update(views.Perform{Action: views.ActOpenRow}); answer.Used {
			return answer
		}
		if l.opening {
			return views.Answer{} // enter means another row
		}
		return views.Ask(views.Close{})
	default:
		if answer, ok := l.Do(action); ok {
			return answer
		}
	}
	if l.keys.Asked(msg, views.Transcript) == views.ActTurnResend {
		return views.Ask(l.Refresh)
	}
	return l.Tab.Update(msg)
}

func (l *List) do(_ *Tab, action views.Action, _ int) (views.Intent, bool) {
	switch action {
	case views.ActCopy:
		return views.Copy{What: l.name, Text: Plain(0, report.Report{Blocks: append([]report.Block{l.shown.Sum}, l.shown.Blocks...)})}, true
	case views.ActTurnResend:
		return l.Refresh, true
	}
	return nil, false
}

func (l *List) ShortHelp() []key.Binding {
	all := l.Tab.ShortHelp()
	if l.Typing() {
		return all
	}
	if l.Refresh != nil {
		all = append(all, l.keys.Renamed(views.ActTurnResend, "run again")...)
	}
	return append(all, l.keys.Binding(views.ActListClose))
}

// FullHelp is ShortHelp: nothing else works in an overlay.
func (l *List) FullHelp() [][]key.Binding { return [][]key.Binding{l.ShortHelp()} }
