package app

import (
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/views"
)

func TestQuittingAsksForTheRerankSet(t *testing.T) {
	for _, c := range []struct {
		name string
		work func(d *driver)
		asks bool
	}{
		{"nothing", func(*driver) {}, false},
		{"a query alone", func(d *driver) { d.keys("f5"); d.typeText("how"); d.keys("tab") }, false},
		{"the example", func(d *driver) { d.keys("e") }, false},
		{"a mark in the example", func(d *driver) { d.keys("e", "3") }, true},
		{"documents", func(d *driver) { d.do(views.AddDocuments{Text: "one\ntwo"}) }, true},
		{"documents, from the chat", func(d *driver) { d.do(views.AddDocuments{Text: "one\ntwo"}); d.keys("f2") }, true},
		{"saved", func(d *driver) { d.keys("e", "3", "ctrl+s"); d.answer("set.json"); d.shows("saved set.json") }, false},
		{"run since it was saved", func(d *driver) {
			d.keys("e", "3", "ctrl+s")
			d.answer("set.json")
			d.shows("saved set.json")
			d.rank()
		}, false},
		{"changed since", func(d *driver) {
			d.keys("e", "3", "ctrl+s")
			d.answer("set.json")
			d.shows("saved set.json")
			d.keys("2")
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			onRerank(t, 120, 35, func(d *driver) {
				c.work(d)
				d.keys("ctrl+q")
				if d.quit == c.asks {
					t.Fatalf("quit %v, asks %v", d.quit, c.asks)
				}
				if c.asks {
					d.shows("not saved: ")
					d.keys("ctrl+q")
				}
				if !d.quit {
					t.Error("the second time it does not quit")
				}
			})
		})
	}
}

func TestEscFromARunLeadsBackToTheComparison(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.keys("i")
		if d.m.screens.shown != inspectScreen {
			t.Fatal("the run is not inspected")
		}
		d.keys("esc")
		if d.m.screens.shown != rerankScreen || d.m.Focus() != rerank.RankingPane {
			t.Fatal("esc does not lead back to the comparison")
		}
		d.keys("esc", "esc", "f4", "esc") // the first one closes the hint
		if d.m.screens.shown != chatScreen {
			t.Error("esc from the chat's own exchange does not lead to the chat")
		}
	})
}

func TestMarksOfAnOpenedSetAreCountedAtOnce(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "3", "j", "1", "ctrl+s")
		d.answer("set.json")
		d.shows("saved set.json")
		d.keys("ctrl+o")
		d.answer("set.json")
		d.shows("opened set.json")
		d.flush()
		d.keys("=")
		d.shows("2 marked")
	})
}
