package lint

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/scan"
	dialect "gatehouse/state/dialect/usage"
)

// checkUsage checks the counts of an answer that ended by itself.
func checkUsage(l *Linter, n int, usage json.RawMessage) {
	if scan.KindOf(usage) != scan.Object {
		l.Add("usage-missing", n, "")
		return
	}
	if scan.IsEmpty(usage) {
		l.Add("usage-empty", n, "")
		return
	}
	if u, _ := dialect.Of(usage); !u.AddsUp() {
		l.Add("usage-sum", n, "%d + %d is not %d", u.Counts[dialect.Input], u.Counts[dialect.Output], u.Counts[dialect.Total])
	}
}

func number(v json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(string(v), 10, 64)
	return n, err == nil
}

// checkErrorEvent checks an event of type error (Open Responses nests the error, the API that
// it comes from does not).
func checkErrorEvent(l *Linter, n int, data json.RawMessage) {
	named := scan.Text(scan.Get(data, "type"))
	if named != "error" && named != "response.error" {
		l.Add("error-event", n, "no type error")
		return
	}
	inner := scan.Get(data, "error")
	if scan.Text(scan.Get(inner, "message")) == "" && scan.Text(scan.Get(data, "message")) == "" {
		l.Add("error-event", n, "no message")
	}
}

// checkErrorBody checks an error document; a status of 0 is not compared.
func checkErrorBody(l *Linter, body []byte, status int) {
	err := scan.Get(body, "error")
	code, isNumber := number(scan.Get(err, "code"))
	switch {
	case scan.KindOf(body) != scan.Object || !scan.Valid(body):
		l.Add("error-shape", nowhere, "the body is not a JSON object")
	case scan.KindOf(err) != scan.Object:
		l.Add("error-shape", nowhere, "no member error that is an object")
	case scan.Text(scan.Get(err, "message")) == "":
		l.Add("error-shape", nowhere, "no error.message")
	case l.api != Responses && l.api != Rerank: // whose errors have no code of the status
	case !isNumber:
		l.Add("error-shape", nowhere, "error.code is not an integer")
	case status != 0 && code != int64(status):
		l.Add("error-shape", nowhere, "error.code %d, status %d", code, status)
	}
}
