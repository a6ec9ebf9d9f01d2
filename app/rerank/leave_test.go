package rerank_test

import (
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/rerank"
	"gatehouse/views"
)

func TestQuittingAsksForTheRerankSet(t *testing.T) {
	for _, c := range []struct {
		name string
		work func(d *apptest.Driver)
		asks bool
	}{
		{"nothing", func(*apptest.Driver) {}, false},
		{"a query alone", func(d *apptest.Driver) { d.Press("f5"); d.Type("how"); d.Press("tab") }, false},
		{"the example", func(d *apptest.Driver) { d.Press("e") }, false},
		{"a mark in the example", func(d *apptest.Driver) { d.Press("e", "3") }, true},
		{"documents", func(d *apptest.Driver) { d.Do(views.AddDocuments{Text: "one\ntwo"}) }, true},
		{"documents, from the chat", func(d *apptest.Driver) { d.Do(views.AddDocuments{Text: "one\ntwo"}); d.Press("f2") }, true},
		{"saved", func(d *apptest.Driver) { d.Press("e", "3", "ctrl+s"); d.Answer("set.json"); d.Shows("saved set.json") }, false},
		{"run since it was saved", func(d *apptest.Driver) {
			d.Press("e", "3", "ctrl+s")
			d.Answer("set.json")
			d.Shows("saved set.json")
			d.Rank()
		}, false},
		{"changed since", func(d *apptest.Driver) {
			d.Press("e", "3", "ctrl+s")
			d.Answer("set.json")
			d.Shows("saved set.json")
			d.Press("2")
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
				c.work(d)
				d.Press("ctrl+q")
				if d.HasQuit == c.asks {
					t.Fatalf("quit %v, asks %v", d.HasQuit, c.asks)
				}
				if c.asks {
					d.Shows("not saved: ")
					d.Press("ctrl+q")
				}
				if !d.HasQuit {
					t.Error("the second time it does not quit")
				}
			})
		})
	}
}

func TestEscFromARunLeadsBackToTheComparison(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Press("i")
		if d.Focus().Screen() != "inspect" {
			t.Fatal("the run is not inspected")
		}
		d.Press("esc")
		if d.Focus().Screen() != "rerank" || d.Focus() != rerank.RankingPane {
			t.Fatal("esc does not lead back to the comparison")
		}
		d.Press("esc", "esc", "f4", "esc") // the first one closes the hint
		if d.Focus().Screen() != "chat" {
			t.Error("esc from the chat's own exchange does not lead to the chat")
		}
	})
}

func TestMarksOfAnOpenedSetAreCountedAtOnce(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "3", "j", "1", "ctrl+s")
		d.Answer("set.json")
		d.Shows("saved set.json")
		d.Press("ctrl+o")
		d.Answer("set.json")
		d.Shows("opened set.json")
		d.Flush()
		d.Press("=")
		d.Shows("2 marked")
	})
}
