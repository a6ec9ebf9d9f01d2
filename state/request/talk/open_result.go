package talk

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// IsResult reports whether a document is the output of send --json (CONTRACT, "--json"): a
// verdict with its HTTP status, its times, and the response or null.
func IsResult(doc []byte) bool {
	for _, name := range []string{"http_status", "text", "response", "timing"} {
		if scan.Get(doc, name) == nil {
			return false
		}
	}
	status := scan.Get(doc, "status")
	return scan.Get(doc, "input") == nil && status != nil && (scan.IsNull(status) || isVerdict(scan.Text(status)))
}

func isVerdict(word string) bool {
	return slices.Contains([]state.Verdict{state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled}, state.Verdict(word))
}

// openResult returns the conversation after the output of send --json, with the verdict,
// the warnings and the times in it.
func openResult(doc []byte) (*Conversation, error) {
	r := resultRecord(doc)
	x := state.NewRecorded(r)
	response := x.Response
	if response == nil { // the model is known all the same
		response = scan.MakeObject("model", scan.Quote(x.Model))
	}
	conv, err := openAnswer(response, x, nil)
	if err == nil && r.Items != nil {
		conv.Current.Output = r.Items
	}
	return conv, err
}

// resultRecord reads the output of send --json. Text without a response becomes a message.
func resultRecord(doc []byte) state.Record {
	response := scan.Get(doc, "response")
	r := state.Record{
		ID: "saved " + scan.Text(scan.Get(response, "id")),
		Outcome: &state.Outcome{
			Verdict:      state.Verdict(scan.Text(scan.Get(doc, "status"))),
			Error:        scan.Get(doc, "error"),
			Usage:        notNull(scan.Get(doc, "usage")),
			Routing:      notNull(scan.Get(doc, "metadata")),
			Model:        scan.Text(scan.Get(doc, "model")),
			FirstByteUS:  msToUS(scan.At(doc, "timing", "ttfb_ms")),
			FirstDeltaUS: msToUS(scan.At(doc, "timing", "ttft_ms")),
			EndUS:        msToUS(scan.At(doc, "timing", "total_ms")),
		},
		Warnings: readWarnings(scan.Get(doc, "warnings")),
	}
	if scan.IsNull(scan.Get(doc, "status")) {
		r.Outcome.Verdict = state.Unknown
	}
	if status, err := strconv.Atoi(string(scan.Get(doc, "http_status"))); err == nil {
		r.Outcome.HTTPStatus = status
	}
	switch text := scan.Text(scan.Get(doc, "text")); {
	case scan.KindOf(response) == scan.Object:
		r.Body = response
	case text != "":
		r.Items = []json.RawMessage{partialMessage(text)}
	}
	return r
}

// readWarnings reads a list of warnings; nil for anything else.
func readWarnings(list json.RawMessage) []state.Warning {
	var warnings []state.Warning
	if json.Unmarshal(list, &warnings) != nil {
		return nil
	}
	return append([]state.Warning{}, warnings...) // null is a list too, an empty one
}

func notNull(v json.RawMessage) json.RawMessage {
	if scan.IsNull(v) {
		return nil
	}
	return v
}

// partialMessage returns an incomplete message with this text.
func partialMessage(text string) json.RawMessage {
	part := scan.MakeObject("type", scan.Quote("output_text"), "text", scan.Quote(text), "annotations", []byte("[]"))
	return scan.MakeObject("type", scan.Quote("message"), "role", scan.Quote("assistant"), "status", scan.Quote("incomplete"), "content", scan.MakeArray([]json.RawMessage{part}))
}

// maxMS is a century: no moment of an exchange is later.
const maxMS = 100 * 365 * 24 * 3600 * 1000

// msToUS reads a time in milliseconds; -1 for none.
func msToUS(ms []byte) int64 {
	v, err := strconv.ParseFloat(string(ms), 64)
	if err != nil || v < 0 || v > maxMS {
		return -1
	}
	return int64(math.Round(v * 1000))
}
