package state

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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

// Choice is one of the answers to a request.
type Choice struct {
	Name   string // "Choice 2 of 3"; empty where there is one answer
	Finish string // its finish_reason, where the choices differ in it; else empty
	Items  []*Item
}

// Text returns the text of the choice: see Exchange.Text.
func (c Choice) Text() string { return textOf(c.Items).String() }

// Choices returns the answers to the request in the order of their index: one, but for a
// chat completion that was asked for several (n).
func (x *Exchange) Choices() []Choice {
	if len(x.choices) < 2 {
		return []Choice{{Items: x.Items}}
	}
	indexes := slices.Sorted(maps.Keys(x.choices))
	all, at := make([]Choice, len(indexes)), make(map[int]int, len(indexes))
	differ := false
	for n, index := range indexes {
		at[index] = n
		all[n] = Choice{Name: fmt.Sprintf("Choice %d of %d", n+1, len(indexes)), Finish: x.choices[index].Finish}
		differ = differ || all[n].Finish != all[0].Finish
	}
	for n := range all {
		if !differ {
			all[n].Finish = ""
		}
	}
	for _, it := range x.Items {
		n := at[it.Choice]
		all[n].Items = append(all[n].Items, it)
	}
	return all
}

// Answer returns the items that are taken for the answer where there can be only one: all,
// but of several choices those of the first. A conversation continues with it, and its text
// is the one that is copied and compared.
func (x *Exchange) Answer() []*Item {
	if len(x.choices) < 2 {
		return x.Items
	}
	return x.Choices()[0].Items
}

// AnswerComplete reports whether Answer is all that the model wanted to say.
func (x *Exchange) AnswerComplete() bool {
	if len(x.choices) < 2 {
		return x.Verdict == Completed
	}
	return x.choices[slices.Min(slices.Collect(maps.Keys(x.choices)))].Complete
}

// IsEmpty reports whether a model completed its answer without a text, a call or any other content but
// reasoning. It is false where such content may have been lost.
func (x *Exchange) IsEmpty() bool {
	api := &kinds[x.kind]
	if x.Verdict != Completed || api.Request == nil || api.CallsTool || x.itemsDropped || x.TooDeep || x.Dropped > 0 || x.Undecoded != "" {
		return false
	}
	if x.foreign != nil && x.foreign.Ending().Unread {
		return false
	}
	for _, w := range x.Warnings {
		if w.Code == WarnUndecodable || w.Code == WarnSequence || w.Code == WarnUnknown {
			return false
		}
	}
	return !slices.ContainsFunc(x.Items, (*Item).hasContent)
}

// hasContent reports whether the item is more than reasoning or white space.
func (i *Item) hasContent() bool {
	if i.Type == "reasoning" {
		return false
	}
	return i.Type != "message" || slices.ContainsFunc(i.Parts(), func(p *Part) bool {
		switch p.Kind {
		case PartText, PartRefusal, PartReasoning, PartTranscript, PartAudio:
			const maxBlank = 64 // bytes; longer text is not read
			return p.text.Len() > maxBlank || strings.TrimSpace(p.Text()) != ""
		}
		return true
	})
}

// ChoiceOf returns which of how many choices an item belongs to, counted from 1.
func (x *Exchange) ChoiceOf(it *Item) (place, of int) {
	place = 1
	for index := range x.choices {
		if index < it.Choice {
			place++
		}
	}
	return place, max(len(x.choices), 1)
}

// finishes returns which choices ended why; empty if they do not differ in it.
func finishes(all []Choice) string {
	var reasons []string
	of := map[string][]string{}
	for n, c := range all {
		if c.Finish == "" {
			continue
		}
		if of[c.Finish] == nil {
			reasons = append(reasons, c.Finish)
		}
		of[c.Finish] = append(of[c.Finish], strconv.Itoa(n+1))
	}
	for i, reason := range reasons {
		choice := "choice "
		if len(of[reason]) > 1 {
			choice = "choices "
		}
		reasons[i] += " (" + choice + strings.Join(of[reason], ", ") + ")"
	}
	return strings.Join(reasons, ", ")
}
