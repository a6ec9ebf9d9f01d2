package events

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/frames"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views/kit/text"
)

// summary is what a frame shows in its row.
type summary struct {
	model    string // that it names in addition to the answer's, safe
	what     string // safe
	item     string // the type of the item that it adds
	sequence int64
	numbered bool
}

// maxSummaries bounds the cached summaries, and the cached rows.
const maxSummaries = 1024

// summary reads a frame for its row.
func (m *Model) summary(frame int) summary {
	if t, ok := m.summaries[frame]; ok {
		return t
	}
	if len(m.summaries) >= maxSummaries {
		clear(m.summaries)
	}
	t := m.read(frame)
	m.summaries[frame] = t
	return t
}

func (m *Model) read(frame int) summary {
	ref := m.rows.Ref(frame)
	if ref.Length > frames.MaxReread { // its type, its size and its number are shown
		n, ok := m.list().Sequence(frame)
		return summary{sequence: n, numbered: ok}
	}
	f := m.cut(m.subject.Capture.Text(), ref)
	switch ref.Kind {
	case wire.FrameControl:
		words := string(f.Data)
		if strings.HasSuffix(f.Event, "close") {
			words = wire.CloseWords(f.Data)
		}
		return summary{what: text.ClipLine(words, 200)}
	case wire.FrameSent:
		return summary{what: text.ClipLine(string(f.Data), 200)}
	}
	switch m.list().Type(frame) {
	case frames.Comment:
		return summary{what: ": " + text.ClipLine(string(f.Data), 200)}
	case frames.Done:
		return summary{}
	case frames.Fields:
		return summary{what: fields(f)}
	case frames.Data:
		return summary{what: text.ClipLine(string(f.Data), 200)}
	}
	e, err := read.Event(f.Data)
	if err != nil {
		return summary{}
	}
	t := summary{sequence: e.Sequence, numbered: e.HasSequence}
	if delta := m.subject.Exchange.Delta(&e, f.Event); delta != "" {
		t.what = "“" + text.ClipLine(delta, 120) + "”"
		return t
	}
	root := gjson.ParseBytes(f.Data)
	if !m.subject.Exchange.Kind().IsNative() {
		t.what = join(root.Get("message.model"), root.Get("content_block.type"), root.Get("content_block.name"), root.Get("delta.stop_reason"),
			root.Get("choices.0.finish_reason"), root.Get("choices.0.delta.tool_calls.0.function.name"), root.Get("error.type"), root.Get("error.message"))
		return t
	}
	if item := root.Get("item"); item.IsObject() {
		t.item = text.ClipLine(item.Get("type").String(), 60)
		t.what = join(item.Get("name"), item.Get("status"))
	} else if response := root.Get("response"); response.IsObject() {
		t.what = join(response.Get("model"), response.Get("status"), response.Get("error.message"))
	} else {
		analyst, _ := read.AnalystModel(e)
		t.model = text.ClipLine(cmp.Or(root.Get("model").Str, analyst), 60)
		t.what = join(root.Get("message"), root.Get("error.message"), root.Get("part.type"))
	}
	return t
}

// fields returns what a frame without data holds.
func fields(f wire.Frame) string {
	var words []string
	if f.HasEvent {
		words = append(words, "event: "+text.ClipLine(f.Event, 80))
	}
	if f.HasID {
		words = append(words, "id: "+text.ClipLine(f.ID, 80))
	}
	if f.HasRetry {
		words = append(words, fmt.Sprintf("retry: %d ms", f.RetryMS))
	}
	return strings.Join(words, ", ")
}

// join writes what is there of some members.
func join(members ...gjson.Result) string {
	var words []string
	for _, v := range members {
		if v.Type == gjson.String && v.Str != "" {
			words = append(words, text.ClipLine(v.Str, 120))
		}
	}
	return strings.Join(words, ", ")
}

// item names the item that a line speaks of: its output_index and its type, and of several
// choices which it belongs to.
func (m *Model) item(l frames.Line) string {
	output, ok := m.list().Item(l.First)
	if !ok {
		return ""
	}
	kind, choice := "", ""
	if l.Count == 1 {
		kind = m.summary(l.First).item
	}
	x := m.subject.Exchange
	if i, found := slices.BinarySearchFunc(x.Items, output, func(it *state.Item, at int) int { return it.Index - at }); found {
		if kind == "" {
			kind = text.ClipLine(x.Items[i].Type, 60)
		}
		if place, of := x.ChoiceOf(x.Items[i]); of > 1 {
			choice = fmt.Sprintf(", choice %d", place)
		}
	}
	return strings.TrimRight(fmt.Sprintf("#%d %s", output, kind), " ") + choice
}

// none represents a sequence_number that a frame does not have.
const none = "–"

// number writes the sequence_number of a line's frame, or of the first and the
// last frame of a run.
func (m *Model) number(l frames.Line, cells int) string {
	of := func(frame int) string {
		if t := m.summary(frame); t.numbered {
			return strconv.FormatInt(t.sequence, 10)
		}
		return none
	}
	first, last := of(l.First), of(l.First+l.Count-1)
	if l.Count == 1 || first == none && last == none {
		return first
	}
	return span(first, last, cells)
}

// span writes the first and the last number of a run, without the last where there
// are no cells for both.
func span(first, last string, cells int) string {
	if both := first + "…" + last; text.Width(both) <= cells {
		return both
	}
	return first + "…"
}
