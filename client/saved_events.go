package client

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"gatehouse/client/wire"
)

// eventLine is one line of send --events (CONTRACT, "--events").
type eventLine struct {
	AtUS        *int64          `json:"at_us"`
	Event       *string         `json:"event"`
	ID          *string         `json:"id"`
	Data        json.RawMessage `json:"data"` // null for a frame without a data line
	Comment     *string         `json:"comment"`
	Torn        bool            `json:"torn"`
	Raw         *string         `json:"raw_base64"`
	Body        *string         `json:"body"`
	ContentType string          `json:"content_type"`
	HTTPStatus  int             `json:"http_status"`
	Verdict     *string         `json:"verdict"`
	Warnings    json.RawMessage `json:"warnings"`
}

// eventLinePrefix is the beginning of each line of send --events.
const eventLinePrefix = `{"at_us":`

// progressLines is the number of lines between two reports of progress, some milliseconds.
const progressLines = 1024

// LooksLikeEvents reports whether ReadSavedEvents may read a file that begins like this.
func LooksLikeEvents(beginning []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(wire.TrimBOM(beginning)), []byte(eventLinePrefix))
}

// ReadSavedEvents reads the output of send --events. The capture has the frames at the
// times in the lines; their bytes are rebuilt from the lines, and the head has only status
// and content type. warnings are those of the last line, nil if that is missing because the
// program was killed. The error is ErrNoAnswer, or names the line. progress is called every
// progressLines lines with the number of lines read; its error ends the reading and is returned.
func ReadSavedEvents(file []byte, progress func(lines int) error) (c *wire.Capture, warnings json.RawMessage, err error) {
	if !LooksLikeEvents(file) {
		return nil, nil, ErrNoAnswer
	}
	c = &wire.Capture{ID: "saved", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndKilled, AtUS: unknownUS}}
	n := 0
	for text := range bytes.Lines(wire.TrimBOM(file)) {
		if n++; n%progressLines == 0 {
			if err := progress(n); err != nil {
				return nil, nil, err
			}
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var line eventLine
		if err := json.Unmarshal(text, &line); err != nil || line.AtUS == nil {
			if !bytes.HasSuffix(text, []byte("\n")) { // it was being written
				break
			}
			return nil, nil, fmt.Errorf("line %d is not one of send --events", n)
		}
		if line.Verdict != nil {
			line.endCapture(c)
			return c, line.Warnings, nil
		}
		line.appendTo(c)
	}
	return c, nil, nil
}

// appendTo adds the line's frame or body to the capture.
func (l *eventLine) appendTo(c *wire.Capture) {
	at := *l.AtUS
	c.Timing.End, c.End.AtUS = at, at
	if l.Body != nil {
		c.Head = &wire.Head{Status: l.HTTPStatus, Header: http.Header{}, AtUS: unknownUS}
		if l.ContentType != "" {
			c.Head.Header.Set("Content-Type", l.ContentType)
		}
		c.Body.Append([]byte(l.onWire(*l.Body)), at)
		return
	}
	var b bytes.Buffer
	field := func(name, value string) {
		b.WriteString(name + ": " + strings.ReplaceAll(value, "\n", "\n"+name+": ") + "\n")
	}
	if l.Comment != nil {
		field("", l.onWire(*l.Comment))
		c.Body.Append(b.Bytes(), at)
		return
	}
	if l.Event != nil {
		field("event", *l.Event)
	}
	if l.ID != nil {
		field("id", *l.ID)
	}
	var data string
	switch err := json.Unmarshal(l.Data, &data); {
	case string(l.Data) == "null" || l.Data == nil:
		if b.Len() == 0 { // retry: or an unknown field, which no line reports
			b.WriteString("unknown\n")
		}
	case err == nil:
		field("data", l.onWire(data))
	}
	if !l.Torn {
		b.WriteByte('\n')
	}
	c.Body.Append(b.Bytes(), at)
}

// onWire returns the bytes that a text of the line was on the wire.
func (l *eventLine) onWire(text string) string {
	if l.Raw != nil {
		if data, err := base64.StdEncoding.DecodeString(*l.Raw); err == nil {
			return string(data)
		}
	}
	return text
}

// endCapture records how the exchange ended, by the warnings of the line if the frames do
// not show it.
func (l *eventLine) endCapture(c *wire.Capture) {
	c.End = &wire.End{Cause: wire.EndClean, AtUS: *l.AtUS}
	if c.Head == nil && l.HTTPStatus > 0 {
		c.Head = &wire.Head{Status: l.HTTPStatus, AtUS: unknownUS}
	}
	if c.Timing.End < 0 {
		c.Timing.End = *l.AtUS
	}
	switch {
	case *l.Verdict == "cancelled":
		c.End.Cause = wire.EndCancelled
	case l.HTTPStatus == 0:
		c.End.Cause, c.End.Message = wire.EndUnknown, "no answer arrived, and send --events does not report why"
	}
	var warnings []struct{ Code, Message string }
	_ = json.Unmarshal(l.Warnings, &warnings) // malformed ones are ignored
	for _, w := range warnings {
		switch w.Code {
		case "connection_lost":
			c.End.Cause, c.End.Message = wire.EndLost, strings.TrimPrefix(w.Message, "the connection was lost: ")
		case "idle_timeout":
			c.End.Cause = wire.EndIdle
		case "line_cap":
			c.End.Cause, c.End.Message = wire.EndLineCap, w.Message
		case "no_terminal":
			if strings.HasPrefix(w.Message, "the time ") {
				c.End.Cause = wire.EndTimeout
			}
		}
	}
}
