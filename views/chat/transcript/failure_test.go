package transcript

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/request/talk"
)

// blocked ends an exchange with a guardrail's 403.
func blocked(s *stage) []wire.Arrival {
	return []wire.Arrival{s.talk.head(403), {Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 12000}, Timing: new(wire.NoTiming()),
		Body: []byte(`{"error":{"code":403,"message":"Request blocked: payment card number","metadata":{"patterns":["[0-9]{16}"],"scope":"api-key"}}}`)}}
}

func TestAFailureThatDoesNotFitBeginsWithItsTitle(t *testing.T) {
	s := newStage(80, 10)
	s.answered("first", long(20))
	x := s.ask("go")
	s.View()
	x.Apply(blocked(s)...)
	if top := s.screen()[0]; !strings.Contains(top, "✗ blocked by a guardrail (403)") {
		t.Errorf("the screen begins with %q", top)
	}
	has(t, s, "↓ more")
	s.press("end")
	has(t, s, "12 ms")
	hasNot(t, s, "✗ failed") // the block is its verdict
	hasNot(t, s, "↓ more")
	s.press("pgup")
	has(t, s, "blocked by a guardrail")
	s.press("pgdown")
	has(t, s, "12 ms")
	s.answered("again", "words")
	has(t, s, "words")
	has(t, s, "✓ completed")
}

func TestAFailureNamesTheKeysThatWorkNow(t *testing.T) {
	s := newStage(90, 30)
	x := s.ask("go")
	x.Apply(blocked(s)...)
	has(t, s, "tab, then e edit and send again   i inspect   r send again   v raw")
	s.SetFocus(true)
	hasNot(t, s, "tab, then")
	has(t, s, "e edit and send again")
	s.SetFocus(false)
	has(t, s, "tab, then e edit")
	s.answered("again", "words") // it is shown above a later answer too
	has(t, s, "tab, then ")
	s.SetFocus(true)
	hasNot(t, s, "tab, then ")
}

// TestSavedFailureIsShown: what happened and what it means, without the keys that
// send again what the file does not hold.
func TestSavedFailureIsShown(t *testing.T) {
	conv, err := talk.Open([]byte(`{"error":{"code":403,"message":"Request blocked","metadata":{"patterns":["card-number"]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(80, 20)
	s.SetConversation(conv)
	for _, words := range []string{"✗ blocked by a guardrail (403)", "“Request blocked”", "→ if the text is harmless", "tab, then i inspect   v raw"} {
		has(t, s, words)
	}
}

func TestFooterShowsWhatTheCaptureLacks(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	end := s.talk.end(wire.EndLineCap)
	end.Redacted, end.Dropped = 12, 3000
	x.Apply(s.talk.head(200), s.talk.delta(0, "hi"), end)
	for range 2 {
		has(t, s, "12 bytes of secrets masked")
		has(t, s, "3,000 bytes of the response not stored")
		s.press("v") // and in the raw view
	}
}

// TestALongDetailOfAnErrorEndsWithItsSign: a value that does not fit says that
// there is more of it.
func TestALongDetailOfAnErrorEndsWithItsSign(t *testing.T) {
	s := newStage(60, 24)
	x := s.ask("hello")
	x.Apply(s.talk.head(404), wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 12000}, Timing: new(wire.NoTiming()),
		Body: []byte(`{"error":{"code":404,"message":"m","metadata":{"told":{"field":"x","detail":"` + strings.Repeat("word", 30) + `"}}}}`)})
	for line := range strings.SplitSeq(s.trimmed(), "\n") {
		if strings.Contains(line, "told") {
			if !strings.HasSuffix(strings.TrimRight(line, " █│"), "…") {
				t.Errorf("%q", line)
			}
			return
		}
	}
	t.Error("the detail is not there")
}

// TestFirstKeyMayFixTheFailure: an edit where the request is to blame, and none
// that sends again at once what cannot be served.
func TestFirstKeyMayFixTheFailure(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"no model is left":   {404, `{"error":{"code":404,"message":"no"}}`, "i inspect   alt+m model   e edit"},
		"no key":             {401, `{"error":{"code":401,"message":"no"}}`, "i inspect   v raw   e edit"},
		"the provider":       {502, `{"error":{"code":502,"message":"no"}}`, "r send again   i inspect"},
		"too many":           {429, `{"error":{"code":429,"message":"no"}}`, "i inspect   r send again"},
		"a wrong member":     {400, `{"error":{"code":400,"message":"no"}}`, "e edit and send again   i inspect"},
		"the text was found": {403, `{"error":{"code":403,"message":"no","metadata":{"patterns":["go"]}}}`, "e edit and send again   i inspect"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(110, 30)
			x := s.ask("go")
			end := s.talk.end(wire.EndClean)
			end.Body = []byte(tt.body)
			x.Apply(s.talk.head(tt.status), end)
			has(t, s, "tab, then "+tt.want)
		})
	}
}
