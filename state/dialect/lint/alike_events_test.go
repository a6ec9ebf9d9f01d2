package lint_test

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/wiretest"
)

// named gives each event a line with its type. What begins with "bare:" has none.
func named(events ...string) (all []wire.Arrival) {
	for i, e := range events {
		events[i] = strings.TrimPrefix(e, "bare:")
		if events[i] != e {
			defer func() { all[i+1].Frame.HasEvent, all[i+1].Frame.Event = false, "" }()
		}
	}
	all = wiretest.Stream(events...)
	for i := range all {
		if a := &all[i]; a.Decoded {
			a.Frame.HasEvent, a.Frame.Event = true, a.Event.Type
		}
	}
	return all
}

// numbered does so too, and gives each event that is not bare the next sequence_number, unless it
// has one.
func numbered(events ...string) []wire.Arrival {
	n, counted := 0, slices.Clone(events)
	for i, e := range counted {
		if rest, ok := strings.CutPrefix(e, "{"); ok && !strings.Contains(e, `"sequence_number"`) {
			counted[i] = fmt.Sprintf(`{"sequence_number":%d,%s`, n, rest)
			n++
		}
	}
	return named(counted...)
}

// responseWith returns a complete response with an output and a usage that adds up.
func responseWith(status, output string) string {
	return fmt.Sprintf(`{"status":%q,"output":%s,"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}`, status, output)
}

func responsesAlike() []alike {
	const (
		created = `{"type":"response.created","response":{"status":"in_progress"}}`
		added   = `{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","content":[]}}`
		part    = `{"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}`
		delta   = `{"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":%q}`
		done    = `{"type":"response.output_text.done","item_id":"m","output_index":0,"content_index":0,"text":"@"}`
		item    = `{"id":"m","type":"message","content":[{"type":"output_text","text":%q}]}`
		calls   = `{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"function_call","arguments":""}}`
		args    = `{"type":"response.function_call_arguments.delta","item_id":"m","output_index":0,"delta":"{\"a"}`
		allArgs = `{"type":"response.function_call_arguments.done","item_id":"m","output_index":0,"arguments":"{\"a"}`
		failure = `{"type":"error","message":"broke off","code":null}`
		failed  = `{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"broke off"}}}`
	)
	final := func(status, output string) string {
		return fmt.Sprintf(`{"type":"response.%s","response":%s}`, status, responseWith(status, output))
	}
	with := func(event string, changes ...string) string { return strings.NewReplacer(changes...).Replace(event) }
	second := func(event string) string { return with(event, `output_index":0`, `output_index":1`, `"m"`, `"n"`) }
	message := func(text string) string { return "[" + fmt.Sprintf(item, text) + "]" }
	both := func(one, other string) string {
		return with(message(one), "]}]", "]},"+second(fmt.Sprintf(item, other))+"]")
	}
	hi := fmt.Sprintf(delta, "Hi")
	stream := func(before ...string) []string {
		return append(before, added, part, hi, final("completed", message("Hi")), "[DONE]")
	}
	all := streams(lint.Responses, `{"stream":true}`, numbered, map[string][]string{
		"final-output-empty: no output, and none was streamed": {created, final("incomplete", "[]"), "[DONE]"},
		"text-only-in-final no-item-added: a thought whose text is in the final event alone": {created,
			final("completed", `[{"type":"reasoning","content":[{"type":"reasoning_text","text":"hm"}]}]`), "[DONE]"},
		"text-only-in-final: a message without text": {created, added, part, final("completed", message("")), "[DONE]"},
		"text-only-in-done: a thought whose text is in its done event alone": {created, with(added, "message", "reasoning"),
			with(done, "output_text", "reasoning_text"), final("completed", `[{"id":"m","type":"reasoning"}]`), "[DONE]"},
		"text-only-in-done: an empty text that is done":            {created, added, part, with(done, "@", ""), final("completed", message("")), "[DONE]"},
		"no-part-added: a part that is in the item from the first": {created, with(added, `[]`, `[{"type":"output_text","text":""}]`), hi, final("completed", message("Hi")), "[DONE]"},
		"no-part-added: text on an item that has no parts": {created, with(added, "message", "gate:advisor"), hi,
			final("completed", `[{"id":"m","type":"gate:advisor"}]`), "[DONE]"},
		"args-invalid-json status-conflict: a call that a limit cut off": {created, calls, args, allArgs,
			final("incomplete", `[{"id":"m","type":"function_call","status":"incomplete","arguments":"{\"a"}]`), "[DONE]"},
		"args-differ args-invalid-json: the same arguments spelled otherwise": {created, calls, args, with(args, `{\"a`, `\":\"é\"}`),
			with(allArgs, `{\"a`, `\u007b\"a\":\"\u00e9\"}`), final("completed", `[{"id":"m","type":"function_call","arguments":"{\u0022a\u0022:\"é\"}"}]`), "[DONE]"},
		"no-done: a space behind [DONE]":                            append(stream(created)[:5], "[DONE] "),
		"final-output-differs delta-before-item: indices that skip": {created, second(added), second(part), second(hi), final("completed", with(message("Hi"), `"m"`, `"n"`)), "[DONE]"},
		"no-item-added item-id-changes: two items at one output_index": {created, added, part, fmt.Sprintf(delta, "a"), with(added, `"m"`, `"n"`), with(part, `"m"`, `"n"`),
			with(fmt.Sprintf(delta, "x"), `"m"`, `"n"`), final("completed", both("a", "x")), "[DONE]"},
		"item-id-changes: an id that comes after the item":                  {created, with(added, `"id":"m",`, ""), part, hi, final("completed", message("Hi")), "[DONE]"},
		"after-terminal sequence-gap: heartbeats in between and in the end": append(stream(created, ":", `{"type":"ping"}`), `bare:{"type":"keepalive"}`, ":"),
		"final-output-differs: the same text spelled otherwise":             {created, added, part, fmt.Sprintf(delta, "é"), with(final("completed", message("é")), "é", `\u00e9`), "[DONE]"},
		"done-differs: the same text spelled otherwise":                     {created, added, part, fmt.Sprintf(delta, "é"), with(done, "@", `\u00e9`), final("completed", message("é")), "[DONE]"},
		"final-output-differs done-differs: one character in halves": {created, added, part, with(delta, "%q", `"\ud83d"`), with(delta, "%q", `"\ude00"`),
			with(done, "@", "😀"), final("completed", message("😀")), "[DONE]"},
		"delta-before-item no-part-added final-output-differs: two items that take turns": {created, added, second(added), part, second(part), fmt.Sprintf(delta, "a"),
			second(fmt.Sprintf(delta, "x")), fmt.Sprintf(delta, "b"), final("completed", both("ab", "x")), "[DONE]"},
		"type-missing: the type as the last member":                                stream(`{"response":{"type":"none"},"type":"response.created"}`),
		"event-name-missing sequence-missing: events that only keep the line open": stream(created, `bare:{"type":"keepalive"}`, `bare:{"type":"ping"}`),
		"sequence-gap no-created: debug events, which the service does not count": stream(
			`{"type":"response.debug","sequence_number":0}`, `{"type":"response.debug","sequence_number":0}`, created),
		"no-created: a response that waits":      stream(`{"type":"response.queued","response":{"status":"queued"}}`, created),
		"no-created: an error, and nothing else": {failure, "[DONE]"},
		"error-event no-terminal after-terminal status-conflict: an error, and the failed response after it": {created, failure, failed, "[DONE]"},
		"error-event: an error that is nested":                      {created, `{"type":"error","error":{"code":"server_error","message":"broke off"}}`, "[DONE]"},
		"no-done no-terminal: an error that ends the stream":        {created, failure},
		"usage-missing: a failed response without usage and output": {created, failed, "[DONE]"},
		"usage-sum: thinking that is a part of the output": {created,
			with(final("completed", "[]"), `"output_tokens":2`, `"output_tokens":2,"output_tokens_details":{"reasoning_tokens":2}`), "[DONE]"},
		"usage-sum: no total": {created, with(final("completed", "[]"), `,"total_tokens":3`, ""), "[DONE]"},
	})
	all = append(all, documents(lint.Responses, `{}`, 200, map[string]string{
		"error-shape usage-missing: a failed response, whose error has a code of words": `{"status":"failed","error":{"code":"server_error","message":"broke off"},"output":[]}`,
		"usage-missing: one that goes on":                                               `{"status":"in_progress","output":[]}`,
		"args-invalid-json: a call that a limit cut off":                                `{"status":"incomplete","output":[{"type":"function_call","arguments":"{\"a"}],"usage":{"input_tokens":1}}`,
		"final-output-empty: an empty one that is whole":                                `{"status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":0,"total_tokens":1}}`,
	})...)
	return append(all, documents(lint.Responses, `{}`, 403, map[string]string{
		"error-shape: more than a code and a message": `{"error":{"code":403,"message":"blocked","metadata":{"patterns":["x"]}},"gate_metadata":null,"user_id":null}`,
	})...)
}

func chatAlike() []alike {
	piece := func(delta, finish string) string {
		return fmt.Sprintf(`{"choices":[{"index":0,"delta":%s,"finish_reason":%s}]}`, delta, finish)
	}
	call := func(members string) string { return piece(`{"tool_calls":[{`+members+`}]}`, "null") }
	const usage = `"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}`
	hi, stop, called := piece(`{"role":"assistant","content":"Hi"}`, "null"), piece(`{}`, `"stop"`), piece(`{}`, `"tool_calls"`)
	first := call(`"index":0,"id":"a","function":{"name":"f","arguments":"{"}`)
	all := streams(lint.Chat, `{"stream":true}`, wiretest.Stream, map[string][]string{
		"choices-empty usage-repeated: usage with no choices":                {hi, stop, `{"choices":[],` + usage + `}`, "[DONE]"},
		"usage-repeated: usage of null with each piece":                      {strings.Replace(hi, "}]}", `}],"usage":null}`, 1), stop, `{"choices":[],` + usage + `}`, "[DONE]"},
		"tool-id-missing: a call that names itself in the first piece alone": {hi, first, call(`"index":0,"function":{"arguments":"}"}`), called, "[DONE]"},
		"tool-id-missing: an id that comes with the second piece":            {hi, call(`"index":0,"function":{"name":"f","arguments":"{"}`), call(`"index":0,"id":"a","function":{"arguments":"}"}`), called, "[DONE]"},
		"tool-index-reused: the id of a call with every piece of it":         {hi, first, call(`"index":0,"id":"a","function":{"arguments":"}"}`), called, "[DONE]"},
		"tool-index-reused role-repeated finish-missing: calls of two choices": {
			`{"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`,
			`{"choices":[{"index":1,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, "[DONE]"},
		"tool-index-missing: calls of which the last comes first": {hi, strings.NewReplacer(`"index":0,"id":"a"`, `"index":1,"id":"b"`, `"{"`, `"{}"`).Replace(first),
			strings.Replace(first, `"{"`, `"{}"`, 1), called, "[DONE]"},
		"usage-missing: none where none was asked for":             {hi, stop, "[DONE]"},
		"args-invalid-json: a call that a limit cut off":           {hi, first, piece(`{}`, `"length"`), "[DONE]"},
		"role-repeated: a role of nothing":                         {piece(`{"role":null,"content":""}`, "null"), hi, piece(`{"role":""}`, `"stop"`), "[DONE]"},
		"finish-empty-string: no finish_reason until there is one": {strings.Replace(hi, `,"finish_reason":null`, "", 1), stop, "[DONE]"},
		"finish-missing: a reason that comes before the usage":     {hi, stop, piece(`{}`, "null"), `{"choices":[],` + usage + `}`, "[DONE]"},
		"error-mid-stream: an error of null with each piece":       {strings.Replace(hi, "{", `{"error":null,`, 1), strings.Replace(stop, "{", `{"error":null,`, 1), "[DONE]"},
		"no-done: a space after [DONE], and a comment":             {hi, stop, "[DONE] ", ": bye"},
		"usage-sum: thinking that is counted beside the sum":       {hi, stop, `{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"completion_tokens_details":{"reasoning_tokens":9}}}`, "[DONE]"},
	})
	all = append(all, documents(lint.Chat, `{}`, 200, map[string]string{
		"tool-index-missing: a call of an answer that is whole": `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],` + usage + `}`,
		"args-invalid-json: a call that a filter cut off":       `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]},"finish_reason":"content_filter"}],` + usage + `}`,
	})...)
	return append(all, documents(lint.Chat, `{}`, 404, map[string]string{
		"error-shape: a code of null": `{"error":{"message":"no such model","type":"invalid_request_error","param":null,"code":null}}`,
	})...)
}

func messagesAlike() []alike {
	const (
		start = `{"type":"message_start","message":{"usage":{"input_tokens":1,"output_tokens":0}}}`
		end   = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`
		stop  = `{"type":"message_stop"}`
	)
	open := func(n int, kind string) string {
		return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":%q,"input":{}}}`, n, kind)
	}
	delta := func(n int, kind, text string) string {
		return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"%s_delta",%s}}`, n, kind, text)
	}
	shut := func(n int) string { return fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, n) }
	input := func(json string) string { return delta(0, "input_json", fmt.Sprintf(`"partial_json":%q`, json)) }
	all := streams(lint.Messages, `{"stream":true}`, named, map[string][]string{
		"delta-before-item block-not-stopped: two blocks that take turns": {start, open(0, "thinking"), open(1, "text"), delta(1, "text", `"text":"a"`), delta(0, "thinking", `"thinking":"b"`),
			shut(1), shut(0), end, stop},
		"block-not-stopped delta-before-item: an index that is taken up again":              {start, open(0, "text"), shut(0), open(0, "text"), delta(0, "text", `"text":"a"`), shut(0), end, stop},
		"event-name-missing no-created after-terminal: events that only keep the line open": {`bare:{"type":"ping"}`, start, end, stop, `bare:{"type":"ping"}`},
		"after-terminal no-message-stop: [DONE] after the last event":                       {start, end, stop, "[DONE]", ":"},
		"type-missing: the type as the last member":                                         {start, open(0, "text"), `{"index":0,"type":"content_block_stop"}`, end, stop},
		"usage-only-in-delta usage-missing: an input of no tokens until the end": {strings.Replace(start, ":1", ":0", 1),
			strings.Replace(end, `"output_tokens":2`, `"input_tokens":5,"output_tokens":2`, 1), stop},
		"args-invalid-json: a call without input":        {start, open(0, "tool_use"), input(""), shut(0), end, stop},
		"args-invalid-json: a call that a limit cut off": {start, open(0, "tool_use"), input(`{"a`), shut(0), strings.Replace(end, "end_turn", "max_tokens", 1), stop},
		"error-mid-stream: a text about an error":        {start, open(0, "text"), delta(0, "text", `"text":"{\"type\":\"error\"}","error":null`), shut(0), end, stop},
	})
	return append(all, documents(lint.Messages, `{}`, 529, map[string]string{
		"error-shape: a type in the place of a code": `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}`,
	})...)
}

func rerankAlike() []alike {
	const request = `{"query":"q","documents":["a","b","c"],"top_n":%d}`
	results := func(all ...string) string { return `{"results":[` + strings.Join(all, ",") + `]}` }
	one := func(index int, score string) string {
		return fmt.Sprintf(`{"index":%d,"relevance_score":%s}`, index, score)
	}
	return slices.Concat(
		documents(lint.Rerank, fmt.Sprintf(request, 9), 200, map[string]string{
			"result-count: fewer documents than top_n":                        results(one(0, "0.3"), one(1, "0.2"), one(2, "0.1")),
			"result-order result-index: equal scores, in an order of its own": results(one(2, "0.5"), one(0, "0.5"), one(1, "0.5")),
			"result-score result-order: scores of logits":                     results(one(1, "0"), one(0, "-1e-9"), one(2, "-3.5E+1")),
			"results-missing: an error in the place of results":               `{"error":{"code":502,"message":"the provider is gone"}}`,
		}),
		documents(lint.Rerank, fmt.Sprintf(request, 1), 200, map[string]string{
			"result-count result-index: the last document alone": results(one(2, "0.9")),
		}),
		documents(lint.Rerank, ``, 200, map[string]string{
			"results-missing result-count: none, where it is not known what was asked": results(),
		}))
}
