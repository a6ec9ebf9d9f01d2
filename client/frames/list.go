// Package frames stores what a list of a stream's frames shows of each, in eight bytes in addition
// to its place in the body, and makes rows of the list: runs of like frames folded into one,
// filtered, and found by their number. The cost of an update is that of its new frames.
package frames

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// Mark marks something about a frame in the list.
type Mark uint8

// The marks. Those in Odd stand out.
const (
	Gap         Mark = 1 << iota // its sequence_number does not follow the one before
	Undecodable                  // its data is not one JSON object
	Unknown                      // its type, or its item's type, is unknown
	Late                         // it follows the event that ended the response
	Torn                         // no empty line ends it
	delta                        // it carries a delta
	folds                        // it may be part of a run
	Failure                      // it reports a failure or an incomplete end

	Odd = Gap | Undecodable | Unknown | Late | Torn | Failure
)

// TypeID is the number of a frame type within one list.
type TypeID uint16

// The types of frames whose event has none.
const (
	Comment TypeID = iota // a comment line
	Done                  // the sentinel [DONE]
	Fields                // only event, id or retry lines
	Data                  // data that is not one JSON object
	Untyped               // an event without a type
	Rest                  // events of types beyond the first 60,000
	named                 // the first type with a name
)

// maxTypes bounds the number of distinct types; a stream has a few dozen.
const maxTypes = 60_000

// noItem is the item of a frame without an output_index; larger indexes than fit are
// stored as one.
const noItem = math.MaxUint16

// note is what is stored of a frame: 8 bytes, 32 with its position in the body.
type note struct {
	kind  TypeID
	item  uint16
	delta uint16 // bytes of the delta, up to the maximum; see List.long
	marks Mark
	panel uint8 // the model of a fusion's panel whose delta it is, plus one; see List.panels
}

// Type is one type of frame and its count.
type Type struct {
	Name  string // the event's type, or words for a frame without one
	Count int
}

// List describes the frames of one stream, in wire order. The zero value is empty. It is
// not safe for concurrent use.
type List struct {
	notes []note
	types []Type
	ids   map[string]TypeID
	long  map[int]int   // deltas too long for a note, by frame
	far   map[int]int64 // the sequence_number of frames longer than MaxReread
	last  TypeID        // the last lookup

	written written

	minSequence, maxSequence int64 // sequence_number of any frame, or 0

	panels []string // the models of a fusion's panel that had a delta
	summed panelCache

	firstDelta int // plus one
	ending     int // plus one
	odd        [8]int
	at         int64 // arrival of the last frame
	longest    int   // the frame after the longest silence; 0 before there is one
	silence    int64
	gaps       histogram
}

// Clone returns a copy that grows independently. The notes so far are shared.
func (l *List) Clone() List {
	c := *l
	c.notes, c.panels = slices.Clip(l.notes), slices.Clip(l.panels)
	c.types, c.written = slices.Clone(l.types), l.written.clone()
	c.ids, c.long, c.far = maps.Clone(l.ids), maps.Clone(l.long), maps.Clone(l.far)
	return c
}

// Add adds the next frame; marks are those of its fold. ends is the result of read.Ends for it.
func (l *List) Add(a *wire.Arrival, marks Mark, ends bool) {
	f := &a.Frame
	n := note{kind: l.kind(a), item: noItem, marks: marks}
	if f.Kind == wire.FrameTorn {
		n.marks |= Torn
	}
	if a.Decoded {
		l.event(&n, a)
	}
	if ends && l.ending == 0 {
		l.ending = len(l.notes) + 1
	}
	if n.kind == Comment || f.Kind == wire.FrameControl {
		n.marks |= folds
	}
	for i := range l.odd {
		if n.marks&(1<<i) != 0 {
			l.odd[i]++
		}
	}
	if n.delta > 0 {
		l.written.add(textID{n.kind, n.item}, len(l.notes), len(a.Event.Delta))
	}
	l.time(f.AtUS)
	l.types[n.kind].Count++
	l.notes = append(l.notes, n)
}

// End notes that the last frame ended the answer of another API, if none did before.
func (l *List) End() {
	if l.ending == 0 {
		l.ending = len(l.notes)
	}
}

// ClearTorn removes the mark of a torn frame from the last one: the client ended the
// stream, so the service may have finished the frame.
func (l *List) ClearTorn() {
	last := len(l.notes) - 1
	if last < 0 || l.notes[last].marks&Torn == 0 {
		return
	}
	l.notes = slices.Clone(l.notes) // a clone of the list may share them
	l.notes[last].marks &^= Torn
	l.odd[bits.TrailingZeros(uint(Torn))]--
}

// MaxReread is the longest frame that is read again when its row is drawn, in bytes.
const MaxReread = 64 << 10

// event notes what an event reports.
func (l *List) event(n *note, a *wire.Arrival) {
	e, at := &a.Event, len(l.notes)
	if e.HasSequence {
		l.sequence(at, e.Sequence, a.Frame.Length)
	}
	if e.OutputIndex != wire.None {
		n.item = uint16(min(e.OutputIndex, noItem-1))
	}
	kind := cmp.Or(e.Type, a.Frame.Event)
	if size := len(e.Delta); size > 0 {
		if n.delta = uint16(min(size, math.MaxUint16)); size > math.MaxUint16 {
			if l.long == nil {
				l.long = map[int]int{}
			}
			l.long[at] = size
		}
		if l.firstDelta == 0 && !read.Heartbeat(kind) {
			l.firstDelta = at + 1
		}
		n.marks |= delta | folds
	}
	if strings.HasSuffix(kind, ".delta") || read.Heartbeat(kind) {
		n.marks |= folds
	}
	if kind == "error" || strings.HasSuffix(kind, ".failed") || strings.HasSuffix(kind, ".incomplete") {
		n.marks |= Failure
	}
	if n.marks&folds != 0 && strings.HasPrefix(kind, "response.fusion_call.panel.") {
		n.panel = l.panel(read.PanelModel(*e))
	}
}

// sequence notes the sequence_number of a frame; it stores that of a frame longer than
// MaxReread.
func (l *List) sequence(at int, n, length int64) {
	l.minSequence, l.maxSequence = min(l.minSequence, n), max(l.maxSequence, n)
	if length <= MaxReread {
		return
	}
	if l.far == nil {
		l.far = map[int]int64{}
	}
	l.far[at] = n
}

// time notes when a frame arrived.
func (l *List) time(us int64) {
	if len(l.notes) > 0 {
		gap := max(us-l.at, 0)
		l.gaps.add(gap)
		if gap > l.silence {
			l.silence, l.longest = gap, len(l.notes)
		}
	}
	l.at = us
}

// kind returns the type of a frame.
func (l *List) kind(a *wire.Arrival) TypeID {
	if l.types == nil {
		l.types = []Type{
			Comment: {Name: "comment"}, Done: {Name: wire.Done}, Fields: {Name: "no data"},
			Data: {Name: "not JSON"}, Untyped: {Name: "no type"}, Rest: {Name: "further types"},
		}
		l.ids = map[string]TypeID{}
	}
	switch f := &a.Frame; {
	case f.Kind == wire.FrameComment:
		return Comment
	case f.Kind == wire.FrameControl || f.Kind == wire.FrameSent:
		return l.id(f.Event)
	case a.Decoded:
		return l.id(cmp.Or(a.Event.Type, f.Event))
	case f.Kind == wire.FrameFields || len(f.Data) == 0:
		return Fields
	case strings.TrimSpace(string(f.Data[:min(len(f.Data), 64)])) == wire.Done:
		return Done
	}
	return Data
}

// id returns the number of a type.
func (l *List) id(name string) TypeID {
	if l.last != 0 && l.types[l.last].Name == name {
		return l.last
	}
	if name == "" {
		return Untyped
	}
	id, ok := l.ids[name]
	if !ok {
		if len(l.types) >= maxTypes {
			return Rest
		}
		id = TypeID(len(l.types))
		l.types = append(l.types, Type{Name: name})
		l.ids[name] = id
	}
	l.last = id
	return id
}

// panel returns the number of a panel's model; those after the first 254 share one.
func (l *List) panel(model string) uint8 {
	i := slices.Index(l.panels, model)
	if i < 0 && len(l.panels) < math.MaxUint8-1 {
		i = len(l.panels)
		l.panels = append(l.panels, model)
	}
	if i < 0 {
		return math.MaxUint8
	}
	return uint8(i + 1)
}
