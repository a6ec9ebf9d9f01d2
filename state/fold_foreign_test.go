package state

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// summary describes what is folded of an exchange: its items, its verdict and its warnings.
func summary(x *Exchange) string {
	var b strings.Builder
	for _, it := range x.Items {
		fmt.Fprintf(&b, "#%d %s", it.Index, it.Type)
		for _, word := range []string{it.Name(), it.CallID(), it.Input()} {
			if word != "" {
				b.WriteString(" " + word)
			}
		}
		for _, p := range it.Parts() {
			fmt.Fprintf(&b, " %s:%q", p.Kind, p.Text())
			if len(p.Annotations) > 0 {
				fmt.Fprintf(&b, "(%d cited)", len(p.Annotations))
			}
		}
		if !it.Done {
			b.WriteString(" …")
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s %s", x.Verdict, x.Reason)
	if x.Failure != nil {
		fmt.Fprintf(&b, " %q", x.Failure.Message)
	}
	return strings.TrimSpace(b.String()+" "+codes(x)) + "\n"
}

// streamed folds a stream of a kind that ends for a cause.
func streamed(k Kind, cause wire.EndCause, data ...string) *Exchange {
	x := New(k, "x", []byte(`{"model":"m","stream":true}`))
	x.Apply(append(wiretest.Stream(data...), wiretest.End(cause, ""))...)
	return x
}

// chunk is a chat completion chunk of one choice.
func chunk(choice string) string {
	return `{"id":"c1","object":"chat.completion.chunk","created":1700000000,"model":"m-1","choices":[` + choice + `]}`
}

func delta(members string) string {
	return chunk(`{"index":0,"delta":{` + members + `},"finish_reason":null}`)
}

func finish(reason string) string {
	return chunk(`{"index":0,"delta":{},"finish_reason":"` + reason + `"}`)
}

const done = "[DONE]"

// TestContentAfterTheEndOfAChoiceIsRead: some servers send it, or a message in place of deltas.
func TestContentAfterTheEndOfAChoiceIsRead(t *testing.T) {
	call := `"tool_calls":[{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}]`
	for name, c := range map[string]struct {
		data []string
		want string
	}{
		"text after finish_reason":            {[]string{delta(`"content":"Rot"`), finish("stop"), delta(`"content":"ate."`), done}, `#0 message output_text:"Rotate."`},
		"text with it, and after":             {[]string{chunk(`{"index":0,"delta":{"content":"Rot"},"finish_reason":"stop"}`), chunk(`{"index":0,"delta":{"content":"ate."},"finish_reason":"stop"}`), done}, `#0 message output_text:"Rotate."`},
		"a call after it":                     {[]string{delta(`"content":"Rot"`), finish("tool_calls"), delta(call), done}, "#0 message output_text:\"Rot\"\n#1 function_call f c1 {}"},
		"nothing after it":                    {[]string{delta(`"content":"Rot"`), finish("stop"), delta(`"content":""`), done}, `#0 message output_text:"Rot"`},
		"a message in place of delta":         {[]string{chunk(`{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}`), done}, `#0 message output_text:"Hello"`},
		"a message after a delta of null":     {[]string{chunk(`{"index":0,"delta":null,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}`), done}, `#0 message output_text:"Hello"`},
		"a message before a delta of null":    {[]string{chunk(`{"index":0,"message":{"role":"assistant","content":"Hello"},"delta":null,"finish_reason":"stop"}`), done}, `#0 message output_text:"Hello"`},
		"a delta after a message of null":     {[]string{chunk(`{"index":0,"message":null,"delta":{"content":"Hel"},"finish_reason":null}`), delta(`"content":"lo"`), finish("stop"), done}, `#0 message output_text:"Hello"`},
		"a message beside the deltas, before": {[]string{chunk(`{"index":0,"message":{"content":"Hel"},"delta":{"content":"Hel"},"finish_reason":null}`), chunk(`{"index":0,"message":{"content":"Hello"},"delta":{"content":"lo"},"finish_reason":"stop"}`), done}, `#0 message output_text:"Hello"`},
		"a message beside the deltas, after":  {[]string{chunk(`{"index":0,"delta":{"content":"Hel"},"message":{"content":"Hel"},"finish_reason":null}`), chunk(`{"index":0,"delta":{"content":"lo"},"message":{"content":"Hello"},"finish_reason":"stop"}`), done}, `#0 message output_text:"Hello"`},
	} {
		if got, want := summary(streamed(Chat, wire.EndClean, c.data...)), c.want+"\ncompleted\n"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestCallsThatGeminiStreams are one call each, with all of their arguments.
func TestCallsThatGeminiStreams(t *testing.T) {
	gemini := KindOf(wire.Sent{Method: "POST", URL: "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent"})
	part := func(p, rest string) string {
		return `{"candidates":[{"content":{"role":"model","parts":[` + p + `]}` + rest + `}]}`
	}
	const end = `,"finishReason":"STOP"`
	name := part(`{"functionCall":{"name":"get_weather","id":"c1","willContinue":true},"thoughtSignature":"s"}`, "")
	for what, c := range map[string]struct {
		data           []string
		want, document string
	}{
		"a text in two pieces": {[]string{name, part(`{"functionCall":{"partialArgs":[{"jsonPath":"$.location","stringValue":"New ","willContinue":true}],"willContinue":true}}`, ""), part(`{"functionCall":{"partialArgs":[{"jsonPath":"$.location","stringValue":"Delhi"}],"willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			`#0 function_call get_weather c1 {"location":"New Delhi"}`, `"args":{"location":"New Delhi"}`},
		"a list, a number, null": {[]string{name, part(`{"functionCall":{"partialArgs":[{"jsonPath":"$.days[0].n","numberValue":3},{"jsonPath":"$['unit']","nullValue":"NULL_VALUE"},{"jsonPath":"$.wet","boolValue":true}],"willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			`#0 function_call get_weather c1 {"days":[{"n":3}],"unit":null,"wet":true}`, `"wet":true`},
		"no end of the call": {[]string{name, part(`{"functionCall":{"partialArgs":[{"jsonPath":"$.a","stringValue":"b"}],"willContinue":true}}`, end)},
			`#0 function_call get_weather c1 {"a":"b"}`, `"args":{"a":"b"}`},
		"two calls, whole": {[]string{part(`{"functionCall":{"name":"f"}},{"functionCall":{"name":"g","args":{"a":1}}}`, end)},
			"#0 function_call f {}\n#1 function_call g {\"a\":1}", `{"functionCall":{"name":"f"}}`},
		"two calls that are streamed": {[]string{part(`{"functionCall":{"name":"f","willContinue":true}}`, ""), part(`{"functionCall":{}}`, ""), part(`{"functionCall":{"name":"g","willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			"#0 function_call f {}\n#1 function_call g {}", `"name":"g"`},
		"a signed text and the next": {[]string{part(`{"text":"A","thoughtSignature":"s1"}`, ""), part(`{"text":"B"}`, ""), part(`{"text":"","thoughtSignature":"s2"}`, end)},
			`#0 message output_text:"AB"`, `[{"text":"A","thoughtSignature":"s1"},{"text":"B","thoughtSignature":"s2"}]`},
		"keys that look like other steps": {[]string{name, part(`{"functionCall":{"partialArgs":[{"jsonPath":"$['by']['2024']","numberValue":1},{"jsonPath":"$['by'][\"a.b\"]","numberValue":2},{"jsonPath":"$['*?|#@\\'\"']","boolValue":true},{"jsonPath":"$.n.7","numberValue":3}],"willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			`#0 function_call get_weather c1 {"by":{"2024":1,"a.b":2},"*?|#@'\"":true,"n":{"7":3}}`, `"by":{"2024":1,"a.b":2}`},
		"elements of lists": {[]string{name, part(`{"functionCall":{"args":{"l":[1,2]},"partialArgs":[{"jsonPath":"$.l[2]","numberValue":3},{"jsonPath":"$.l[0]","stringValue":"a"},{"jsonPath":"$.m[0][0]","numberValue":4}],"willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			`#0 function_call get_weather c1 {"l":["a",2,3],"m":[[4]]}`, `"args":{"l":["a",2,3],"m":[[4]]}`},
		"places that are none": {[]string{name, part(`{"functionCall":{"partialArgs":[{"jsonPath":"$.a[2000000]","numberValue":1},{"jsonPath":"$[0]","numberValue":1},{"jsonPath":"$.b[x]","numberValue":1},{"jsonPath":"$['c","numberValue":1},{"jsonPath":"$.d..e","numberValue":1},{"jsonPath":"$","numberValue":1},{"jsonPath":"`+strings.Repeat(".a", 5000)+`","numberValue":1},{"jsonPath":"$.z","numberValue":1}],"willContinue":true}}`, ""), part(`{"functionCall":{}}`, end)},
			`#0 function_call get_weather c1 {"a":[],"z":1}`, `"args":{"a":[],"z":1}`},
	} {
		x := streamed(gemini, wire.EndClean, c.data...)
		if got, want := summary(x), c.want+"\ncompleted\n"; got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
		if doc := string(x.Document()); !strings.Contains(doc, c.document) {
			t.Errorf("%s: %s does not have %s", what, doc, c.document)
		}
	}
}

// TestTruncatedGeminiCallShowsItsArguments also of a clone, which is folded on by itself.
func TestTruncatedGeminiCallShowsItsArguments(t *testing.T) {
	piece := func(value string) wire.Arrival {
		return wiretest.Stream(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a[0].text","stringValue":"` + value + `","willContinue":true}],"willContinue":true}}]}}]}`)[1]
	}
	x := New(KindOf(wire.Sent{Method: "POST", URL: "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent"}), "x", nil)
	x.Apply(append(wiretest.Stream(), piece("New "))...)
	c := x.Clone()
	x.Apply(piece("Delhi"), wiretest.End(wire.EndLost, ""))
	c.Apply(piece("York"), wiretest.End(wire.EndLost, ""))
	for _, one := range []struct {
		*Exchange
		text string
	}{{x, "New Delhi"}, {c, "New York"}} {
		args := `{"a":[{"text":"` + one.text + `"}]}`
		if got := summary(one.Exchange); !strings.HasPrefix(got, "#0 function_call f "+args+" …\ntruncated") {
			t.Errorf("the answer is %s, want %s", got, args)
		}
		if doc := string(one.Document()); !strings.Contains(doc, `"args":`+args) {
			t.Errorf("the document is %s, want %s", doc, args)
		}
	}
}

// TestStreamedGeminiCallIsLinear: of a long text each piece costs as much as itself.
func TestStreamedGeminiCallIsLinear(t *testing.T) {
	const pieces = 3000
	piece := `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.text","stringValue":"` + strings.Repeat("a", 100) + `","willContinue":true}],"willContinue":true}}]}}]}`
	arrivals := wiretest.Stream(slices.Repeat([]string{piece}, pieces)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	New(KindOf(wire.Sent{Method: "POST", URL: "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent"}), "x", nil).Apply(arrivals...)
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / pieces; each > 10<<10 {
		t.Errorf("a piece allocates %d bytes", each)
	}
}

func TestChatStreams(t *testing.T) {
	usage := `{"id":"c1","model":"m-1","service_tier":"flex","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9,"cost":0.5}}`
	for name, c := range map[string]struct {
		data  []string
		cause wire.EndCause
		want  string
	}{
		"text": {data: []string{delta(`"role":"assistant","content":""`), delta(`"content":"Hel"`), delta(`"content":"lo"`), finish("stop"), usage, done}, want: `
#0 message output_text:"Hello"
completed`},
		"reasoning, then text": {data: []string{delta(`"reasoning_content":"hm"`), delta(`"reasoning_content":"m","content":null`), delta(`"content":"Yes"`), finish("stop"), done}, want: `
#0 reasoning reasoning_text:"hmm"
#1 message output_text:"Yes"
completed`},
		"reasoning under two names is one": {data: []string{delta(`"reasoning":"a","reasoning_content":"a","reasoning_details":[{"type":"reasoning.text","text":"a"}]`), finish("stop"), done}, want: `
#0 reasoning reasoning_text:"a"
completed`},
		"details alone": {data: []string{delta(`"reasoning":null,"reasoning_details":[{"type":"reasoning.summary","summary":"s"},{"type":"reasoning.encrypted","data":"x"}]`), finish("stop"), done}, want: `
#0 reasoning summary_text:"s"
completed`},
		"tool calls by index": {data: []string{
			delta(`"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]`),
			delta(`"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]`),
			delta(`"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]`),
			delta(`"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]`), finish("tool_calls"), done}, want: `
#0 function_call f a {"x":1}
#1 function_call g b {}
completed`},
		"tool calls that all have the index 0": {data: []string{
			delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]`),
			delta(`"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}]`), finish("tool_calls"), done}, want: `
#0 function_call f a {"x":1}
#1 function_call f b {"x":2}
completed`},
		"two choices": {data: []string{
			chunk(`{"index":0,"delta":{"content":"one"}}`), chunk(`{"index":1,"delta":{"content":"two"}}`),
			chunk(`{"index":0,"delta":{},"finish_reason":"stop"}`), chunk(`{"index":1,"delta":{},"finish_reason":"length"}`), done}, want: `
#0 message output_text:"one"
#1 message output_text:"two"
incomplete length`},
		"one of two choices did not end": {data: []string{
			chunk(`{"index":0,"delta":{"content":"one"},"finish_reason":"stop"}`), chunk(`{"index":1,"delta":{"content":"two"}}`), done}, want: `
#0 message output_text:"one"
#1 message output_text:"two" …
truncated  no_terminal`},
		"refusal": {data: []string{delta(`"refusal":"No."`), finish("stop"), done}, want: `
#0 message refusal:"No."
completed  refusal`},
		"length":                         {data: []string{delta(`"content":"x"`), finish("length"), done}, want: "\n#0 message output_text:\"x\"\nincomplete length"},
		"content filter":                 {data: []string{finish("content_filter"), done}, want: "\nincomplete content_filter"},
		"a word of its own":              {data: []string{finish("insufficient_system_resource"), done}, want: "\nincomplete insufficient_system_resource"},
		"no [DONE]":                      {data: []string{delta(`"content":"x"`), finish("stop")}, want: "\n#0 message output_text:\"x\"\ncompleted  no_done"},
		"no finish_reason":               {data: []string{delta(`"content":"x"`)}, want: "\n#0 message output_text:\"x\" …\ntruncated  no_terminal"},
		"hung up before the end":         {data: []string{delta(`"content":"x"`)}, cause: wire.EndHungUp, want: "\n#0 message output_text:\"x\" …\ncancelled"},
		"hung up behind finish_reason":   {data: []string{delta(`"content":"x"`), finish("stop")}, cause: wire.EndHungUp, want: "\n#0 message output_text:\"x\"\ncompleted"},
		"an error object":                {data: []string{delta(`"content":"x"`), `{"error":{"code":502,"message":"upstream broke"}}`}, want: "\n#0 message output_text:\"x\" …\nfailed 502 \"upstream broke\""},
		"an error in a chunk":            {data: []string{`{"id":"c","object":"chat.completion.chunk","error":{"code":"server_error","message":"lost"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`, done}, want: "\nfailed server_error \"lost\""},
		"data that is no chunk":          {data: []string{`{"hello":1}`, `{broken`, finish("stop"), done}, want: "\ncompleted  unknown_event undecodable_event"},
		"on behind [DONE]":               {data: []string{finish("stop"), done, delta(`"content":"x"`)}, want: "\ncompleted  after_terminal"},
		"filter results before the text": {data: []string{`{"choices":[],"prompt_filter_results":[]}`, ":keep", delta(`"content":"x"`), finish("stop"), done}, want: "\n#0 message output_text:\"x\"\ncompleted"},
		"parts": {data: []string{delta(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]`), delta(`"content":[{"type":"text","text":"Yes"}]`), finish("stop"), done}, want: `
#0 reasoning reasoning_text:"hm"
#1 message output_text:"Yes"
completed`},
		"citations": {data: []string{delta(`"content":"x","annotations":[{"type":"url_citation","url_citation":{"url":"https://e.org","title":"E"}}]`), finish("stop"), done}, want: `
#0 message output_text:"x"(1 cited)
completed`},
		"legacy call": {data: []string{delta(`"function_call":{"name":"f","arguments":"{"}`), delta(`"function_call":{"arguments":"}"}`), finish("function_call"), done}, want: `
#0 function_call f {}
completed`},
	} {
		t.Run(name, func(t *testing.T) {
			if c.cause == "" {
				c.cause = wire.EndClean
			}
			want(t, "folded", "\n"+summary(streamed(Chat, c.cause, c.data...)), c.want+"\n")
		})
	}
	x := streamed(Chat, wire.EndClean, delta(`"content":"x"`), finish("stop"), usage, done)
	want(t, "id", x.ResponseID, "c1")
	want(t, "model", x.Model, "m-1")
	want(t, "finish", x.Finish, "stop")
	want(t, "tier", x.Tier, "flex")
	want(t, "usage", string(x.Usage), `{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9,"cost":0.5}`)
	want(t, "response", string(x.Response), "")
	mark, received := x.EndMark()
	want(t, "end", fmt.Sprint(mark, received), "[DONE]true")
}

// block is the events of a content block with some deltas.
func block(index int, start string, deltas ...string) (all []string) {
	all = append(all, fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, index, start))
	for _, d := range deltas {
		all = append(all, fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":%s}`, index, d))
	}
	return append(all, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, index))
}

const messageStart = `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}}}`

// message is a stream of content blocks and a stop_reason.
func message(stop string, blocks ...[]string) []string {
	all := []string{messageStart, `{"type":"ping"}`}
	for _, b := range blocks {
		all = append(all, b...)
	}
	return append(all, `{"type":"message_delta","delta":{"stop_reason":"`+stop+`","stop_sequence":null},"usage":{"output_tokens":15}}`, `{"type":"message_stop"}`)
}

func TestMessageStreams(t *testing.T) {
	text := block(0, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Hel"}`, `{"type":"text_delta","text":"lo"}`)
	for name, c := range map[string]struct {
		data []string
		want string
	}{
		"text": {message("end_turn", text), "\n#0 message output_text:\"Hello\"\ncompleted"},
		"thinking": {message("end_turn",
			block(0, `{"type":"thinking","thinking":"","signature":""}`, `{"type":"thinking_delta","thinking":"hm"}`, `{"type":"signature_delta","signature":"s"}`),
			block(1, `{"type":"redacted_thinking","data":"x"}`),
			block(2, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Yes"}`)), `
#0 reasoning reasoning_text:"hm"
#1 reasoning
#2 message output_text:"Yes"
completed`},
		"a call": {message("tool_use", text, block(1, `{"type":"tool_use","id":"t1","name":"f","input":{}}`, `{"type":"input_json_delta","partial_json":""}`, `{"type":"input_json_delta","partial_json":"{\"x\":1"}`, `{"type":"input_json_delta","partial_json":"}"}`)), `
#0 message output_text:"Hello"
#1 function_call f t1 {"x":1}
completed`},
		"a call without input": {message("tool_use", block(0, `{"type":"tool_use","id":"t1","name":"f","input":{}}`)), "\n#0 function_call f t1\ncompleted"},
		"a server tool, and text in parts": {message("end_turn",
			block(0, `{"type":"server_tool_use","id":"s1","name":"web_search","input":{}}`, `{"type":"input_json_delta","partial_json":"{\"query\":\"q\"}"}`),
			block(1, `{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","url":"https://e.org"}]}`),
			block(2, `{"type":"text","text":""}`, `{"type":"text_delta","text":"It is "}`),
			block(3, `{"type":"text","text":"","citations":[]}`, `{"type":"text_delta","text":"so"}`, `{"type":"citations_delta","citation":{"type":"web_search_result_location","url":"https://e.org"}}`)), `
#0 server_tool_use web_search s1 {"query":"q"}
#1 web_search_tool_result s1
#2 message output_text:"It is " output_text:"so"(1 cited)
completed`},
		"max_tokens":             {message("max_tokens", text), "\n#0 message output_text:\"Hello\"\nincomplete max_tokens"},
		"pause_turn":             {message("pause_turn"), "\nincomplete pause_turn"},
		"refusal":                {message("refusal", text), "\n#0 message output_text:\"Hello\"\ncompleted  refusal"},
		"no end":                 {message("end_turn", text)[:6], "\n#0 message output_text:\"Hello\" …\ntruncated  no_terminal"},
		"no message_stop":        {message("end_turn", text)[:7], "\n#0 message output_text:\"Hello\"\ntruncated  no_terminal"},
		"an error":               {append([]string{messageStart}, append(text, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)...), "\n#0 message output_text:\"Hello\" …\nfailed overloaded_error \"Overloaded\""},
		"unknown":                {message("end_turn", block(0, `{"type":"odd"}`, `{"type":"odd_delta"}`), []string{`{"type":"odd_event"}`}), "\n#0 odd\ncompleted  unknown_event"},
		"deltas alone":           {[]string{`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`}, "\n#0 message output_text:\"x\"\ncompleted"},
		"[DONE] too":             {append(message("end_turn", text), done), "\n#0 message output_text:\"Hello\"\ncompleted"},
		"on behind message_stop": {append(message("end_turn"), `{"type":"ping"}`, messageStart), "\ncompleted  after_terminal"},
	} {
		t.Run(name, func(t *testing.T) {
			want(t, "folded", "\n"+summary(streamed(Messages, wire.EndClean, c.data...)), c.want+"\n")
		})
	}
	for n, begun := range map[int]bool{1: true, 6: true, 7: false, 8: false} {
		if x := streamed(Messages, wire.EndClean, message("end_turn", text)[:n]...); x.UsageBegun != begun {
			t.Errorf("after %d frames the usage is %s, of the beginning: %t", n, x.Usage, x.UsageBegun)
		}
	}
	x := streamed(Messages, wire.EndClean, message("end_turn", text)...)
	want(t, "id", x.ResponseID, "msg_1")
	want(t, "usage", string(x.Usage), `{"input_tokens":25,"output_tokens":15}`)
	member, reason := x.Finished()
	want(t, "finish", member+" "+reason, "stop_reason end_turn")
	mark, received := x.EndMark()
	want(t, "end", fmt.Sprint(mark, received), "message_stoptrue")
	want(t, "first delta", x.FirstTextUS, int64(103_000))
}

// TestDocumentsFoldAsTheirStreams: an answer says the same, streamed or not.
func TestDocumentsFoldAsTheirStreams(t *testing.T) {
	for name, c := range map[string]struct {
		kind     Kind
		document string
		stream   []string
	}{
		"chat": {Chat, `{"id":"c1","object":"chat.completion","created":1,"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"Hel\"lo","reasoning_content":"hm","refusal":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1}}`,
			[]string{delta(`"role":"assistant","content":"","reasoning_content":"hm"`), delta(`"content":"Hel\"lo"`), delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]`), finish("tool_calls"), done}},
		"two choices": {Chat, `{"choices":[{"index":0,"message":{"content":"one"},"finish_reason":"stop"},{"index":1,"message":{"content":"two"},"finish_reason":"length"}]}`,
			[]string{chunk(`{"index":0,"delta":{"content":"one"},"finish_reason":"stop"}`), chunk(`{"index":1,"delta":{"content":"two"},"finish_reason":"length"}`), done}},
		"messages": {Messages, `{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"Yes"},{"type":"text","text":" sir","citations":[{"type":"char_location"}]},{"type":"tool_use","id":"t","name":"f","input":{"x":1}},{"type":"mcp_tool_result","tool_use_id":"t","content":[]}],"stop_reason":"tool_use","usage":{"input_tokens":1}}`,
			message("tool_use", block(0, `{"type":"thinking","thinking":""}`, `{"type":"thinking_delta","thinking":"hm"}`), block(1, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Yes"}`),
				block(2, `{"type":"text","text":""}`, `{"type":"text_delta","text":" sir"}`, `{"type":"citations_delta","citation":{"type":"char_location"}}`),
				block(3, `{"type":"tool_use","id":"t","name":"f","input":{}}`, `{"type":"input_json_delta","partial_json":"{\"x\":1}"}`), block(4, `{"type":"mcp_tool_result","tool_use_id":"t","content":[]}`))},
		"gemini": {KindOf(wire.Sent{Method: "POST", URL: "https://generativelanguage.googleapis.com/v1beta/models/g:generateContent"}), `{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello"}]},"finishReason":"STOP"}],"modelVersion":"g"}`,
			[]string{`{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello"}]},"finishReason":"STOP"}],"modelVersion":"g"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			x := New(c.kind, "x", []byte(`{}`))
			x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, c.document))
			want(t, "folded", summary(x), summary(streamed(c.kind, wire.EndClean, c.stream...)))
			want(t, "response", string(x.Response), c.document)
			want(t, "deltas", x.FirstDeltaUS, int64(-1))
		})
	}
}

func TestOtherDocumentsOfOtherAPIs(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		status int
		body   string
		want   string
	}{
		{Chat, 401, `{"error":{"message":"Incorrect API key","type":"invalid_request_error","code":"invalid_api_key"}}`, "failed invalid_request_error \"Incorrect API key\"\n"},
		{Chat, 200, `{"error":{"message":"no","code":500}}`, "failed 500 \"no\"\n"},
		{Chat, 200, `{"id":1}`, "failed no response \"the answer is JSON, but no chat completion\"\n"},
		{Chat, 200, `{"choices":[{"index":0,"mess`, "truncated  no_terminal\n"},
		{Messages, 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}`, "failed overloaded_error \"Overloaded\"\n"},
		{Messages, 200, `[]`, "failed no response \"the answer is JSON, but no message\"\n"},
	} {
		x := New(c.kind, "x", []byte(`{}`))
		x.Apply(wiretest.Head(c.status, "application/json", false), wiretest.End(wire.EndClean, c.body))
		want(t, c.body, summary(x), c.want)
	}
}

// TestForeignFramesAreListed: the list of frames names what each carries, and which item.
func TestForeignFramesAreListed(t *testing.T) {
	list := func(x *Exchange) string {
		var names []string
		l := &x.FrameList
		for i := range l.Len() {
			name := l.Name(l.Type(i))
			if item, ok := l.Item(i); ok {
				name += fmt.Sprintf(" #%d", item)
			}
			if n := l.DeltaBytes(i); n > 0 {
				name += fmt.Sprintf(" %d B", n)
			}
			if l.Marks(i)&frames.Failure != 0 {
				name += " ✗"
			}
			names = append(names, name)
		}
		end, _ := l.Ending()
		return strings.Join(names, ", ") + fmt.Sprintf("; ends with %d", end)
	}
	want(t, "chat", list(streamed(Chat, wire.EndClean, ":wait", delta(`"role":"assistant","content":""`), delta(`"reasoning":"hm"`), delta(`"content":"Hey"`),
		chunk(`{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"length"}`), `{"choices":[],"usage":{}}`, done)),
		"comment, delta.role, delta.reasoning #0 2 B, delta.content #1 3 B, finish_reason ✗, usage, [DONE]; ends with 4")
	want(t, "messages", list(streamed(Messages, wire.EndClean, message("end_turn", block(0, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Hey"}`))...)),
		"message_start, ping, content_block_start #0, content_block_delta/text_delta #0 3 B, content_block_stop, message_delta #0, message_stop; ends with 6")
}

// TestForeignFramesHavePositions: a frame is found by the text that it wrote, and the text
// by its frame.
func TestForeignFramesHavePositions(t *testing.T) {
	for _, x := range []*Exchange{
		streamed(Chat, wire.EndClean, delta(`"reasoning":"hm"`), delta(`"content":"Hel"`), delta(`"content":"lo"`), finish("stop"), done),
		streamed(Messages, wire.EndClean, append(block(0, `{"type":"thinking","thinking":""}`), append(block(1, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Hel"}`), `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"lo"}}`)...)...),
	} {
		frame, ok := x.FrameAt(TextPosition{Item: 1, Part: 0, Offset: 3})
		w, found := x.FramePosition(frame)
		if !ok || !found || !x.HasDelta("lo", w) || w.Offset != 3 || w.Item != 1 {
			t.Errorf("%s: byte 3 came with frame %d, %v, which wrote to %+v, %v", x.Kind(), frame, ok, w, found)
		}
	}
}

// TestPartialForeignResponse shows what is put together of a stream, with the error that
// ended it.
func TestPartialForeignResponse(t *testing.T) {
	json := func(x *Exchange) string {
		s, _ := x.PartialResponse()
		return string(s.JSON())
	}
	want(t, "chat", json(streamed(Chat, wire.EndClean, delta(`"content":"Hey"`), finish("stop"), `{"choices":[],"usage":{"total_tokens":1}}`, done)),
		`{"id":"c1","object":"chat.completion","created":1700000000,"model":"m-1","choices":[{"index":0,"message":{"content":"Hey"},"finish_reason":"stop"}],"usage":{"total_tokens":1}}`)
	want(t, "chat with an error", json(streamed(Chat, wire.EndClean, delta(`"content":"Hey"`), `{"id":"c1","error":{"code":500,"message":"no"}}`)),
		`{"error":{"code":500,"message":"no"},"id":"c1","object":"chat.completion","created":1700000000,"model":"m-1","choices":[{"index":0,"message":{"content":"Hey"},"finish_reason":null}]}`)
	want(t, "messages with an error", json(streamed(Messages, wire.EndClean, messageStart, `{"type":"error","error":{"type":"overloaded_error","message":"no"}}`)),
		`{"error":{"type":"overloaded_error","message":"no"},"id":"msg_1","type":"message","role":"assistant","model":"m-1","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1},"content":[]}`)
	want(t, "messages", json(streamed(Messages, wire.EndClean, message("end_turn", block(0, `{"type":"text","text":"Hey"}`), block(1, `{"type":"mcp_tool_result","tool_use_id":"t"}`))...)),
		`{"id":"msg_1","type":"message","role":"assistant","model":"m-1","stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":15},"content":[{"type":"text","text":"Hey"},{"type":"mcp_tool_result","tool_use_id":"t"}]}`)
}

// TestAHundredThousandChoicesInOneEvent are not read beyond a bound, which is reported.
func TestAHundredThousandChoicesInOneEvent(t *testing.T) {
	var chat, gemini []string
	for i := range 100_000 {
		chat = append(chat, fmt.Sprintf(`{"index":%d,"delta":{"content":"x"}}`, i))
		gemini = append(gemini, fmt.Sprintf(`{"index":%d,"content":{"parts":[{"text":"x"}]}}`, i))
	}
	for _, c := range []struct {
		kind Kind
		data string
	}{{Chat, chunk(strings.Join(chat, ","))}, {ParseKind("gemini"), `{"candidates":[` + strings.Join(gemini, ",") + `]}`}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x := streamed(c.kind, wire.EndClean, c.data)
		runtime.ReadMemStats(&after)
		if len(x.Items) != 1000 || !strings.Contains(fmt.Sprint(x.Warnings), "answers beyond the first 1000") {
			t.Errorf("kind %v: %d items, %.300s", c.kind, len(x.Items), fmt.Sprint(x.Warnings))
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 160<<20 {
			t.Errorf("kind %v: %d bytes were allocated", c.kind, n)
		}
	}
}
