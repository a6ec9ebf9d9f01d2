package rerank_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/views"
)

// What is done to a run in the inspector is no business of the conversation.
func TestTheConversationHasNoPartInARun(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.Press("f2")
		d.Ask("sim/writer", "hello there")
		before, sent := string(d.Desk.Shown().Conv.Draft.Bytes()), len(d.Desk.Shown().Turns())
		d.Press("f5")
		d.RerankSet("sim/bm25", "fault/500")
		d.Rank()
		for _, intent := range []views.Intent{
			views.AskMetadata{},
			views.Relax{Edits: []views.Edit{{Pointer: "/model", Value: []byte(`"x"`)}}},
			views.ShowPlace{Pointer: "/model"},
		} {
			d.Ranking().SelectColumn(1)
			d.Do(views.RunAction{Action: views.ActRankInspect})
			d.Ranking().SelectColumn(0)
			d.Do(intent)
			d.Flush()
			if column, _ := d.Ranking().Column(); d.Focus().Screen() != "rerank" || column != 1 {
				t.Errorf("%T leads to screen %s, column %d", intent, d.Focus().Screen(), column)
			}
		}
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Flush()
		d.Hides("sends the request again and asks")
		if got := string(d.Desk.Shown().Conv.Draft.Bytes()); got != before || len(d.Desk.Shown().Turns()) != sent {
			t.Errorf("the conversation has %d exchanges and would send %s", len(d.Desk.Shown().Turns()), got)
		}
	})
}

func TestARunIsForgottenWhenTheInspectorIsLeft(t *testing.T) {
	apptest.RunOnRerank(t, 170, 45, func(d *apptest.Driver) {
		d.Press("f2")
		d.Ask("sim/writer", "hello there")
		d.Press("f5")
		d.RerankSet("sim/bm25")
		d.Rank()
		for _, away := range []string{"f2", "f5"} {
			d.Press("f5", "tab")
			d.Do(views.RunAction{Action: views.ActRankInspect})
			if got := d.Look().Exchange(); got == nil || got.State != d.Reranker().Exchange(0).State {
				t.Fatal("the run is not looked at")
			}
			d.Press(away, "f4")
			if got := d.Look().Turn(); got == nil || got.ID == 0 {
				t.Errorf("after %s the inspector still has the run", away)
			}
			d.Shows("exchange 1 of 1")
		}
	})
}

func TestARunThatIsLookedAtGetsItsAnswer(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("fault/slow")
		d.Do(views.RunRerank{})
		d.WaitFor("it runs", func() bool { return r.Running() > 0 })
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Flush()
		r.Stop()
		d.WaitFor("it has ended", func() bool { return r.Running() == 0 })
		d.Flush()
		got := d.Look().Exchange()
		if got.Capture == nil || got.State.Verdict != state.Cancelled {
			t.Errorf("the inspector has %+v", got)
		}
		if s := d.Look().LastSubject(); s.Capture != got.Capture {
			t.Error("the page was not given the capture")
		}
	})
}

// A run is no turn of a conversation: what the inspector does to turns must
// not trip over it.
func TestTheInspectorHoldsWithARun(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "alt+g")
		d.WaitRanked()
		for _, c := range d.Keys.Commands() {
			switch c.Scope {
			case views.Inspect, views.Figures, views.Tree, views.Events, views.Comparison:
			default:
				continue
			}
			d.Press("f5", "tab", "i")
			d.Do(views.RunAction{Action: c.Action})
			d.CheckScreen(120, 35)
			for d.Overlays.Top() != nil {
				d.Overlays.Close()
			}
			d.Press("f2")
		}
		d.Press("f5", "tab", "i", "alt+r", "alt+y", "esc", "+", "e", "esc")
		d.CheckScreen(120, 35)
	})
}

// No page of the inspector offers for a run what it cannot have.
func TestThePagesOfferWhatARankingHas(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "sim/trigram", "fault/413")
		d.Rank()
		d.Ranking().SelectColumn(2)
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Press("R")
		d.Shows("send fewer or shorter documents")
		d.Hides("conversation")
		d.Press("[", "[")
		for page, words := range map[string][]string{
			"O":   {"provider   Local", "search units 1", "is not available for rerank"},
			"R":   {"is not available for rerank", "provider Local"},
			"U":   {"is not available for rerank"},
			"E":   {"Rerank responses are never streamed"},
			"D G": {"is not available for rerank"},
		} {
			d.Press(strings.Fields(page)...)
			for _, want := range words {
				d.Shows(want)
			}
			for _, untrue := range []string{"enabled", "turns it on", "to receive events"} {
				d.Hides(untrue)
			}
		}
	})
}
