package overview

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// paced is a stream of frames with the gaps between them, in milliseconds.
func paced(gaps ...int64) *wire.Capture {
	c := &wire.Capture{ID: "x7kq2", Sent: wire.Sent{Body: []byte(`{"stream":true}`)}, Timing: wire.NoTiming()}
	c.Head = &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: map[string][]string{"Content-Type": {"text/event-stream"}}, AtUS: 1000}
	at := int64(2000)
	for i := -1; i < len(gaps); i++ {
		if i >= 0 {
			at += gaps[i] * 1000
		}
		c.Body.Append([]byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"a word"}`+"\n\n"), at)
	}
	c.Timing.End = at
	c.End = &wire.End{Cause: wire.EndClean, AtUS: at}
	return c
}

// TestSilencesBeyondEightAreCounted: eight have rows, the others a line, and nothing is lost
// when more arrive.
func TestSilencesBeyondEightAreCounted(t *testing.T) {
	var gaps []int64
	for i := range 60 {
		gaps = append(gaps, 5, 6, 7)
		if i%5 == 0 {
			gaps = append(gaps, int64(300+i)) // 12 of them: 300, 305 … 355 ms
		}
	}
	c := paced(gaps...)
	m := pageOf(subject(c, -1), false, 100, 60)
	if got := screen(m); strings.Count(got, "╌ silence") != 8 || !strings.Contains(got, "╌ 4 shorter silences, 1.2 s in total") {
		t.Error(got)
	}
	m.SetSubject(subject(c, 40)) // of another exchange, with fewer frames
	if got := screen(m); strings.Contains(got, "shorter silences") {
		t.Error(got)
	}
	if got := screen(pageOf(subject(paced(5, 6, 7, 8), -1), false, 100, 60)); strings.Contains(got, "silence") || !strings.Contains(got, "gap        longest 8 ms, before frame 5") {
		t.Error(got)
	}
}

// TestNothingIsRepeated: not the id in the header that the result has too, not the end of an
// answer that the explanation describes; and nothing is truncated.
func TestNothingIsRepeated(t *testing.T) {
	got := screen(pageOf(subject(stored(t, "routed"), -1), false, 120, 60))
	got, _, _ = strings.Cut(got, "ASKED") // below are the beginnings of texts
	if strings.Count(got, "resp_f7ep2t4nsld3wjzjv5nldauwn5") != 1 || strings.Contains(got, "…") {
		t.Error(got)
	}
	if got = screen(pageOf(subject(stored(t, "failed"), -1), false, 120, 60)); strings.Count(got, "no model is left") != 1 {
		t.Error(got)
	}
	got = screen(pageOf(subject(stored(t, "truncated"), -1), false, 120, 60))
	if strings.Count(got, "final event") != 1 || strings.Count(got, "no_terminal, at ") != 1 {
		t.Error(got)
	}
}

// TestABlockedRequestCanBeEdited: the overview says in plain words what was
// found, and e goes to the text.
func TestABlockedRequestCanBeEdited(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"sim/writer","input":"charge 4111 1111 1111 1111"}`, client.MetadataOn)
	s := views.Subject{Turn: 4, Exchange: x, Capture: c, Metadata: true}
	m := pageOf(s, false, 80, 40)
	for _, want := range []string{
		"✗ failed: blocked by a guardrail (403)", "content_policy_violation", "(judging by the name, a payment card number)", "→ edit the text and send it again", "→ U: what it matched",
	} {
		if got := strings.Join(strings.Fields(screen(m)), " "); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	if got := viewstest.Press(m, "e"); got != (views.EditResend{Turn: 4}) || !strings.Contains(fmt.Sprint(m.ShortHelp()), "edit") {
		t.Errorf("%+v", got)
	}
	s.Exchange, _ = statetest.Talk(t, `{"model":"sim/writer","input":"hello"}`, client.MetadataOn)
	if m.SetSubject(s); viewstest.Press(m, "e") != nil || strings.Contains(fmt.Sprint(m.ShortHelp()), "edit") {
		t.Error("nothing was blocked, and e edits")
	}
	if s.Exchange.Verdict != state.Completed {
		t.Error(s.Exchange.Verdict)
	}
}

// TestWarningsSayWhatTheyCount: the moment at which an end was noticed is not
// that of the last byte, and a frame may hold several unknown things.
func TestWarningsSayWhatTheyCount(t *testing.T) {
	c := paced(100, 100)
	c.End = &wire.End{Cause: wire.EndLost, AtUS: c.Timing.End + 63_000_000, Message: "reset"}
	if got := screen(pageOf(subject(c, -1), false, 80, 40)); !strings.Contains(got, "⚠ cut off: connection_lost, detected at 63.202 s; last byte") {
		t.Errorf("lost:\n%s", got)
	}
	c = paced(100, 100)
	c.End = &wire.End{Cause: wire.EndClean, AtUS: c.Timing.End + 50_000}
	if got := screen(pageOf(subject(c, -1), false, 80, 40)); !strings.Contains(got, "detected at 0.252 s; last byte at 0.202 s") {
		t.Errorf("a short time before the end:\n%s", got)
	}
	c = paced()
	c.Body.Append([]byte(`data: {"type":"response.new_one"}`+"\n\n"+`data: {"type":"response.output_item.added","output_index":1,"item":{"type":"new_item","id":"i"}}`+"\n\n"), 3000)
	s := subject(c, -1)
	for i, w := range s.Exchange.Warnings {
		if w.Code == state.WarnUnknown {
			s.Exchange.Warnings[i].Count = 9
		}
	}
	if got := screen(pageOf(s, false, 120, 40)); !strings.Contains(got, "0.003 s, in 2 frames: }") {
		t.Errorf("unknown:\n%s", got)
	}
}

// TestTheFirstTokenIsListedOnce: a silence may precede it, with events on both sides that
// have no text.
func TestTheFirstTokenIsListedOnce(t *testing.T) {
	c := paced()
	c.Body = wire.Body{}
	for i, kind := range []string{"response.created", "response.in_progress", "response.in_progress", "response.output_text.delta", "response.output_text.delta"} {
		at := int64(2000 + 1000*i)
		if i > 1 {
			at += 900_000
		}
		c.Body.Append([]byte(`data: {"type":"`+kind+`","output_index":0,"delta":"a word","response":{}}`+"\n\n"), at)
		c.Timing.End = at
	}
	got := screen(pageOf(subject(c, -1), false, 100, 40))
	_, table, _ := strings.Cut(got, "took")
	table, _, _ = strings.Cut(table, "TOKENS")
	if strings.Count(table, "until token") != 1 || strings.Index(table, "no token yet") > strings.Index(table, "silence") {
		t.Errorf("the table:\n%s", table)
	}
}

// TestEveryWarningHasASentence next to its moment, whatever its code; for one that is the end
// of the answer the verdict has the sentence.
func TestEveryWarningHasASentence(t *testing.T) {
	for _, code := range []string{state.WarnNoDone, state.WarnNoTerminal, state.WarnLost, state.WarnIdle, state.WarnUndecodable, state.WarnSequence,
		state.WarnUnknown, state.WarnContentType, state.WarnUnterminated, state.WarnRefusal, state.WarnAfterEnd, state.WarnLineCap, state.WarnBodyCap, state.WarnUnread, state.WarnChecksum, state.WarnResults} {
		for _, verdict := range []state.Verdict{state.Completed, state.Truncated} {
			s := subject(paced(5, 6), -1)
			s.Exchange.Verdict = verdict
			s.Exchange.Warnings = []state.Warning{{Code: code, Message: "what happened", AtUS: 1_500_000, Count: 1}}
			got := screen(pageOf(s, false, 260, 60))
			above := verdict == state.Truncated && slices.Contains([]string{state.WarnNoTerminal, state.WarnLost, state.WarnIdle, state.WarnLineCap, state.WarnBodyCap}, code)
			if strings.Contains(got, s.Exchange.KindOf(code).Meaning) == above || !strings.Contains(got, code+", ") {
				t.Errorf("%s, %s:\n%s", code, verdict, got)
			}
		}
	}
}

// TestAnAttemptWithoutAStatusIsNoFailure: its end is not reported, or in words that only the
// service knows.
func TestAnAttemptWithoutAStatusIsNoFailure(t *testing.T) {
	x := statetest.Answered(200, `{"model":"m"}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"x_metadata":{"requested":"m","strategy":"s",`+
		`"attempts":[{"provider":"A","status":"503 busy"},{"provider":"B"},{"provider":"C","status":200},"weird"]}}`)
	got := screen(pageOf(views.Subject{Turn: 1, Exchange: x, Metadata: true, Service: "Service"}, false, 100, 40))
	for _, want := range []string{"○ A  503 busy", "○ B  no status", "● C  200", "○ \"weird\"  no status"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestTheIDIsShownWhileTheStreamRuns: it is stored from its first event, which may be
// megabytes and is not read again with every batch.
func TestTheIDIsShownWhileTheStreamRuns(t *testing.T) {
	s := subject(stored(t, "routed"), 6)
	x := s.Exchange
	if !x.Running() || x.ResponseID == "" {
		t.Fatalf("the stream runs: %v; its response is called %q", x.Running(), x.ResponseID)
	}
	x.InProgress = nil
	if got := screen(pageOf(s, false, 120, 60)); !strings.Contains(got, "id  "+x.ResponseID) {
		t.Errorf("%s is missing in\n%s", x.ResponseID, got)
	}
}

// TestWhatWasSentAsNullWasSent: it is not among what was neither sent nor
// echoed.
func TestWhatWasSentAsNullWasSent(t *testing.T) {
	c := &wire.Capture{ID: "x7kq2", Sent: wire.Sent{Body: []byte(`{"top_p":1,"presence_penalty":null}`)}, Timing: wire.NoTiming()}
	c.Head = &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: map[string][]string{"Content-Type": {"application/json"}}, AtUS: 1000}
	c.Body.Append([]byte(`{"id":"r","status":"completed","model":"m","output":[],"top_p":1}`), 2000)
	c.End = &wire.End{Cause: wire.EndClean, AtUS: 2000}
	got := strings.Join(strings.Fields(screen(pageOf(subject(c, -1), false, 100, 60))), " ")
	_, neither, _ := strings.Cut(got, "not set:")
	if !strings.Contains(got, "sent as null, no value echoed: presence_penalty") || strings.Contains(neither, "presence_penalty") {
		t.Error(got)
	}
}

// TestPartsOfTheCost are shown next to it, each by its name, and their sum if that is not the
// cost. A missing part is mentioned only if neither a part nor the user's key explains it.
func TestPartsOfTheCost(t *testing.T) {
	const in, out = "upstream_inference_input_cost", "upstream_inference_output_cost"
	for usage, want := range map[string]string{
		`"cost_details":{"` + in + `":0.000132,"` + out + `":0.017808}`:                                    "parts: upstream input $0.000132 + upstream output $0.017808 = $0.01794; the service does not say what the rest of the cost is for",
		`"cost_details":{"` + in + `":0.000132,"` + out + `":0.03231405}`:                                  "parts: upstream input $0.000132 + upstream output $0.032314",
		`"cost_details":{"` + in + `":0.000132,"` + out + `":0.03231405,"server_tool_cost":0}`:             "parts: upstream input $0.000132 + upstream output $0.032314 + server tool $0.00",
		`"cost_details":{"upstream_inference_cost":"0.4"}`:                                                 `parts: upstream "0.4"`,
		`"cost_details":{"` + in + `":0.000132,"` + out + `":1}`:                                           "parts: upstream input $0.000132 + upstream output $1.00 = $1.00; the service does not say why the cost is lower",
		`"cost_details":{"` + in + `":0.000132,"` + out + `":0.02731405,"server_tool_cost":0.005}`:         "parts: upstream input $0.000132 + upstream output $0.027314 + server tool $0.005",
		`"is_byok":true,"cost_details":{"upstream_inference_cost":0.5,"` + in + `":0.2,"` + out + `":0.3}`: "parts: upstream input $0.20 + upstream output $0.30 = $0.50; also: upstream $0.50; own provider key",
		`"is_byok":true`: "own provider key",
		`"cost_details":{"upstream_inference_cost":null}`: "",
	} {
		s := subject(paced(5, 6), -1)
		s.Exchange.Usage = []byte(`{"cost":0.03244605,` + usage + `}`)
		got := strings.Join(strings.Fields(screen(pageOf(s, false, 100, 40))), " ")
		silent := strings.Contains(got, "does not say")
		if !strings.Contains(got, "$0.032446 "+want) || want == "" && strings.Contains(got, "parts:") || silent != strings.Contains(want, "does not say") {
			t.Errorf("%s:\n%s", usage, got)
		}
	}
}

// TestAMissingCostIsMentioned, on the page and in the column: nothing would look like a free
// answer.
func TestAMissingCostIsMentioned(t *testing.T) {
	for usage, missing := range map[string]bool{
		`{"input_tokens":3,"output_tokens":2}`: true, `{"input_tokens":3,"cost":null}`: true, `{"total_tokens":3,"cost_details":{}}`: true,
		`{"input_tokens":3,"cost":0}`: false, `{"input_tokens":3,"cost":"0.1"}`: false,
	} {
		for _, column := range []bool{false, true} {
			s := subject(paced(5, 6), -1)
			s.Exchange.Usage = []byte(usage)
			got := strings.Join(strings.Fields(screen(pageOf(s, column, 100, 40))), " ")
			if strings.Contains(got, "cost not reported") != missing {
				t.Errorf("%s, column %v:\n%s", usage, column, got)
			}
		}
	}
}

// TestChangesByTheGatewayAreBelowTheVerdict on the page; in the column they are left to the
// transcript next to it. A fusion's stage has the number of models that answered.
func TestChangesByTheGatewayAreBelowTheVerdict(t *testing.T) {
	s := subject(stored(t, "routed"), -1)
	x := s.Exchange
	x.Routing = []byte(`{"requested":"m","strategy":"fusion","pipeline":[{"type":"guardrail","name":"keys","data":{"action":"redacted","detected":true}},{"type":"plugin","name":"fusion","summary":"A panel of 2 answers"}]}`)
	x.Items = append(x.Items, &state.Item{Index: 9, Type: "service:fusion", Raw: []byte(`{"responses":[{}],"failed_models":[{}]}`)})
	got := strings.Split(screen(pageOf(s, false, 106, 60)), "\n")
	if got[1] != " ≠ keys: redacted  U guardrails" || got[2] != " ≠ fusion: 1 of 2 panel models answered  F fusion" {
		t.Errorf("under the verdict stand %q", got[1:3])
	}
	if all := strings.Join(got, "\n"); !strings.Contains(all, "◆ fusion  1 of 2 answered  A panel of 2 answers") {
		t.Errorf("the stage:\n%s", all)
	}
	if got := screen(pageOf(s, true, 50, 60)); strings.Contains(got, "≠ keys") {
		t.Errorf("the column:\n%s", got)
	}
}

// TestAStageSaysItsNameWhatItDidAndItsWords, also if its words are above as the message of
// the failure: by its name alone a guardrail reads as if it had done nothing.
func TestAStageSaysItsNameWhatItDidAndItsWords(t *testing.T) {
	s := subject(stored(t, "routed"), -1)
	s.Exchange.Failure = &wire.Failure{Message: "the words of mail"}
	s.Exchange.Routing = []byte(`{"requested":"m","strategy":"s","pipeline":[{"type":"guardrail","name":"keys","data":{"action":"redact","detected":true}},` +
		`{"type":"guardrail","name":"cards","data":{"action":"block","detected":false}},{"type":"guardrail","name":"mail","summary":"the words of mail","data":{"action":"block","detected":true}},` +
		`{"type":"t","name":"tools","summary":"1 step with a tool","data":{"steps":1}},{"data":{}}]}`)
	for _, column := range []bool{false, true} {
		got := screen(pageOf(s, column, 60, 60))
		for _, want := range []string{"◆ keys  redact, detected", "◆ cards  block, nothing detected", "◆ mail  block, detected", "the words of mail", "◆ tools  1 step with a tool", "◆ unnamed"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	if got := screen(pageOf(s, true, 22, 60)); !strings.Contains(got, "◆ mail\n   block, detected\n   the words of mail\n") {
		t.Errorf("what has no room stands below:\n%s", got)
	}
}

// TestALongMessagePushesNothingAway: its beginning is shown, and the page with all of it is
// named; advice is indented after its arrow, also if it wraps.
func TestALongMessagePushesNothingAway(t *testing.T) {
	s := subject(stored(t, "failed"), -1)
	s.Exchange.Failure.Message = strings.Repeat("many words of the gateway ", 200)
	got := screen(pageOf(s, false, 50, 40))
	for _, want := range []string{"… 5.2 KB in total: R shows it all\n max_price 0 excludes", "\n → R: why this was not served and what to change\n", "ROUTE"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestTheColumnKeepsTheUnitOfTheFirstWord: next to a transcript of 144 columns it has 36 cells.
func TestTheColumnKeepsTheUnitOfTheFirstWord(t *testing.T) {
	c := paced()
	c.Body = wire.Body{}
	for i, kind := range []string{"reasoning_text", "output_text"} {
		c.Body.Append([]byte(`data: {"type":"response.`+kind+`.delta","output_index":`+string(rune('0'+i))+`,"delta":"a word"}`+"\n\n"), int64(8000+790_000*i))
	}
	if got := screen(pageOf(subject(c, -1), true, 36, 50)); !strings.Contains(got, "first word 798 ms") {
		t.Errorf("the column:\n%s", got)
	}
}

// TestColumnGroupsDeltasAndShowsSilences: deltas of one text are a row, and a silence is one.
func TestColumnGroupsDeltasAndShowsSilences(t *testing.T) {
	c := paced(5, 6, 41_500, 5, 6, 7)
	x := state.FromCapture(state.Responses, c)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	got := screen(pageOf(views.Subject{Exchange: x, Capture: c, Turn: 1}, true, 44, 40))
	if !regexp.MustCompile(`(?s)  1 0\.002 s +3 × output_text\.delta.*· 41\.5 s nothing ·.*  4 41\.513 s +output_text\.delta.*  5 41\.518 s +3 × output_text\.delta`).MatchString(got) {
		t.Errorf("the frames in the column:\n%s", got)
	}
}
