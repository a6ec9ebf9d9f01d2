package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

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
	} else {
		a.Error = errorText(scan.Get(line, "error"))
	}
	b.Answers = append(b.Answers, a)
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
