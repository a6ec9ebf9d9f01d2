package app

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/rerankset"
)

// TestATitleIsMadeSafe: what a set or the wire brings stands in titles too.
func TestATitleIsMadeSafe(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("f5")
		s := rerankset.Set{}.WithQuery(0, rerankset.Query{Text: "alpha"}).WithDocuments(rerankset.TextDocument("alpha")).WithModel(-1, rerankset.NewModel("sim/\x1b[31mred\u202e\nX"))
		d.m.editSet(s, 0, nil)
		d.m.rankings.otherDocuments()
		d.start(d.m.refreshed(nil))
		d.settle()
		d.start(d.m.settingsMenu())
		d.settle()
		d.shows("Settings of ")
		content := d.m.View().Content
		if strings.Contains(content, "\x1b[31mred") || strings.ContainsRune(content, '\u202e') {
			t.Error("the title is drawn as it came")
		}
		for _, o := range d.m.overlays.open {
			if strings.ContainsAny(o.title, "\x1b\n\u202e") {
				t.Errorf("%q", o.title)
			}
		}
	})
}

// TestRoutesKnowTheModelsThatCameLater than the page was looked at.
func TestRoutesKnowTheModelsThatCameLater(t *testing.T) {
	bubble(t, 120, 40, nil, func(d *driver) {
		d.m.Update(modelsLoaded{list: []wire.Model{{ID: "vendor/one"}}})
		d.ask("sim/writter", "hello")
		d.start(d.m.setFocus(routePane))
		d.settle()
		d.hides("sim/writer")
		d.send(modelsLoaded{list: []wire.Model{{ID: "sim/writer"}, {ID: "vendor/one"}}})
		d.settle()
		d.shows("ask for sim/writer")
	})
}
