package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// ErrNoMessages is the error of spans without messages.
var ErrNoMessages = errors.New("OTLP JSON whose spans hold no messages; instrumentations write them with OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only")

// ErrNoModelSpans is the error of spans of other things than model calls.
var ErrNoModelSpans = errors.New("OTLP JSON without a span of a model call (gen_ai.…)")

// span is a span, or a log record with the same attributes.
type span struct {
	raw        []byte
	attributes map[string]json.RawMessage
}

// OTLP reads the spans and log records of model calls out of OTLP in JSON: one request of an
// exporter, or one a line (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding),
// with the attributes of the GenAI conventions
// (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/) or of those before them.
// A span holds messages, not the bytes: request and answer are put together as chat
// completions. The error is ErrNoMessages, ErrNoModelSpans, or a *scan.SyntaxError.
func OTLP(file []byte) (all Exchanges, err error) {
	file = bytes.TrimSpace(wire.TrimBOM(file))
	visit := func(s span) {
		x, hasMessages, call := s.exchange()
		switch {
		case !call:
		case !hasMessages:
			all.Silent++
		default:
			all.List = append(all.List, x)
		}
	}
	fault := scan.Check(file)
	if fault == nil {
		visitSpans(file, visit)
	} else {
		for line := range bytes.Lines(file) {
			if line = bytes.TrimSpace(line); len(line) > 0 && scan.Check(line) == nil {
				visitSpans(line, visit)
				fault = nil
			}
		}
	}
	switch {
	case fault != nil:
		return all, fault
	case len(all.List) > 0:
		return all, nil
	case all.Silent > 0:
		return all, ErrNoMessages
	}
	return all, ErrNoModelSpans
}

// visitSpans calls visit with each span and log record of a document.
func visitSpans(doc []byte, visit func(span)) {
	if scan.KindOf(doc) == scan.Array {
		for _, one := range scan.Elements(doc) {
			visitSpans(one, visit)
		}
		return
	}
	for _, names := range [][3]string{{"resourceSpans", "scopeSpans", "spans"}, {"resourceLogs", "scopeLogs", "logRecords"}} {
		for _, resource := range scan.Elements(scan.Get(doc, names[0])) {
			for _, scope := range scan.Elements(scan.Get(resource, names[1])) {
				for _, raw := range scan.Elements(scan.Get(scope, names[2])) {
					visit(span{raw, attributesOf(raw)})
				}
			}
		}
	}
}

// attributesOf returns the attributes of a span or an event, as JSON.
func attributesOf(of []byte) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for _, a := range scan.Elements(scan.Get(of, "attributes")) {
		all[scan.Text(scan.Get(a, "key"))] = plainValue(scan.Get(a, "value"))
	}
	return all
}

// plainValue returns an AnyValue as plain JSON; null for none.
func plainValue(v []byte) json.RawMessage {
	for m := range scan.Members(v) {
		switch m.Key {
		case "intValue": // a text, as 64 bits are
			if text := scan.AnyText(m.Value); scan.Check([]byte(text)) == nil {
				return json.RawMessage(text)
			}
		case "arrayValue":
			var items []json.RawMessage
			for _, one := range scan.Elements(scan.Get(m.Value, "values")) {
				items = append(items, plainValue(one))
			}
			return scan.MakeArray(items)
		case "kvlistValue":
			var members []any
			for _, one := range scan.Elements(scan.Get(m.Value, "values")) {
				members = append(members, scan.Text(scan.Get(one, "key")), plainValue(scan.Get(one, "value")))
			}
			return scan.MakeObject(members...)
		default: // stringValue, boolValue, doubleValue, bytesValue
			return m.Value
		}
	}
	return json.RawMessage("null")
}

// text returns an attribute that is a text.
func (s span) text(names ...string) string {
	for _, name := range names {
		if text := scan.Text(s.attributes[name]); text != "" {
			return text
		}
	}
	return ""
}

// structured returns an attribute that is a list or an object, be it written as text.
func (s span) structured(names ...string) json.RawMessage {
	for _, name := range names {
		v := s.attributes[name]
		if scan.KindOf(v) == scan.String {
			if text := []byte(scan.Text(v)); scan.Check(text) == nil {
				v = text
			}
		}
		if kind := scan.KindOf(v); kind == scan.Array || kind == scan.Object {
			return v
		}
	}
	return nil
}

// exchange returns a span as an exchange; call is false for a span of something else, hasMessages
// for one without messages.
func (s span) exchange() (x Exchange, hasMessages, call bool) {
	model := s.text("gen_ai.request.model", "gen_ai.response.model")
	switch s.text("gen_ai.operation.name") {
	case "chat", "text_completion", "generate_content":
	case "":
		if model == "" {
			return x, false, false
		}
	default: // embeddings, tools, agents: their model calls have other spans
		return x, false, false
	}
	asked, answered := s.messages()
	if asked == nil && answered == nil {
		return x, false, true
	}
	c := &wire.Capture{
		ID:   id("otlp", scan.Text(scan.Get(s.raw, "traceId")), scan.Text(scan.Get(s.raw, "spanId")), scan.Text(scan.Get(s.raw, "timeUnixNano"))),
		Sent: wire.Sent{Method: http.MethodPost, URL: s.address()}, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS},
		Remarks: []string{"request and answer were put together from the attributes of a span"},
	}
	s.times(c)
	if c.Lacks.Request = asked == nil; asked != nil {
		c.Sent.Body = s.request(model, asked)
	}
	s.answer(c, answered)
	return Exchange{c, state.Chat}, true, true
}

// address returns the endpoint's address without its path, if the span has it.
func (s span) address() string {
	host := s.text("server.address")
	if host == "" {
		return ""
	}
	scheme := "https://"
	if port := string(s.attributes["server.port"]); port != "" && port != "null" && port != "443" {
		host += ":" + port
		if port == "80" {
			scheme = "http://"
		}
	}
	return scheme + host + "/chat/completions"
}

// times reads when it was, and how long it took.
func (s span) times(c *wire.Capture) {
	nano := func(names ...string) int64 {
		for _, name := range names {
			if n, err := strconv.ParseInt(scan.AnyText(scan.Get(s.raw, name)), 10, 64); err == nil && n > 0 {
				return n
			}
		}
		return 0
	}
	start, end := nano("startTimeUnixNano", "timeUnixNano", "observedTimeUnixNano"), nano("endTimeUnixNano")
	if c.Lacks.Start = start == 0; start > 0 {
		c.Start = time.Unix(0, start)
	}
	if start > 0 && end >= start {
		c.Timing.End = (end - start) / 1000
		c.End.AtUS = c.Timing.End
	}
}

// answer writes the answer.
func (s span) answer(c *wire.Capture, choices []json.RawMessage) {
	failed := scan.AnyText(scan.At(s.raw, "status", "code"))
	message := cmp.Or(scan.Text(scan.At(s.raw, "status", "message")), s.text("error.type"), "the span says that it failed, and not why")
	switch isError := failed == "2" || failed == "STATUS_CODE_ERROR" || s.text("error.type") != ""; {
	case choices != nil:
		status, _ := strconv.Atoi(string(s.attributes["http.response.status_code"]))
		c.Head = &wire.Head{Status: status, AtUS: unknownUS}
		c.Body.Append(s.response(choices), c.End.AtUS)
	case isError:
		c.End.Cause, c.End.Message = wire.EndUnknown, message
	default:
		c.Lacks.Answer = true
		c.End.Cause, c.End.Message = wire.EndUnknown, "the span does not hold the answer"
	}
}
