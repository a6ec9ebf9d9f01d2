package trace

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/tree"
)

// Limits of the content: of a text the beginning is exported, of a conversation the end.
const (
	maxText    = 64 << 10 // bytes
	maxContent = 1 << 20  // bytes of one attribute
)

// stopPaths are the members of requests that hold stop sequences: of chat completions, /v1/messages, Gemini
// (https://ai.google.dev/api/generate-content#GenerationConfig) and Ollama (https://docs.ollama.com/api).
var stopPaths = at([]string{"stop"}, []string{"stop_sequences"}, []string{"generationConfig", "stopSequences"}, []string{"options", "stop"})

// texts adds the request and the answer.
func (t *exported) texts(l *list) {
	if t.operation == "" {
		return
	}
	if t.x.IsRerank() {
		t.rankedTexts(l)
		return
	}
	system, asked := t.asked()
	l.messages(systemInstructions, system)
	l.messages(inputMessages, asked)
	l.messages(outputMessages, t.answered())
	if v := scan.Get(t.c.Sent.Body, "tools"); scan.KindOf(v) == scan.Array && len(v) <= maxContent {
		l.add(toolDefinitions, string(v))
	}
	var stops []string
	for _, path := range stopPaths {
		v := scan.At(t.c.Sent.Body, path...)
		if scan.KindOf(v) == scan.String {
			stops = append(stops, scan.Text(v))
		}
		for _, e := range scan.Elements(v) {
			stops = append(stops, scan.Text(e))
		}
	}
	l.texts(requestStops, stops)
}

// messages adds a list of JSON values as text, its end where it is long.
func (l *list) messages(key string, all []json.RawMessage) {
	if len(all) == 0 {
		return
	}
	size, from := 0, len(all)
	for from > 0 && (size+len(all[from-1]) <= maxContent || from == len(all)) {
		from--
		size += len(all[from])
	}
	l.add(key, string(scan.MakeArray(all[from:])))
	l.yes(contentCut, from > 0)
}

// asked returns the request as messages: the system messages, and the conversation.
func (t *exported) asked() (system, asked []json.RawMessage) {
	body, err := registry.Read(t.c.Sent.Body)
	if err != nil {
		return nil, nil
	}
	for _, m := range body.Messages {
		var parts []json.RawMessage
		for i := range m.Parts {
			parts = append(parts, partOf(&m.Parts[i]))
		}
		if len(parts) == 0 {
			continue
		}
		if path := m.Parts[0].Path; m.Role == dialect.System && !strings.HasPrefix(path, "input") && !strings.HasPrefix(path, "messages") {
			system = append(system, parts...)
			continue
		}
		asked = append(asked, message(m.Role, parts))
	}
	return system, asked
}

func message(role string, parts []json.RawMessage, more ...any) json.RawMessage {
	members := []any{"role", scan.Quote(role), "parts", scan.MakeArray(parts)}
	return scan.MakeObject(append(members, more...)...)
}

// text returns a part with text, truncated if it is long.
func text(kind, words string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote(kind), "content", scan.Quote(begin(words)))
}

func begin(words string) string {
	if len(words) <= maxText {
		return words
	}
	return strings.ToValidUTF8(words[:maxText], "") + "… (" + strconv.Itoa(len(words)) + " bytes)"
}

func partOf(p *dialect.Part) json.RawMessage {
	switch p.Kind {
	case dialect.Text:
		return text("text", p.Text)
	case dialect.Thought:
		return text("reasoning", p.Text)
	case dialect.Call:
		return call("tool_call", p.ID, p.Name, p.Text)
	case dialect.Output:
		return scan.MakeObject("type", scan.Quote("tool_call_response"), "id", scan.Quote(p.ID), "response", scan.Quote(begin(p.Text)))
	case dialect.Media:
		return media(p)
	}
	return text(cmp.Or(p.Name, "other"), p.Text)
}

// media returns an attachment: its address, else no more than its size. What a picture shows cannot
// be masked.
func media(p *dialect.Part) json.RawMessage {
	modality := cmp.Or(map[string]string{"file": "document"}[p.Name], p.Name)
	if strings.HasPrefix(p.Text, "https://") || strings.HasPrefix(p.Text, "http://") {
		return scan.MakeObject("type", scan.Quote("uri"), "modality", scan.Quote(modality), "uri", scan.Quote(begin(p.Text)))
	}
	return scan.MakeObject("type", scan.Quote("attachment"), "modality", scan.Quote(modality), "bytes", []byte(strconv.Itoa(tree.Base64Size(p.Text))))
}

// call returns a call of a tool. Arguments that are not JSON are exported as text.
func call(kind, id, name, arguments string) json.RawMessage {
	v := json.RawMessage(arguments)
	if len(arguments) > maxText || !scan.Valid(v) {
		v = scan.Quote(begin(arguments))
	}
	return scan.MakeObject("type", scan.Quote(kind), "id", scan.Quote(id), "name", scan.Quote(name), "arguments", v)
}

// answered returns the answer as messages, one for each choice.
func (t *exported) answered() (all []json.RawMessage) {
	reasons := t.finishReasons()
	for i, c := range t.x.Choices() {
		var parts []json.RawMessage
		for _, it := range c.Items {
			parts = append(parts, answerParts(it)...)
		}
		if len(parts) == 0 {
			continue
		}
		var more []any
		if i < len(reasons) {
			more = []any{"finish_reason", scan.Quote(reasons[i])}
		}
		all = append(all, message("assistant", parts, more...))
	}
	return all
}

func answerParts(it *state.Item) (parts []json.RawMessage) {
	m := it.Message()
	for i := range m.Parts {
		switch p := &m.Parts[i]; {
		case p.Kind == dialect.Other && p.Name == it.Type:
			parts = append(parts, scan.MakeObject("type", scan.Quote("server_tool_call"), "id", scan.Quote(it.ID), "name", scan.Quote(it.Type),
				"server_tool_call", scan.MakeObject("type", scan.Quote(it.Type), "input", scan.Quote(begin(it.Input())))))
		case p.Text != "" || p.Kind == dialect.Call:
			parts = append(parts, partOf(p))
		}
	}
	return parts
}

// rankedTexts adds the query of a rerank and the returned documents with their scores.
func (t *exported) rankedTexts(l *list) {
	l.text(queryText, begin(scan.Text(scan.Get(t.c.Sent.Body, "query"))))
	if t.x.Ranking == nil {
		return
	}
	var all []json.RawMessage
	for _, r := range t.x.Ranking.Results {
		all = append(all, scan.MakeObject("id", scan.Quote(strconv.Itoa(r.Index)), "score", []byte(strconv.FormatFloat(r.Score, 'g', -1, 64))))
	}
	l.messages(foundDocuments, all)
}
