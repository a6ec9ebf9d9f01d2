package samples

import (
	"fmt"

	"gatehouse/state/lint"
)

// chunk is a frame of a chat completion.
func chunk(delta, finish string) frame {
	return frame{data: fmt.Sprintf(`{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1767323045,"model":"sim/writer",`+
		`"choices":[{"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}]}`, delta, finish)}
}

// chatUsage is what a stream ends with that was asked for its usage.
func chatUsage() []frame {
	return []frame{
		{data: `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1767323045,"model":"sim/writer","choices":[],` +
			`"usage":{"prompt_tokens":3,"completion_tokens":9,"total_tokens":12}}`},
		{data: "[DONE]"},
	}
}

func chatSpoken() *Answer {
	frames := []frame{chunk(`{"role":"assistant","content":""}`, "null")}
	for _, p := range pieces() {
		frames = append(frames, chunk(`{"content":`+quote(p)+`}`, "null"))
	}
	frames = append(frames, chunk(`{}`, `"stop"`))
	return streamOf(append(frames, chatUsage()...))
}

// chatCalls are the frames of two calls; the pieces of the second are the last two.
func chatCalls() *Answer {
	begin := func(index int, id, name string) frame {
		return chunk(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}]}`, index, id, name), "null")
	}
	piece := func(index int, args string) frame {
		return chunk(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, index, quote(args)), "null")
	}
	return streamOf(append([]frame{
		chunk(`{"role":"assistant","content":null}`, "null"),
		begin(0, "call_1", "get_weather"), piece(0, `{"city":`), piece(0, `"Bern"}`),
		begin(1, "call_2", "get_time"), piece(1, `{"zone":`), piece(1, `"CET"}`),
		chunk(`{}`, `"tool_calls"`),
	}, chatUsage()...))
}

func chatSamples() (all []Sample) {
	add := func(rule string, good *Answer, edits ...edit) {
		all = append(all, Sample{rule, lint.Chat, good, good.but(edits...)})
	}
	said, called := chatSpoken(), chatCalls()
	const calls = "choices.0.delta.tool_calls.0."
	add("tool-index-missing", called, unset("", calls+"index"))
	add("tool-id-missing", called, unset("", calls+"id"))
	zero := setOne(calls+"index", "0")
	add("tool-index-reused", called, at(4, zero), at(5, zero), at(6, zero))
	add("finish-empty-string", said, at(1, setOne("choices.0.finish_reason", `""`)), at(2, setOne("choices.0.finish_reason", `""`)),
		at(3, setOne("choices.0.finish_reason", `""`)))
	add("finish-missing", said, at(6, setOne("choices.0.finish_reason", "null")))
	add("role-repeated", said, at(1, setOne("choices.0.delta.role", `"assistant"`)), at(2, setOne("choices.0.delta.role", `"assistant"`)))
	add("choices-empty", said, insert(2, frame{data: `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1767323045,"model":"sim/writer","choices":[]}`}))
	add("usage-missing", said, func(all []frame) []frame { return append(all[:len(all)-2], all[len(all)-1]) })
	add("usage-sum", said, at(-2, setOne("usage.total_tokens", "21")))
	add("usage-repeated", said, at(3, setOne("usage", `{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}`)))
	add("error-mid-stream", said, cut(5), insert(3, frame{data: `{"error":{"message":"the model broke off","type":"server_error","code":500}}`}), cut(1))
	add("args-invalid-json", called, at(3, setOne(calls+"function.arguments", `"Bern\"}"`)))
	add("no-done", said, cut(1))
	return all
}
