package run_test

import (
	"encoding/json"
	"fmt"
	"net/http"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/wiretest"
)

// talkItem is a step of a conversation, in no API's form.
type talkItem struct{ kind, text, id string } // kind: user, answer, call, output, thought

type doc = map[string]any

// request is a body of an API that holds a conversation. later is the body of a caller that has parsed the
// answers and writes them in another spelling.
func request(api state.Kind, talk []talkItem, more doc) []byte {
	var list []any
	add := func(e doc) { list = append(list, e) }
	for _, s := range talk {
		switch {
		case s.kind == "thought" && api == state.Responses && s.id != "": // some send it again
			add(doc{"type": "reasoning", "id": s.id, "summary": []any{}})
		case s.kind == "thought":
		case api == state.Responses && s.kind == "call":
			add(doc{"type": "function_call", "call_id": s.id, "name": "tool", "arguments": s.text, "status": "completed"})
		case api == state.Responses && s.kind == "output":
			add(doc{"type": "function_call_output", "call_id": s.id, "output": s.text})
		case api == state.Responses && s.kind == "answer":
			add(doc{"type": "message", "role": "assistant", "id": "msg_" + s.text, "content": []any{doc{"type": "output_text", "text": s.text, "annotations": []any{}}}})
		case api == state.Chat && s.kind == "call":
			add(doc{"role": "assistant", "content": nil, "tool_calls": []any{doc{"id": s.id, "type": "function", "function": doc{"name": "tool", "arguments": s.text}}}})
		case api == state.Chat && s.kind == "output":
			add(doc{"role": "tool", "tool_call_id": s.id, "content": s.text})
		case api == state.Messages && s.kind == "call":
			add(doc{"role": "assistant", "content": []any{doc{"type": "tool_use", "id": s.id, "name": "tool", "input": json.RawMessage(s.text)}}})
		case api == state.Messages && s.kind == "output":
			add(doc{"role": "user", "content": []any{doc{"type": "tool_result", "tool_use_id": s.id, "content": []any{doc{"type": "text", "text": s.text}}}}})
		case s.kind == "answer":
			add(doc{"role": "assistant", "content": []any{doc{"type": "text", "text": s.text}}})
		default:
			add(doc{"role": "user", "content": s.text})
		}
	}
	body := doc{"model": "m"}
	if api == state.Responses {
		body["input"], body["instructions"] = list, "Be brief."
	} else {
		body["messages"] = list
	}
	for name, v := range more {
		body[name] = v
	}
	out, _ := json.Marshal(body)
	return out
}

// answer is a document of an API with what a model gives.
func answer(api state.Kind, gives []talkItem) string {
	var list []any
	var text string
	var calls []any
	for i, s := range gives {
		switch {
		case api == state.Responses && s.kind == "thought":
			list = append(list, doc{"type": "reasoning", "id": "rs_1", "summary": []any{doc{"type": "summary_text", "text": s.text}}})
		case api == state.Responses && s.kind == "call":
			list = append(list, doc{"type": "function_call", "id": fmt.Sprint("fc_", s.id), "call_id": s.id, "name": "tool", "arguments": s.text, "status": "completed"})
		case api == state.Responses:
			list = append(list, doc{"type": "message", "id": fmt.Sprint("msg_", i, s.text), "role": "assistant", "content": []any{doc{"type": "output_text", "text": s.text}}})
		case s.kind == "thought":
		case api == state.Messages && s.kind == "call":
			list = append(list, doc{"type": "tool_use", "id": s.id, "name": "tool", "input": json.RawMessage(s.text)})
		case api == state.Messages:
			list = append(list, doc{"type": "text", "text": s.text})
		case s.kind == "call":
			calls = append(calls, doc{"id": s.id, "type": "function", "function": doc{"name": "tool", "arguments": s.text}})
		default:
			text += s.text
		}
	}
	var out []byte
	switch api {
	case state.Responses:
		out, _ = json.Marshal(doc{"id": "resp_1", "status": "completed", "store": false, "output": list})
	case state.Messages:
		out, _ = json.Marshal(doc{"type": "message", "role": "assistant", "content": list, "stop_reason": "end_turn"})
	default:
		out, _ = json.Marshal(doc{"choices": []any{doc{"index": 0, "finish_reason": "stop", "message": doc{"role": "assistant", "content": text, "tool_calls": calls}}}})
	}
	return string(out)
}

// made is a finished exchange; an empty document is one that failed.
func made(api state.Kind, body []byte, document string, h http.Header) (*state.Exchange, *wire.Capture) {
	x := state.New(api, "x", body)
	if document == "" {
		x.Apply(wiretest.Head(503, "application/json", false), wiretest.End(wire.EndClean, `{"error":{"message":"overloaded"}}`))
	} else {
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, document))
	}
	return x, &wire.Capture{Sent: wire.Sent{Method: "POST", Header: h, Body: body}, Caller: &wire.Caller{Address: "127.0.0.1:1"}}
}

func cluesOf(api state.Kind, body []byte, document string, h http.Header) run.Clues {
	x, c := made(api, body, document, h)
	return run.CluesOf("", x, c)
}
