package response

import (
	"iter"

	"gatehouse/gateway/event"
	"gatehouse/gateway/output"
)

// Frames is the stream that builds a response up, in the order of wire-notes
// §5.3, from response.created to the terminal event. The sentinel is not part
// of it.
func (r Response) Frames(seq *event.Sequence) iter.Seq[event.Frame] {
	return func(yield func(event.Frame) bool) {
		opened := r.Opened()
		if !yield(opened.Frame(seq, "response.created")) || !yield(opened.Frame(seq, "response.in_progress")) {
			return
		}
		for i, it := range r.Items {
			if !it.Play(&output.Stage{Sequence: seq, Index: i, Yield: yield}) {
				return
			}
		}
		yield(r.Terminal(seq))
	}
}

// Terminal is the event that ends the stream, by the response's status.
func (r Response) Terminal(seq *event.Sequence) event.Frame {
	return r.Ended().Frame(seq, "response."+r.Status)
}

// Frame is one event that carries the whole response.
func (r Response) Frame(seq *event.Sequence, typ string) event.Frame {
	return seq.Frame(typ, func(b []byte) []byte {
		return r.AppendJSON(append(b, `,"response":`...))
	})
}
