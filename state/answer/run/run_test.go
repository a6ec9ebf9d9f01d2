package run_test

import (
	"fmt"
	"net/http"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
)

// follows reports whether the second request names the first exchange, by the longest of its
// beginnings that it can name.
func follows(first, second run.Clues) bool {
	if len(second.After) == 0 {
		return false
	}
	for _, a := range second.After {
		for _, n := range first.Names {
			if a == n {
				return true
			}
		}
	}
	return false
}

// TestARequestNamesTheExchangeBeforeIt in each API, and across them: a gateway may be asked by one
// API and ask by another.
func TestARequestNamesTheExchangeBeforeIt(t *testing.T) {
	ask := []talkItem{{"user", "fix it", ""}}
	gives := []talkItem{{"thought", "hm", "rs_1"}, {"answer", "I look.\n", ""}, {"call", `{"path": "a.txt", "lines": [1, 2.0]}`, "c1"}, {"call", `{}`, "c2"}}
	outputs := []talkItem{{"output", "12 lines", "c1"}, {"output", "done", "c2"}}
	apis := []state.Kind{state.Responses, state.Chat, state.Messages}
	for _, api := range apis {
		first := cluesOf(api, request(api, ask, nil), answer(api, gives), nil)
		for _, then := range apis {
			// the caller has parsed the arguments and written them again, and trimmed the text
			again := []talkItem{{"answer", "I look.", ""}, {"call", `{"lines":[1,2],"path":"a.txt"}`, "c1"}, {"call", ``, "c2"}}
			if then == state.Messages {
				again[2].text = `{}`
			}
			talk := append(append(append([]talkItem{}, ask...), again...), outputs...)
			if !follows(first, cluesOf(then, request(then, talk, nil), "", nil)) {
				t.Errorf("%s does not go on from %s", then, api)
			}
			adjacent := append(append([]talkItem{}, ask...), again[0], again[1], outputs[0], again[2], outputs[1])
			if !follows(first, cluesOf(then, request(then, adjacent, nil), "", nil)) {
				t.Errorf("%s with each output behind its call does not go on from %s", then, api)
			}
			for what, other := range map[string][]talkItem{
				"another question": append([]talkItem{{"user", "leave it", ""}}, talk[1:]...),
				"another answer":   append(append(append([]talkItem{}, ask...), talkItem{"answer", "I wait.", ""}), talk[2:]...),
				"another call":     append(append(append([]talkItem{}, ask...), again[0], talkItem{"call", `{"path":"b.txt"}`, "c1"}, again[2]), outputs...),
				"the same again":   ask,
			} {
				if follows(first, cluesOf(then, request(then, other, nil), "", nil)) {
					t.Errorf("%s with %s goes on from %s", then, what, api)
				}
			}
		}
	}
}

// TestARequestNamesItsBeginningByIDs: of items, as the AI SDK does, and of a response.
func TestARequestNamesItsBeginningByIDs(t *testing.T) {
	const document = `{"id":"resp_1","status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[]},
		{"type":"function_call","id":"fc_1","call_id":"c1","name":"read","arguments":"{}"}]}`
	first := cluesOf(state.Responses, []byte(`{"input":[{"role":"user","content":"go"}]}`), document, nil)
	for _, body := range []string{
		`{"input":[{"role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"item_reference","id":"rs_1"},{"type":"item_reference","id":"fc_1"},{"type":"function_call_output","call_id":"c1","output":"ok"}]}`,
		`{"previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"c1","output":"ok"}]}`,
	} {
		if !follows(first, cluesOf(state.Responses, []byte(body), "", nil)) {
			t.Errorf("%s does not go on", body)
		}
	}
	if follows(first, cluesOf(state.Responses, []byte(`{"input":[{"role":"user","content":"go"},{"type":"item_reference","id":"fc_2"}]}`), "", nil)) {
		t.Error("another item is taken for the one that was given")
	}
}

// TestAConnectionKeepsItsResponses: on a WebSocket also what the service does not store is named by its id.
func TestAConnectionKeepsItsResponses(t *testing.T) {
	body, document := []byte(`{"input":"go"}`), `{"id":"resp_1","status":"completed","store":false,"output":[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"gone"}]}]}`
	then := cluesOf(state.Responses, []byte(`{"previous_response_id":"resp_1","input":"on"}`), "", nil)
	x, c := made(state.Responses, body, document, nil)
	if follows(run.CluesOf("", x, c), then) {
		t.Error("over HTTP it is not kept")
	}
	c.Head = &wire.Head{Status: http.StatusSwitchingProtocols, Header: http.Header{"Upgrade": {"websocket"}}}
	if !follows(run.CluesOf("", x, c), then) {
		t.Error("it does not go on")
	}
}

// TestIDs that agents send.
func TestIDs(t *testing.T) {
	for _, c := range []struct {
		header         map[string]string
		body           string
		session, under string
	}{
		{nil, `{"session_id":"s"}`, "s", ""},
		{map[string]string{"X-Session-Id": "s"}, `{}`, "s", ""},
		{map[string]string{"X-Session-Id": "h"}, `{"session_id":"s"}`, "s", ""},
		{map[string]string{"Session_id": "s", "Conversation_id": "s"}, `{}`, "s", ""},
		{map[string]string{"Session-Id": "s", "Thread-Id": "s"}, `{"prompt_cache_key":"s"}`, "s", ""},
		{map[string]string{"Session-Id": "s", "Thread-Id": "t", "X-Codex-Parent-Thread-Id": "p"}, `{}`, "t", "p"},
		{map[string]string{"Session-Id": "s", "Thread-Id": "t"}, `{}`, "t", "s"},
		{map[string]string{"X-Session-Affinity": "ses_1", "X-Parent-Session-Id": "ses_0"}, `{}`, "ses_1", "ses_0"},
		{map[string]string{"X-Claude-Code-Session-Id": "s"}, `{}`, "s", ""},
		{map[string]string{"X-Claude-Code-Session-Id": "s", "X-Claude-Code-Agent-Id": "a"}, `{}`, "s/a", "s"},
		{nil, `{"metadata":{"user_id":"user_1_account__session_5f-6"}}`, "5f-6", ""},
		{nil, `{"metadata":{"user_id":"{\"device_id\":\"d\",\"session_id\":\"5f\"}"}}`, "5f", ""},
		{nil, `{"conversation":{"id":"conv_1"}}`, "conv_1", ""},
		{map[string]string{"Sec-Websocket-Key": "nonce"}, `{}`, "nonce", ""},
		{map[string]string{"Sec-Websocket-Key": "nonce", "Session-Id": "s"}, `{}`, "s", ""},
		{map[string]string{"X-Session-Id": "***"}, `{"prompt_cache_key":"k","metadata":{"user_id":"u"},"session_id":7}`, "", ""},
	} {
		h := http.Header{}
		for name, v := range c.header {
			h[name] = []string{v}
		}
		got := run.IDsOf(wire.Sent{Header: h, Body: []byte(c.body)})
		if want := (run.IDs{Session: c.session, Under: c.under}); got != want {
			t.Errorf("%v %s: %+v, want %+v", c.header, c.body, got, want)
		}
	}
}

// TestASubAgentIsInTheRunOfItsParent, whichever of both comes first; other sessions are in theirs,
// whatever they say.
func TestASubAgentIsInTheRunOfItsParent(t *testing.T) {
	body := []byte(`{"input":"go"}`)
	header := func(session, under string) http.Header {
		h := http.Header{"X-Session-Id": {session}}
		if under != "" {
			h.Set("X-Parent-Session-Id", under)
		}
		return h
	}
	sessions := [][2]string{{"main", ""}, {"agent", "main"}, {"agent", "main"}, {"main", ""}, {"other", ""}, {"other", ""}}
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {2, 5, 1, 4, 3, 0}, {4, 3, 5, 2, 1, 0}} {
		b := newBook()
		for _, i := range order {
			m := run.Member{Key: int64(i + 1), End: int64(i + 1)}
			if err := run.Join(b, m, cluesOf(state.Responses, body, answer(state.Responses, []talkItem{{"answer", "yes", ""}}), header(sessions[i][0], sessions[i][1]))); err != nil {
				t.Fatal(err)
			}
		}
		var runs []int64
		for key := range int64(6) {
			runs = append(runs, b.members[key+1].Run)
		}
		if runs[0] == 0 || runs[0] != runs[1] || runs[1] != runs[2] || runs[2] != runs[3] || runs[4] != runs[5] || runs[4] == runs[0] || runs[4] == 0 {
			t.Errorf("written as %v: %v", order, fmt.Sprint(runs))
		}
	}
}
