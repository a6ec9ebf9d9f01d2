package run_test

import (
	"fmt"
	"net/http"
	"strings"
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

// TestRunsAreJoinedByWhatTheProgramSent: it never sends again what was changed on the way.
func TestRunsAreJoinedByWhatTheProgramSent(t *testing.T) {
	const document = `{"status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"gone"}]}]}`
	x, c := made(state.Responses, []byte(`{"input":"another"}`), document, nil)
	c.Changed = &wire.Changed{By: []string{"a rule"}, Body: `{"input":"go"}`}
	then := cluesOf(state.Responses, []byte(`{"input":[{"role":"user","content":"go"},{"role":"assistant","content":"gone"},{"role":"user","content":"on"}]}`), "", nil)
	if !follows(run.CluesOf("", x, c), then) {
		t.Error("it does not go on")
	}
}

// TestCallsAreSentBackWithoutIDs: pi does so over Gemini; Gemini CLI sends them.
func TestCallsAreSentBackWithoutIDs(t *testing.T) {
	kind := state.KindOf(wire.Sent{Method: "POST", URL: "https://g/v1beta/models/m:generateContent"})
	const ask, call = `{"role":"user","parts":[{"text":"go"}]}`, `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"bash","args":{"command":"ls"}}}]},"finishReason":"STOP"}]}`
	first := cluesOf(kind, []byte(`{"contents":[`+ask+`]}`), call, nil)
	for _, id := range []string{"", `"id":"c1",`} {
		then := `{"contents":[` + ask + `,{"role":"model","parts":[{"functionCall":{` + id + `"name":"bash","args":{"command":"ls"}}}]},{"role":"user","parts":[{"functionResponse":{` + id + `"name":"bash","response":{"output":"a"}}}]}]}`
		if !follows(first, cluesOf(kind, []byte(then), "", nil)) {
			t.Errorf("%s does not go on", then)
		}
	}
	if other := `{"contents":[` + ask + `,{"role":"model","parts":[{"functionCall":{"name":"bash","args":{"command":"rm"}}}]}]}`; follows(first, cluesOf(kind, []byte(other), "", nil)) {
		t.Error("another call is taken for the one that was given")
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
		{map[string]string{"X-Claude-Code-Session-Id": "s", "X-Claude-Code-Agent-Id": "a", "X-Claude-Code-Parent-Agent-Id": "p"}, `{}`, "s/a", "s/p"},
		{map[string]string{"X-Claude-Code-Session-Id": "s", "X-Claude-Code-Parent-Agent-Id": "p"}, `{}`, "s", ""},
		{map[string]string{"X-Claude-Code-Agent-Id": "a", "X-Claude-Code-Parent-Agent-Id": "p"}, `{}`, "", ""},
		{nil, `{"metadata":{"user_id":"user_1_account__session_5f-6"}}`, "5f-6", ""},
		{nil, `{"metadata":{"user_id":"{\"device_id\":\"d\",\"session_id\":\"5f\"}"}}`, "5f", ""},
		{nil, `{"conversation":{"id":"conv_1"}}`, "conv_1", ""},
		{map[string]string{"Sec-Websocket-Key": "nonce"}, `{}`, "websocket:nonce", ""},
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

// TestAnImportedChainIsARun: what was imported has no caller and no session, and names responses and items as
// what passed through the proxy does. A turn of a conversation of the playground is in its session.
func TestAnImportedChainIsARun(t *testing.T) {
	document := `{"id":"resp_1","status":"completed","output":[{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"gone"}]}]}`
	for name, c := range map[string]struct {
		then, document, session string
		follows                 bool
	}{
		"by the response":          {`{"previous_response_id":"resp_1","input":"on"}`, document, "", true},
		"by an item":               {`{"input":[{"role":"user","content":"go"},{"type":"item_reference","id":"msg_1"},{"role":"user","content":"on"}]}`, document, "", true},
		"another response":         {`{"previous_response_id":"resp_2","input":"on"}`, document, "", false},
		"a response not stored":    {`{"previous_response_id":"resp_1","input":"on"}`, strings.Replace(document, `"status"`, `"store":false,"status"`, 1), "", false},
		"a turn of the playground": {`{"previous_response_id":"resp_1","input":"on"}`, document, "talk", false},
	} {
		x, capture := made(state.Responses, []byte(`{"input":"go"}`), c.document, nil)
		capture.Caller = nil
		if got := follows(run.CluesOf(c.session, x, capture), cluesOf(state.Responses, []byte(c.then), "", nil)); got != c.follows {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWhatFollowsACompaction is in its run, though nothing of what was before is sent again.
func TestWhatFollowsACompaction(t *testing.T) {
	const compacted = `{"id":"resp_1","object":"response.compaction","output":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},{"id":"cmp_1","type":"compaction","encrypted_content":"gAAA"}]}`
	talk := []byte(`{"input":[{"role":"user","content":"go"},{"role":"assistant","content":"gone"},{"role":"user","content":"on"},{"type":"compaction_trigger"}]}`)
	compact := state.KindOf(wire.Sent{Method: http.MethodPost, URL: "/v1/responses/compact"})
	for name, c := range map[string]struct {
		kind         state.Kind
		answer, then string
		follows      bool
	}{
		"POST /responses/compact":  {compact, compacted, `{"input":[{"type":"compaction","encrypted_content":"gAAA"},{"role":"user","content":"and now?"}]}`, true}, // openai/codex
		"with a message before it": {compact, compacted, `{"input":[{"role":"user","content":"rules"},{"id":"cmp_1","type":"compaction","encrypted_content":"gAAA"},{"role":"user","content":"and now?"}]}`, true},
		"compaction_trigger":       {state.Responses, `{"status":"completed","output":[{"type":"compaction","encrypted_content":"gAAA"}]}`, `{"input":[{"type":"compaction","encrypted_content":"gAAA"}]}`, true},                                                                                                                                  // openai/codex#22809
		"Anthropic":                {state.Messages, `{"content":[{"type":"compaction","content":"They went."},{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}`, `{"messages":[{"role":"assistant","content":[{"type":"compaction","content":"They went."},{"type":"text","text":"Yes."}]},{"role":"user","content":"and now?"}]}`, true}, // platform.claude.com, Compaction
		"another compaction":       {compact, compacted, `{"input":[{"type":"compaction","encrypted_content":"gBBB"},{"role":"user","content":"and now?"}]}`, false},
		"the words of one":         {compact, compacted, `{"input":[{"role":"user","content":"gAAA"}]}`, false},
	} {
		if got := follows(cluesOf(c.kind, talk, c.answer, nil), cluesOf(state.Responses, []byte(c.then), "", nil)); got != c.follows {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestASubAgentNamesItsParent: by a header, or by its first message, which is what a call of its parent asks.
func TestASubAgentNamesItsParent(t *testing.T) {
	task := func(name, arguments string) string {
		return `{"content":[{"type":"tool_use","id":"t","name":"` + name + `","input":` + arguments + `}],"stop_reason":"tool_use"}`
	}
	prompted := `{"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>Today is Monday.</system-reminder>"},{"type":"text","text":"Find all\n tests"}]}]}`
	header := func(agent, parent string) http.Header {
		h := http.Header{"X-Claude-Code-Session-Id": {"s"}}
		if agent != "" {
			h.Set("X-Claude-Code-Agent-Id", agent)
		}
		if parent != "" {
			h.Set("X-Claude-Code-Parent-Agent-Id", parent)
		}
		return h
	}
	other := task("Bash", `{"command":"ls"}`)
	for name, c := range map[string]struct {
		headers [3]http.Header // of two that answer with calls, and of what the second or none began
		answers [2]string
		asked   string
		parent  int64
	}{
		"Claude Code's Task":           {[3]http.Header{}, [2]string{other, task("Task", `{"subagent_type":"x","prompt":"Find all tests"}`)}, prompted, 2},
		"opencode's task":              {[3]http.Header{}, [2]string{task("task", `{"prompt":"Find all tests"}`), other}, prompted, 1},
		"Codex' spawn_agent":           {[3]http.Header{}, [2]string{task("spawn_agent", `{"message":"Find all tests"}`), other}, prompted, 1},
		"in the session of its parent": {[3]http.Header{header("", ""), header("", ""), header("", "")}, [2]string{task("Task", `{"prompt":"Find all tests"}`), other}, prompted, 1},
		"a prompt, and a header":       {[3]http.Header{header("", ""), header("", ""), header("a", "")}, [2]string{task("Task", `{"prompt":"Find all tests"}`), other}, prompted, 1},
		"the header of the session":    {[3]http.Header{header("", ""), header("b", ""), header("a", "")}, [2]string{other, other}, prompted, 1},
		"the header of an agent":       {[3]http.Header{header("", ""), header("b", ""), header("a", "b")}, [2]string{other, other}, prompted, 2},
		"another tool with the text":   {[3]http.Header{}, [2]string{task("search", `{"prompt":"Find all tests"}`), other}, prompted, 0},
		"another text":                 {[3]http.Header{}, [2]string{task("Task", `{"prompt":"Find all files"}`), other}, prompted, 0},
		"two with the same prompt":     {[3]http.Header{}, [2]string{task("Task", `{"prompt":"Find all tests"}`), task("Task", `{"prompt":"Find all tests"}`)}, prompted, 0},
	} {
		b := newBook()
		for i := range int64(3) {
			body, answered := fmt.Sprintf(`{"messages":[{"role":"user","content":"question %d"}]}`, i), task("Read", "{}")
			if i < 2 {
				answered = c.answers[i]
			} else {
				body = c.asked
			}
			if err := run.Join(b, run.Member{Key: 10*i + 10, End: 10*i + 15}, cluesOf(state.Messages, []byte(body), answered, c.headers[i])); err != nil {
				t.Fatal(err)
			}
		}
		if m := b.members[30]; m.Parent != 10*c.parent || c.parent != 0 && (m.By != run.ByParent || m.Run == 0 || m.Run != b.members[m.Parent].Run) {
			t.Errorf("%s: %+v", name, m)
		}
	}
}
