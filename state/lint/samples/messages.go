package samples

import (
	"fmt"
	"strings"

	"gatehouse/state/lint"
)

// messageEvents names the frames by their types.
func messageEvents(all ...string) (frames []frame) {
	for _, data := range all {
		kind, rest, _ := strings.Cut(data, " ")
		if rest != "" {
			rest = "," + rest
		}
		frames = append(frames, frame{name: kind, data: fmt.Sprintf(`{"type":%q%s}`, kind, rest)})
	}
	return frames
}

func messageStart() string {
	return `message_start "message":{"id":"msg_1","type":"message","role":"assistant","model":"sim/writer","content":[],"stop_reason":null,"stop_sequence":null,` +
		`"usage":{"input_tokens":3,"output_tokens":1}}`
}

func messageEnd(reason string) []string {
	return []string{
		`content_block_stop "index":0`,
		fmt.Sprintf(`message_delta "delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":9}`, reason),
		`message_stop`,
	}
}

func messagesSpoken() *Answer {
	all := []string{messageStart(), `content_block_start "index":0,"content_block":{"type":"text","text":""}`}
	for _, p := range pieces() {
		all = append(all, `content_block_delta "index":0,"delta":{"type":"text_delta","text":`+quote(p)+`}`)
	}
	return streamOf(messageEvents(append(all, messageEnd("end_turn")...)...))
}

func messagesCalled() *Answer {
	piece := func(args string) string {
		return `content_block_delta "index":0,"delta":{"type":"input_json_delta","partial_json":` + quote(args) + `}`
	}
	return streamOf(messageEvents(append([]string{
		messageStart(), `content_block_start "index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}`,
		piece(`{"city":`), piece(`"Bern"}`),
	}, messageEnd("tool_use")...)...))
}

func messagesSamples() (all []Sample) {
	add := func(rule string, good *Answer, edits ...edit) {
		all = append(all, Sample{rule, lint.Messages, good, good.but(edits...)})
	}
	said, called := messagesSpoken(), messagesCalled()
	add("delta-before-item", said, swap(1, 2))
	add("event-name-missing", said, each("", func(f *frame) { f.name = "" }))
	add("type-missing", said, unset("", "type"))
	add("no-created", said, without("message_start"), set("message_delta", "usage.input_tokens", "3"))
	add("after-terminal", said, func(all []frame) []frame { return append(all, messageEvents(`content_block_stop "index":0`)...) })
	add("args-invalid-json", called, at(3, setOne("delta.partial_json", `"Bern\"}"`)))
	add("error-mid-stream", said, cut(6), func(all []frame) []frame {
		return append(all, messageEvents(`error "error":{"type":"overloaded_error","message":"the model broke off"}`)...)
	})
	add("usage-only-in-delta", said, unset("message_start", "message.usage"))
	add("usage-missing", said, unset("message_start", "message.usage"), unset("message_delta", "usage"))
	add("no-message-stop", said, without("message_stop"))
	add("block-not-stopped", said, without("content_block_stop"))
	return all
}
