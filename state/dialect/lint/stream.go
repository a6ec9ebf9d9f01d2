package lint

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

const (
	silenceUS  = 30_000_000 // from which on proxies and clients take a connection for dead
	lineCap    = 64 << 10   // the default of Go's bufio.Scanner and of many readers like it
	burstWait  = 1_000_000  // of a buffered stream: min. µs before its first frame,
	burstUS    = 50_000     // max. µs between its first and last delta,
	burstSpeed = 20         // min. deltas
)

// stream looks at what holds for the streams of every API: the head, and when frames arrive.
type stream struct {
	head     *wire.Head
	streamed bool
	firstUS  int64 // arrival of the first delta
	lastUS   int64 // of the last one
	deltas   int
	beforeUS int64 // of the frame before, or of the head
	done     bool  // [DONE] was received
	clean    bool  // the transport ended as the protocol says
	unread   bool  // since the last sequence_number an event was received that is no JSON, and may have had one
}

// success reports whether the status is one of success, or is not known.
func (s *stream) success() bool {
	return s.head == nil || s.head.Success()
}

func (s *stream) frame(l *Linter, n int, a *wire.Arrival) {
	f := &a.Frame
	if n == 0 {
		s.beforeUS = f.AtUS
		if s.head != nil {
			s.beforeUS = s.head.AtUS
		}
		if f.BOM {
			l.Add("bom", n, "")
		}
	}
	if quiet := f.AtUS - s.beforeUS; f.AtUS >= 0 && s.beforeUS >= 0 && quiet > silenceUS {
		l.Add("silence", n, "%d seconds before frame %d", quiet/1_000_000, n)
	}
	s.beforeUS = f.AtUS
	if len(f.Data) > lineCap && longestLine(f.Data) > lineCap {
		l.Add("big-frame", n, "")
	}
	if a.Event.Delta != "" || l.api == Chat && a.Decoded || a.Event.Type == "content_block_delta" {
		if s.deltas == 0 {
			s.firstUS = f.AtUS
		}
		s.lastUS = f.AtUS
		s.deltas++
	}
	// Nobody misses the rest of a comment, which has no data line: its data are its bytes.
	if comment := f.Length == int64(len(f.Data)) && bytes.HasPrefix(f.Data, []byte(":")); f.Kind == wire.FrameTorn && !comment {
		l.Add("torn", n, "")
	}
	if !a.Decoded && f.Kind == wire.FrameEvent {
		s.checkData(l, n, f)
	}
	s.done = s.done || !a.Decoded && string(bytes.TrimSpace(f.Data)) == wire.Done
}

// checkData looks at the data of an event that is not one JSON object. Clients of Anthropic's API parse
// data by the event line alone, as measured; those of the others stop reading at [DONE].
func (s *stream) checkData(l *Linter, n int, f *wire.Frame) {
	data := bytes.TrimSpace(f.Data)
	switch {
	case len(data) == 0, bytes.HasPrefix(data, []byte(wire.Done)), s.done && !s.head.IsSocket():
	case !s.success(), s.head != nil && wire.UnsupportedCoding(s.head.Header) != "": // it is not known what was sent
	case data[0] == ':':
		l.Add("comment-in-data", n, "%s", string(data))
	case slices.Contains(placeholders, string(data)):
		l.Add("undefined-data", n, "%s", string(data))
	case l.api == Messages && !strings.HasPrefix(f.Event, "message_") && !strings.HasPrefix(f.Event, "content_block_"):
	default:
		s.unread = true
		if end, ok := scan.CheckValue(data, 0, scan.MaxDepth); ok && data[0] == '{' && end < len(data) {
			l.Add("two-documents", n, "")
		} else {
			l.Add("not-json", n, "%s", string(data))
		}
	}
}

// placeholders are what programs write in place of a value that they do not have.
var placeholders = []string{"undefined", "null", "None", "nil", "NaN", "[object Object]"}

func longestLine(data []byte) (longest int) {
	for line := range strings.SplitSeq(string(data), "\n") {
		longest = max(longest, len("data: ")+len(line))
	}
	return longest
}

func (s *stream) end(l *Linter, end *wire.End) {
	s.clean = end.Cause == wire.EndClean
	if !s.streamed || !s.success() {
		return
	}
	if end.Cause.ByClient() { // it may have cut a frame itself
		l.drop("torn")
	} else if quiet := end.AtUS - s.beforeUS; end.AtUS >= 0 && s.beforeUS >= 0 && quiet > silenceUS {
		l.Add("silence", nowhere, "%d seconds before the end", quiet/1_000_000)
	}
	if s.deltas >= burstSpeed && s.firstUS >= burstWait && s.lastUS-s.firstUS <= burstUS {
		l.Add("buffered", nowhere, "%d frames within %d ms, after %.1f s", s.deltas, (s.lastUS-s.firstUS)/1000, float64(s.firstUS)/1e6)
	}
	if s.head != nil && s.head.Header != nil && !s.head.IsSocket() {
		s.checkHeader(l, s.head.Header)
	}
}

// checkHeader looks at a stream's head (HTML standard, "Server-sent events"; RFC 9111, 5.2.2).
func (s *stream) checkHeader(l *Linter, h http.Header) {
	if media := wire.MediaType(h); media != wire.EventStream {
		l.Add("content-type", nowhere, "Content-Type: %s", media)
	}
	if cache := strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")); !strings.Contains(cache, "no-cache") && !strings.Contains(cache, "no-store") {
		l.Add("cache-headers", nowhere, "")
	}
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		l.Add("encoding", nowhere, "Content-Encoding: %s", coding)
	}
}

// drop removes the finding of a rule.
func (l *Linter) drop(id string) {
	for i, f := range l.found {
		if f.Rule.ID == id {
			l.found = append(l.found[:i], l.found[i+1:]...)
			l.grave = slices.ContainsFunc(l.found, func(f *Finding) bool { return f.Rule.Level > Note })
			return
		}
	}
}
