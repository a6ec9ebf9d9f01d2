package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/text/spelling"
)

// maxShown is the maximum size of an item without text in a transcript, in bytes: a picture in
// base64 is useless to a reader.
const maxShown = 16 << 10

// transcript collects blocks of markdown.
type transcript struct {
	strings.Builder
	system  []dialect.Message         // the last system messages
	systems map[int][]dialect.Message // those of each exchange, by its index
	masked  bool                      // bytes of the current text were overwritten with *
}

// line adds a block with the empty line that ends it.
func (t *transcript) line(block string) { t.WriteString(strings.TrimSuffix(block, "\n") + "\n\n") }

// quote adds what somebody wrote.
func (t *transcript) quote(text string) { t.line(blockQuote(text, t.masked)) }

// speech adds a heading and what somebody wrote.
func (t *transcript) speech(who, text string) {
	t.line("## " + who)
	if strings.TrimSpace(text) != "" {
		t.quote(text)
	}
}

// thought adds reasoning, folded.
func (t *transcript) thought(text string) {
	if strings.TrimSpace(text) != "" {
		t.line("<details><summary>Reasoning</summary>\n\n" + Fence("text", text) + "\n</details>")
	}
}

// called adds a call of a tool.
func (t *transcript) called(name, id, arguments string) {
	head := "**Call** " + codeSpan(name)
	if id != "" {
		head += " (" + codeSpan(id) + ")"
	}
	t.line(head)
	t.line(fenceJSON(arguments))
}

// other adds an item or a part of a kind without another form.
func (t *transcript) other(kind string, raw []byte) {
	t.line("**" + codeSpan(cmp.Or(kind, "item")) + "**")
	if len(raw) > maxShown {
		t.line(fmt.Sprintf("%d bytes, not shown", len(raw)))
		return
	}
	t.line(fenceJSON(string(raw)))
}

// request adds what an exchange asked; if it continues another, what is new in it.
func (t *transcript) request(of Exchange, index int, at place) {
	body := of.State.Request
	switch {
	case at.silent && of.State.Known.Request:
		return
	case !of.State.Known.Request:
		t.line("*The request is not known.*")
		return
	case of.State.IsRerank():
		t.speech("Query", scan.Text(scan.Get(body, "query")))
		t.documents(body)
		return
	}
	read, err := registry.Read(body)
	if err != nil {
		return
	}
	system, messages := read.System()
	was := t.system
	if at.after >= 0 {
		was = t.systems[at.after]
	}
	if at.goesOn {
		messages = dialect.New(messages)
	}
	switch {
	case at.goesOn && len(system) == 0: // the service has it from before
		system = was
	case !at.goesOn, !slices.EqualFunc(system, was, func(a, b dialect.Message) bool { return instructionsOf(a) == instructionsOf(b) }):
		messages = append(slices.Clip(system), messages...)
	}
	if t.systems == nil {
		t.systems = map[int][]dialect.Message{}
	}
	t.system, t.systems[index] = system, system
	for i := range messages {
		t.message(&messages[i])
	}
}

// instructionsOf returns the text of a system message without the blocks that Claude Code changes with each
// request.
func instructionsOf(m dialect.Message) string {
	m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p dialect.Part) bool { return run.IsUncached(p.Text) })
	return textOf(m)
}

// message adds a message.
func (t *transcript) message(m *dialect.Message) {
	headed := false
	head := func() {
		if !headed {
			t.line("## " + speaker(m))
		}
		headed = true
	}
	for _, p := range m.Parts {
		switch p.Kind {
		case dialect.Text:
			head()
			t.quote(p.Text)
			for _, citation := range p.Citations {
				t.other(cmp.Or(scan.Text(scan.Get(citation, "type")), "citation"), citation)
			}
		case dialect.Thought:
			t.thought(p.Text)
		case dialect.Call:
			t.called(p.Name, p.ID, p.Text)
		case dialect.Output:
			head := "**Output**"
			if p.ID != "" {
				head += " of " + codeSpan(p.ID)
			}
			t.line(head)
			t.line(fenceJSON(tooluse.TextOfParts(p.Text)))
		case dialect.Media:
			head()
			where := ", not shown"
			if strings.HasPrefix(p.Text, "https://") || strings.HasPrefix(p.Text, "http://") {
				where = " " + codeSpan(p.Text)
			}
			t.line("**" + codeSpan(p.Name) + "**" + where)
		case dialect.Other:
			t.other(p.Name, []byte(p.Text))
		}
	}
}

// speaker returns the heading of a message.
func speaker(m *dialect.Message) string {
	if m.Parts[0].Path == "instructions" {
		return "Instructions"
	}
	names := map[string]string{dialect.User: "User", dialect.Assistant: "Assistant", dialect.System: "System", dialect.Tool: "Tool"}
	return cmp.Or(names[m.Role], codeSpan(m.Role))
}

// answer adds what was answered.
func (t *transcript) answer(x *state.Exchange) {
	if x.Ranking != nil {
		t.ranking(x.Ranking)
	}
	for _, c := range x.Choices() {
		t.choice(c)
		for _, it := range c.Items {
			t.output(it, x.Kind().CallsTool() && x.Known.Request)
		}
	}
	if x.Failure != nil {
		t.speech("Failure", spelling.Inert(x.Failure.Message))
	}
}

// choice adds which of several answers follows.
func (t *transcript) choice(c state.Choice) {
	if c.Name == "" {
		return
	}
	line := "## " + c.Name
	if c.Finish != "" {
		line += " · finish_reason " + codeSpan(c.Finish)
	}
	t.line(line)
}

// output adds an item of an answer. A call that the service ran itself is shown with its input, unless the
// request is that call, and with what it returned.
func (t *transcript) output(it *state.Item, requested bool) {
	m := it.Message()
	if n := len(m.Parts); n > 0 && m.Parts[0].Kind == dialect.Other && it.Input() != "" {
		if !requested {
			t.called(cmp.Or(it.FullName(), it.Type), it.CallID(), it.Input())
		}
		if what, returned := tooluse.Returned(it); returned != "" {
			t.line("**" + strings.ToUpper(what[:1]) + what[1:] + "**")
			t.line(fenceJSON(returned))
		}
		return
	}
	for i := range m.Parts {
		if m.Parts[i].Kind == dialect.Call {
			m.Parts[i].Name = it.FullName()
		}
	}
	t.message(&m)
}

// documents adds the documents of a rerank.
func (t *transcript) documents(body []byte) {
	t.line("## Documents")
	n := 0
	for _, document := range scan.Elements(scan.Get(body, "documents")) {
		n++
		t.line(fmt.Sprintf("Document %d", n-1))
		if text := cmp.Or(scan.Text(document), scan.Text(scan.Get(document, "text"))); text != "" {
			t.quote(text)
		} else {
			t.other("document", document)
		}
	}
}

// ranking adds the results of a rerank in the order of the response, best first.
func (t *transcript) ranking(r *wire.Rerank) {
	t.line("## Ranking")
	var rows strings.Builder
	rows.WriteString("| rank | document | score |\n|---:|---:|---:|\n")
	for i, result := range r.Results {
		fmt.Fprintf(&rows, "| %d | %d | %g |\n", i+1, result.Index, result.Score)
	}
	t.line(rows.String())
}
