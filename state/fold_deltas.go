package state

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// appendDelta appends a delta to the part or the input that its event addresses.
func (x *Exchange) appendDelta(e *wire.Event, c deltaFamily) {
	if c.part == PartStdout {
		x.shellEvent(e, scan.Get(e.Data, "delta"), false)
		return
	}
	it := x.findOrCreate(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	if c.part == "" {
		if c := &it.content; !c.inputDone {
			x.grow(&c.input, e)
		}
		return
	}
	x.growPart(it.content.part(c.part, eventPartIndex(e, c.part), false), e)
	if c.part == PartRefusal && e.Delta != "" {
		x.warnRefusal()
	}
}

// finishText folds the event that delivers the whole text of a part or an input.
func (x *Exchange) finishText(e *wire.Event, c deltaFamily) {
	whole := scan.Get(e.Data, c.final)
	if c.part == PartStdout {
		x.shellEvent(e, whole, true)
		return
	}
	it := x.findOrCreate(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	held := &it.content
	if c.part == "" {
		if name := scan.Text(scan.Get(e.Data, "name")); name != "" {
			held.name = name
		}
		x.setInputFinal(held, whole)
		x.endHalves(it)
		held.inputDone = true
		return
	}
	p := held.part(c.part, eventPartIndex(e, c.part), true)
	x.checkDeltas(p, whole)
	x.setPartFinal(held, p, whole)
	x.endHalves(it)
	if c.part == PartRefusal && p.text.Len() > 0 {
		x.warnRefusal()
	}
}

// startText folds the event that announces a part before its deltas, with the text it may
// already hold.
func (x *Exchange) startText(e *wire.Event, c deltaFamily) {
	it := x.findOrCreate(e.OutputIndex, e.ItemID, c.item)
	it.Version++
	whole := scan.Get(e.Data, c.final)
	text := scan.Text(whole)
	if c.part == "" {
		if c := &it.content; !c.inputDone {
			c.input.append(text)
		}
		return
	}
	it.content.part(c.part, eventPartIndex(e, c.part), false).append(text)
}

func eventPartIndex(e *wire.Event, kind PartKind) int {
	switch kind {
	case PartSummary:
		return e.SummaryIndex
	case PartCommand, PartStdout, PartStderr:
		return indexNumber(scan.Get(e.Data, "command_index"))
	}
	return e.ContentIndex
}

// shellEvent folds the output of a command: pieces of stdout and stderr, or all of it.
func (x *Exchange) shellEvent(e *wire.Event, v json.RawMessage, done bool) {
	it := x.findOrCreate(e.OutputIndex, e.ItemID, "shell_call_output")
	it.Version++
	index := eventPartIndex(e, PartStdout)
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
			p.setFinal(text)
		} else {
			p.append(scan.Text(text))
		}
	}
}

// annotationEvent adds a citation to its text part.
func (x *Exchange) annotationEvent(e *wire.Event) {
	it := x.findOrCreate(e.OutputIndex, e.ItemID, "message")
	it.Version++
	p := it.content.part(PartText, e.ContentIndex, true)
	if a := scan.Get(e.Data, "annotation"); !scan.IsNull(a) {
		p.Annotations = append(p.Annotations, a)
	}
}

// partEvent folds content_part and reasoning_summary_part events.
func (x *Exchange) partEvent(e *wire.Event, summary, done bool) {
	part := readPart(scan.Get(e.Data, "part"))
	kind := PartKind(internText(part.kind))
	index, want := e.ContentIndex, "message"
	switch {
	case summary:
		kind, index, want = PartSummary, e.SummaryIndex, "reasoning"
	case kind == PartReasoning:
		want = "reasoning"
	}
	it := x.findOrCreate(e.OutputIndex, e.ItemID, want)
	it.Version++
	c := &it.content
	x.mergePart(c, c.part(kind, index, done), part, done)
}

// partJSON is a part that was delivered whole, with the raw values of the members that are
// read.
type partJSON struct {
	raw                              json.RawMessage
	kind, text, refusal, annotations []byte
}

// readPart reads a part's members in one pass. A reasoning summary may be a plain string
// (wire-notes §3).
func readPart(part json.RawMessage) partJSON {
	w := partJSON{raw: part}
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

// textOf returns the JSON string that holds the text of a part of this kind; nil for none.
func (w *partJSON) textOf(kind PartKind) []byte {
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

// mergePart merges a part that was delivered whole into what was streamed of it. It
// reports whether the delivered part held text.
func (x *Exchange) mergePart(c *content, p *Part, part partJSON, done bool) bool {
	if !knownPart(string(p.Kind)) {
		x.warn(WarnUnknown, "part "+string(p.Kind), "unknown part "+string(p.Kind))
	}
	text := part.textOf(p.Kind)
	if done {
		x.checkDeltas(p, text)
		x.setPartFinal(c, p, text)
	} else if p.text.Len() == 0 {
		p.text.set(text)
		p.seeded = p.text.Len() > 0
	}
	if done || p.Raw == nil {
		p.Raw = part.raw
	}
	p.setAnnotations(part.annotations)
	if p.Kind == PartRefusal && p.text.Len() > 0 {
		x.warnRefusal()
	}
	return len(text) > len(`""`)
}

// setAnnotations replaces the annotations by a delivered list, unless that is empty.
func (p *Part) setAnnotations(list json.RawMessage) {
	var all []json.RawMessage
	for _, a := range scan.Elements(list) {
		all = append(all, a)
	}
	if len(all) > 0 {
		p.Annotations = all
	}
}
