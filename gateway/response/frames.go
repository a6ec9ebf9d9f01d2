package response

import (
	"iter"
	"slices"
	"time"

	"gatehouse/gateway/output"
)

// Frames is the stream that builds a response up from items that are there.
func (r Response) Frames(seq *output.Sequence) iter.Seq[output.Frame] {
	items := r.Items
	r.Items = nil
	return r.Live(seq, 0, slices.Values(items))
}

// Live is the stream that builds a response up from items as they come, in the
// order of wire-notes §5.3, from response.created to the terminal event; a debug
// event for each provider that was asked comes first. The sentinel is not part
// of it. r.Items is what has been sent: an item that has not been sent to its end
// is the last, and incomplete. pace is between two tokens of a model that talks
// beside others.
func (r *Response) Live(seq *output.Sequence, pace time.Duration, items iter.Seq[output.Placed]) iter.Seq[output.Frame] {
	return func(yield func(output.Frame) bool) {
		if r.Echo != nil && !r.echo(seq, yield) {
			return
		}
		opened := r.Opened()
		if !yield(opened.Frame(seq, "response.created")) || !yield(opened.Frame(seq, "response.in_progress")) {
			return
		}
		for it := range items {
			i := len(r.Items)
			r.Items = append(r.Items, output.Placed{Item: it.Item, Status: output.Incomplete})
			if !it.Play(&output.Stage{Sequence: seq, Index: i, Pace: pace, Yield: yield}) {
				return
			}
			r.Items[i].Status = it.Status
		}
		yield(r.Terminal(seq))
	}
}

// Terminal is the event that ends the stream, by the response's status.
func (r Response) Terminal(seq *output.Sequence) output.Frame {
	return r.Ended().Frame(seq, "response."+r.Status)
}

// Frame is one event that carries the whole response.
func (r Response) Frame(seq *output.Sequence, typ string) output.Frame {
	return seq.Frame(typ, func(b []byte) []byte {
		return r.AppendJSON(append(b, `,"response":`...))
	})
}

// echo is one debug event for each provider that was asked (wire-notes §5.1). It
// reports false when the reader wants no more.
func (r Response) echo(seq *output.Sequence, yield func(output.Frame) bool) bool {
	for body := range r.Echo {
		sent := yield(seq.Frame("response.debug", func(b []byte) []byte {
			return append(append(append(b, `,"debug":{"echo_upstream_body":`...), body...), '}')
		}))
		if !sent {
			return false
		}
	}
	return true
}
