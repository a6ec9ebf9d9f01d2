package registry_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"

	"pgregory.net/rapid"
)

// aligned writes an alignment a pair a line.
func aligned(t *testing.T, a, b string) string {
	t.Helper()
	al, err := registry.Compare([]byte(a), []byte(b))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range al.Pairs {
		line := []string{"kept", "changed", "dropped", "added"}[p.Change]
		if p.A != nil {
			line += " " + p.A.Path
		}
		if p.B != nil {
			line += " > " + p.B.Path
		}
		if p.Moved {
			line += " moved"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// noneChanged reports whether each part of the first body is in the second unchanged.
func noneChanged(al *dialect.Alignment) bool {
	return !al.Cut && al.Count(dialect.Changed)+al.Count(dialect.Dropped) == 0
}

func TestAlign(t *testing.T) {
	const sent = `{"instructions":"be kind","input":[{"role":"user","content":"first question"},{"role":"assistant","content":"first answer"},{"role":"user","content":"second question"}]}`
	chat := func(messages ...string) string { return `{"messages":[` + strings.Join(messages, ",") + `]}` }
	system, first := `{"role":"system","content":"be kind"}`, `{"role":"user","content":"first question"}`
	answer, second := `{"role":"assistant","content":"first answer"}`, `{"role":"user","content":"second question"}`
	const keptFirst = "kept instructions > messages[0].content\nkept input[0].content > messages[1].content\n"
	for _, c := range []struct{ name, a, b, want string }{
		{"all", sent, chat(system, first, answer, second),
			keptFirst + "kept input[1].content > messages[2].content\nkept input[2].content > messages[3].content"},
		{"no messages", sent, `{"messages":[]}`, "dropped instructions\ndropped input[0].content\ndropped input[1].content\ndropped input[2].content"},
		{"one dropped", sent, chat(system, first, second), keptFirst + "dropped input[1].content\nkept input[2].content > messages[2].content"},
		{"wholly other", `{"input":"hello"}`, chat(`{"role":"user","content":"XYZ"}`), "changed input > messages[0].content"},
		{"redacted", `{"input":"my key is sk-1, keep it"}`, chat(`{"role":"user","content":"my key is [redacted], keep it"}`), "changed input > messages[0].content"},
		{"redacted whole", `{"input":"sk-1"}`, chat(`{"role":"user","content":"[redacted]"}`), "changed input > messages[0].content"},
		{"the one most like it", `{"input":[{"role":"user","content":"message number 10 of 12"},{"role":"user","content":"message number 11 of 12"}]}`, chat(`{"role":"user","content":"message number 11 of ten"}`),
			"dropped input[0].content\nchanged input[1].content > messages[0].content"},
		{"added", `{"input":"hello"}`, chat(system, `{"role":"user","content":"hello"}`), "added > messages[0].content\nkept input > messages[1].content"},
		{"another role", `{"input":"hello"}`, chat(`{"role":"assistant","content":"hello"}`), "changed input > messages[0].content"},
		{"no role", `{"input":"hello"}`, chat(`{"content":"hello"}`), "kept input > messages[0].content"},
		{"another order", sent, chat(system, second, first, answer),
			"kept instructions > messages[0].content\nkept input[2].content > messages[1].content moved\nkept input[0].content > messages[2].content\nkept input[1].content > messages[3].content"},
		{"joined", `{"instructions":"one","input":[{"role":"developer","content":"two"},{"role":"user","content":"hello"}]}`, `{"system":"one\n\ntwo","messages":[{"role":"user","content":"hello"}]}`,
			"kept instructions > system\nkept input[0].content > system\nkept input[1].content > messages[0].content"},
		{"split", `{"input":"one two"}`, chat(`{"role":"user","content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}`),
			"kept input > messages[0].content[0].text\nkept input > messages[0].content[1].text"},
		{"an argument", `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\": 1, \"b\":2}"},{"type":"function_call","call_id":"d","name":"f","arguments":"{\"a\":7}"}]}`,
			`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{"b":2,"a":1}},{"type":"tool_use","id":"d","name":"f","input":{"a":8}}]}]}`,
			"kept input[0] > messages[0].content[0]\nchanged input[1] > messages[0].content[1]"},
		{"one of two that are the same", `{"input":[{"role":"user","content":"yes"},{"role":"assistant","content":"a"},{"role":"user","content":"yes"}]}`, chat(`{"role":"assistant","content":"a"}`, `{"role":"user","content":"yes"}`),
			"dropped input[0].content\nkept input[1].content > messages[0].content\nkept input[2].content > messages[1].content"},
		{"unknown", sent, `{"model":"m","prompt":["be kind","first question"],"more":{"x":"second question!"}}`,
			"kept instructions > prompt[0]\nkept input[0].content > prompt[1]\ndropped input[1].content\nchanged input[2].content > more.x"},
	} {
		if got := aligned(t, c.a, c.b); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestTenThousandMessagesAlign, also where many of them differ: the search for the
// same order is bounded, and what it does not find has not moved.
func TestTenThousandMessagesAlign(t *testing.T) {
	const n = 10_000
	var sent, on []obj
	for i := range n {
		role := []string{dialect.User, dialect.Assistant}[i%2]
		sent = append(sent, obj{"role": role, "content": fmt.Sprintf("message number %d", i)})
		switch {
		case i%10 == 3: // dropped
		case i%10 == 7:
			on = append(on, obj{"role": role, "content": fmt.Sprintf("message number %d is another", i)})
		default:
			on = append(on, sent[i])
		}
	}
	al, err := registry.Compare(encoded(obj{"input": sent}), encoded(obj{"messages": on}))
	if err != nil {
		t.Fatal(err)
	}
	if got := [...]int{al.Count(dialect.Unchanged), al.Count(dialect.Changed), al.Count(dialect.Dropped), al.Count(dialect.Added), al.Moved()}; got != [...]int{n * 8 / 10, n / 10, n / 10, 0, 0} {
		t.Errorf("kept, changed, dropped, added, moved: %v", got)
	}
}

type obj = map[string]any

func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // these values always encode
	}
	return b
}

// saying is one message of a conversation that the translators of this test
// write down: a text of one or two parts, a call or an output.
type saying struct {
	role  string // system, user, assistant, call or output
	texts []string
}

func conversation(t *rapid.T) []saying {
	word := rapid.StringMatching(`[a-c]{1,3}( [a-cä"\\]{1,3})?`)
	var list []saying
	for n := range rapid.IntRange(1, 12).Draw(t, "messages") {
		s := saying{role: rapid.SampledFrom([]string{dialect.System, dialect.User, dialect.User, dialect.Assistant, dialect.Assistant, "call", "output"}).Draw(t, "role")}
		if n == 0 && rapid.Bool().Draw(t, "instructions") {
			s.role = dialect.System
		}
		s.texts = rapid.SliceOfN(word, 1, 2).Draw(t, "texts")
		if s.role == "call" || s.role == "output" {
			s.texts = s.texts[:1]
		}
		list = append(list, s)
	}
	return list
}

func parts(kind string, s saying) any {
	if len(s.texts) == 1 && len(s.texts[0])%2 == 0 {
		return s.texts[0]
	}
	var list []any
	for _, text := range s.texts {
		p := obj{"text": text}
		if kind != "" {
			p["type"] = kind
		}
		list = append(list, p)
	}
	return list
}

func toResponses(list []saying) any {
	body, input := obj{}, []any{}
	for i, s := range list {
		switch {
		case i == 0 && s.role == dialect.System && len(s.texts) == 1:
			body["instructions"] = s.texts[0]
		case s.role == "call":
			input = append(input, obj{"type": "function_call", "call_id": fmt.Sprint(i), "name": "f", "arguments": string(encoded(obj{"x": s.texts[0], "y": 1}))})
		case s.role == "output":
			input = append(input, obj{"type": "function_call_output", "call_id": fmt.Sprint(i - 1), "output": parts("input_text", s)})
		default:
			input = append(input, obj{"type": "message", "role": s.role, "content": parts("input_text", s)})
		}
	}
	body["input"] = input
	return body
}

func toChat(list []saying) any {
	messages := []any{}
	for i, s := range list {
		switch s.role {
		case "call":
			messages = append(messages, obj{"role": "assistant", "content": nil, "tool_calls": []any{obj{"id": fmt.Sprint("other", i), "type": "function",
				"function": obj{"name": "f", "arguments": `{"y": 1, "x": ` + string(encoded(s.texts[0])) + `}`}}}})
		case "output":
			messages = append(messages, obj{"role": "tool", "tool_call_id": fmt.Sprint("other", i-1), "content": parts("text", s)})
		default:
			messages = append(messages, obj{"role": s.role, "content": parts("text", s)})
		}
	}
	return obj{"messages": messages}
}

// merged writes one message for those of one role that follow each other, system
// prompts apart, as Anthropic and Gemini want it.
func merged(list []saying, block func(i int, s saying, text string) any) (system []any, turns [][]any, roles []string) {
	for i, s := range list {
		role := s.role
		switch role {
		case "call":
			role = dialect.Assistant
		case "output":
			role = dialect.User
		}
		for _, text := range s.texts {
			b := block(i, s, text)
			switch last := len(roles) - 1; {
			case role == dialect.System:
				system = append(system, b)
			case last >= 0 && roles[last] == role:
				turns[last] = append(turns[last], b)
			default:
				turns, roles = append(turns, []any{b}), append(roles, role)
			}
		}
	}
	return system, turns, roles
}

func toAnthropic(list []saying) any {
	system, turns, roles := merged(list, func(i int, s saying, text string) any {
		switch s.role {
		case "call":
			return obj{"type": "tool_use", "id": fmt.Sprint("toolu", i), "name": "f", "input": obj{"x": text, "y": 1}}
		case "output":
			return obj{"type": "tool_result", "tool_use_id": fmt.Sprint("toolu", i-1), "content": text}
		}
		return obj{"type": "text", "text": text}
	})
	messages := []any{}
	for i := range turns {
		messages = append(messages, obj{"role": roles[i], "content": turns[i]})
	}
	return obj{"system": system, "messages": messages}
}

func toJoined(list []saying) any {
	body := toAnthropic(list).(obj)
	var system []string
	for _, s := range list {
		if s.role == dialect.System {
			system = append(system, s.texts...)
		}
	}
	body["system"] = strings.Join(system, "\n\n")
	return body
}

func toGemini(list []saying) any {
	system, turns, roles := merged(list, func(_ int, s saying, text string) any {
		switch s.role {
		case "call":
			return obj{"functionCall": obj{"name": "f", "args": obj{"x": text, "y": 1}}}
		case "output":
			return obj{"functionResponse": obj{"name": "f", "response": obj{"output": text}}}
		}
		return obj{"text": text}
	})
	contents := []any{}
	for i := range turns {
		role := strings.Replace(roles[i], dialect.Assistant, "model", 1)
		contents = append(contents, obj{"role": role, "parts": turns[i]})
	}
	return obj{"systemInstruction": obj{"parts": system}, "contents": contents}
}

// TestTranslationKeepsAllParts: into every dialect, from every dialect.
func TestTranslationKeepsAllParts(t *testing.T) {
	to := map[string]func([]saying) any{"responses": toResponses, "chat": toChat, "anthropic": toAnthropic, "joined": toJoined, "gemini": toGemini}
	rapid.Check(t, func(t *rapid.T) {
		list := conversation(t)
		for from, a := range to {
			for into, b := range to {
				one, other := encoded(a(list)), encoded(b(list))
				al, err := registry.Compare(one, other)
				if err != nil || !noneChanged(al) || al.Count(dialect.Added) > 0 {
					t.Fatalf("%s to %s: %v\n%s\n%s\n%+v", from, into, err, one, other, al)
				}
			}
		}
	})
}

// TestWhatIsDroppedOrAlteredIsReported: whichever message it is, in every dialect.
func TestWhatIsDroppedOrAlteredIsReported(t *testing.T) {
	to := map[string]func([]saying) any{"responses": toResponses, "chat": toChat, "anthropic": toAnthropic, "joined": toJoined, "gemini": toGemini}
	rapid.Check(t, func(t *rapid.T) {
		list := conversation(t)
		at := rapid.IntRange(0, len(list)-1).Draw(t, "at")
		dropped := append(append([]saying{}, list[:at]...), list[at+1:]...)
		altered := append([]saying{}, list...)
		texts := append([]string{}, list[at].texts...)
		n := rapid.IntRange(0, len(texts)-1).Draw(t, "text")
		texts[n] = rapid.SampledFrom([]string{"wholly other", texts[n] + "!", "x" + texts[n]}).Draw(t, "altered")
		altered[at].texts = texts
		sent := encoded(toResponses(list))
		for into, b := range to {
			for name, change := range map[string][]saying{"dropped": dropped, "altered": altered} {
				on := encoded(b(change))
				if al, err := registry.Compare(sent, on); err != nil || noneChanged(al) || al.Count(dialect.Changed)+al.Count(dialect.Dropped) == 0 {
					t.Fatalf("%s, message %d %s: %v\n%s\n%s", into, at, name, err, sent, on)
				}
			}
		}
	})
}
