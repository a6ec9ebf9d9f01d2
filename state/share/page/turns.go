package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// turn is a message, a call, or another item of the conversation.
type turn struct {
	Who    string
	Class  string // you, answer, aside, choice
	Folded bool
	Text   template.HTML
	Data   template.HTML // JSON
	Note   string        // after the name
}

// Bounds of what is shown of a conversation.
const (
	maxMessages = 60       // of those that were asked, the last
	maxText     = 64 << 10 // bytes of one text that was asked
)

// turns returns the messages that were asked and those that were answered.
func turns(x *state.Exchange) []turn {
	if x.IsRerank() {
		return []turn{{Who: "query", Class: "you", Text: plain(bounded(scan.Text(scan.Get(x.Request, "query"))))}}
	}
	masked := x.Redacted > 0
	all := asked(x.Request, masked)
	for _, c := range x.Choices() {
		if c.Name != "" {
			one := turn{Who: c.Name, Class: "choice"}
			if c.Finish != "" { // else it is the same in all
				one.Note = "finish_reason " + c.Finish
			}
			all = append(all, one)
		}
		for _, it := range c.Items {
			all = append(all, answered(it, masked)...)
		}
	}
	return all
}

// asked returns the messages of a request: of a long one those of the system, and the last.
func asked(request []byte, masked bool) (all []turn) {
	read, err := registry.Read(request)
	if err != nil {
		return nil
	}
	system, list := read.System()
	for _, m := range system {
		all = append(all, messageTurns(m, masked)...)
	}
	if n := len(list) - maxMessages; n > 0 {
		all = append(all, turn{Who: figures.Counted(n, "earlier message") + " not shown here", Class: "aside"})
		list = list[n:]
	}
	for _, m := range list {
		all = append(all, messageTurns(m, masked)...)
	}
	return all
}

func bounded(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + "\n… " + figures.Size(len(text)-maxText) + " more"
}

// messageTurns returns a message's texts as one turn, which also counts its attachments, what
// the model thought as one, and each of its other parts.
func messageTurns(m dialect.Message, masked bool) (all []turn) {
	var texts, thoughts []string
	attachments := 0
	for _, p := range m.Parts {
		switch p.Kind {
		case dialect.Text:
			texts = append(texts, p.Text)
		case dialect.Thought:
			thoughts = append(thoughts, p.Text)
		case dialect.Media:
			attachments++
		default:
			all = append(all, partTurn(p))
		}
	}
	if text := strings.Join(thoughts, "\n\n"); text != "" {
		all = append(all, turn{Who: "reasoning", Class: "aside", Folded: true, Text: markdown(text, masked), Note: figures.Size(len(text))})
	}
	if len(texts) == 0 && attachments == 0 {
		return all
	}
	text := strings.Join(texts, "\n\n")
	t := turn{Who: cmp.Or(m.Role, "message"), Class: "you"}
	switch m.Role {
	case dialect.User:
		t.Who, t.Text = "you", plain(bounded(text))
	case dialect.Assistant:
		t.Class, t.Text = "answer", markdown(text, masked)
	default:
		t.Class, t.Folded, t.Text = "aside", true, plain(bounded(text))
		if len(m.Parts) > 0 && m.Parts[0].Path == "instructions" {
			t.Who = "instructions"
		}
	}
	if attachments > 0 {
		t.Note = figures.Counted(attachments, "attachment")
	}
	return append([]turn{t}, all...)
}

// partTurn returns a call, its output, or a part of another type.
func partTurn(p dialect.Part) turn {
	switch p.Kind {
	case dialect.Call:
		kind := "function call"
		if p.Custom {
			kind = "custom tool call"
		}
		return turn{Who: named(kind, p.Name), Class: "aside call", Data: json([]byte(p.Text))}
	case dialect.Output:
		return turn{Who: named("output", p.ID), Class: "aside", Folded: true, Text: plain(bounded(p.Text))}
	}
	return turn{Who: typeName(p.Name), Class: "aside", Folded: true, Data: json([]byte(p.Text))}
}

// typeName returns the type of an item or a part in words.
func typeName(kind string) string { return cmp.Or(strings.ReplaceAll(kind, "_", " "), "item") }

func named(kind, name string) string { return strings.TrimSpace(kind + " " + name) }

// answered returns an item of an answer. What the service ran itself is shown by what it was asked and what it
// returned.
func answered(it *state.Item, masked bool) []turn {
	m := it.Message()
	switch {
	case it.Type == "message":
		all := messageTurns(m, masked)
		for i := range all {
			if all[i].Class == "answer" {
				all[i].Who = "answer"
			}
		}
		return all
	case it.Type == "reasoning" && !slices.ContainsFunc(m.Parts, func(p dialect.Part) bool { return p.Text != "" }):
		return []turn{{Who: "reasoning", Class: "aside", Note: "encrypted, or not returned"}}
	case m.Parts[0].Kind == dialect.Other && it.Input() != "":
		all := []turn{{Who: named(typeName(it.Type), it.Name()), Class: "aside call", Data: json([]byte(it.Input()))}}
		if what, returned := tooluse.Returned(it); returned != "" {
			all = append(all, turn{Who: what, Class: "aside", Folded: true, Text: plain(bounded(returned))})
		}
		return all
	}
	return messageTurns(m, masked)
}

// ranking is the result of a rerank.
type ranking struct {
	Rows []ranked
	More int
}

type ranked struct {
	Rank  int
	Score string
	Width int // of its bar, of 100
	Text  string
}

// maxRanked is how many results are shown.
const maxRanked = 100

// rankingOf returns the result of a rerank; nil for none.
func rankingOf(x *state.Exchange) *ranking {
	if x.Ranking == nil {
		return nil
	}
	var documents []string
	for _, d := range scan.Elements(scan.Get(x.Request, "documents")) {
		text := scan.Text(d)
		if scan.KindOf(d) == scan.Object {
			text = scan.Text(scan.Get(d, "text"))
		}
		documents = append(documents, text)
	}
	r := &ranking{}
	best := 0.0
	for _, one := range x.Ranking.Results {
		best = max(best, one.Score)
	}
	for i, one := range x.Ranking.Results {
		if i == maxRanked {
			r.More = len(x.Ranking.Results) - i
			break
		}
		row := ranked{Rank: i + 1, Score: strconv.FormatFloat(one.Score, 'g', 4, 64), Text: one.Text}
		if row.Text == "" && one.Index >= 0 && one.Index < len(documents) {
			row.Text = documents[one.Index]
		}
		row.Text = bounded(strings.TrimSpace(row.Text))
		if best > 0 && one.Score > 0 {
			row.Width = int(100 * one.Score / best)
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}
