package chat_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/rerank"
	"gatehouse/client/profile"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
)

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
			apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
				d.Shows("simulated")
				d.ChooseExample(c.row)
				d.WaitFor("the end", d.Idle)
				if got := d.Desk.Shown().Conv.Current.Exchange.Verdict; got != c.verdict {
					t.Errorf("it ended %s", got)
				}
				d.Shows(c.hint)
				d.Shows("alt+n: more to try")
				d.Press(c.keys...)
				d.Shows(c.shows)
				d.Press("esc", "f2")
				if c.keys[0] == "f4" { // a hint that was followed goes
					d.Hides(c.hint)
				}
				d.Press("alt+n")
				d.Shows("Try")
				d.Shows(c.row + " ✓")
				d.ChooseExample(c.row)
				d.WaitFor("the end", d.Idle)
				d.Shows(c.hint)
			})
		})
	}
}

// TestTheAnsweredExampleCallSaysWhereToLook, as the other examples do.
func TestTheAnsweredExampleCallSaysWhereToLook(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.ChooseExample("a function call")
		d.WaitFor("the call", d.Idle)
		d.Press("alt+a", "enter")
		d.WaitFor("the answer", d.Idle)
		d.Shows("F4 then Q shows the call and its output")
		d.Press("f4", "Q", "G")
		d.Shows("function_call_output")
		d.Press("f2")
		d.Type("and tomorrow?")
		d.Press("enter")
		d.WaitFor("the next answer", d.Idle)
		d.Hides("its output as they were sent")
	})
}

// TestTheRerankExample asks three models at once, and the hint goes with the first edit.
func TestTheRerankExample(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.ChooseExample("three rerankers on 12 documents")
		d.WaitFor("three orders", func() bool { return strings.Contains(d.Screen(), "sorts by disagreement") })
		d.Press("B")
		d.Shows("2 queries × 3 models")
		d.Hides("sorts by disagreement") // that is a key of the list
		d.Press("esc")
		d.Shows("sorts by disagreement")
		if d.Focus() != rerank.RankingPane || strings.Count(d.Screen(), "✓") < 3 {
			t.Errorf("three rankings are not shown:\n%s", d.Screen())
		}
		d.Press("3")
		d.Hides("sorts by disagreement")
		d.Press("f2", "down")
		d.Shows("three rerankers on 12 documents ✓")
	})
}

// TestExamplesComeBack from the palette, in a new conversation: what was built in the shown
// one stays as it is.
func TestExamplesComeBack(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.ChooseExample("a function call")
		d.WaitFor("the end", d.Idle)
		d.Start(d.Run(views.ActExamples))
		d.Flush()
		d.Shows("tried")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		body, err := d.Desk.Body()
		if err != nil || scan.Get(body, "tools") != nil || len(d.Desk.Chats) != 2 {
			t.Errorf("%d conversations, the next request is %s, %v", len(d.Desk.Chats), body, err)
		}
	})
}

// TestTypingLeavesTheExamples: what is typed in front of the list is the next message, and
// an example does not take it away.
func TestTypingLeavesTheExamples(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("down", "down")
		d.Type("?j q")
		d.Shows("❯ ?j q")
		d.Press("tab", "enter")
		d.WaitFor("the end", d.Idle)
		d.Shows("❯ ?j q")
		if d.Focus() != chat.ComposerPane {
			t.Error("the next words would not reach the composer")
		}
	})
}

// TestNoExampleIsSentWhereItMayCost: on a real connection it is written for the user to send.
func TestNoExampleIsSentWhereItMayCost(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) {
		o.Connection = app.Connection{BaseURL: "http://gateway.test/api/v1", Key: profile.Key{Value: "test-key"}, Metadata: true}
	}, func(d *apptest.Driver) {
		d.Hides("simulated")
		d.Hides("a guardrail block")
		d.Hides("three rerankers")
		d.ChooseExample("a question that is routed")
		d.Sleep(1000)
		d.Shows("written, not sent")
		body, err := d.Desk.Body()
		if err != nil || d.Desk.Started != 0 || scan.Get(body, "plugins") == nil {
			t.Errorf("%d requests were sent, the next is %s, %v", d.Desk.Started, body, err)
		}
	})
}

// TestAnExampleSetsItsModel: the one that was chosen before may break; it is chosen again in the
// next conversation.
func TestAnExampleSetsItsModel(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.Do(views.SetModel{Slug: "fault/stall"})
		for _, row := range []string{"a function call", "a question that is routed"} {
			d.ChooseExample(row)
			d.WaitFor("the end", d.Idle)
			if x := d.Desk.Shown().Conv.Current.Exchange; x.Verdict != state.Completed || x.RequestModel == "fault/stall" {
				t.Errorf("%s: %s of %s", row, x.Verdict, x.RequestModel)
			}
			d.Press("alt+n")
			if got := d.Desk.Shown().Conv.Draft.Model(); got != "fault/stall" {
				t.Errorf("%s: the next conversation has the model %q", row, got)
			}
		}
	})
}

// TestTheHintDependsOnTheAnswer: an example that did not show what it is about is not done.
func TestTheHintDependsOnTheAnswer(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.ChooseExample("a function call")
		d.WaitFor("the end", d.Idle)
		d.Shows("did not work: the model called no tool. alt+j repeats it.")
		d.Hides("alt+a answers the call")
		d.Press("alt+n")
		d.Hides("✓")
	})
}

// TestExamplesAreNotCut where there is a column.
func TestExamplesAreNotCut(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.ChooseExample("three rerankers on 12 documents")
		d.Press("f2")
		for line := range strings.Lines(d.Screen()) {
			if strings.Contains(line, "Try") || strings.Contains(line, "rerankers") {
				if strings.Contains(line, "…") {
					t.Errorf("it is cut: %s", line)
				}
			}
		}
		d.Shows("three rerankers on 12 documents ✓  where they agree or differ")
	})
}

// TestTheProxyIsOffered with its address, the line for a program and what arrived.
func TestTheProxyIsOffered(t *testing.T) {
	for _, width := range []int{80, 120} {
		apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
			d.Send(tea.WindowSizeMsg{Width: width, Height: 24})
			d.Shows("listens at http://127.0.0.1:8089: nothing was")
			d.Shows("export OPENAI_BASE_URL=http://127.0.0.1:8089")
			d.Press("f6")
			d.Shows("OPENAI_BASE_URL=http://127.0.0.1:8089")
			c.Ask("sim/writer", "from elsewhere")
			d.WaitFor("it", func() bool { return strings.Contains(d.LineWith("from elsewhere"), "completed") })
			d.Press("f2")
			d.Shows("1 exchange; F6")
			d.ChooseExample("export OPENAI_BASE_URL")
			d.WaitFor("the copy", func() bool { return strings.Contains(d.Screen(), "copied") })
		})
	}
}
