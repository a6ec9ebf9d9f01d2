package state

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

type members = map[string]any

func encoded(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// decoded is a document as values to compare.
func decoded(t interface{ Fatalf(string, ...any) }, doc []byte) (v any) {
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return v
}

// cut draws the pieces of a text.
func cut(t *rapid.T, text string) (pieces []string) {
	all := []rune(text)
	for len(all) > 0 {
		n := rapid.IntRange(1, len(all)).Draw(t, "piece")
		pieces, all = append(pieces, string(all[:n])), all[n:]
	}
	return pieces
}

func someText(t *rapid.T) string {
	return rapid.StringMatching(`[a-zü"\\ \n{😀]{1,12}`).Draw(t, "text")
}

// sometimes draws whether an answer has something.
func sometimes(t *rapid.T, what string) bool { return rapid.Bool().Draw(t, what) }

// drawnMessage is the message of a choice, and the deltas that make it.
type drawnMessage struct {
	complete members
	deltas   []members
}

// text adds a member whose text arrives in pieces.
func (m *drawnMessage) text(t *rapid.T, name string) {
	text := someText(t)
	m.complete[name] = text
	for _, piece := range cut(t, text) {
		m.deltas = append(m.deltas, members{name: piece})
	}
}

// once adds a member that arrives in one piece.
func (m *drawnMessage) once(name string, v any) {
	m.complete[name] = v
	m.deltas = append(m.deltas, members{name: v})
}

func (m *drawnMessage) calls(t *rapid.T) {
	var calls []any
	for n := range rapid.IntRange(1, 3).Draw(t, "calls") {
		id, arguments := fmt.Sprint("call_", n), rapid.SampledFrom([]string{`{"a":1}`, `{"x":"ü"}`, `no JSON`, ""}).Draw(t, "arguments")
		calls = append(calls, members{"id": id, "type": "function", "function": members{"name": "f", "arguments": arguments}})
		name := cut(t, "look_up")
		calls[n].(members)["function"].(members)["name"] = "look_up"
		m.deltas = append(m.deltas, members{"tool_calls": []any{members{"index": n, "id": id, "type": "function", "function": members{"name": name[0], "arguments": ""}}}})
		for _, piece := range name[1:] {
			m.deltas = append(m.deltas, members{"tool_calls": []any{members{"index": n, "function": members{"name": piece}}}})
		}
		for _, piece := range cut(t, arguments) {
			m.deltas = append(m.deltas, members{"tool_calls": []any{members{"index": n, "function": members{"arguments": piece}}}})
		}
	}
	m.complete["tool_calls"] = calls
}

// details adds reasoning in the form of a list, whose elements arrive in pieces.
func (m *drawnMessage) details(t *rapid.T) {
	text := someText(t)
	m.complete["reasoning_details"] = []any{members{"type": "reasoning.text", "text": text, "format": "f-1", "index": 0., "signature": "s"}}
	for _, piece := range cut(t, text) {
		m.deltas = append(m.deltas, members{"reasoning_details": []any{members{"type": "reasoning.text", "text": piece, "format": "f-1", "index": 0}}})
	}
	m.deltas = append(m.deltas, members{"reasoning_details": []any{members{"type": "reasoning.text", "index": 0, "signature": "s"}}})
}

func drawMessage(t *rapid.T) *drawnMessage {
	m := &drawnMessage{complete: members{}}
	m.once("role", "assistant")
	for _, name := range []string{"content", "refusal"} {
		if m.once(name, nil); sometimes(t, name) {
			m.text(t, name)
		}
	}
	for _, name := range []string{"reasoning", "reasoning_content", "x_text"} {
		if sometimes(t, name) {
			m.text(t, name)
		}
	}
	if sometimes(t, "calls") {
		m.calls(t)
	}
	if sometimes(t, "details") {
		m.details(t)
	}
	if sometimes(t, "annotations") {
		citation := func(n int) any { return members{"type": "url_citation", "url_citation": members{"url": fmt.Sprint(n)}} }
		m.complete["annotations"] = []any{citation(1), citation(2)}
		m.deltas = append(m.deltas, members{"annotations": []any{citation(1)}}, members{"annotations": []any{citation(2)}})
	}
	if sometimes(t, "audio") {
		m.complete["audio"] = members{"id": "a", "transcript": "Hello", "expires_at": 7.}
		m.deltas = append(m.deltas, members{"audio": members{"id": "a", "transcript": "Hel"}}, members{"audio": members{"transcript": "lo", "id": "a", "expires_at": 7}})
	}
	if sometimes(t, "unknown") {
		m.once("x_number", 3.)
		m.once("x_object", members{"deep": []any{members{"a": nil}}})
	}
	return m
}

// drawChat is a chat completion, and the chunks of the same answer.
func drawChat(t *rapid.T) (complete members, chunks []string) {
	shared := members{"id": "c", "created": 1.7e9, "model": "m", "system_fingerprint": nil, "x_service": members{"id": "r"}}
	chunk := func(choices ...any) {
		c := members{"object": "chat.completion.chunk", "choices": choices}
		for name, v := range shared {
			c[name] = v
		}
		if choices == nil {
			c["choices"], c["usage"] = []any{}, members{"total_tokens": 3}
		}
		chunks = append(chunks, encoded(c))
	}
	var choices []any
	var left [][]members // the pieces of each choice that are not sent yet
	for n := range rapid.IntRange(1, 3).Draw(t, "choices") {
		m := drawMessage(t)
		choice := members{"index": float64(n), "message": m.complete, "finish_reason": rapid.SampledFrom([]string{"stop", "length", "tool_calls"}).Draw(t, "finish"), "logprobs": nil}
		var parts []members
		for i, d := range m.deltas {
			parts = append(parts, members{"index": n, "delta": d, "finish_reason": nil, "logprobs": nil})
			if i > 0 && sometimes(t, "logprobs") {
				list, _ := choice["logprobs"].(members)
				if list == nil {
					list = members{"content": []any{}}
				}
				one := members{"token": fmt.Sprint(i), "logprob": -0.5}
				list["content"] = append(list["content"].([]any), one)
				choice["logprobs"], parts[i]["logprobs"] = list, members{"content": []any{one}}
			}
		}
		parts = append(parts, members{"index": n, "delta": members{}, "finish_reason": choice["finish_reason"]})
		choices, left = append(choices, choice), append(left, parts)
	}
	for {
		var open []int
		for n := range left {
			if len(left[n]) > 0 {
				open = append(open, n)
			}
		}
		if len(open) == 0 {
			break
		}
		n := rapid.SampledFrom(open).Draw(t, "next")
		chunk(left[n][0])
		left[n] = left[n][1:]
	}
	complete = members{"object": "chat.completion", "choices": choices}
	for name, v := range shared {
		complete[name] = v
	}
	if sometimes(t, "usage") {
		complete["usage"] = members{"total_tokens": 3}
		chunk()
	}
	return complete, append(chunks, done)
}

// drawBlocks are the content blocks of a message, and their events.
func drawBlocks(t *rapid.T) (blocks []any, events []string) {
	say := func(kind string, index int, name string, v any) {
		events = append(events, encoded(members{"type": kind, "index": index, name: v}))
	}
	for n := range rapid.IntRange(0, 4).Draw(t, "blocks") {
		kind, text := rapid.SampledFrom([]string{"text", "thinking", "tool_use", "web_search_tool_result"}).Draw(t, "type"), someText(t)
		delta := func(kind, member string, v any) {
			say("content_block_delta", n, "delta", members{"type": kind, member: v})
		}
		switch kind {
		case "text":
			block := members{"type": kind, "text": text}
			say("content_block_start", n, "content_block", members{"type": kind, "text": ""})
			for _, piece := range cut(t, text) {
				delta("text_delta", "text", piece)
			}
			if sometimes(t, "citations") {
				block["citations"] = []any{members{"type": "page_location", "index": 1.}, members{"type": "page_location", "index": 1.}}
				delta("citations_delta", "citation", members{"type": "page_location", "index": 1})
				delta("citations_delta", "citation", members{"type": "page_location", "index": 1})
			}
			blocks = append(blocks, block)
		case "thinking":
			say("content_block_start", n, "content_block", members{"type": kind, "thinking": "", "signature": ""})
			for _, piece := range cut(t, text) {
				delta("thinking_delta", "thinking", piece)
			}
			delta("signature_delta", "signature", "sig")
			blocks = append(blocks, members{"type": kind, "thinking": text, "signature": "sig"})
		case "tool_use":
			input := rapid.SampledFrom([]any{members{}, members{"a": text}, members{"b": []any{1., nil}}}).Draw(t, "input")
			say("content_block_start", n, "content_block", members{"type": kind, "id": "t", "name": "f", "input": members{}})
			for _, piece := range append([]string{""}, cut(t, encoded(input))...) {
				delta("input_json_delta", "partial_json", piece)
			}
			blocks = append(blocks, members{"type": kind, "id": "t", "name": "f", "input": input})
		default:
			block := members{"type": kind, "tool_use_id": "t", "content": []any{members{"type": "web_search_result", "index": 0.}, members{"type": "x", "index": 0.}}}
			say("content_block_start", n, "content_block", block)
			blocks = append(blocks, block)
		}
		events = append(events, encoded(members{"type": "content_block_stop", "index": n}))
	}
	return blocks, events
}

// drawAnthropic is a message, and the events of the same answer.
func drawAnthropic(t *rapid.T) (complete members, events []string) {
	blocks, middle := drawBlocks(t)
	if blocks == nil {
		blocks = []any{}
	}
	begun := members{"id": "msg", "type": "message", "role": "assistant", "model": "m", "content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": members{"input_tokens": 5, "output_tokens": 1}}
	complete = members{}
	for name, v := range begun {
		complete[name] = v
	}
	complete["content"], complete["stop_reason"], complete["stop_sequence"] = blocks, "stop_sequence", "x"
	complete["usage"], complete["context_management"] = members{"input_tokens": 5., "output_tokens": 9.}, members{"applied_edits": []any{}}
	end := members{"type": "message_delta", "delta": members{"stop_reason": "stop_sequence", "stop_sequence": "x"}, "usage": members{"output_tokens": 9}, "context_management": complete["context_management"]}
	events = append([]string{encoded(members{"type": "message_start", "message": begun}), `{"type":"ping"}`}, middle...)
	return complete, append(events, encoded(end), `{"type":"message_stop"}`)
}

// TestAStreamIsPutTogetherToItsDocument: however an answer is cut, its document at the end is what
// the API returns without streaming.
func TestAStreamIsPutTogetherToItsDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, draw := Chat, drawChat
		if sometimes(t, "messages") {
			kind, draw = Messages, drawAnthropic
		}
		complete, frames := draw(t)
		x := streamed(kind, wire.EndClean, frames...)
		got, want := decoded(t, x.Document()), decoded(t, []byte(encoded(complete)))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("put together\n%s\nwant\n%s\nof\n%s", encoded(got), encoded(want), strings.Join(frames, "\n"))
		}
	})
}
