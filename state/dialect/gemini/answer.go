package gemini

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/text/rope"
)

// answer reads one answer: candidates that have parts. Texts that follow each other
// are one message, thoughts one reasoning; any other part is a separate item.
type answer struct {
	answers.Items
	candidates map[int]candidate
	spoken     []answers.Choice // of the frame that is being read
	open       int              // candidates without a finishReason
	finish     string           // the finishReason that decides: the first that is not STOP, else the first
	blocked    string           // blockReason of the prompt; empty for none
	usage      json.RawMessage  // usageMetadata
	complete   bool             // a document was read
	name       string           // of the frame that is being read
	unknown    string           // what in it is not known
}

// candidate is one of the answers that were asked for (candidateCount).
type candidate struct {
	item     int             // that its next text is added to; wire.None for none
	family   *answers.Family // of that
	finish   string
	ended    bool
	openCall int            // item of a call that is open; wire.None for none
	args     assembly.Value // of that call, so far
}

func (a *answer) Clone() answers.Reader {
	d := *a
	d.Items, d.candidates, d.spoken = a.Items.Clone(), make(map[int]candidate, len(a.candidates)), nil
	for index, one := range a.candidates {
		one.args = one.args.Now()
		d.candidates[index] = one
	}
	return &d
}

func (a *answer) Member() string {
	if a.promptBlocked() {
		return "blockReason"
	}
	return "finishReason"
}

// promptBlocked reports whether there is no answer, because of the prompt.
func (a *answer) promptBlocked() bool { return a.blocked != "" && len(a.candidates) == 0 }

// Ending implements answers.Reader. An answer ends when all its candidates have.
func (a *answer) Ending() answers.Ending {
	e := answers.Ending{Known: a.complete || len(a.candidates) > 0 && a.open == 0, Status: "completed", Reason: a.finish, Usage: a.usage}
	switch {
	case a.promptBlocked():
		e.Known, e.Status, e.Reason = true, "incomplete", a.blocked
	case a.finish != "" && a.finish != "STOP":
		e.Status = "incomplete"
	}
	return e
}

func (a *answer) Frame(e *wire.Event, _ string) answers.Read {
	r, known := a.read(e.Data, false)
	switch r.Name = a.name; {
	case !known:
		r.Name, r.Unknown = "no candidates", "data without candidates"
	case a.name == "":
		r.Name = "chunk"
	}
	r.HasFinishReason = r.Name == "finishReason"
	return r
}

func (a *answer) Document(body []byte) (answers.Read, bool) {
	r, known := a.read(body, true)
	a.complete = known
	return r, known
}

// read reads a response, streamed or not. Code Assist has it in a member response.
func (a *answer) read(data json.RawMessage, complete bool) (r answers.Read, known bool) {
	if inner := scan.Get(data, "response"); scan.KindOf(inner) == scan.Object {
		data = inner
	}
	a.Steps, a.spoken, a.name, a.unknown = a.Steps[:0], a.spoken[:0], "", ""
	var facts []any
	for m := range scan.Members(data) {
		switch m.Key {
		case "candidates":
			known = true
			a.each(m.Value, complete)
		case "promptFeedback":
			known, a.blocked = true, scan.Text(scan.Get(m.Value, "blockReason"))
			a.call(m.Key)
		case "usageMetadata":
			known, a.usage = true, m.Value
			facts = append(facts, "usage", a.usage)
		case "modelVersion":
			facts = append(facts, "model", m.Value)
		case "responseId":
			facts = append(facts, "id", m.Value)
		}
	}
	if a.name == "" && a.usage != nil && len(a.spoken) == 0 {
		a.call("usageMetadata")
	}
	r = answers.Read{Steps: a.Steps, Choices: a.spoken, Unknown: a.unknown}
	if facts != nil {
		r.Facts = scan.MakeObject(facts...)
	}
	return r, known
}

// call names the frame by what it carries; the first thing counts.
func (a *answer) call(name string) {
	if a.name == "" {
		a.name = name
	}
}

// each reads the candidates of a response.
func (a *answer) each(list json.RawMessage, complete bool) {
	n := 0
	for _, v := range scan.Elements(list) {
		index, ok := assembly.Index(scan.Get(v, "index"))
		if !ok {
			index = n
		}
		one, known := a.candidates[index]
		if !known && len(a.candidates) == answers.MaxChoices {
			a.unknown = answers.Beyond
			return
		}
		if !known {
			one.item, one.openCall = wire.None, wire.None
			a.open++
		}
		before := len(a.Steps)
		for _, p := range scan.Elements(scan.At(v, "content", "parts")) {
			a.part(&one, p)
		}
		a.cites(&one, scan.At(v, "groundingMetadata", "groundingChunks"))
		if finish := scan.Text(scan.Get(v, "finishReason")); !one.ended && (finish != "" || complete) {
			a.close(&one)
			one.ended, one.finish = true, finish
			a.open--
			a.call("finishReason")
			if a.finish == "" || a.finish == "STOP" && finish != "" {
				a.finish = finish
			}
		}
		for i := range a.Steps[before:] {
			a.Steps[before+i].Choice = index
		}
		a.candidates[index] = one
		a.spoken = append(a.spoken, answers.Choice{Index: index, Finish: one.finish, Complete: one.finish == "STOP"})
		n++
	}
}

// part reads one part.
func (a *answer) part(one *candidate, p json.RawMessage) {
	thought, text := false, json.RawMessage(nil)
	for m := range scan.Members(p) {
		switch m.Key {
		case "thought":
			thought = string(m.Value) == "true"
		case "text":
			text = m.Value
		case "functionCall":
			a.calls(one, m.Value, p)
		case "executableCode", "codeExecutionResult", "inlineData", "fileData", "functionResponse", "toolCall", "toolResponse":
			a.close(one)
			a.End(a.Open(m.Key, p))
			a.call("part." + m.Key)
		case "thoughtSignature", "videoMetadata", "partMetadata", "mediaResolution":
		default:
			a.unknown = "part " + m.Key
		}
	}
	a.add(one, text, thought)
}

// add adds a text to the open message or reasoning, which it opens if needed.
func (a *answer) add(one *candidate, text json.RawMessage, thought bool) {
	if scan.TextLen(text) == 0 {
		return
	}
	kind, family, call := "message", answers.OutputText, "part.text"
	if thought {
		kind, family, call = "reasoning", answers.Reasoning, "part.thought"
	}
	if one.item == wire.None || one.family != family {
		a.close(one)
		one.item, one.family = a.Open(kind, nil), family
	}
	a.Text(family, one.item, 0, text, false)
	a.call(call)
}

// calls reads a call, or a piece of one that is streamed; p is the part that holds it.
func (a *answer) calls(one *candidate, v, p json.RawMessage) {
	if one.item != wire.None {
		a.close(one)
	}
	var members []any
	for _, m := range [][2]string{{"name", "name"}, {"id", "call_id"}} {
		if word := scan.Get(v, m[0]); scan.TextLen(word) > 0 {
			members = append(members, m[1], word)
		}
	}
	if one.openCall == wire.None {
		if members == nil && scan.Get(v, "args") == nil {
			return // the end of a streamed call that is over
		}
		one.openCall, one.args = a.Open("function_call", p, members...), assembly.Value{}
	}
	addArguments(&one.args, v)
	if string(scan.Get(v, "willContinue")) != "true" {
		a.endCall(one)
	}
	a.call("part.functionCall")
}

// cites adds the pages that a text is grounded in.
func (a *answer) cites(one *candidate, chunks json.RawMessage) {
	for _, c := range scan.Elements(chunks) {
		if web := scan.Get(c, "web"); one.item != wire.None && one.family == answers.OutputText && scan.TextLen(scan.Get(web, "uri")) > 0 {
			members := []any{"type", json.RawMessage(`"url_citation"`), "url", scan.Get(web, "uri")}
			if title := scan.Get(web, "title"); title != nil {
				members = append(members, "title", title)
			}
			a.Cite(one.item, 0, scan.MakeObject(members...))
			a.call("groundingMetadata")
		}
	}
}

var unlimited = rope.Limit{Max: math.MaxInt}

// endCall ends the open call, whose arguments are known now.
func (a *answer) endCall(one *candidate) {
	if one.openCall != wire.None {
		a.Full(answers.Arguments, one.openCall, wire.None, one.args.JSON(unlimited))
		a.End(one.openCall)
		one.openCall = wire.None
	}
}

// Rest returns the steps that write the arguments received of calls that did not end.
func (a *answer) Rest() []answers.Step {
	a.Steps = a.Steps[:0]
	for _, index := range slices.Sorted(maps.Keys(a.candidates)) {
		if one := a.candidates[index]; one.openCall != wire.None {
			a.Text(answers.Arguments, one.openCall, wire.None, scan.Quote(string(one.args.JSON(unlimited))), false)
		}
	}
	return a.Steps
}

// close ends the open message or reasoning, and a call whose end did not arrive.
func (a *answer) close(one *candidate) {
	a.endCall(one)
	if one.item != wire.None {
		a.End(one.item)
		one.item = wire.None
	}
}
