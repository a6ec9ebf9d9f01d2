package output

import (
	"bufio"
	"bytes"
	"cmp"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// Messages is an http.ResponseWriter that sends an answer as the messages of a WebSocket: one for
// the data of each event of a stream, and an error event for an answer outside 2xx. A comment
// becomes a ping. [DONE] is dropped, since the final event ends the answer.
type Messages struct {
	Lane string                  // the stream_id that events repeat; empty for none
	Send func(text []byte) error // sends a message, without retaining text
	Ping func()                  // sends a ping
	Conn net.Conn                // for Hijack

	Ended bool   // a final event or an error was sent
	Final []byte // the final event

	header http.Header
	status int
	line   []byte   // the incomplete line of a stream
	data   [][]byte // lines of the open event
	body   []byte   // of an answer that is not a stream
}

var (
	_ http.ResponseWriter = (*Messages)(nil)
	_ http.Hijacker       = (*Messages)(nil)
)

func (m *Messages) Header() http.Header {
	if m.header == nil {
		m.header = http.Header{}
	}
	return m.header
}

func (m *Messages) WriteHeader(status int) { m.status = status }

func (m *Messages) Write(p []byte) (int, error) {
	if m.Header().Get("Content-Type") != "text/event-stream" {
		m.body = append(m.body, p...)
		return len(p), nil
	}
	m.line = append(m.line, p...)
	for {
		line, rest, complete := bytes.Cut(m.line, []byte("\n"))
		if !complete {
			break
		}
		if err := m.addLine(bytes.TrimSuffix(line, []byte("\r"))); err != nil {
			return 0, err
		}
		m.line = rest
	}
	return len(p), nil
}

func (m *Messages) addLine(line []byte) error {
	if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
		m.data = append(m.data, bytes.Clone(data))
		return nil
	}
	if bytes.HasPrefix(line, []byte(":")) {
		m.Ping()
		return nil
	}
	if len(line) > 0 || len(m.data) == 0 {
		return nil
	}
	event := bytes.Join(m.data, []byte("\n"))
	if m.data = nil; string(event) == "[DONE]" {
		return nil
	}
	switch gjson.GetBytes(event, "type").Str {
	case "response.completed", "response.incomplete", "response.failed", "error":
		m.Ended, m.Final = true, event
	}
	return m.event(event)
}

// event sends an event, with the stream_id of its lane.
func (m *Messages) event(event []byte) error {
	if m.Lane != "" && bytes.HasSuffix(event, []byte("}")) {
		event = JSON(slices.Clip(event[:len(event)-1])).Text("stream_id", m.Lane).End()
	}
	return m.Send(event)
}

// Close sends the answer if it was not a stream.
func (m *Messages) Close() error {
	if len(m.body) == 0 {
		return nil
	}
	m.Ended = true
	return m.event(m.failure())
}

// failure returns an answer outside 2xx as an error event, whose error.code is a string.
func (m *Messages) failure() []byte {
	failed := gjson.GetBytes(m.body, "error")
	message := failed.Get("message").Str
	if !failed.Exists() {
		message = string(m.body)
	}
	event := JSON(`{"type":"error"`).Int("status", m.status).Object("error").
		Text("code", cmp.Or(failed.Get("metadata.error_type").Str, strconv.Itoa(m.status))).Text("message", message)
	if metadata := failed.Get("metadata"); metadata.Exists() {
		event = event.Raw("metadata", metadata.Raw)
	}
	event = event.End()
	if after := m.Header().Get("Retry-After"); after != "" {
		event = event.Object("headers").Text("retry-after", after).End()
	}
	return event.End()
}

// FlushError does nothing: messages are sent at once.
func (m *Messages) FlushError() error { return nil }

// SetReadDeadline and SetWriteDeadline do nothing: Send has its own deadline.
func (m *Messages) SetReadDeadline(time.Time) error  { return nil }
func (m *Messages) SetWriteDeadline(time.Time) error { return nil }

func (m *Messages) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return m.Conn, bufio.NewReadWriter(bufio.NewReader(m.Conn), bufio.NewWriter(m.Conn)), nil
}
