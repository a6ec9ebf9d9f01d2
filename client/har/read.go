package har

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// ErrNotHAR is the error of a file that is no HTTP Archive.
var ErrNotHAR = errors.New("not an HTTP Archive: a JSON object with log.entries is expected")

// EntryError is the error of an entry that cannot be read.
type EntryError struct {
	Number int // of the entry in the file, from 1
	Err    error
}

func (e *EntryError) Error() string { return fmt.Sprintf("entry %d: %v", e.Number, e.Err) }

func (e *EntryError) Unwrap() error { return e.Err }

// Looks reports whether a file that begins like this may be an HTTP Archive.
func Looks(beginning []byte) bool {
	rest, object := bytes.CutPrefix(bytes.TrimSpace(wire.TrimBOM(beginning)), []byte("{"))
	return object && bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"log"`))
}

// Each is called after each entry with how many there are done, and of how many. An error
// ends the work.
type Each func(done, of int) error

// Read reads a file of any program. The error is a *scan.SyntaxError or ErrNotHAR; or it
// joins an *EntryError for each entry that could not be read, beside those that could: of a
// file that was written here and breaks off, that is ErrTorn for the last.
func Read(data []byte) ([]Entry, error) {
	return ReadEach(data, func(int, int) error { return nil })
}

// ReadEach is Read that can be watched, and stopped: then the error is that of each, and
// there are no entries.
func ReadEach(data []byte, each Each) ([]Entry, error) {
	data = wire.TrimBOM(data)
	var faults []error
	if err := scan.Check(data); err != nil {
		end, ok := torn(data)
		if !ok {
			return nil, err
		}
		data = append(bytes.Clone(data[:end.At]), tail...)
		if end.Lost {
			faults = append(faults, &EntryError{end.Entries + 1, ErrTorn})
		}
	}
	log := scan.Get(data, "log")
	list := scan.Get(log, "entries")
	if scan.KindOf(list) != scan.Array {
		return nil, ErrNotHAR
	}
	titles := pageTitles(log)
	var all [][]byte
	for _, raw := range scan.Elements(list) {
		all = append(all, raw)
	}
	var entries []Entry
	for i, raw := range all {
		var read entry
		err := json.Unmarshal(raw, &read)
		if err == nil {
			var e Entry
			if e, err = read.entry(); err == nil {
				e.Title = titles[read.Pageref]
				entries = append(entries, e)
			}
		}
		if err != nil {
			faults = append(faults, &EntryError{i + 1, err})
		}
		if err := each(i+1, len(all)); err != nil {
			return nil, err
		}
	}
	return entries, errors.Join(faults...)
}

// pageTitles are the titles of the pages by their ids; a page of another shape has none.
func pageTitles(log []byte) map[string]string {
	titles := map[string]string{}
	for _, p := range scan.Elements(scan.Get(log, "pages")) {
		titles[scan.Text(scan.Get(p, "id"))] = scan.Text(scan.Get(p, "title"))
	}
	return titles
}

// entry is what was read.
func (r *entry) entry() (Entry, error) {
	ours := r.Capture != nil
	c := &wire.Capture{Timing: wire.NoTiming()}
	e := Entry{Capture: c, Foreign: !ours, Verdict: r.Verdict, Reason: r.Reason, Warnings: r.Warnings}
	var err error
	if c.Start, err = time.Parse(time.RFC3339Nano, r.StartedDateTime); err != nil && !ours {
		return e, fmt.Errorf("startedDateTime %q is no time", r.StartedDateTime)
	}
	if c.Sent, err = r.Request.sent(!ours); err != nil {
		return e, err
	}
	if r.Response.Status > 0 || ours && r.Capture.Head != nil {
		c.Head = &wire.Head{Status: r.Response.Status, Proto: r.Response.HTTPVersion, Header: headerOf(r.Response.Headers, !ours), AtUS: unknownUS}
	}
	if err := r.body(c); err != nil {
		return e, err
	}
	if ours {
		e.About = r.Capture.About
		r.Capture.restore(c)
		return e, nil
	}
	e.About.Kind = e.Endpoint()
	r.Timings.spread(c)
	c.End = r.end(c)
	return e, nil
}

func (r *request) sent(foreign bool) (wire.Sent, error) {
	s := wire.Sent{Method: r.Method, URL: r.URL, Header: headerOf(r.Headers, foreign)}
	if r.PostData == nil {
		return s, nil
	}
	body, err := decoded(r.PostData.Text, r.PostData.Encoding+r.PostData.Foreign)
	if err != nil {
		return s, fmt.Errorf("request.postData: %w", err)
	}
	s.Body = body
	return s, nil
}

// headerOf reads fields. Browsers list those of HTTP/2 in lower case, and its
// pseudo-fields among them; with canonical they are written as net/http does, without
// these.
func headerOf(fields []field, canonical bool) http.Header {
	h := http.Header{}
	for _, f := range fields {
		if raw, err := base64.StdEncoding.DecodeString(f.Base64); err == nil && f.Base64 != "" {
			f.Value = string(raw)
		}
		if canonical {
			if strings.HasPrefix(f.Name, ":") {
				continue
			}
			f.Name = http.CanonicalHeaderKey(f.Name)
		}
		h[f.Name] = append(h[f.Name], f.Value)
	}
	return h
}

func decoded(text, encoding string) ([]byte, error) {
	switch encoding {
	case "":
		return []byte(text), nil
	case encodingBase64:
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("its text is not base64: %w", err)
		}
		return data, nil
	}
	return nil, fmt.Errorf("the encoding %q of its text is not known; base64 is", encoding)
}

// body reads the body of the response, in the chunks it arrived in where the file has
// them.
func (r *entry) body(c *wire.Capture) error {
	var body []byte
	if text := r.Response.Content.Text; text != nil {
		var err error
		if body, err = decoded(*text, r.Response.Content.Encoding); err != nil {
			return fmt.Errorf("response.content: %w", err)
		}
	}
	to := &c.Body
	if r.Wire != nil {
		raw, err := decoded(r.Wire.Text, r.Wire.Encoding)
		if err != nil {
			return fmt.Errorf("_wire: %w", err)
		}
		appendChunks(to, raw, r.Wire.Chunks)
		c.Decoded = &wire.Body{}
		to = c.Decoded
	}
	appendChunks(to, body, r.Chunks)
	return nil
}

// appendChunks fills a body. Chunks that are not of this text, as after an edit of the
// file, are no witness of when its bytes came.
func appendChunks(b *wire.Body, text []byte, chunks []chunk) {
	left := int64(len(text))
	for _, c := range chunks {
		if c.Bytes < 0 || c.Bytes > left {
			left = -1
			break
		}
		left -= c.Bytes
	}
	if left != 0 {
		chunks = []chunk{{unknownUS, int64(len(text))}}
	}
	for _, c := range chunks {
		b.Append(text[:c.Bytes], c.AtUS)
		text = text[c.Bytes:]
	}
	b.Trim()
}

// spread writes the phases of another program as moments.
func (t timings) spread(c *wire.Capture) {
	at := max(us(t.Blocked), 0)
	phase := func(ms float64) (from, to int64) {
		if us(ms) < 0 {
			return unknownUS, unknownUS
		}
		from = at
		at += us(ms)
		return from, at
	}
	m := &c.Timing
	m.DNSStart, m.DNSDone = phase(t.DNS)
	m.ConnectStart, m.ConnectDone = phase(t.Connect)
	if ssl := us(t.SSL); ssl > 0 && ssl <= m.ConnectDone-m.ConnectStart { // the last part of connect
		m.TLSStart, m.TLSDone = m.ConnectDone-ssl, m.ConnectDone
		m.ConnectDone -= ssl
	}
	_, m.WroteRequest = phase(t.Send)
	_, m.FirstByte = phase(t.Wait)
	_, m.End = phase(t.Receive)
	if c.Head == nil {
		m.FirstByte = unknownUS
		return
	}
	c.Head.AtUS = m.FirstByte
	if m.FirstByte >= 0 {
		c.Head.At = c.Start.Add(time.Duration(m.FirstByte) * time.Microsecond)
	}
}

// end is how an exchange in a file of another program ended, as far as that tells.
func (r *entry) end(c *wire.Capture) *wire.End {
	end := &wire.End{Cause: wire.EndClean, AtUS: c.Timing.End}
	switch {
	case c.Head == nil:
		end.Cause, end.Message = wire.EndUnknown, "no answer arrived, and the file does not say why"
		if r.Response.Error != "" {
			end.Message = r.Response.Error
		}
	case r.Response.Content.Text == nil && r.Response.Content.Size > 0:
		end.Cause, end.Message = wire.EndUnread, fmt.Sprintf("the file does not hold the body of the answer, %d bytes", r.Response.Content.Size)
	}
	return end
}

// Endpoint is that of the request.
func (e Entry) Endpoint() string { return e.Capture.Sent.Endpoint() }
