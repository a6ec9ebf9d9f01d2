package har

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

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

// LooksLikeHAR reports whether a file that begins like this may be an HTTP Archive.
func LooksLikeHAR(beginning []byte) bool {
	rest, object := bytes.CutPrefix(bytes.TrimSpace(wire.TrimBOM(beginning)), []byte("{"))
	return object && bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"log"`))
}

// Each is called after each entry with the number of entries done and in total. An error
// ends the work.
type Each func(done, total int) error

// Read reads a file of any program. The error is a *scan.SyntaxError or ErrNotHAR; or, with
// the entries that could be read, it joins an *EntryError for each of the others: ErrTorn
// for the last one of a truncated file.
func Read(data []byte) ([]Entry, error) {
	return ReadEach(data, func(int, int) error { return nil })
}

// ReadEach is Read that calls each after each entry. If that stops it, it returns the error
// of each and no entries.
func ReadEach(data []byte, each Each) ([]Entry, error) {
	found, err := find(wire.TrimBOM(data))
	if err != nil {
		return nil, err
	}
	titles := map[string]string{} // of the pages by their ids; a malformed page has none
	for _, p := range scan.Elements(found.pages) {
		titles[scan.Text(scan.Get(p, "id"))] = scan.Text(scan.Get(p, "title"))
	}
	var entries []Entry
	var faults []error
	for i, p := range found.entries {
		e, err := p.read(titles)
		if err != nil {
			faults = append(faults, &EntryError{i + 1, err})
		} else {
			entries = append(entries, e)
		}
		if err := each(i+1, len(found.entries)); err != nil {
			return nil, err
		}
	}
	return entries, errors.Join(faults...)
}

// read reads one entry.
func (p piece) read(titles map[string]string) (Entry, error) {
	if p.err != nil {
		return Entry{}, p.err
	}
	read := entry{Time: unknownUS, Timings: timings{-1, -1, -1, -1, -1, -1, -1}} // where the file does not record them
	err := json.Unmarshal(p.raw, &read)                                          // after a member of a wrong type it reads the others
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if wrong.Field == "" || read.Request.URL == "" {
			return Entry{}, errors.New(typeFault(wrong))
		}
		if isUsed(wrong.Field) {
			read.remarks = append(read.remarks, typeFault(wrong)+"; it was left out")
		}
	} else if err != nil {
		return Entry{}, err
	}
	e := read.entry()
	e.Title = titles[read.Pageref]
	return e, nil
}

// entry returns the Entry of what was read.
func (r *entry) entry() Entry {
	ours := r.Capture != nil
	c := &wire.Capture{Timing: wire.NoTiming()}
	e := Entry{Capture: c, Foreign: !ours, Verdict: r.Verdict, Reason: r.Reason, Warnings: r.Warnings, WebSocket: !ours && r.isWebSocket()}
	c.Sent = wire.Sent{Method: r.Request.Method, URL: r.Request.URL, Header: headerOf(r.Request.Headers, !ours)}
	c.Sent.Body = r.requestBody(c, ours)
	if r.Response.Status > 0 || ours && r.Capture.Head != nil || !ours && r.hasAnswer() {
		c.Head = &wire.Head{Status: max(r.Response.Status, 0), Proto: r.Response.HTTPVersion, Header: headerOf(r.Response.Headers, !ours), AtUS: unknownUS}
	}
	hasBody := r.body(c)
	if ours {
		e.About = r.Capture.About
		r.Capture.restore(c)
	} else {
		r.setStart(c)
		r.setTiming(c)
		r.setEnd(c, hasBody)
		e.Messages = r.messages(c.Start)
	}
	c.Remarks = append(c.Remarks, r.remarks...)
	return e
}

// hasAnswer reports whether an entry has headers or a body of the answer.
func (r *entry) hasAnswer() bool {
	text := r.Response.Content.Text
	return len(r.Response.Headers) > 0 || text != nil && *text != ""
}

// isWebSocket reports whether an entry is a connection that left HTTP.
func (r *entry) isWebSocket() bool {
	scheme, _, _ := strings.Cut(strings.ToLower(r.Request.URL), ":")
	return r.ResourceType == "websocket" || r.Messages != nil || scheme == "ws" || scheme == "wss" || r.Response.Status == http.StatusSwitchingProtocols
}

// remark records why the bytes of the capture may differ from the wire.
func (r *entry) remark(format string, args ...any) {
	r.remarks = append(r.remarks, fmt.Sprintf(format, args...))
}

// headerOf reads fields. Browsers list those of HTTP/2 in lower case, with its
// pseudo-fields; if canonical, names are as in net/http and pseudo-fields are left out.
func headerOf(fields []field, canonical bool) http.Header {
	if fields == nil && canonical {
		return nil // not recorded by another program
	}
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

// body reads the body of the response, in the chunks of the file if it has them. It reports
// whether the file has a body.
func (r *entry) body(c *wire.Capture) bool {
	var body []byte
	known := false
	if text := r.Response.Content.Text; text != nil {
		body, known = r.decoded("response.content", *text, r.Response.Content.Encoding, r.Response.Content.MimeType)
	}
	to := &c.Body
	if r.Wire != nil {
		raw, _ := r.decoded("_wire", r.Wire.Text, r.Wire.Encoding, "")
		appendChunks(to, raw, r.Wire.Chunks)
		c.Decoded = &wire.Body{}
		to = c.Decoded
	}
	appendChunks(to, body, r.Chunks)
	return known
}

// appendChunks fills a body. Chunks that do not match the text, as after an edit of the
// file, are ignored: they do not show when its bytes arrived.
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
