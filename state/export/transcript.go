package export

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/spelling"
)

// mostShown is how much of an item that is no text a transcript shows, in bytes: a picture
// in base64 says nothing to a reader.
const mostShown = 16 << 10

// transcript collects blocks of markdown.
type transcript struct {
	strings.Builder
	instructions string // that were said last
	masked       bool   // bytes of what is written now were overwritten with *
}

// line adds a block with the empty line that ends it.
func (t *transcript) line(block string) { t.WriteString(strings.TrimSuffix(block, "\n") + "\n\n") }

// quote adds what somebody wrote.
func (t *transcript) quote(text string) { t.line(blockQuote(text, t.masked)) }

// said adds what somebody said.
func (t *transcript) said(who, text string) {
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

// returned adds the output of a call.
func (t *transcript) returned(id, output string) {
	t.line("**Output** of " + codeSpan(id))
	t.line(fenceJSON(output))
}

// other adds an item or a part of a kind that has no form of its own.
func (t *transcript) other(kind string, raw []byte) {
	t.line("**" + codeSpan(cmp.Or(kind, "item")) + "**")
	if len(raw) > mostShown {
		t.line(fmt.Sprintf("%d bytes, not shown", len(raw)))
		return
	}
	t.line(fenceJSON(string(raw)))
}

// request adds what an exchange asked; of one that goes on after another what is new in it.
func (t *transcript) request(of Exchange, later bool) {
	body := of.State.Request
	switch {
	case !of.State.Known.Request:
		t.line("*The request is not known.*")
		return
	case of.State.IsRerank():
		t.said("Query", scan.Text(scan.Get(body, "query")))
		t.documents(body)
		return
	}
	if of.State.Kind().IsForeign() {
		t.messages(body)
		return
	}
	instructions := scan.Text(scan.Get(body, "instructions"))
	if instructions != "" && (!later || instructions != t.instructions) {
		t.said("Instructions", instructions)
	}
	t.instructions = instructions
	items := inputItems(body)
	if later {
		items = history.NewItems(items)
	}
	for _, item := range items {
		t.item(item)
	}
}

// inputItems are the items of a request; a text is one item.
func inputItems(body []byte) (items [][]byte) {
	input := scan.Get(body, "input")
	if scan.KindOf(input) == scan.String {
		return [][]byte{input}
	}
	for _, item := range scan.Elements(input) {
		items = append(items, item)
	}
	return items
}

// item adds an item of a request.
func (t *transcript) item(item []byte) {
	if scan.KindOf(item) == scan.String {
		t.said("User", scan.Text(item))
		return
	}
	member := func(name string) string { return scan.Text(scan.Get(item, name)) }
	switch kind := member("type"); {
	case kind == "reasoning":
		t.thought(partTexts(item, "content") + partTexts(item, "summary"))
	case kind == "function_call" || kind == "custom_tool_call":
		t.called(member("name"), member("call_id"), cmp.Or(member("arguments"), member("input")))
	case strings.HasSuffix(kind, "_output") && scan.KindOf(scan.Get(item, "output")) == scan.String:
		t.returned(member("call_id"), member("output"))
	case kind != "" && kind != "message":
		t.other(kind, item)
	default:
		t.message(cmp.Or(member("role"), "user"), scan.Get(item, "content"))
	}
}

// message adds a message with all its parts.
func (t *transcript) message(role string, content []byte) {
	t.line("## " + speaker(role))
	if scan.KindOf(content) == scan.String {
		t.quote(scan.Text(content))
		return
	}
	for _, part := range scan.Elements(content) {
		text := cmp.Or(scan.Text(scan.Get(part, "text")), scan.Text(scan.Get(part, "refusal")))
		if text == "" {
			t.other(scan.Text(scan.Get(part, "type")), part)
			continue
		}
		t.quote(text)
	}
}

// speaker is the heading of a role.
func speaker(role string) string {
	switch role {
	case "user":
		return "User"
	case "assistant":
		return "Assistant"
	case "system":
		return "System"
	case "developer":
		return "Developer"
	}
	return codeSpan(role)
}

// partTexts joins the texts of the parts in a member.
func partTexts(item []byte, member string) string {
	var texts []string
	for _, part := range scan.Elements(scan.Get(item, member)) {
		if text := scan.Text(scan.Get(part, "text")); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// answer adds what came back.
func (t *transcript) answer(x *state.Exchange) {
	if x.Ranking != nil {
		t.ranking(x.Ranking)
	}
	for _, c := range x.Choices() {
		t.choice(c)
		for _, it := range c.Items {
			t.output(it)
		}
	}
	if x.Failure != nil {
		t.said("Failure", spelling.Inert(x.Failure.Message))
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

// output adds an item of an answer as it was streamed or came whole.
func (t *transcript) output(it *state.Item) {
	var texts []string
	for _, p := range it.Parts() {
		texts = append(texts, p.Text())
	}
	switch {
	case it.Type == "message":
		t.line("## Assistant")
		for i, p := range it.Parts() {
			t.quote(texts[i])
			for _, citation := range p.Annotations {
				t.other(cmp.Or(scan.Text(scan.Get(citation, "type")), "citation"), citation)
			}
		}
	case it.Type == "reasoning":
		t.thought(strings.Join(texts, "\n\n"))
	case it.Input() != "":
		t.called(cmp.Or(it.Name(), it.Type), it.CallID(), it.Input())
	default:
		t.other(it.Type, it.Raw)
	}
}

// documents adds the documents of a rerank.
func (t *transcript) documents(body []byte) {
	t.line("## Documents")
	n := 0
	for _, document := range scan.Elements(scan.Get(body, "documents")) {
		n++
		t.line(fmt.Sprintf("Document %d", n-1))
		text := scan.Text(document)
		if text == "" {
			text = scan.Text(scan.Get(document, "text"))
		}
		if text == "" {
			t.other("document", document)
			continue
		}
		t.quote(text)
	}
}

// ranking adds the results of a rerank, best first as they came.
func (t *transcript) ranking(r *wire.Rerank) {
	t.line("## Ranking")
	var rows strings.Builder
	rows.WriteString("| rank | document | score |\n|---:|---:|---:|\n")
	for i, result := range r.Results {
		fmt.Fprintf(&rows, "| %d | %d | %g |\n", i+1, result.Index, result.Score)
	}
	t.line(rows.String())
}
