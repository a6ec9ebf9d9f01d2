package app

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// TestATitleIsMadeSafe: text of a set or from the wire is in titles too.
func TestATitleIsMadeSafe(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("f5")
		s := dataset.Set{}.WithQuery(0, dataset.Query{Text: "alpha"}).WithDocuments(dataset.TextDocument("alpha")).WithModel(-1, dataset.NewModel("sim/\x1b[31mred\u202e\nX"))
		d.replaceSet(s)
		d.do(views.RunAction{Action: views.ActRankSettings})
		d.flush()
		d.shows("Settings of ")
		content := d.m.View().Content
		if strings.Contains(content, "\x1b[31mred") || strings.ContainsRune(content, '\u202e') {
			t.Error("the title is drawn as it came")
		}
		for _, o := range d.m.Overlays.Open {
			if strings.ContainsAny(o.Title, "\x1b\n\u202e") {
				t.Errorf("%q", o.Title)
			}
		}
	})
}

// TestRoutesKnowTheModelsThatArriveLater than the page was looked at.
func TestRoutesKnowTheModelsThatArriveLater(t *testing.T) {
	bubble(t, 120, 40, nil, func(d *driver) {
		d.m.SetModels(d.m.Link, []wire.Model{{ID: "vendor/one"}}, nil)
		d.ask("sim/writter", "hello")
		d.start(d.m.SetFocus("inspect/route"))
		d.flush()
		d.hides("sim/writer")
		d.start(d.m.Refreshed(d.m.SetModels(d.m.Link, []wire.Model{{ID: "sim/writer"}, {ID: "vendor/one"}}, nil)))
		d.flush()
		d.shows("request sim/writer")
	})
}
