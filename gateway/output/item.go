// Package output is the items of a response: how each is written, its events in a stream, and how
// these are sent to a client, over HTTP or a WebSocket ("Resources", "Events" in the document;
// wire-notes §4 and §5 for the members that the document omits). Each kind of item is one type.
package output

import (
	"iter"
	"slices"
	"strconv"
	"time"
)

// The statuses of an item.
const (
	InProgress = "in_progress"
	Completed  = "completed"
	Incomplete = "incomplete"
)

// Item is one item of output. It does not change, except for a [Fusion] that runs. Its status is in
// [Placed], since one item is written with several statuses in the course of a stream.
type Item interface {
	// Tokens returns the number of tokens of output, which is also the number of deltas that a
	// stream sends for the item.
	Tokens() int
	// Cut returns the first n tokens of the item.
	Cut(n int) Item
	// Empty returns the item as it is announced, before its first delta.
	Empty() Item
	// AppendJSON appends the item as a JSON object.
	AppendJSON(dst JSON, status string) JSON
	// Play sends the events between the item's announcement and its end. It reports false if the
	// reader stopped.
	Play(s *Stage) bool
}

// Placed is an item with its status.
type Placed struct {
	Item   Item
	Status string
}

// All returns the items as completed.
func All(items ...Item) []Placed {
	placed := make([]Placed, len(items))
	for i, it := range items {
		placed[i] = Placed{it, Completed}
	}
	return placed
}

// Cut returns the first n tokens of items and reports whether it removed any. The item at the cut
// is incomplete, so an incomplete item is always the last.
func Cut(items []Placed, n int) ([]Placed, bool) {
	for i, it := range items {
		size := it.Item.Tokens()
		if size <= n {
			n -= size
			continue
		}
		head := append([]Placed{}, items[:i]...)
		if n > 0 {
			head = append(head, Placed{it.Item.Cut(n), Incomplete})
		}
		return head, true
	}
	return items, false
}

// CutSeq is [Cut] for items that are still being made: it stops making them after n tokens, and
// calls cut if it removed any.
func CutSeq(items iter.Seq[Placed], n int, cut func()) iter.Seq[Placed] {
	return func(yield func(Placed) bool) {
		left := n
		for it := range items {
			head, more := Cut([]Placed{it}, left)
			left -= it.Item.Tokens()
			if more {
				cut()
			}
			if len(head) > 0 && !yield(head[0]) || more {
				return
			}
		}
	}
}

// Stage is the place in a stream at which an item is played.
type Stage struct {
	Sequence *Sequence
	Index    int              // the item's output_index
	Pace     time.Duration    // between two tokens of a panelist
	Yield    func(Frame) bool // reports false if the reader stopped
}

// Play sends all events of an item, from output_item.added to output_item.done. An item that stays
// in progress has no output_item.done.
func (p Placed) Play(s *Stage) bool {
	head := append(JSON(nil).Int("output_index", s.Index), `,"item":`...)
	return s.event("response.output_item.added", p.Item.Empty().AppendJSON(slices.Clip(head), InProgress)) &&
		p.Item.Play(s) &&
		(p.Status == InProgress || s.event("response.output_item.done", p.Item.AppendJSON(head, p.Status)))
}

func (s *Stage) event(typ string, members JSON) bool {
	return s.Yield(s.Sequence.Frame(typ, members))
}

// deltas sends text token by token. head has the members before delta; tail appends those after it,
// and may be nil.
func (s *Stage) deltas(typ, text string, head JSON, tail func(b JSON, tok string) JSON) bool {
	var tok string
	var members JSON // one buffer for all tokens
	for text != "" {
		tok, text = NextToken(text)
		members = append(members[:0], head...).Text("delta", tok)
		if tail != nil {
			members = tail(members, tok)
		}
		f := s.Sequence.Frame(typ, members)
		f.Delta = true
		if !s.Yield(f) {
			return false
		}
	}
	return true
}

// place returns the members that name the item, and its part, of an event. Appending to it makes a
// copy.
func (s *Stage) place(id, part string) JSON {
	b := JSON(nil).Text("item_id", id).Int("output_index", s.Index)
	if part != "" {
		b = b.Int(part, 0)
	}
	return slices.Clip(b)
}

// Done is the last frame of every stream ("Events": the sentinel [DONE]).
const Done = "data: [DONE]\n\n"

// Frame is one server-sent event as sent, including the blank line.
type Frame struct {
	Bytes   []byte // valid until the sequence builds its next frame
	Delta   bool   // one token of output, sent at the writer's pace
	Foreign bool   // one token of another model: paced too, but not counted
}

// Sequence numbers the events of one stream, from 0. It reuses one buffer for all of them, since a
// stream can have a million deltas.
type Sequence struct {
	next int
	buf  []byte
}

// Frame builds the next event. members follow type and sequence_number.
func (s *Sequence) Frame(typ string, members JSON) Frame {
	b := append(s.buf[:0], "event: "...)
	b = append(b, typ...)
	b = append(b, "\ndata: {\"type\":\""...)
	b = append(b, typ...)
	b = append(b, "\",\"sequence_number\":"...)
	b = strconv.AppendInt(b, int64(s.next), 10)
	b = append(b, members...)
	b = append(b, "}\n\n"...)
	s.next++
	s.buf = b
	return Frame{Bytes: b}
}

// Skip changes the number of the next event by n.
func (s *Sequence) Skip(n int) { s.next += n }

// open appends the start of an item.
func open(dst JSON, typ string) JSON { return append(dst, '{').Text("type", typ) }
