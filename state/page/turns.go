package page

import (
	"cmp"
	"html/template"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
)

// turn is a message, a call, or another item of the conversation.
type turn struct {
	Who    string
	Class  string // you, answer, aside, choice
	Folded bool
	Text   template.HTML
	Data   template.HTML // JSON
	Note   string        // beside the name
}

// Bounds of what is shown of a conversation.
const (
	mostItems = 60       // of the input, the last
	mostText  = 64 << 10 // bytes of one text that was asked
)

// turns are the items that were asked and those that were answered.
func turns(x *state.Exchange) []turn {
	if x.IsRerank() {
		return asked(scan.Get(x.Request, "query"), "query")
	}
	all := asked(scan.Get(x.Request, "instructions"), "instructions")
	input := scan.Get(x.Request, "input")
	if x.Kind().IsForeign() {
		all = askedMessages(x.Request, x.Redacted > 0)
	} else if scan.KindOf(input) != scan.Array {
		all = append(all, asked(input, "you")...)
	} else {
		all = append(all, askedItems(input, x.Redacted > 0)...)
	}
	for _, c := range x.Choices() {
		if c.Name != "" {
			all = append(all, turn{Who: c.Name, Class: "choice", Note: finished(c)})
		}
		for _, it := range c.Items {
			all = append(all, answered(it, x.Redacted > 0)...)
		}
	}
	return all
}

// finished says why the model stopped in one of several answers; empty where all say the
// same.
func finished(c state.Choice) string {
	if c.Finish == "" {
		return ""
	}
	return "finish_reason " + c.Finish
}

func asked(text []byte, who string) []turn {
	if scan.KindOf(text) != scan.String {
		return nil
	}
	t := turn{Who: who, Class: "you", Text: plain(bounded(scan.Text(text)))}
	if who == "instructions" {
		t.Class, t.Folded = "aside", true
	}
	return []turn{t}
}

func bounded(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "\n… " + figures.Size(len(text)-mostText) + " more"
}

func askedItems(input []byte, masked bool) (all []turn) {
	var items [][]byte
	for _, item := range scan.Elements(input) {
		items = append(items, item)
	}
	if n := len(items) - mostItems; n > 0 {
		all = append(all, turn{Who: figures.Counted(n, "earlier item") + " not shown here", Class: "aside"})
		items = items[n:]
	}
	for _, raw := range items {
		it := read.Item(raw)
		switch text := partsText(it.Parts); {
		case it.Type == "message" || it.Type == "" && it.Role != "":
			t := turn{Who: who(it.Role), Class: "you", Text: plain(bounded(text))}
			if it.Role == "assistant" {
				t.Class, t.Text = "answer", markdown(text, masked)
			} else if it.Role != "user" {
				t.Class, t.Folded = "aside", true
			}
			if n := other(it.Parts); n > 0 {
				t.Note = figures.Counted(n, "attachment")
			}
			all = append(all, t)
		default:
			all = append(all, turn{Who: name(it.Type, it.Name), Class: "aside", Folded: true, Data: json(raw)})
		}
	}
	return all
}

func who(role string) string {
	if role == "user" {
		return "you"
	}
	return cmp.Or(role, "message")
}

func name(kind, of string) string {
	kind = strings.ReplaceAll(kind, "_", " ")
	if of != "" {
		return kind + " " + of
	}
	return cmp.Or(kind, "item")
}

func partsText(parts []wire.Part) string {
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// other counts the parts that are no text.
func other(parts []wire.Part) (n int) {
	for _, p := range parts {
		if p.Text == "" {
			n++
		}
	}
	return n
}

func answered(it *state.Item, masked bool) []turn {
	var texts []string
	for _, p := range it.Parts() {
		if text := p.Text(); text != "" {
			texts = append(texts, text)
		}
	}
	text := strings.Join(texts, "\n\n")
	switch {
	case it.Type == "message":
		return []turn{{Who: "answer", Class: "answer", Text: markdown(text, masked)}}
	case it.Type == "reasoning":
		if text == "" {
			return []turn{{Who: "reasoning", Class: "aside", Note: "encrypted, or not returned"}}
		}
		return []turn{{Who: "reasoning", Class: "aside", Folded: true, Text: markdown(text, masked), Note: figures.Size(len(text))}}
	case it.Input() != "":
		t := turn{Who: name(it.Type, it.Name()), Class: "aside call", Data: json([]byte(it.Input()))}
		return []turn{t}
	}
	t := turn{Who: name(it.Type, it.Name()), Class: "aside", Folded: true, Text: template.HTML("")}
	if text != "" {
		t.Text = plain(bounded(text))
	}
	if len(it.Raw) > 0 {
		t.Data = json(it.Raw)
	}
	return []turn{t}
}
