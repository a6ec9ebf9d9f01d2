package state

import (
	"strings"

	"gatehouse/client/wire"
)

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
		x.warnf(WarnContentType, "", "the answer is %s, but no Content-Type came", x.answerKind())
	case !fitting:
		x.warnf(WarnContentType, "", "the answer is %s, but its Content-Type is %q", x.answerKind(), media)
	case !x.Known.Request || kinds[x.kind].Streams == nil:
	case x.Stream && !x.wantsStream:
		x.warnf(WarnContentType, "", "%s came, though none was asked for", x.answerKind())
	case !x.Stream && x.wantsStream:
		x.warn(WarnContentType, "", "a stream was asked for, but one document came")
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
		x.warnf(WarnEncoding, "", "the answer is encoded as %q, which is not read: it is kept as it came", x.Undecoded)
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
