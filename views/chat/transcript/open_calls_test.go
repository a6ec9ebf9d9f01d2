package transcript

import (
	"testing"

	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// waitingStage shows an opened conversation at whose end two calls wait.
func waitingStage(t *testing.T, width, height int) (*stage, *talk.Conversation) {
	t.Helper()
	conv, err := talk.Open([]byte(`{"tools":[{"type":"function","name":"weather","parameters":{"type":"object","required":["city"]}}],
		"input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"weather","arguments":"{\"town\":1}"},
		{"type":"computer_call","call_id":"c2","status":"completed","pending_safety_checks":[],"action":{"type":"click","x":1,"y":2}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(width, height)
	s.SetConversation(conv)
	return s, conv
}

func TestCallsThatWaitSayWhatToPress(t *testing.T) {
	s, _ := waitingStage(t, 90, 40)
	s.SetFocus(false)
	has(t, s, "invalid arguments: ")
	has(t, s, "waiting for output   alt+a answer it")
	has(t, s, `"click"`) // unfolded: all of it is shown
	s.SetFocus(true)
	has(t, s, "a type the output")
	has(t, s, "2 calls wait")
	hasNot(t, s, "x run")
	s.SetCommands(map[string]string{"weather": "./weather --now", "computer_call": "./click"})
	has(t, s, "x run ./weather --now")
	has(t, s, "x run ./click")
}

func TestKeysAnswerTheSelectedCallElseTheFirst(t *testing.T) {
	s, _ := waitingStage(t, 90, 40)
	s.SetFocus(true)
	s.View()
	for key, how := range map[string]views.CallAnswer{"a": views.AnswerTyped, "x": views.AnswerRun} {
		if got := s.press(key); got != (views.AnswerCall{ID: "c1", How: how}) {
			t.Errorf("%s with nothing selected: %#v", key, got)
		}
	}
	s.press("K", "J")
	if got := s.press("a"); got != (views.AnswerCall{ID: "c2"}) {
		t.Errorf("o on the second call: %#v", got)
	}
}

func TestAnAnsweredCallWaitsNoMore(t *testing.T) {
	s, conv := waitingStage(t, 90, 40)
	has(t, s, "waiting for output")
	for _, output := range []string{`{"type":"function_call_output","call_id":"c1","output":""}`, `{"type":"computer_call_output","call_id":"c2","output":{}}`} {
		if _, err := conv.Edit("/input/-", []byte(output), "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		s.View()
	}
	hasNot(t, s, "waiting for output")
	if n, ok := s.press("a").(views.Notify); !ok || n.Text != "no call is waiting for output" {
		t.Errorf("a with nothing to answer: %#v", n)
	}
}
