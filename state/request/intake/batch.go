package intake

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Answer is the result of a request in a batch, which is in another file or in the same line.
type Answer struct {
	CustomID  string // names the request
	Status    int    // HTTP; 0: there is no answer
	RequestID string
	Body      []byte // of the answer
	Error     string // why there is no answer
	Line      int    // of the file, from 1
	Raw       []byte // the line
}

// Batch is a file of a batch API: its input, its output, or both.
type Batch struct {
	Requests map[string]Request // of the input, by custom_id
	Answers  []Answer           // of the output
	Faults   []error            // *LineError
}

// batchLine is how the lines of a batch API are written: the members with the name of a request, the request,
// its answer, and the error instead of one.
type batchLine struct{ id, request, answer, fault, url string }

// generateContent is the path of Gemini's API for a model that the file does not name.
const generateContent = "/v1beta/models/:generateContent"

var batchLines = []batchLine{
	// https://platform.openai.com/docs/guides/batch; Mistral and Groq write the same, Fireworks the answer without its status.
	{"custom_id", "body", "response", "error", ""},
	{"custom_id", "params", "result", "result", "/v1/messages"}, // https://platform.claude.com/docs/en/build-with-claude/batch-processing
	{"key", "request", "response", "error", generateContent},    // https://ai.google.dev/gemini-api/docs/batch-api
	{"recordId", "modelInput", "modelOutput", "error", ""},      // https://docs.aws.amazon.com/bedrock/latest/userguide/batch-inference-results.html
	// https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/batch-prediction-from-cloud-storage
	{"processed_time", "request", "response", "status", generateContent},
}

// batchLineOf returns how a line is written; ok is false for any other line.
func batchLineOf(line []byte) (l batchLine, ok bool) {
	i := slices.IndexFunc(batchLines, func(l batchLine) bool {
		return scan.Get(line, l.id) != nil && (scan.Get(line, l.request) != nil || scan.Get(line, l.answer) != nil || scan.Get(line, l.fault) != nil)
	})
	if i < 0 {
		return l, false
	}
	return batchLines[i], true
}

// LooksLikeBatch reports whether the first line of a file is one of a batch API.
func LooksLikeBatch(file []byte) bool {
	for line := range bytes.Lines(wire.TrimBOM(file)) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			_, ok := batchLineOf(line)
			return ok && scan.KindOf(line) == scan.Object && scan.Check(line) == nil
		}
	}
	return false
}

// ReadBatch reads a file of a batch API. Its lines share the file's bytes.
func ReadBatch(file []byte) Batch {
	b := Batch{Requests: map[string]Request{}}
	n := 0
	for line := range bytes.Lines(wire.TrimBOM(file)) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		err := scan.Check(line)
		if wrong := (*scan.SyntaxError)(nil); errors.As(err, &wrong) { // its own line is always the first
			err = fmt.Errorf("column %d: %s", wrong.Column, wrong.What)
		}
		if err == nil {
			err = b.add(line, n)
		}
		if err != nil {
			b.Faults = append(b.Faults, &LineError{n, err})
		}
	}
	return b
}

// add reads a line, which may have a request, its answer or both.
func (b *Batch) add(line []byte, n int) error {
	l, ok := batchLineOf(line)
	if !ok {
		return errors.New("not a line of a known batch API")
	}
	request, answer := scan.Get(line, l.request), scan.Get(line, l.answer)
	a := Answer{CustomID: scan.Text(scan.Get(line, l.id)), Line: n, Raw: line}
	if l.id == "processed_time" { // which names none
		a.CustomID = id("batch", string(line))
	}
	if request != nil {
		if scan.KindOf(request) != scan.Object {
			return errors.New(l.request + ": must be an object")
		}
		method, url := cmp.Or(scan.Text(scan.Get(line, "method")), http.MethodPost), cmp.Or(scan.Text(scan.Get(line, "url")), l.url)
		b.Requests[a.CustomID] = Request{wire.Sent{Method: method, URL: url, Body: request}, n}
		if answer == nil && scan.IsNull(scan.Get(line, l.fault)) {
			return nil
		}
	}
	if err := a.read(answer, scan.Get(line, l.fault)); err != nil {
		return err
	}
	b.Answers = append(b.Answers, a)
	return nil
}

// read reads an answer, or the error instead of one.
func (a *Answer) read(answer, fault json.RawMessage) error {
	a.Status, a.Body = http.StatusOK, answer
	message := scan.Get(answer, "message")
	switch kind := scan.Text(scan.Get(answer, "type")); {
	case scan.KindOf(answer) != scan.Object:
		a.Status, a.Error = 0, errorText(fault)
	case scan.Get(answer, "status_code") != nil:
		a.Status, _ = strconv.Atoi(string(scan.Get(answer, "status_code")))
		a.RequestID, a.Body = scan.Text(scan.Get(answer, "request_id")), scan.Get(answer, "body")
	case kind == "succeeded" && message != nil:
		a.Body = message
	case kind == "errored":
		a.Status, a.Error = 0, errorText(scan.At(answer, "error", "error"))
	case kind == "canceled", kind == "expired":
		a.Status, a.Error = 0, "the request was "+kind
	case scan.Get(answer, "body") != nil, string(answer) == "{}":
		a.Body = nil
	}
	switch {
	case a.Error != "":
	case a.Status < 100 || a.Status > 599 || a.Body == nil:
		return errors.New("response: status_code and body are expected")
	case slices.Contains([]string{"null", "{}", `""`}, string(a.Body)):
		a.Error = fmt.Sprintf("the answer in the file is empty (status %d)", a.Status)
		a.Status = 0
	}
	return nil
}

// IsOther reports whether the answer to a request whose endpoint is not known belongs to none that is read.
func (a Answer) IsOther() bool { return a.Status/100 == 2 && a.endpoint() == "" }

// endpoint returns the path of the endpoint that answers so; empty for any other.
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
	case scan.Text(scan.Get(a.Body, "type")) == "message":
		return "/v1/messages"
	case scan.Get(a.Body, "candidates") != nil, scan.Get(a.Body, "promptFeedback") != nil:
		return generateContent
	}
	return ""
}

// errorText returns what an error says: its message and code.
func errorText(value json.RawMessage) string {
	message, code := scan.Text(scan.Get(value, "message")), scan.Text(scan.Get(value, "code"))
	if message != "" && code != "" {
		return message + " (" + code + ")"
	}
	return cmp.Or(message, code, "the file has neither an answer nor an error")
}

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1

// Unanswered returns a request that a file holds without an answer, as a capture. When it was sent, if
// it was, the file does not say: at is its place in lists.
func Unanswered(r Request, at time.Time) *wire.Capture {
	return &wire.Capture{
		ID: id("request", r.Method, r.URL, string(r.Body)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndUnknown, AtUS: unknownUS, Message: "the request was imported, not sent"}, Lacks: wire.Lacks{Start: true, Answer: true},
	}
}

// Capture returns an answer of a batch and its request as a capture; the request may be the
// zero value, for one that is not known: then its endpoint is that which answers so. The moment of the
// exchange is that in the answer; without one it is not known, and at is its place in lists.
func (a Answer) Capture(r Request, at time.Time) *wire.Capture {
	c := &wire.Capture{
		ID: id("batch", string(a.Raw)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS}, Lacks: wire.Lacks{Start: true}, Batch: true,
	}
	if path := a.endpoint(); r.URL == "" && path != "" {
		c.Sent.Method, c.Sent.URL, c.Lacks.Request = http.MethodPost, path, r.Body == nil
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

// id returns an ID that follows from what an exchange is, so that the same one is known again.
func id(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		h.Write([]byte(strconv.Quote(part)))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
