package app

import (
	"strings"
	"testing"

	"gatehouse/app/chat"
	"gatehouse/app/rerank"
	"gatehouse/client/profile"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
)

// try chooses a row of the empty conversation as a newcomer does: down to it, and enter.
func (d *driver) try(words string) {
	d.t.Helper()
	d.keys("down")
	for range 10 {
		for line := range strings.Lines(d.screen()) {
			if strings.Contains(line, "▸") && strings.Contains(line, words) {
				d.keys("enter")
				return
			}
		}
		d.keys("down")
	}
	d.t.Fatalf("there is no row %q:\n%s", words, d.screen())
}

// TestExamplesOfAConversation: each of them makes the thing happen that it is called by,
// and one line names the place to look at; following that line shows it.
func TestExamplesOfAConversation(t *testing.T) {
	for _, c := range []struct {
		row, hint string
		verdict   state.Verdict
		keys      []string // that the hint names
		shows     string   // then
	}{
		{"a streamed answer", "F4 then E shows every event", state.Completed, []string{"f4", "E"}, "output_text.delta"},
		{"a question that is routed", "F4 then R shows what was", state.Completed, []string{"f4", "R"}, "auto-router"},
		{"a guardrail block", "F4 then U shows which rule", state.Failed, []string{"f4", "U"}, "card-number"},
		{"a function call", "alt+a answers the call. F4 then S", state.Completed, []string{"alt+a"}, "get_weather"},
	} {
		t.Run(c.row, func(t *testing.T) {
			bubble(t, 80, 24, nil, func(d *driver) {
				d.shows("simulated")
				d.try(c.row)
				d.until("the end", d.idle)
				if got := d.m.desk.Shown().Conv.Current.Exchange.Verdict; got != c.verdict {
					t.Errorf("it ended %s", got)
				}
				d.shows(c.hint)
				d.shows("alt+n: more to try")
				d.keys(c.keys...)
				d.shows(c.shows)
				d.keys("esc", "f2", "alt+n")
				d.shows("Try")
				d.hides(c.row)
			})
		})
	}
}

// TestTheAnsweredExampleCallSaysWhereToLook, as the other examples do.
func TestTheAnsweredExampleCallSaysWhereToLook(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
		d.try("a function call")
		d.until("the call", d.idle)
		d.keys("alt+a", "m")
		d.until("the answer", d.idle)
		d.shows("F4 then Q shows the call and its output")
		d.keys("f4", "Q", "G")
		d.shows("function_call_output")
		d.keys("f2")
		d.typeText("and tomorrow?")
		d.keys("enter")
		d.until("the next answer", d.idle)
		d.hides("its output as they were sent")
	})
}

// TestTheRerankExample asks three models at once, and the hint goes with the first edit.
func TestTheRerankExample(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.try("three rerankers on 12 documents")
		d.until("three orders", func() bool { return strings.Contains(d.screen(), "sorts by disagreement") })
		d.keys("B")
		d.shows("2 queries × 3 models")
		d.hides("sorts by disagreement") // that is a key of the list
		d.keys("esc")
		d.shows("sorts by disagreement")
		if d.m.Focus() != rerank.RankingPane || strings.Count(d.screen(), "✓") < 3 {
			t.Errorf("three rankings are not shown:\n%s", d.screen())
		}
		d.keys("3")
		d.hides("sorts by disagreement")
		d.keys("f2", "down")
		d.hides("three rerankers")
	})
}

// TestExamplesComeBack from the palette, in a new conversation: what was built in the shown
// one stays as it is.
func TestExamplesComeBack(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.try("a function call")
		d.until("the end", d.idle)
		d.start(d.m.Run(views.ActExamples))
		d.flush()
		d.shows("tried")
		d.keys("enter")
		d.until("the end", d.idle)
		body, err := d.m.desk.Body()
		if err != nil || scan.Get(body, "tools") != nil || len(d.m.desk.Chats) != 2 {
			t.Errorf("%d conversations, the next request is %s, %v", len(d.m.desk.Chats), body, err)
		}
	})
}

// TestTypingLeavesTheExamples: what is typed in front of the list is the next message, and
// an example does not take it away.
func TestTypingLeavesTheExamples(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("down", "down")
		d.typeText("?j q")
		d.shows("❯ ?j q")
		d.keys("tab", "enter")
		d.until("the end", d.idle)
		d.shows("❯ ?j q")
		if d.m.Focus() != chat.ComposerPane {
			t.Error("the next words would not reach the composer")
		}
	})
}

// TestNoExampleIsSentWhereItMayCost: on a real connection it is written for the user to send.
func TestNoExampleIsSentWhereItMayCost(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) {
		o.Connection = Connection{BaseURL: "http://gateway.test/api/v1", Key: profile.Key{Value: "test-key"}, Metadata: true}
	}, func(d *driver) {
		d.hides("simulated")
		d.hides("a guardrail block")
		d.hides("three rerankers")
		d.try("a question that is routed")
		d.pass(1000)
		d.shows("written, not sent")
		body, err := d.m.desk.Body()
		if err != nil || d.m.desk.Started != 0 || scan.Get(body, "plugins") == nil {
			t.Errorf("%d requests were sent, the next is %s, %v", d.m.desk.Started, body, err)
		}
	})
}
