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
	for i := range all {
		if a := &all[i]; string(a.Frame.Data) == "event ping" {
			a.Frame.HasEvent, a.Frame.Event = true, "ping"
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

// finished does so too, and ends every announced item before the response is completed, unless an
// output_item.done is among the events.
func finished(events ...string) []wire.Arrival {
	var all, open []string
	for _, e := range events {
		switch {
		case strings.Contains(e, "output_item.added"):
			open = append(open, strings.NewReplacer("item.added", "item.done", `,"arguments":""`, `,"call_id":"c","name":"f"`).Replace(e))
		case strings.Contains(e, "output_item.done"):
			open = nil
		case strings.Contains(e, `"response.completed"`):
			all, open = append(all, open...), nil
		}
		all = append(all, e)
	}
	return numbered(all...)
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
		whole   = `{"id":"m","type":"function_call","call_id":"c","name":"f","arguments":"{}"}`
		ended   = `{"type":"response.output_item.done","output_index":0,"item":` + whole + `}`
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
	all := streams(lint.Responses, `{"stream":true}`, finished, map[string][]string{
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
		"no-item-done: an item that is in the final event alone": {created, final("completed", message("")), "[DONE]"},
		"no-item-done: an item that a failure cut off":           {created, added, part, hi, failed, "[DONE]"},
		"no-item-done: an item that goes on in the next request": {created, with(added, "message", "gate:subagent"), second(calls), second(with(args, `{\"a`, "{}")), second(with(allArgs, `{\"a`, "{}")), second(ended),
			final("completed", `[{"id":"m","type":"gate:subagent","status":"in_progress"},`+second(whole)+`]`), "[DONE]"},
		"no-item-done text-after-end: an item that a limit cut off":                        {created, added, part, hi, final("incomplete", message("Hi")), "[DONE]"},
		"call-name-missing call-id-missing: a call whose name and call_id come at its end": {created, calls, with(args, `{\"a`, "{}"), with(allArgs, `{\"a`, "{}"), ended, final("completed", "["+whole+"]"), "[DONE]"},
		"call-differs: an id and a call_id that are not the same":                          {created, with(calls, `"arguments"`, `"call_id":"c","name":"f","arguments"`), with(args, `{\"a`, "{}"), with(allArgs, `{\"a`, "{}"), ended, final("completed", "["+whole+"]"), "[DONE]"},
		"call-differs: a name that was empty at first":                                     {created, with(calls, `"arguments"`, `"call_id":"","name":"","arguments"`), with(args, `{\"a`, "{}"), with(allArgs, `{\"a`, "{}"), ended, final("completed", "["+whole+"]"), "[DONE]"},
		"call-name-missing call-id-missing: calls of tools that have no name, or no call_id": {created,
			final("completed", `[{"type":"shell_call","call_id":"c"},{"type":"mcp_call","name":"f"},{"type":"web_search_call"},{"type":"code_interpreter_call"}]`), "[DONE]"},
		"text-after-end: empty deltas after the text": {created, added, part, hi, with(done, "@", "Hi"), fmt.Sprintf(delta, ""), final("completed", message("Hi")), "[DONE]"},
		"text-after-end done-differs: a second part after the first has ended": {created, added, part, hi, with(done, "@", "Hi"), with(part, `content_index":0`, `content_index":1`), with(hi, `content_index":0`, `content_index":1`),
			final("completed", with(message("Hi"), `}]}]`, `},{"type":"output_text","text":"Hi"}]}]`)), "[DONE]"},
		"not-json comment-in-data undefined-data: comments, and what follows [DONE]": append(stream(created, ": PROCESSING", ":"), "undefined", ": bye"),
		"not-json undefined-data: a text that reads so":                              {created, added, part, fmt.Sprintf(delta, "undefined"), final("completed", message("undefined")), "[DONE]"},
		"two-documents: a document in a text":                                        {created, added, part, fmt.Sprintf(delta, "{}{}"), final("completed", message("{}{}")), "[DONE]"},
		"two-documents: one document on several lines":                               stream("{\n\"type\":\"response.created\",\n\"response\":{}}\n"),
		"usage-empty: counts of null in an event that does not end":                  stream(with(created, `"in_progress"`, `"in_progress","usage":null`)),
		"usage-empty: details without members":                                       {created, with(final("completed", "[]"), `"output_tokens":2`, `"output_tokens":2,"output_tokens_details":{}`), "[DONE]"},
	})
	all = append(all, documents(lint.Responses, `{}`, 200, map[string]string{
		"error-shape usage-missing: a failed response, whose error has a code of words": `{"status":"failed","error":{"code":"server_error","message":"broke off"},"output":[]}`,
		"usage-missing: one that goes on":                                               `{"status":"in_progress","output":[]}`,
		"args-invalid-json: a call that a limit cut off":                                `{"status":"incomplete","output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a"}],"usage":{"input_tokens":1}}`,
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
	complete := call(`"index":0,"id":"a","function":{"name":"f","arguments":"{}"}`)
	other := func(event string) string { return strings.Replace(event, `[{"index":0`, `[{"index":1`, 1) }
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
		"message-for-delta: all of the message with the last delta":                                {hi, strings.Replace(stop, "{}", `{},"message":{"role":"assistant","content":"Hi"}`, 1), "[DONE]"},
		"message-for-delta: the message so far with each delta":                                    {strings.Replace(hi, `"delta"`, `"message":{"role":"assistant","content":"Hi"},"delta"`, 1), stop, "[DONE]"},
		"message-for-delta: a message of nothing but a role":                                       {strings.Replace(hi, `"delta"`, `"message":{"role":"assistant","content":""},"delta"`, 1), stop, "[DONE]"},
		"usage-sum: thinking that is in the total alone":                                           {hi, stop, `{"choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":10,"total_tokens":1310,"completion_tokens_details":{"reasoning_tokens":300}}}`, "[DONE]"},
		"usage-missing: none where none was asked for":                                             {hi, stop, "[DONE]"},
		"args-invalid-json: a call that a limit cut off":                                           {hi, first, piece(`{}`, `"length"`), "[DONE]"},
		"role-repeated: a role of nothing":                                                         {piece(`{"role":null,"content":""}`, "null"), hi, piece(`{"role":""}`, `"stop"`), "[DONE]"},
		"finish-empty-string: no finish_reason until there is one":                                 {strings.Replace(hi, `,"finish_reason":null`, "", 1), stop, "[DONE]"},
		"finish-missing: a reason that comes before the usage":                                     {hi, stop, piece(`{}`, "null"), `{"choices":[],` + usage + `}`, "[DONE]"},
		"error-mid-stream: an error of null with each piece":                                       {strings.Replace(hi, "{", `{"error":null,`, 1), strings.Replace(stop, "{", `{"error":null,`, 1), "[DONE]"},
		"no-done: a space after [DONE], and a comment":                                             {hi, stop, "[DONE] ", ": bye"},
		"text-after-end: text and the reason in one piece":                                         {piece(`{"content":"Hi"}`, `"stop"`), piece(`{"content":"","tool_calls":[],"reasoning":null}`, "null"), "[DONE]"},
		"text-after-end finish-changes: choices that end in turns":                                 {hi, stop, other(hi), other(piece(`{}`, `"length"`)), "[DONE]"},
		"finish-changes: the same reason again":                                                    {hi, stop, stop, piece(`{}`, "null"), "[DONE]"},
		"tool-index-gap: a call of each of two choices":                                            {hi, complete, called, other(complete), other(called), "[DONE]"},
		"tool-index-gap: the last call first":                                                      {hi, strings.Replace(complete, `"index":0,"id":"a"`, `"index":1,"id":"b"`, 1), complete, called, "[DONE]"},
		"call-finish-stop finish-without-call: a call that a limit ends":                           {hi, complete, piece(`{}`, `"length"`), "[DONE]"},
		"finish-without-call: a call of the old form":                                              {piece(`{"function_call":{"name":"f","arguments":"{}"}}`, "null"), called, "[DONE]"},
		"usage-empty: usage of null with each piece":                                               {strings.Replace(hi, "}]}", `}],"usage":null}`, 1), stop, "[DONE]"},
		"usage-empty: details without members":                                                     {hi, stop, `{"choices":[],` + strings.Replace(usage, ":3}", `:3,"prompt_tokens_details":{}}`, 1) + `}`, "[DONE]"},
		"not-json comment-in-data undefined-data two-documents: comments, and what follows [DONE]": {": PROCESSING", hi, stop, "[DONE]", "undefined", ": bye", hi + stop},
		"undefined-data two-documents: a text that reads so":                                       {piece(`{"content":"undefined {}{}"}`, "null"), stop, "[DONE]"},
		"usage-sum: thinking that is counted beside the sum":                                       {hi, stop, `{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"completion_tokens_details":{"reasoning_tokens":9}}}`, "[DONE]"},
	})
	asked := streams(lint.Chat, `{"stream":true,"stream_options":{"include_usage":true}}`, wiretest.Stream, map[string][]string{
		"usage-missing: usage in the last choice, and at the top level": {hi, strings.Replace(stop, `"stop"`, `"stop",`+usage, 1), `{"choices":[],` + usage + `}`, "[DONE]"},
	})
	all = append(all, asked...)
	for request, name := range map[string]string{
		`{"stream":true,"tool_choice":{"type":"function","function":{"name":"f"}}}`: "a call that the request names",
		`{"stream":true,"tool_choice":"required"}`:                                  "a call that the request requires",
		``: "a request that is not known",
	} {
		all = append(all, streams(lint.Chat, request, wiretest.Stream, map[string][]string{"call-finish-stop: " + name: {hi, complete, stop, "[DONE]"}})...)
	}
	all = append(all, documents(lint.Chat, `{}`, 200, map[string]string{
		"tool-index-missing: a call of an answer that is complete": `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],` + usage + `}`,
		"args-invalid-json: a call that a filter cut off":          `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]},"finish_reason":"content_filter"}],` + usage + `}`,
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
		"text-after-end: a block that goes on after the end of a later one": {start, open(0, "thinking"), open(1, "text"), delta(1, "text", `"text":"a"`), shut(1), delta(0, "thinking", `"thinking":"b"`), shut(0), end, stop},
		"usage-empty: details without members":                              {start, strings.Replace(end, `"output_tokens":2`, `"output_tokens":2,"server_tool_use":{},"cache_creation":{}`, 1), stop},
		"comment-in-data undefined-data: pieces of a text that read so":     {start, open(0, "text"), delta(0, "text", `"text":": PROCESSING"`), delta(0, "text", `"text":"null"`), shut(0), end, stop},
		"undefined-data two-documents: comments that read so":               {start, ": undefined", ": {}{}", end, stop},
		"delta-before-item block-not-stopped: two blocks that take turns": {start, open(0, "thinking"), open(1, "text"), delta(1, "text", `"text":"a"`), delta(0, "thinking", `"thinking":"b"`),
			shut(1), shut(0), end, stop},
		"block-index-start block-index-gap block-index-reused: blocks that count from 0": {start, open(0, "text"), shut(0), open(1, "text"), shut(1), open(2, "text"), shut(2), end, stop},
		"block-index-start block-index-gap block-index-reused: no block at all":          {start, end, stop},
		"text-after-end: a ping after the end of a block":                                {start, open(0, "text"), shut(0), `{"type":"ping"}`, open(1, "text"), delta(1, "text", `"text":"a"`), shut(1), end, stop},
		"delta-type: every delta in its block": {start, open(0, "thinking"), delta(0, "thinking", `"thinking":"a"`), delta(0, "signature", `"signature":"s"`), shut(0), open(1, "text"), delta(1, "text", `"text":"a"`), delta(1, "citations", `"citation":{}`), shut(1),
			open(2, "server_tool_use"), strings.Replace(input("{}"), `"index":0`, `"index":2`, 1), shut(2), open(3, "mcp_tool_use"), strings.Replace(input("{}"), `"index":0`, `"index":3`, 1), shut(3), end, stop},
		"delta-type: deltas and blocks that the API does not have":                           {start, open(0, "text"), delta(0, "later", `"later":"a"`), shut(0), open(1, "later"), delta(1, "text", `"text":"a"`), strings.Replace(input("{}"), `"index":0`, `"index":1`, 1), shut(1), end, stop},
		"call-finish-stop: a tool that the service runs itself":                              {start, open(0, "server_tool_use"), input("{}"), shut(0), open(1, "web_search_tool_result"), shut(1), end, stop},
		"call-finish-stop: a call that a limit ends":                                         {start, open(0, "tool_use"), input("{}"), shut(0), strings.Replace(end, "end_turn", "max_tokens", 1), stop},
		"finish-without-call: a call that another server runs":                               {start, open(0, "mcp_tool_use"), input("{}"), shut(0), strings.Replace(end, "end_turn", "tool_use", 1), stop},
		"finish-without-call stop-reason-missing: a turn that pauses":                        {start, open(0, "server_tool_use"), input("{}"), shut(0), strings.Replace(end, "end_turn", "pause_turn", 1), stop},
		"no-message-delta stop-reason-missing stop-reason-changes: the reason in two events": {start, strings.Replace(end, `"end_turn"`, "null", 1), end, end, stop},
		"stop-reason-changes: the same reason with later counts":                             {start, end, strings.Replace(end, ":2", ":3", 1), stop},
		"usage-late usage-zero: an input that is read from the cache":                        {strings.Replace(start, `"input_tokens":1`, `"input_tokens":0,"cache_read_input_tokens":5`, 1), end, stop},
		"usage-late: counts that grow":                                                       {start, strings.Replace(end, `"output_tokens":2`, `"input_tokens":5,"output_tokens":2`, 1), stop},
		"usage-empty: no counts in the first of two":                                         {start, strings.Replace(end, `{"output_tokens":2}`, `null`, 1), end, stop},
		"not-json comment-in-data: comments, and text that has no event of the API":          {start, ": PROCESSING", "event ping", "torn in two", open(0, "text"), shut(0), end, stop},
		"undefined-data two-documents: a text that reads so":                                 {start, open(0, "text"), delta(0, "text", `"text":"undefined {}{}"`), shut(0), end, stop},
		"event-name-missing no-created after-terminal: events that only keep the line open":  {`bare:{"type":"ping"}`, start, end, stop, `bare:{"type":"ping"}`},
		"after-terminal no-message-stop: [DONE] after the last event":                        {start, end, stop, "[DONE]", ":"},
		"type-missing: the type as the last member":                                          {start, open(0, "text"), `{"index":0,"type":"content_block_stop"}`, end, stop},
		"usage-only-in-delta usage-missing: no tokens of output until the end":               {start, strings.Replace(end, `"output_tokens":2`, `"input_tokens":1,"output_tokens":2`, 1), stop},
		"args-invalid-json call-finish-stop: a call without input":                           {start, open(0, "tool_use"), input(""), shut(0), strings.Replace(end, "end_turn", "tool_use", 1), stop},
		"args-invalid-json: a call that a limit cut off":                                     {start, open(0, "tool_use"), input(`{"a`), shut(0), strings.Replace(end, "end_turn", "max_tokens", 1), stop},
		"error-mid-stream: a text about an error":                                            {start, open(0, "text"), delta(0, "text", `"text":"{\"type\":\"error\"}","error":null`), shut(0), end, stop},
	})
	stored := streams(lint.Messages, `{"stream":true}`, named, map[string][]string{"usage-zero: an answer that a gateway had stored": {strings.Replace(start, ":1", ":0", 1), strings.Replace(end, ":2", ":0", 1), stop}})
	stored[0].all[0].Head.Header.Set("X-OpenRouter-Cache-Status", "HIT")
	all = append(all, stored...)
	all = append(all, documents(lint.Messages, `{}`, 200, map[string]string{
		"call-finish-stop finish-without-call stop-reason-missing no-message-delta: a call, and its reason": `{"content":[{"type":"tool_use"}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}`,
		"usage-zero: a document with all of its input in the cache":                                         `{"content":[],"stop_reason":"end_turn","usage":{"input_tokens":0,"cache_creation_input_tokens":9,"output_tokens":2}}`,
	})...)
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
