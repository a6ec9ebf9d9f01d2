// Package output holds the items of a response: how each is written, and the
// events that build it up in a stream ("Resources", "Events" in the document;
// wire-notes §4 and §5 for the members that it leaves out).
//
// A kind of item is one file with one type. Nothing else knows the kinds.
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

// Item is one item of output. It does not change, but for a [Fusion] while it is
// held; its status stands beside it ([Placed]), since one item is written with
// several in the course of a stream.
type Item interface {
	// Tokens is the number of tokens of output, which is also the number of
	// deltas that a stream sends for the item.
	Tokens() int
	// Cut is the item's first n tokens.
	Cut(n int) Item
	// Empty is the item as it is announced, before its first delta.
	Empty() Item
	// AppendJSON appends the item as a JSON object.
	AppendJSON(dst []byte, status string) []byte
	// Play sends the events between the item's announcement and its end. It
	// reports false when the reader wants no more.
	Play(s *Stage) bool
}

// Reasoner is an item whose tokens count as reasoning.
type Reasoner interface{ ReasoningTokens() int }

// Placed is an item with its status.
type Placed struct {
	Item   Item
	Status string
}

// All places items as completed.
func All(items ...Item) []Placed {
	placed := make([]Placed, len(items))
	for i, it := range items {
		placed[i] = Placed{it, Completed}
	}
	return placed
}

// Cut keeps the first n tokens of items. What comes after the cut is dropped;
// the item that the cut goes through is incomplete, so that an incomplete item
// is always the last. It reports whether anything was cut off.
func Cut(items []Placed, n int) ([]Placed, bool) {
	for i, it := range items {
		size := it.Item.Tokens()
		if size <= n {
			n -= size
			continue
		}
		kept := append([]Placed{}, items[:i]...)
		if n > 0 {
			kept = append(kept, Placed{it.Item.Cut(n), Incomplete})
		}
		return kept, true
	}
	return items, false
}

// Until is items as they come, up to n tokens: it cuts as [Cut] does, and makes
// nothing of what comes after. cut is called when anything is cut off.
func Until(items iter.Seq[Placed], n int, cut func()) iter.Seq[Placed] {
	return func(yield func(Placed) bool) {
		left := n
		for it := range items {
			kept, more := Cut([]Placed{it}, left)
			left -= it.Item.Tokens()
			if more {
				cut()
			}
			if len(kept) > 0 && !yield(kept[0]) || more {
				return
			}
		}
	}
}

// Stage is where an item is played: its place in the stream, and the way out.
type Stage struct {
	Sequence *Sequence
	Index    int              // the item's output_index
	Pace     time.Duration    // between two tokens of a model that talks beside others
	Yield    func(Frame) bool // reports false when the reader wants no more
}

// Play sends all events of a placed item, from output_item.added to
// output_item.done. One that stays in progress is not done.
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

// event sends one event that is no delta.
func (s *Stage) event(typ string, members func([]byte) []byte) bool {
	return s.Yield(s.Sequence.Frame(typ, members))
}

// deltas sends text token by token. head is the members before delta; tail
// appends what stands after it, nil nothing.
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

// appendInt appends a member with a number, with a comma before it.
func appendInt(b []byte, name string, n int) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return strconv.AppendInt(b, int64(n), 10)
}

// appendText appends a member with a string, with a comma before it.
func appendText(b []byte, name, text string) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return AppendString(b, text)
}

// place is the members that say which part of which item an event is about.
func (s *Stage) place(id, part string) []byte {
	b := appendText(nil, "item_id", id)
	b = appendInt(b, "output_index", s.Index)
	if part != "" {
		b = appendInt(b, part, 0)
	}
	return b
}
