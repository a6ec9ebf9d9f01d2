package state

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// grow appends a delta to the part or the input that its event addresses.
func (x *Exchange) grow(e *wire.Event, c channel) {
	if c.part == PartStdout {
		x.shellOutput(e, scan.Get(e.Data, "delta"), false)
		return
	}
	it := x.item(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	if c.part == "" {
		if c := &it.content; !c.inputDone {
			c.input.grow(e.Delta)
		}
		return
	}
	it.content.part(c.part, partIndex(e, c.part), false).grow(e.Delta)
	if c.part == PartRefusal && e.Delta != "" {
		x.refusal()
	}
}

// settle folds the event that delivers a part or an input whole.
func (x *Exchange) settle(e *wire.Event, c channel) {
	whole := scan.Get(e.Data, c.final)
	if c.part == PartStdout {
		x.shellOutput(e, whole, true)
		return
	}
	it := x.item(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	held := &it.content
	if c.part == "" {
		if name := scan.Text(scan.Get(e.Data, "name")); name != "" {
			held.name = name
		}
		x.settleInput(held, whole)
		held.inputDone = true
		return
	}
	p := held.part(c.part, partIndex(e, c.part), true)
	x.prove(p, whole)
	x.settlePart(held, p, whole)
	if c.part == PartRefusal && p.text.Len() > 0 {
		x.refusal()
	}
}

// begin folds the event that announces a part before its deltas, with what it
// may already hold.
func (x *Exchange) begin(e *wire.Event, c channel) {
	it := x.item(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	whole := scan.Get(e.Data, c.final)
	text := scan.Text(whole)
	if c.part == "" {
		if c := &it.content; !c.inputDone {
			c.input.grow(text)
		}
		return
	}
	it.content.part(c.part, partIndex(e, c.part), false).grow(text)
}

func partIndex(e *wire.Event, kind PartKind) int {
	switch kind {
	case PartSummary:
		return e.SummaryIndex
	case PartCommand, PartStdout, PartStderr:
		return number(scan.Get(e.Data, "command_index"))
	}
	return e.ContentIndex
}

// shellOutput folds what a command wrote: pieces of stdout and stderr, or the
// finished output.
func (x *Exchange) shellOutput(e *wire.Event, v json.RawMessage, done bool) {
	it := x.item(e.OutputIndex, e.ItemID, "shell_call_output")
	it.Version++
	index := partIndex(e, PartStdout)
	if done {
		for _, one := range scan.Elements(v) {
			it.content.shellStreams(one, index, true)
		}
		return
	}
	it.content.shellStreams(v, index, false)
}

func (c *content) shellStreams(v json.RawMessage, index int, done bool) {
	for _, kind := range []PartKind{PartStdout, PartStderr} {
		text := scan.Get(v, string(kind))
		if text == nil {
			continue
		}
		if p := c.part(kind, index, done); done {
			p.settle(text)
		} else {
			p.grow(scan.Text(text))
		}
	}
}

// annotation adds a citation to the text that it stands in.
func (x *Exchange) annotation(e *wire.Event) {
	it := x.item(e.OutputIndex, e.ItemID, "message")
	it.Version++
	p := it.content.part(PartText, e.ContentIndex, true)
	if a := scan.Get(e.Data, "annotation"); !scan.IsNull(a) {
		p.Annotations = append(p.Annotations, a)
	}
}

// wholePart folds content_part and reasoning_summary_part events.
func (x *Exchange) wholePart(e *wire.Event, summary, done bool) {
	part := readPart(scan.Get(e.Data, "part"))
	kind := PartKind(name(part.kind))
	index, want := e.ContentIndex, "message"
	switch {
	case summary:
		kind, index, want = PartSummary, e.SummaryIndex, "reasoning"
	case kind == PartReasoning:
		want = "reasoning"
	}
	it := x.item(e.OutputIndex, e.ItemID, want)
	it.Version++
	c := &it.content
	x.deliverPart(c, c.part(kind, index, done), part, done)
}

// wholly is a part that came whole, and those of its members that are read, as they are
// spelled.
type wholly struct {
	raw                              json.RawMessage
	kind, text, refusal, annotations []byte
}

// readPart reads a part once. A reasoning summary may be a plain string (wire-notes §3).
func readPart(part json.RawMessage) wholly {
	w := wholly{raw: part}
	if scan.KindOf(part) == scan.String {
		w.text, w.refusal = part, part
		return w
	}
	for m := range scan.Members(part) {
		switch m.Key {
		case "type":
			w.kind = m.Value
		case "text":
			w.text = m.Value
		case "refusal":
			w.refusal = m.Value
		case "annotations":
			w.annotations = m.Value
		}
	}
	return w
}

// textOf returns the text of a part of a kind; nil where it holds none.
func (w *wholly) textOf(kind PartKind) []byte {
	text := w.text
	switch kind {
	case PartRefusal:
		text = w.refusal
	case PartAudio:
		text = nil
	}
	if scan.KindOf(text) != scan.String {
		return nil
	}
	return text
}

// deliverPart lays a part that came whole over what was streamed of it. It
// reports whether the part held any text.
func (x *Exchange) deliverPart(c *content, p *Part, part wholly, done bool) bool {
	if !knownPart(string(p.Kind)) {
		x.warn(WarnUnknown, "part "+string(p.Kind), "unknown part "+string(p.Kind))
	}
	text := part.textOf(p.Kind)
	if done {
		x.prove(p, text)
		x.settlePart(c, p, text)
	} else if p.text.Len() == 0 {
		p.text.settle(text)
		p.seeded = p.text.Len() > 0
	}
	if done || p.Raw == nil {
		p.Raw = part.raw
	}
	p.setAnnotations(part.annotations)
	if p.Kind == PartRefusal && p.text.Len() > 0 {
		x.refusal()
	}
	return len(text) > len(`""`)
}

// setAnnotations takes over a list that was delivered, unless it is empty.
func (p *Part) setAnnotations(list json.RawMessage) {
	var all []json.RawMessage
	for _, a := range scan.Elements(list) {
		all = append(all, a)
	}
	if len(all) > 0 {
		p.Annotations = all
	}
}
