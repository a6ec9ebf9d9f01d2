package transcript

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// FuzzScreen puts bytes from the wire everywhere where bytes from the wire are
// shown, and looks at the finished screen: no control character but those of colours.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{"plain", "\x1b[31m\x1b]0;x\a", "\u009b2J\x9b", "&#27;[2J \u202e \u200b", "[x](http://a\u009c/) <https://e\x1b>",
		"```go\n\x1b\n```", "| \x1b | \r |\n|--|--|\n| \x00 | x |", "{\"a\":\"\x1b\"}", "\t\r\n\x7f", "![a](data:\x1b)", "日本\u200d\ufeff語"} {
		f.Add([]byte(seed), 60)
	}
	f.Fuzz(func(t *testing.T, data []byte, width int) {
		if width < 0 || width > 200 || len(data) > 4096 {
			t.Skip()
		}
		s := newStage(width, 60)
		hostile(s, string(data))
		for _, keys := range [][]string{nil, {"K", "space"}, {"K", "space"}, {"K", "space"}, {"K", "space"}, {"g"}, {"/", "a"}, {"esc", "v"}, {"g"}} {
			s.press(keys...)
			view := s.View()
			viewstest.Exact(t, view, width, 60)
			for _, line := range strings.Split(view, "\n") {
				if text.Guard(line) != line {
					t.Fatalf("a line holds what a terminal obeys: %q", line)
				}
			}
			for _, r := range s.rows { // what is drawn is safe before the last guard looks at it
				if text.Guard(r.text) != r.text {
					t.Fatalf("a row holds what a terminal obeys: %q", r.text)
				}
			}
		}
	})
}

// hostile fills every member that is shown with the same text.
func hostile(s *stage, text string) {
	q := quote(text)
	s.conv.Add(s.conv.Current, []json.RawMessage{talk.UserMessage(text), json.RawMessage(`{"type":` + q + `,"output":` + q + `}`)})
	x := state.NewExchange("x", []byte(`{"model":`+q+`,"stream":true}`))
	turn := s.conv.Current
	turn.Exchange = x
	turn.Capture = &wire.Capture{Sent: wire.Sent{Method: "POST", URL: text, Body: []byte(text), Header: map[string][]string{"X": {text}}}}
	turn.Capture.Body.Append([]byte(text), 1)
	turn.Capture.Frames.Append(wire.FrameRef{Length: uint32(len(text))})
	w := &s.talk
	x.Apply(w.head(200),
		w.event(`{"type":"response.created","response":{"model":%s}}`, q),
		w.event(`{"type":"response.reasoning_text.delta","output_index":0,"delta":%s}`, q),
		w.event(`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","name":%s,"call_id":%s,"arguments":%s}}`, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":2,"item":{"type":%s,"status":%s,"query":%s}}`, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":3,"item":{"type":"message","content":[{"type":"refusal","refusal":%s},{"type":"output_text","text":%s,"annotations":[{"type":"url_citation","url":%s,"title":%s}]},{"type":%s,"x":%s}]}}`, q, q, q, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":4,"item":{"type":"service:bash","command":%s,"stdout":%s,"stderr":%s,"exitCode":%s,"error":%s}}`, q, q, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":5,"item":{"type":"web_search_call","action":{"query":%s,"sources":[{"title":%s,"url":"https://e.org/%s"},{"url":%s}]}}}`, q, q, q[1:len(q)-1], q),
		w.event(`{"type":"response.output_item.done","output_index":6,"item":{"type":"apply_patch_call","call_id":"p","operation":{"type":%s,"path":%s,"diff":%s}}}`, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":7,"item":{"type":"mcp_call","server_label":%s,"name":%s,"arguments":%s,"output":%s}}`, q, q, q, q),
		w.event(`{"type":"response.output_item.done","output_index":8,"item":{"type":"code_interpreter_call","language":%s,"code":%s}}`, q, q),
		w.event(`{"type":"response.output_item.done","output_index":9,"item":{"type":"message","content":[{"type":"output_text","text":%s,"annotations":[{"type":"url_citation","url":%s,"title":%s,"end_index":2}]}]}}`, q, q, q),
		w.event(`{"type":%s,"item":%s}`, q, q),
		w.event(`{"type":"error","code":%s,"message":%s}`, q, q),
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndLost, Message: text, AtUS: 9}, Timing: new(wire.NoTiming())})
}
