package state

import (
	"iter"
	"slices"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/text/rope"
)

// TextPosition is a position in the texts of an exchange.
type TextPosition struct {
	Item   int // index in Items
	Part   int // index in the item's Parts; wire.None for its input
	Offset int // in bytes
	Length int // bytes that the frame wrote there; 0 where it carried no delta
}

// FramePosition returns where a frame, counted from 0, wrote; for a frame without a delta,
// the beginning of the item that it names. ok is false for a frame that names no item.
// Parts of one kind, and items at one output_index, are assumed to have been written one
// after the other: see HasDelta.
func (x *Exchange) FramePosition(frame int) (w TextPosition, ok bool) {
	l := &x.FrameList
	if frame < 0 || frame >= l.Len() {
		return TextPosition{}, false
	}
	output, ok := l.Item(frame)
	if !ok {
		return TextPosition{}, false
	}
	at, ok := slices.BinarySearchFunc(x.Items, output, func(it *Item, output int) int { return it.Index - output })
	if !ok {
		return TextPosition{}, false
	}
	w = TextPosition{Item: at, Part: wire.None}
	if len(x.Items[at].Parts()) > 0 {
		w.Part = 0
	}
	if !l.IsDelta(frame) {
		return w, true
	}
	kind, input, known := deltaTarget(l.Name(l.Type(frame)))
	w.Offset, w.Length = l.BytesBefore(frame), l.DeltaBytes(frame)
	if input || !known {
		w.Part = wire.None
	}
	for i, it := range x.Items[at:] {
		if it.Index != output || !known {
			break
		}
		for n, text := range it.textsOf(kind, input) {
			if w.Item, w.Part = at+i, n; w.Offset < text.Len() {
				return w, true
			}
			w.Offset -= text.Len()
		}
	}
	return w, known
}

// textsOf yields the texts that deltas of one kind extend, with the index of their part;
// wire.None for the input.
func (i *Item) textsOf(kind PartKind, input bool) iter.Seq2[int, *TextBuffer] {
	return func(yield func(int, *TextBuffer) bool) {
		if input {
			yield(wire.None, i.InputBuffer())
			return
		}
		for n, p := range i.Parts() {
			if p.Kind == kind && !yield(n, &p.text) {
				return
			}
		}
	}
}

// TextAt returns the text that a position is in.
func (x *Exchange) TextAt(w TextPosition) *rope.Rope {
	it := x.Items[w.Item]
	if parts := it.Parts(); w.Part != wire.None && w.Part < len(parts) {
		return parts[w.Part].TextBuffer().Rope()
	}
	return it.InputBuffer().Rope()
}

// HasDelta reports whether a delta is in the text at the position its frame wrote to. It
// is not where the text was replaced or the position was a wrong guess. Of an item without
// text it is assumed.
func (x *Exchange) HasDelta(delta string, w TextPosition) bool {
	text := x.TextAt(w)
	return text.Len() == 0 || text.Cut(int64(w.Offset), int64(w.Offset+len(delta))) == delta
}

// FrameAt returns the frame that wrote a byte of an item: the one with the delta, else the
// event that delivered the complete text, else the first event about the item. ok is false
// where there is none.
func (x *Exchange) FrameAt(w TextPosition) (frame int, ok bool) {
	if w.Item < 0 || w.Item >= len(x.Items) {
		return 0, false
	}
	l, it := &x.FrameList, x.Items[w.Item]
	parts := it.Parts()
	for t, kind := range l.Types() {
		part, input, known := deltaTarget(kind.Name)
		if !known || input != (w.Part == wire.None) || !input && (w.Part >= len(parts) || parts[w.Part].Kind != part) {
			continue
		}
		offset := w.Offset + x.streamedBefore(w, part, input)
		if frame, ok := l.FrameOfByte(frames.TypeID(t), it.Index, offset); ok {
			return frame, true
		}
	}
	if frame, ok := x.frameOfDelivered(w); ok {
		return frame, true
	}
	return l.FirstOfItem(it.Index)
}

// streamedBefore returns how many bytes deltas of one kind had written to earlier texts at
// the same output_index.
func (x *Exchange) streamedBefore(w TextPosition, kind PartKind, input bool) (size int) {
	for i := w.Item; i >= 0 && x.Items[i].Index == x.Items[w.Item].Index; i-- {
		for n, text := range x.Items[i].textsOf(kind, input) {
			if i < w.Item || n < w.Part {
				size += text.Len()
			}
		}
	}
	return size
}

// frameOfDelivered returns the event that delivered the complete part, for text that no delta
// wrote.
func (x *Exchange) frameOfDelivered(w TextPosition) (frame int, ok bool) {
	l, it := &x.FrameList, x.Items[w.Item]
	parts := it.Parts()
	if w.Part < 0 || w.Part >= len(parts) || parts[w.Part].text.Len() == 0 {
		return 0, false
	}
	for t, kind := range l.Types() {
		row := eventTable[kind.Name]
		if row == nil || !row.complete || row.text == "" || row.part != parts[w.Part].Kind {
			continue
		}
		if frame, ok := l.FirstOfType(frames.TypeID(t), it.Index); ok {
			return frame, true
		}
	}
	return 0, false
}
