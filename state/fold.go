package state

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"gatehouse/client/frames"
	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// Apply folds the next arrivals, in wire order. It retains slices of their bytes.
func (x *Exchange) Apply(batch ...wire.Arrival) {
	for i := range batch {
		x.Fold(&batch[i])
	}
}

// Fold is Apply of one arrival, which is not copied.
func (x *Exchange) Fold(a *wire.Arrival) {
	switch a.Kind {
	case wire.ArrivedHead:
		x.foldHead(a)
	case wire.ArrivedFrame:
		x.foldFrame(a)
	case wire.ArrivedEnd:
		x.foldEnd(a)
	default:
		return
	}
	x.Version++
}

// FoldTo folds on until the frame with this number, counted from 0, is folded; arrivals
// are those that the exchange has not folded yet. It does nothing when the frame is folded
// already.
func (x *Exchange) FoldTo(arrivals iter.Seq[wire.Arrival], frame int) {
	if x.Frames > frame {
		return
	}
	for a := range arrivals {
		x.Apply(a)
		if x.Frames > frame {
			return
		}
	}
}

// At returns the exchange as it was after a frame, counted from 0. It reads arrivals, those of the
// exchange from the start on, no further than needed. A frame after the last gives the complete
// exchange with its end.
func (x *Exchange) At(arrivals iter.Seq[wire.Arrival], frame int) *Exchange {
	then := x.Rewound()
	then.FoldTo(arrivals, frame)
	return then
}

// Rewound returns the exchange as it was before anything had arrived.
func (x *Exchange) Rewound() *Exchange {
	then := NewExchange(x.ID, x.Request)
	then.Known, then.file = x.Known, x.file
	then.setKind(x.kind)
	then.wantsStream = x.wantsStream
	then.remark(x.remarks)
	then.warnUndecoded(x.requestFault)
	return then
}

// DropItems releases the items and the list of frames folded so far, for a caller that
// needs only the verdict and the warnings of a stream of any length. From then on nothing
// is counted as replaced.
func (x *Exchange) DropItems() {
	next := x.index.next
	x.Items, x.Debug, x.InProgress, x.FrameList = nil, nil, nil, frames.List{}
	x.assembled, x.linter = nil, nil
	x.index = newItemIndex()
	x.index.next, x.itemsDropped = next, true
}

// DropDocument releases what Document puts together of a stream, for a caller that does not
// ask for it.
func (x *Exchange) DropDocument() { x.assembled = nil }

// foldFrame folds one frame of the event stream and adds it to the list.
func (x *Exchange) foldFrame(a *wire.Arrival) {
	x.Frames++
	x.frameMarks = 0
	if a.Frame.Kind == wire.FrameControl || a.Frame.Kind == wire.FrameSent {
		x.nowUS = a.Frame.AtUS
		x.stopped = x.stopped || a.Frame.Kind == wire.FrameSent && x.cancels(a.Frame.Data)
		x.FrameList.Add(a, 0, false)
		return
	}
	if x.halved || a.Event.Halves != (wire.Halves{}) {
		arrival := *a // the fold leaves in the event what it wrote of the delta
		a = &arrival
	}
	if x.ends = read.Ends(a); x.ends {
		x.ending, _ = read.Ending(a)
	}
	if x.linter != nil {
		x.linter.Frame(x.Frames-1, a, x.ends)
	}
	was := x.Verdict
	if x.readFrame(a); (a.Decoded || x.ends) && x.Verdict != was && (x.Verdict == Failed || x.Verdict == Incomplete) {
		x.frameMarks |= frames.Failure
	}
	if x.foreign != nil && a.Decoded {
		x.listForeign(*a)
		return
	}
	x.FrameList.Add(a, x.frameMarks, x.ends)
}

// isReadableText reports whether a frame has content and it is valid UTF-8.
func isReadableText(f *wire.Frame) bool {
	says := f.Kind == wire.FrameComment || f.HasEvent || f.HasID || f.HasRetry || len(f.Data) > 0
	return says && utf8.Valid(f.Data)
}

// readFrame folds the content of a frame.
func (x *Exchange) readFrame(a *wire.Arrival) {
	f := &a.Frame
	before := x.nowUS
	x.tornFrame = f.Kind == wire.FrameTorn
	if x.nowUS = f.AtUS; f.AtUS < 0 { // read from a file of another program
		x.Known.Times = false
	}
	if x.Frames == 1 {
		x.bare = f.Bare
		x.checkEncoding(isReadableText(f))
		x.checkContentType()
	} else {
		x.Silences.add(Silence{Frame: x.Frames - 1, FromUS: before, LenUS: x.nowUS - before})
	}
	if f.Kind == wire.FrameComment || f.Kind == wire.FrameFields || len(f.Data) == 0 {
		return
	}
	switch {
	case string(bytes.TrimSpace(f.Data)) == wire.Done:
		x.DoneSeen = true
		x.endForeign()
	case x.kind == Other: // whose events are not known
	case a.Decoded:
		if !read.Heartbeat(a.Event.Type) {
			x.unread = nil
		}
		if a.Event.Deep {
			x.warn(WarnUndecodable, "deep", "a frame nests deeper than 10,000 levels: what is nested deeper is not read")
		}
		if x.foreign != nil {
			x.foldForeign(&a.Event, f.Event)
			return
		}
		x.foldEvent(&a.Event, f.Event)
	case x.ends && !x.decided:
		x.errorEvent(*x.ending.Failure)
	case f.Kind == wire.FrameEvent:
		x.seq.unread++
		x.unread = f.Data
		x.warn(WarnUndecodable, "", "a frame could not be read: its data is not one JSON object")
	}
}

// foldHead folds the response's head. It may arrive twice: the second corrects whether the
// body is a stream.
func (x *Exchange) foldHead(a *wire.Arrival) {
	x.Stream = a.Stream
	if x.linter != nil {
		x.linter.Head(a.Head, a.Stream)
	}
	if a.Head == nil { // it was saved without it
		return
	}
	x.Head = a.Head
	x.setTiming(a)
	x.nowUS = a.Head.AtUS
}

func (x *Exchange) setTiming(a *wire.Arrival) {
	if a.Timing != nil {
		x.Timing = *a.Timing
	}
}

// checkContentType warns of an answer whose kind differs from the requested or the
// announced one. It is read as what it is (wire-notes §10, 28).
func (x *Exchange) checkContentType() {
	if x.Head == nil || !x.Head.Success() || x.Head.IsSocket() || !x.Known.Head && x.Head.Header == nil {
		return
	}
	media := wire.MediaType(x.Head.Header)
	fitting := media == "application/json" || strings.HasSuffix(media, "+json")
	if x.Stream {
		fitting = media == wire.EventStream || x.bare
	}
	switch {
	case x.Undecoded != "": // what it is does not show
	case len(x.Head.Header.Values("Content-Type")) == 0:
		x.warnf(WarnContentType, "", "the answer is %s, but no Content-Type arrived", x.answerKind())
	case !fitting:
		x.warnf(WarnContentType, "", "the answer is %s, but its Content-Type is %q", x.answerKind(), media)
	case !x.Known.Request || kinds[x.kind].Streams == nil:
	case x.Stream && !x.wantsStream:
		x.warnf(WarnContentType, "", "%s arrived, though none was asked for", x.answerKind())
	case !x.Stream && x.wantsStream:
		x.warn(WarnContentType, "", "a stream was asked for, but one document arrived")
	}
}

// checkEncoding warns of a body whose encoding cannot be decoded. A body that begins with
// readable text is not encoded, whatever its head claims: whoever saved it may have
// decoded it, as curl --compressed does.
func (x *Exchange) checkEncoding(legible bool) {
	if x.Head == nil || legible {
		return
	}
	if x.Undecoded = wire.UnsupportedCoding(x.Head.Header); x.Undecoded != "" {
		x.warnf(WarnEncoding, "", "the answer is encoded as %q, which is not read: it is stored as received", x.Undecoded)
	}
}

func (x *Exchange) answerKind() string {
	switch {
	case x.bare:
		return "a stream of JSON"
	case x.Stream:
		return "an event stream"
	}
	return "one document"
}
