package screen_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/client/wire"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// TestATitleIsMadeSafe: text of a set or from the wire is in titles too.
func TestATitleIsMadeSafe(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("f5")
		s := dataset.Set{}.WithQuery(0, dataset.Query{Text: "alpha"}).WithDocuments(dataset.TextDocument("alpha")).WithModel(-1, dataset.NewModel("sim/\x1b[31mred\u202e\nX"))
		d.ReplaceSet(s)
		d.Do(views.RunAction{Action: views.ActRankSettings})
		d.Flush()
		d.Shows("Settings of ")
		content := d.View().Content
		if strings.Contains(content, "\x1b[31mred") || strings.ContainsRune(content, '\u202e') {
			t.Error("the title is drawn as it came")
		}
		for _, o := range d.Overlays.Open {
			if strings.ContainsAny(o.Title, "\x1b\n\u202e") {
				t.Errorf("%q", o.Title)
			}
		}
	})
}

// TestRoutesKnowTheModelsThatArriveLater than the page was looked at.
func TestRoutesKnowTheModelsThatArriveLater(t *testing.T) {
	apptest.Run(t, 120, 40, nil, func(d *apptest.Driver) {
		d.SetModels(d.Link, []wire.Model{{ID: "vendor/one"}}, nil)
		d.Ask("sim/writter", "hello")
		d.Start(d.SetFocus("inspect/route"))
		d.Flush()
		d.Hides("sim/writer")
		d.Start(d.Refreshed(d.SetModels(d.Link, []wire.Model{{ID: "sim/writer"}, {ID: "vendor/one"}}, nil)))
		d.Flush()
		d.Shows("request sim/writer")
	})
}
