package intake

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Answer is a line of the output of OpenAI's Batch API
// (https://platform.openai.com/docs/guides/batch): the result of a request in another file.
type Answer struct {
	CustomID  string // names the request
	Status    int    // HTTP; 0: there is no answer
	RequestID string
	Body      []byte // of the answer
	Error     string // why there is no answer
	Line      int    // of the file, from 1
	Raw       []byte // the line
}

// Batch is a file of the Batch API: its input, its output, or both.
type Batch struct {
	Requests map[string]Request // of the input, by custom_id
	Answers  []Answer           // of the output
	Faults   []error            // *LineError
}

// LooksLikeBatch reports whether the first line of a file is one of the Batch API.
func LooksLikeBatch(file []byte) bool {
	for line := range bytes.Lines(wire.TrimBOM(file)) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return scan.KindOf(line) == scan.Object && scan.Check(line) == nil && (isRequestLine(line) || isAnswerLine(line))
		}
	}
	return false
}

func isRequestLine(line []byte) bool {
	return scan.Get(line, "custom_id") != nil && scan.Get(line, "body") != nil
}

func isAnswerLine(line []byte) bool {
	return scan.Get(line, "custom_id") != nil && (scan.Get(line, "response") != nil || scan.Get(line, "error") != nil)
}

// ReadBatch reads a file of the Batch API. Its lines share the file's bytes.
func ReadBatch(file []byte) Batch {
	b := Batch{Requests: map[string]Request{}}
	n := 0
	for line := range bytes.Lines(wire.TrimBOM(file)) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := scan.Check(line); err != nil {
			var wrong *scan.SyntaxError
			if errors.As(err, &wrong) { // its own line is always the first
				err = fmt.Errorf("column %d: %s", wrong.Column, wrong.What)
			}
			b.Faults = append(b.Faults, at(n, "%w", err))
			continue
		}
		switch {
		case isRequestLine(line):
			b.addRequest(line, n)
		case isAnswerLine(line):
			b.addAnswer(line, n)
		default:
			b.Faults = append(b.Faults, at(n, "no line of the Batch API: custom_id with body, response or error is expected"))
		}
	}
	return b
}

func (b *Batch) addRequest(line []byte, n int) {
	body := scan.Get(line, "body")
	if scan.KindOf(body) != scan.Object {
		b.Faults = append(b.Faults, at(n, "body: must be an object"))
		return
	}
	method := scan.Text(scan.Get(line, "method"))
	if method == "" {
		method = "POST"
	}
	b.Requests[scan.Text(scan.Get(line, "custom_id"))] = Request{wire.Sent{Method: method, URL: scan.Text(scan.Get(line, "url")), Body: body}, n}
}

func (b *Batch) addAnswer(line []byte, n int) {
	a := Answer{CustomID: scan.Text(scan.Get(line, "custom_id")), Line: n, Raw: line}
	response := scan.Get(line, "response")
	if scan.KindOf(response) == scan.Object {
		a.Status, _ = strconv.Atoi(string(scan.Get(response, "status_code")))
		a.RequestID = scan.Text(scan.Get(response, "request_id"))
		a.Body = scan.Get(response, "body")
		if a.Status < 100 || a.Status > 599 || a.Body == nil {
			b.Faults = append(b.Faults, at(n, "response: status_code and body are expected"))
			return
		}
		switch string(a.Body) {
		case "null", "{}", `""`:
			a.Error = fmt.Sprintf("the answer in the file is empty (status %d)", a.Status)
			a.Status = 0
		}
	} else {
		a.Error = errorText(scan.Get(line, "error"))
	}
	b.Answers = append(b.Answers, a)
}

// IsOther reports whether the answer to a request that is not known belongs to none of the endpoints that are
// read.
func (a Answer) IsOther() bool { return a.Status/100 == 2 && a.endpoint() == "" }

// endpoint returns the path of the endpoint that answers so, as requests of the Batch API name it
// (https://platform.openai.com/docs/guides/batch); empty for any other.
func (a Answer) endpoint() string {
	first := func(list string) []byte {
		for _, v := range scan.Elements(scan.Get(a.Body, list)) {
			return v
		}
		return nil
	}
	switch object := scan.Text(scan.Get(a.Body, "object")); {
	case object == "response", object == "" && scan.KindOf(scan.Get(a.Body, "output")) == scan.Array:
		return "/v1/responses"
	case object == "chat.completion", scan.Get(first("choices"), "message") != nil:
		return "/v1/chat/completions"
	case scan.Get(first("data"), "embedding") != nil:
		return "/v1/embeddings"
	}
	return ""
}

// errorText is what an error says: its message and code.
func errorText(value json.RawMessage) string {
	message, code := scan.Text(scan.Get(value, "message")), scan.Text(scan.Get(value, "code"))
	switch {
	case message == "" && code == "":
		return "the file has neither an answer nor an error"
	case message == "":
		return code
	case code == "":
		return message
	}
	return message + " (" + code + ")"
}

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1

// Unanswered is a request that a file holds without an answer, as a capture. When it was sent, if
// it was, the file does not say: at is its place in lists.
func Unanswered(r Request, at time.Time) *wire.Capture {
	return &wire.Capture{
		ID: id("request", r.Method, r.URL, string(r.Body)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndUnknown, AtUS: unknownUS, Message: "the request was imported, not sent"}, Lacks: wire.Lacks{Start: true, Answer: true},
	}
}

// Capture is an answer of a batch and its request as a capture; the request may be the
// zero value, for one that is not known: then its endpoint is that which answers so. The moment of the
// exchange is that in the answer; without one it is not known, and at is its place in lists.
func (a Answer) Capture(r Request, at time.Time) *wire.Capture {
	c := &wire.Capture{
		ID: id("batch", string(a.Raw)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS}, Lacks: wire.Lacks{Start: true}, Batch: true,
	}
	if path := a.endpoint(); r.Method == "" && path != "" {
		c.Sent, c.Lacks.Request = wire.Sent{Method: http.MethodPost, URL: path}, true
	}
	if a.Status == 0 {
		c.End.Cause, c.End.Message = wire.EndUnknown, a.Error
		return c
	}
	for _, name := range []string{"created_at", "created"} { // of a response, of a chat completion
		if created, err := strconv.ParseInt(string(scan.Get(a.Body, name)), 10, 64); err == nil && created > 0 && created < 1<<40 {
			c.Start, c.Lacks.Start = time.Unix(created, 0), false
		}
	}
	c.Head = &wire.Head{Status: a.Status, Header: http.Header{"Content-Type": {"application/json"}}, AtUS: unknownUS}
	if a.RequestID != "" {
		c.Head.Header.Set("X-Request-Id", a.RequestID)
	}
	c.Body.Append(a.Body, unknownUS)
	return c
}

// id is an ID that follows from what an exchange is, so that the same one is known again.
func id(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		h.Write([]byte(strconv.Quote(part)))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
