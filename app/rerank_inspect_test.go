package app

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/views"
)

// What is done to a run in the inspector is no business of the conversation.
func TestTheConversationHasNoPartInARun(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.keys("f2")
		d.ask("sim/writer", "hello there")
		before, sent := string(d.m.desk.Shown().Conv.Draft.Bytes()), len(d.m.desk.Shown().Turns())
		d.keys("f5")
		d.rerankSet("sim/bm25", "fault/500")
		d.rank()
		for _, intent := range []views.Intent{
			views.AskMetadata{},
			views.Relax{Edits: []views.Edit{{Pointer: "/model", Value: []byte(`"x"`)}}},
			views.ShowPlace{Pointer: "/model"},
		} {
			d.list().SelectColumn(1)
			d.do(views.RunAction{Action: views.ActRankInspect})
			d.list().SelectColumn(0)
			d.do(intent)
			d.flush()
			if column, _ := d.list().Column(); d.m.screens.shown != rerankScreen || column != 1 {
				t.Errorf("%T leads to screen %d, column %d", intent, d.m.screens.shown, column)
			}
		}
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.flush()
		d.hides("sends the request again and asks")
		if got := string(d.m.desk.Shown().Conv.Draft.Bytes()); got != before || len(d.m.desk.Shown().Turns()) != sent {
			t.Errorf("the conversation has %d exchanges and would send %s", len(d.m.desk.Shown().Turns()), got)
		}
	})
}

func TestARunIsForgottenWhenTheInspectorIsLeft(t *testing.T) {
	onRerank(t, 170, 45, func(d *driver) {
		d.keys("f2")
		d.ask("sim/writer", "hello there")
		d.keys("f5")
		d.rerankSet("sim/bm25")
		d.rank()
		for _, away := range []string{"f2", "f5"} {
			d.keys("f5", "tab")
			d.do(views.RunAction{Action: views.ActRankInspect})
			if got := d.m.look().Exchange(); got == nil || got.State != d.rerank().Exchange(0).State {
				t.Fatal("the run is not looked at")
			}
			d.keys(away, "f4")
			if got := d.m.look().Turn(); got == nil || got.ID == 0 {
				t.Errorf("after %s the inspector still has the run", away)
			}
			d.shows("exchange 1 of 1")
		}
	})
}

func TestARunThatIsLookedAtGetsItsAnswer(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("fault/slow")
		d.do(views.RunRerank{})
		d.until("it runs", func() bool { return r.Running() > 0 })
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.flush()
		r.Stop()
		d.until("it has ended", func() bool { return r.Running() == 0 })
		d.flush()
		got := d.m.look().Exchange()
		if got.Capture == nil || got.State.Verdict != state.Cancelled {
			t.Errorf("the inspector has %+v", got)
		}
		if s := d.m.look().Given(); s.Capture != got.Capture {
			t.Error("the page was not given the capture")
		}
	})
}

// A run is no turn of a conversation: what the inspector does to turns must
// not trip over it.
func TestTheInspectorHoldsWithARun(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		for _, c := range d.m.Keys.Commands() {
			switch c.Scope {
			case views.Inspect, views.Figures, views.Tree, views.Events, views.Comparison:
			default:
				continue
			}
			d.keys("f5", "tab", "i")
			d.do(views.RunAction{Action: c.Action})
			d.exact(120, 35)
			for d.m.Overlays.Top() != nil {
				d.m.Overlays.Close()
			}
			d.keys("f2")
		}
		d.keys("f5", "tab", "i", "alt+r", "alt+y", "esc", "m", "e", "esc")
		d.exact(120, 35)
	})
}

// No page of the inspector offers for a run what it cannot have.
func TestThePagesOfferWhatARankingHas(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("sim/bm25", "sim/trigram", "fault/413")
		d.rank()
		d.list().SelectColumn(2)
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.keys("R")
		d.shows("send fewer or shorter documents")
		d.hides("conversation")
		d.keys("[", "[")
		for page, words := range map[string][]string{
			"O":   {"provider   Local", "search units 1", "is not available for rerank"},
			"R":   {"is not available for rerank", "provider Local"},
			"U":   {"is not available for rerank"},
			"E":   {"Rerank responses are never streamed"},
			"D G": {"is not available for rerank"},
		} {
			d.keys(strings.Fields(page)...)
			for _, want := range words {
				d.shows(want)
			}
			for _, untrue := range []string{"enabled", "turns it on", "to receive events"} {
				d.hides(untrue)
			}
		}
	})
}
