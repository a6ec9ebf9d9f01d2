// Package output holds the items of a response: how each is written, and its events in a stream
// ("Resources", "Events" in the document; wire-notes §4 and §5 for the members that the document
// omits).
//
// Each kind of item is one type, and nothing else depends on the kinds.
package output

import (
	"iter"
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
	AppendJSON(dst []byte, status string) []byte
	// Play sends the events between the item's announcement and its end. It reports false if the
	// reader stopped.
	Play(s *Stage) bool
}

// Reasoner is an item whose tokens count as reasoning.
type Reasoner interface{ ReasoningTokens() int }

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
	added := s.event("response.output_item.added", func(b []byte) []byte {
		b = appendInt(b, "output_index", s.Index)
		return p.Item.Empty().AppendJSON(append(b, `,"item":`...), InProgress)
	})
	return added && p.Item.Play(s) && (p.Status == InProgress || s.event("response.output_item.done", func(b []byte) []byte {
		b = appendInt(b, "output_index", s.Index)
		return p.Item.AppendJSON(append(b, `,"item":`...), p.Status)
	}))
}

func (s *Stage) event(typ string, members func([]byte) []byte) bool {
	return s.Yield(s.Sequence.Frame(typ, members))
}

// deltas sends text token by token. head has the members before delta; tail appends those after it,
// and may be nil.
func (s *Stage) deltas(typ, text string, head []byte, tail func(b []byte, tok string) []byte) bool {
	var tok string
	members := func(b []byte) []byte {
		b = append(b, head...)
		b = AppendString(append(b, `,"delta":`...), tok)
		if tail == nil {
			return b
		}
		return tail(b, tok)
	}
	for text != "" {
		tok, text = NextToken(text)
		f := s.Sequence.Frame(typ, members)
		f.Delta = true
		if !s.Yield(f) {
			return false
		}
	}
	return true
}

// appendInt appends a member with a number, and a comma before it.
func appendInt(b []byte, name string, n int) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return strconv.AppendInt(b, int64(n), 10)
}

// appendText appends a member with a string, and a comma before it.
func appendText(b []byte, name, text string) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return AppendString(b, text)
}

// place returns the members that name the item, and its part, of an event.
func (s *Stage) place(id, part string) []byte {
	b := appendText(nil, "item_id", id)
	b = appendInt(b, "output_index", s.Index)
	if part != "" {
		b = appendInt(b, part, 0)
	}
	return b
}
