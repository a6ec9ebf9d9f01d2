// Package fusion is the inspector's page of a fusion: the panel of models that
// answered side by side, live, and what the analyst made of their answers.
package fusion

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
)

// Model is the page of one exchange.
type Model struct{ *page.Tab }

// made is what the rows were made for.
type made struct {
	version uint64 // of all fusion items
	verdict state.Verdict
	tick    int64 // of the time, while a model is on its way
}

// frames are the first and the last of the events that brought what a row tells
// of, counted from 0; -1 where none did.
type frames struct{ first, last int }

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Figures, Name: "fusion", Rows: m.settle, Does: m.does, Help: m.help,
		Has:  func() bool { return Has(m.Subject.Exchange) },
		Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit},
	})
	return m
}

// Has reports whether an exchange has anything that this page shows.
func Has(x *state.Exchange) bool { return len(items(x)) > 0 }

// Asked reports whether a request asks for a fusion: by the plugin, or by the model
// that stands for it.
func Asked(x *state.Exchange) bool {
	if strings.HasSuffix(scan.Text(scan.Get(x.Request, "model")), "/fusion") {
		return true
	}
	for _, plugin := range scan.Elements(scan.Get(x.Request, "plugins")) {
		if scan.Text(scan.Get(plugin, "id")) == "fusion" && string(scan.Get(plugin, "enabled")) != "false" {
			return true
		}
	}
	return false
}

// items are the fusion items of an exchange (wire-notes §4 and §1).
func items(x *state.Exchange) []*state.Item {
	if x == nil {
		return nil
	}
	var list []*state.Item
	for _, it := range x.Items {
		if it.Type == "fusion_call" || it.Type == "fusion" || strings.HasSuffix(it.Type, ":fusion") || len(it.Panels()) > 0 || it.Fusion() != nil {
			list = append(list, it)
		}
	}
	return list
}

// settle makes the rows again when an item of the panel has changed.
func (m *Model) settle() {
	x := m.Subject.Exchange
	all := items(x)
	now := made{}
	if x != nil {
		now.verdict = x.Verdict
	}
	for _, it := range all {
		now.version += it.Version + 1
	}
	until := m.until()
	if onTheWay(all) {
		now.tick = until / 100_000 // as fine as it is drawn
	}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		b := &builder{Rows: rows, x: x, until: until}
		b.page(all)
		return b.List
	})
}

// until is up to when the time of what is on its way goes: now while the
// exchange runs, else to what came last.
func (m *Model) until() int64 {
	x := m.Subject.Exchange
	if x == nil {
		return 0
	}
	return max(x.LatestUS(), m.Subject.NowUS)
}

// onTheWay reports whether a model of a panel, or an analyst, has begun and not
// ended.
func onTheWay(all []*state.Item) bool {
	return slices.ContainsFunc(all, func(it *state.Item) bool {
		return it.Fusion() != nil && it.Fusion().Status == inProgress ||
			slices.ContainsFunc(it.Panels(), func(p *state.Panel) bool { return p.Status == inProgress })
	})
}

const inProgress = "in_progress"

func (m *Model) does(action views.Action, _ tea.Msg) (views.Intent, bool) {
	if action != views.ActReadFrame && action != views.ActReadFirst {
		return nil, false
	}
	switch f, ok := m.events(); {
	case !ok:
		return nil, true
	case action == views.ActReadFirst:
		return views.ShowFrame{Frame: f.first}, true
	default:
		return views.ShowFrame{Frame: f.last}, true
	}
}

// events are those that brought what stands under the cursor.
func (m *Model) events() (frames, bool) {
	r, ok := m.Sheet.Selected()
	if !ok {
		return frames{}, false
	}
	f, ok := r.Of.(frames)
	return f, ok && f.last >= 0
}

func (m *Model) help() []key.Binding {
	all := m.Keys.Renamed(views.ActOpenRow, m.Opens())
	if f, ok := m.events(); ok {
		all = append(all, m.Keys.Binding(views.ActReadFrame))
		if f.first != f.last {
			all = append(all, m.Keys.Binding(views.ActReadFirst))
		}
	}
	return all
}
