package expect

import (
	"slices"
	"strings"

	"gatehouse/client/frames"
	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
)

const noStream = "the answer is no event stream"

// step is one of a pattern of events.
type step struct {
	kind string // with * for any run of characters
	loop bool   // it may occur any number of times, or not at all
}

// steps reads a pattern: a type with + is one or more of it, … any events, or none.
func steps(words []string) (pattern []step) {
	for _, w := range words {
		kind, more := strings.CutSuffix(w, "+")
		switch {
		case w == "…" || w == "...":
			pattern = append(pattern, step{"*", true})
		case more:
			pattern = append(pattern, step{kind, false}, step{kind, true})
		default:
			pattern = append(pattern, step{kind, false})
		}
	}
	return pattern
}

// events reads which types the frames must have, in order. Comments, and heartbeats and
// [DONE] that the pattern does not name, are not looked at.
func events(f *file, name string, v *value) []Expectation {
	want, ok := f.ordered(name, v, `events = ["response.created", "…", "response.completed"]`)
	if !ok {
		return nil
	}
	pattern := steps(want)
	return one(name, v, strings.Join(want, ", "), func(s *Subject) observed {
		if !s.Exchange.Stream {
			return unknown(noStream)
		}
		return follow(s.Exchange, pattern)
	})
}

// follow matches the frames with a pattern. It tracks every place of the pattern that the frames so far
// may have led to.
func follow(x *state.Exchange, pattern []step) observed {
	l := &x.FrameList
	at := skip(pattern, []int{0})
	last := NoFrame
	for i := range l.Len() {
		kind := l.Name(l.Type(i))
		if t := l.Type(i); t == frames.Comment || t == frames.Fields || (t == frames.Done || read.Heartbeat(kind)) && !names(pattern, kind) {
			continue
		}
		last = i
		var next []int
		for _, p := range at {
			switch {
			case p == len(pattern) || !spelling.Wildcard(pattern[p].kind, kind):
			case pattern[p].loop:
				next = once(next, p)
			default:
				next = once(next, p+1)
			}
		}
		if next == nil {
			return observed{kind + " where " + awaited(pattern, at) + " was expected", false, i}
		}
		at = skip(pattern, next)
	}
	if slices.Contains(at, len(pattern)) {
		return found(true, figures.Counted(l.Len(), "frame")+" that fit")
	}
	return observed{"the end where " + awaited(pattern, at) + " was expected", false, last}
}

func once(at []int, p int) []int {
	if slices.Contains(at, p) {
		return at
	}
	return append(at, p)
}

// skip adds the places after optional steps.
func skip(pattern []step, at []int) []int {
	for i := 0; i < len(at); i++ {
		if p := at[i]; p < len(pattern) && pattern[p].loop {
			at = once(at, p+1)
		}
	}
	return at
}

// names reports whether a pattern speaks of a type, by its name.
func names(pattern []step, kind string) bool {
	return slices.ContainsFunc(pattern, func(s step) bool { return s.kind == kind })
}

// awaited describes the next frames at some places of a pattern.
func awaited(pattern []step, at []int) string {
	var all []string
	for _, p := range at {
		word := "the end"
		if p < len(pattern) {
			word = pattern[p].kind
		}
		if word != "*" && !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return strings.Join(all, " or ")
}

// doneLast expects [DONE], or on a WebSocket the final event, to be the last frame except for comments.
func doneLast(s *Subject, want bool) observed {
	if !s.Exchange.Stream {
		return unknown(noStream)
	}
	l := &s.Exchange.FrameList
	last := l.Len() - 1
	for last >= 0 && l.Type(last) == frames.Comment {
		last--
	}
	if last < 0 {
		return unknown("no frame was received")
	}
	isEnd := l.Type(last) == frames.Done
	if s.Exchange.Head.IsSocket() { // where nothing marks the end but the final event
		ending, ends := l.Ending()
		isEnd = ends && ending == last
	}
	return observed{l.Name(l.Type(last)) + " is last", isEnd == want, last}
}

// sequence reads that the numbers of the events must rise by one.
func sequence(f *file, name string, v *value) []Expectation {
	if !f.is(name, v, text, `sequence = "gapless"`) {
		return nil
	}
	if v.text != "gapless" {
		f.fault(v.line, "%s is %q; write %q", name, v.text, "gapless")
	}
	return one(name, v, v.text, func(s *Subject) observed {
		x := s.Exchange
		switch {
		case !x.Stream:
			return unknown(noStream)
		case !x.HasSequence():
			return unknown("no event has a sequence_number")
		case x.SequenceSkipped():
			return found(false, "numbers are missing where frames could not be read")
		}
		for _, w := range x.Warnings {
			if w.Code == state.WarnSequence {
				return observed{w.Message, false, marked(x, frames.Gap)}
			}
		}
		return found(true, v.text)
	})
}

func marked(x *state.Exchange, mark frames.Mark) int {
	for i := range x.FrameList.Len() {
		if x.FrameList.Marks(i)&mark != 0 {
			return i
		}
	}
	return NoFrame
}

// differing are the rules of lint that find texts which are not what their deltas add up to.
var differing = []string{"final-output-differs", "final-output-empty", "done-differs", "text-only-in-final", "text-only-in-done", "args-differ"}

// deltasEqualFinal reports whether the deltas of a stream add up to the texts that its end has.
func deltasEqualFinal(s *Subject, want bool) observed {
	x := s.Exchange
	_, ended := x.FrameList.Ending()
	switch {
	case !x.Stream:
		return unknown(noStream)
	case x.Kind() != state.Responses:
		return unknown("this API sends no final text")
	case !ended || x.Response == nil:
		return unknown("the stream has no final event")
	}
	for _, d := range x.Findings() {
		if !slices.Contains(differing, d.Rule.ID) {
			continue
		}
		got := observed{"they differ (" + d.Rule.ID + ")", !want, NoFrame}
		if len(d.Frames) > 0 {
			got.frame = d.Frames[0]
		}
		return got
	}
	return found(want, "they are equal")
}
