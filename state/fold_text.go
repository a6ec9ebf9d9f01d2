package state

import (
	"encoding/json"
	"iter"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// appendDelta appends a delta to the part or the input that its event addresses.
func (x *Exchange) appendDelta(e *wire.Event, p place) {
	x.noteDelta(e, p)
	if p.part == nil {
		if c := &p.item.content; !c.inputDone {
			x.grow(&c.input, e)
		}
		return
	}
	x.growPart(p.part, e)
	if p.part.Kind == PartRefusal && e.Delta != "" {
		x.warnRefusal()
	}
}

// finishText folds the event that delivers the complete text of a part or an input.
func (x *Exchange) finishText(e *wire.Event, p place) {
	text := scan.Get(e.Data, p.row.text)
	if p.part == nil {
		if name := scan.Text(scan.Get(e.Data, "name")); name != "" {
			p.item.content.name = name
		}
		x.setInputFinal(p.item, text)
		x.endHalves(p.item)
		p.item.content.inputDone = true
		return
	}
	x.checkDeltas(p.part, text)
	x.setPartFinal(p.item, p.part, text)
	x.endHalves(p.item)
	if p.part.Kind == PartRefusal && p.part.text.Len() > 0 {
		x.warnRefusal()
	}
}

// startText folds the event that announces a text before its deltas. It may hold the beginning.
func (x *Exchange) startText(e *wire.Event, p place) {
	text := scan.Text(scan.Get(e.Data, p.row.text))
	if p.part != nil {
		p.part.append(text)
	} else if c := &p.item.content; !c.inputDone {
		c.input.append(text)
	}
}

// appendOutput appends the delta of a command's output, which may hold stdout and stderr.
func (x *Exchange) appendOutput(e *wire.Event, p place) {
	for part, text := range p.outputParts(e, scan.Get(e.Data, "delta")) {
		part.append(scan.Text(text))
	}
}

// finishOutput folds the event with all the output of a command.
func (x *Exchange) finishOutput(e *wire.Event, p place) {
	for _, output := range scan.Elements(scan.Get(e.Data, p.row.text)) {
		for part, text := range p.outputParts(e, output) {
			part.setFinal(text)
		}
	}
}

// outputParts yields the parts for stdout and stderr of the command that an event is about, with
// their texts in output; a part without a text is skipped.
func (p place) outputParts(e *wire.Event, output json.RawMessage) iter.Seq2[*Part, []byte] {
	index := indexNumber(scan.Get(e.Data, "command_index"))
	return func(yield func(*Part, []byte) bool) {
		for _, kind := range []PartKind{PartStdout, PartStderr} {
			text := scan.Get(output, string(kind))
			if text != nil && !yield(p.item.content.part(kind, index, p.row.complete), text) {
				return
			}
		}
	}
}

// addAnnotation adds a citation to its text part.
func (x *Exchange) addAnnotation(e *wire.Event, p place) {
	if a := scan.Get(e.Data, "annotation"); !scan.IsNull(a) {
		p.part.Annotations = append(p.part.Annotations, a)
	}
}

// deliverPart folds content_part and reasoning_summary_part events.
func (x *Exchange) deliverPart(_ *wire.Event, p place) {
	x.mergePart(p.item, p.part, readPart(p.raw), p.row.complete)
}

// partJSON is a part that was delivered completely, with the raw values of the members that are
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

// mergePart merges a part that was delivered completely into what was streamed of it. It reports
// whether the delivered part held text.
func (x *Exchange) mergePart(it *Item, p *Part, part partJSON, done bool) bool {
	if !knownPart(p.Kind) {
		x.warn(WarnUnknown, "part "+string(p.Kind), "unknown part "+string(p.Kind))
	}
	text := part.textOf(p.Kind)
	if done {
		x.checkDeltas(p, text)
		x.setPartFinal(it, p, text)
	} else {
		p.events.announced = true
		if p.text.Len() == 0 {
			p.text.set(text)
			p.seeded = p.text.Len() > 0
		}
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
	if all := scan.List(list); len(all) > 0 {
		p.Annotations = all
	}
}
