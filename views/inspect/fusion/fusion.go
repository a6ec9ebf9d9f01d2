// Package fusion is the inspector's page of a fusion: the panel of models that
// answered side by side, live, and what the analyst made of their answers.
package fusion

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
)

// made is what the rows were made for.
type made struct {
	version uint64 // of all fusion items
	verdict state.Verdict
	tick    int64 // of the time, while a model is on its way
}

// frames are the first and the last of the events that a row's content was read from,
// counted from 0; -1 if there are none.
type frames struct{ first, last int }

// Tab returns the inspector's tab.
func Tab() reports.Source {
	return reports.Source{
		Name: "fusion", Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit},
		Has: func(s views.Subject) bool { return Has(s.Exchange) },
		Rows: func(to page.Rows, s views.Subject) []page.Row {
			b := &builder{Rows: to, x: s.Exchange, until: until(s)}
			b.page(items(s.Exchange))
			return b.List
		},
		Depends: depends, Do: do, Help: help,
	}
}

// Has reports whether an exchange has anything that this page shows.
func Has(x *state.Exchange) bool { return len(items(x)) > 0 }

// Asked reports whether a request asks for a fusion: by the plugin, or by the model
// that represents it.
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

// items returns the fusion items of an exchange (wire-notes §4 and §1).
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

func depends(s views.Subject) any {
	x, all := s.Exchange, items(s.Exchange)
	now := made{}
	if x != nil {
		now.verdict = x.Verdict
	}
	for _, it := range all {
		now.version += it.Version + 1
	}
	running := func(it *state.Item) bool { // a model of its panel, or its analyst, has begun and not ended
		return it.Fusion() != nil && it.Fusion().Status == inProgress ||
			slices.ContainsFunc(it.Panels(), func(p *state.Panel) bool { return p.Status == inProgress })
	}
	if slices.ContainsFunc(all, running) {
		now.tick = until(s) / 100_000 // as fine as it is drawn
	}
	return now
}

// until is up to when the time of what is on its way goes: now while the
// exchange runs, else to what arrived last.
func until(s views.Subject) int64 {
	if s.Exchange == nil {
		return 0
	}
	return max(s.Exchange.LatestUS(), s.NowUS)
}

const inProgress = "in_progress"

func do(t *reports.Tab, action views.Action, _ int) (views.Intent, bool) {
	if action != views.ActReadFrame && action != views.ActReadFirst {
		return nil, false
	}
	switch f, ok := events(t); {
	case !ok:
		return nil, true
	case action == views.ActReadFirst:
		return views.ShowFrame{Frame: f.first}, true
	default:
		return views.ShowFrame{Frame: f.last}, true
	}
}

// events returns the events of the row under the cursor.
func events(t *reports.Tab) (frames, bool) {
	r, ok := t.Selected()
	if !ok {
		return frames{}, false
	}
	f, ok := r.Of.(frames)
	return f, ok && f.last >= 0
}

func help(t *reports.Tab) (all []key.Binding) {
	if f, ok := events(t); ok {
		all = append(all, t.Keys.Binding(views.ActReadFrame))
		if f.first != f.last {
			all = append(all, t.Keys.Binding(views.ActReadFirst))
		}
	}
	return all
}
