package state

import (
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// Messages returns the answer as messages, one for each item: see Item.Message.
func (x *Exchange) Messages() []dialect.Message {
	items := x.Answer()
	list := make([]dialect.Message, len(items))
	for i, it := range items {
		list[i] = it.Message()
	}
	return list
}

// Message returns the item in the form in which dialect.Read returns the request that
// sends it again. Parts without a text are included.
func (i *Item) Message() dialect.Message {
	m := dialect.Message{Role: dialect.Assistant, ID: i.ID}
	switch i.Type {
	case "message", "reasoning":
		for _, p := range i.Parts() {
			m.Parts = append(m.Parts, p.messagePart())
		}
		if len(m.Parts) == 0 && i.Type == "reasoning" {
			m.Parts = []dialect.Part{{Kind: dialect.Thought}}
		}
	case "function_call", "custom_tool_call":
		m.Parts = []dialect.Part{{Kind: dialect.Call, ID: i.CallID(), Name: i.Name(), Text: i.Input(), Custom: i.Type == "custom_tool_call"}}
	default:
		text := scan.AsSpelled(i.Raw)
		if text == "" { // only deltas arrived
			text = strings.Join(i.texts(), "\n\n")
		}
		m.Parts = []dialect.Part{{Kind: dialect.Other, Name: i.Type, Text: text}}
	}
	return m
}

func (i *Item) texts() []string {
	var texts []string
	for _, t := range i.TextBuffers() {
		texts = append(texts, t.String())
	}
	return texts
}

func (p *Part) messagePart() dialect.Part {
	switch p.Kind {
	case PartText, PartRefusal, PartTranscript:
		return dialect.Part{Kind: dialect.Text, Text: p.Text(), Citations: slices.Clip(p.Annotations)}
	case PartReasoning, PartSummary:
		return dialect.Part{Kind: dialect.Thought, Text: p.Text()}
	case PartAudio:
		return dialect.Part{Kind: dialect.Media, Name: "audio", Text: p.Text()}
	}
	return dialect.Part{Kind: dialect.Other, Name: string(p.Kind), Text: scan.AsSpelled(p.Raw)}
}
