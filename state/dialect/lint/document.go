package lint

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/scan"
	dialect "gatehouse/state/dialect/usage"
)

// checkUsage checks the counts of an answer that ended by itself.
func checkUsage(l *Linter, n int, usage json.RawMessage, in, out string) {
	if scan.KindOf(usage) != scan.Object {
		l.Add("usage-missing", n, "")
		return
	}
	if isEmpty(usage) {
		l.Add("usage-empty", n, "")
		return
	}
	input, okIn := number(scan.Get(usage, in))
	output, okOut := number(scan.Get(usage, out))
	total, okTotal := number(scan.Get(usage, "total_tokens"))
	if okIn && okOut && okTotal && input+output != total && !addsUp(usage) {
		l.Add("usage-sum", n, "%d + %d is not %d", input, output, total)
	}
}

// addsUp reports whether the total of a usage is the sum of all that was counted: some services leave
// reasoning out of the output and count it in the total, as they document.
func addsUp(usage json.RawMessage) bool {
	u, _ := dialect.Of(usage)
	return u.Counts[dialect.Input]+u.Counts[dialect.Output] == u.Counts[dialect.Total]
}

// isEmpty reports whether v is an object without members.
func isEmpty(v json.RawMessage) bool {
	for range scan.Members(v) {
		return false
	}
	return scan.KindOf(v) == scan.Object
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

// errorBody checks the body of an answer that is no success.
func (l *Linter) errorBody(body []byte) {
	status := 0
	if l.stream.head != nil {
		status = l.stream.head.Status
	}
	checkErrorBody(l, body, status)
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
