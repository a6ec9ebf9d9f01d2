package har

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/client/wire"
)

// Write writes a file with these entries, one a line. Secrets are not removed. each, unless
// nil, is called after each entry; its error ends the writing and is returned.
func Write(w io.Writer, entries []Entry, each Each) error {
	refs := map[string]string{}
	frame, err := frameOf(entries, refs)
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(w, pieceSize)
	_, _ = to.Write(frame) // Flush returns the first error
	for i, e := range entries {
		before := "\n"
		if i > 0 {
			before = "\n,"
		}
		_, _ = to.WriteString(before)
		if err := writeEntry(to, e, refs[e.Title]); err != nil {
			return err
		}
		if each != nil {
			if err := each(i+1, len(entries)); err != nil {
				return err
			}
		}
	}
	_, _ = to.WriteString(tail)
	return to.Flush()
}

// frameOf returns the text before the entries, so that only one of them is encoded at a
// time. It sets the page of each title in refs.
func frameOf(entries []Entry, refs map[string]string) ([]byte, error) {
	l := log{Version: "1.2", Creator: creator{"gatehouse", Version()}, Entries: []json.RawMessage{}}
	for _, e := range entries {
		if _, known := refs[e.Title]; known || e.Title == "" {
			continue
		}
		p := page{StartedDateTime: date(e.Capture.Start), ID: "page_" + strconv.Itoa(len(l.Pages)+1), Title: e.Title}
		refs[e.Title], l.Pages = p.ID, append(l.Pages, p)
	}
	frame, err := encode(file{&l})
	return bytes.TrimSuffix(frame, []byte("]}}")), err
}

// Version returns the version of the program.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

func date(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

func (h *holes) entryOf(e Entry, pageref string) entry {
	c := e.Capture
	out := entry{
		Pageref: pageref, StartedDateTime: date(c.Start),
		Request: h.requestOf(c), Response: h.responseOf(c), Timings: timingsOf(c.Timing),
		Verdict: e.Verdict, Reason: e.Reason, Warnings: e.Warnings,
		Chunks: chunksOf(c.Text()), Capture: recordOf(e), Comment: commentOf(c),
	}
	out.Time = out.Timings.total()
	if c.Head.IsSocket() {
		out.ResourceType = "websocket"
		out.Messages, _ = encode(messagesOf(c)) // texts and numbers always encode
	}
	if c.Decoded != nil {
		out.Wire = &encoded{h.mark(inBody(&c.Body), encodingBase64), encodingBase64, chunksOf(&c.Body)}
	}
	return out
}

// commentOf returns for readers of the file what is not known of the exchange, and whether
// the body of its request was sent encoded.
func commentOf(c *wire.Capture) string {
	var words, all []string
	for _, part := range []struct {
		lacks bool
		name  string
	}{
		{c.Lacks.Start, "when it began"}, {c.Lacks.Request, "the body of the request"}, {c.Lacks.Answer, "the body of the answer"},
		{c.Head != nil && c.Head.Status == 0, "the status"}, {c.Timing.FirstByte < 0 && c.Timing.End < 0 && c.End != nil && c.End.AtUS < 0, "the times"},
	} {
		if part.lacks {
			words = append(words, part.name)
		}
	}
	if words != nil {
		all = append(all, "not known: "+strings.Join(words, ", "))
	}
	switch e := c.Sent.Encoded; {
	case e == nil:
	case e.Fault != "":
		all = append(all, e.Fault)
	default:
		all = append(all, "the request body was sent encoded and is written decoded")
	}
	return strings.Join(all, "; ")
}

func (h *holes) requestOf(c *wire.Capture) request {
	r := request{
		Method: cmp.Or(c.Sent.Method, http.MethodPost), URL: c.Sent.URL, HTTPVersion: "HTTP/1.1",
		Cookies: []field{}, Headers: fields(c.Sent.Header), QueryString: query(c.Sent.URL),
		HeadersSize: -1, BodySize: int64(len(c.Sent.Body)),
	}
	if c.Head != nil && c.Head.Proto != "" {
		r.HTTPVersion = c.Head.Proto
	}
	if c.Lacks.Request {
		r.BodySize = -1
	}
	if c.Sent.Encoded != nil {
		r.BodySize = c.Sent.Encoded.Size
	}
	if len(c.Sent.Body) > 0 {
		r.PostData = &postData{MimeType: c.Sent.Header.Get("Content-Type")}
		r.PostData.Text, r.PostData.Encoding = h.text(bytesIn(slices.Chunk(c.Sent.Body, pieceSize)))
	}
	return r
}

func (holes *holes) responseOf(c *wire.Capture) response {
	r := response{
		Cookies: []field{}, Headers: []field{}, HeadersSize: -1, BodySize: c.Body.Len(),
		Content: content{Size: c.Text().Len(), MimeType: "x-unknown"}, // as browsers write it
	}
	if c.End != nil && c.End.Cause != wire.EndClean {
		r.Error = cmp.Or(c.End.Message, string(c.End.Cause))
	}
	if c.Lacks.Answer {
		r.BodySize, r.Content.Size = -1, -1
	}
	if h := c.Head; h != nil {
		r.Status, r.StatusText, r.HTTPVersion = h.Status, http.StatusText(h.Status), h.Proto
		r.Headers, r.RedirectURL = fields(h.Header), h.Header.Get("Location")
		r.Content.MimeType = cmp.Or(h.Header.Get("Content-Type"), r.Content.MimeType)
	}
	if c.Decoded != nil {
		r.Content.Compression = new(c.Decoded.Len() - c.Body.Len())
	}
	if c.Text().Len() > 0 {
		body, encoding := holes.text(inBody(c.Text()))
		r.Content.Text, r.Content.Encoding = &body, encoding
	}
	return r
}

const encodingBase64 = "base64"

// fields returns the fields of a header, sorted by their names.
func fields(h http.Header) []field {
	out := []field{}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			f := field{Name: name, Value: value}
			if !utf8.ValidString(value) {
				f.Value, f.Base64 = strings.ToValidUTF8(value, "\uFFFD"), base64.StdEncoding.EncodeToString([]byte(value))
			}
			out = append(out, f)
		}
	}
	return out
}

// query returns the parameters of an address, decoded, in their order.
func query(address string) []field {
	out := []field{}
	_, raw, _ := strings.Cut(address, "?")
	raw, _, _ = strings.Cut(raw, "#")
	for pair := range strings.SplitSeq(raw, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			out = append(out, field{Name: unescaped(name), Value: unescaped(value)})
		}
	}
	return out
}

func unescaped(s string) string {
	plain, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return plain
}

func chunksOf(b *wire.Body) []chunk {
	var out []chunk
	from := int64(0)
	for _, c := range b.Chunks() {
		out = append(out, chunk{c.AtUS, c.End - from})
		from = c.End
	}
	return out
}
