package state

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Verdict is how an exchange ended. Every finished exchange has exactly one; one that was
// imported without its answer may have Unknown.
type Verdict string

// The verdicts (CONTRACT, "Verdicts"). Running means there is none yet.
const (
	Running    Verdict = ""
	Completed  Verdict = "completed"
	Incomplete Verdict = "incomplete" // the model stopped early
	Failed     Verdict = "failed"
	Truncated  Verdict = "truncated" // a 2xx head, then a body without a terminal event
	Cancelled  Verdict = "cancelled" // by the user
	Unknown    Verdict = "unknown"   // the file that it was read from does not tell
)

// ExitCode is the code that a command which made the exchange ends with (CONTRACT "Exit codes").
func (v Verdict) ExitCode() int {
	switch v {
	case Completed:
		return 0
	case Incomplete:
		return 3
	case Cancelled:
		return 130 // as by SIGINT
	}
	return 1
}

// setVerdict sets the verdict for a response's status.
func (x *Exchange) setVerdict(status string, response json.RawMessage) {
	switch status {
	case "completed":
		x.Verdict = Completed
	case "failed", "cancelled":
		x.Verdict, x.Reason = Failed, status
		if status == "failed" {
			x.Reason = x.failedReason(response)
		}
	case "incomplete":
		x.Verdict = Incomplete
		x.Reason = scan.Text(scan.At(response, "incomplete_details", "reason"))
	default: // queued, in_progress, or a word that we do not know
		x.Verdict, x.Reason = Incomplete, status
	}
}

// failedReason returns the service's shortest word for a failure: error_type, else the
// error's type or code.
func (x *Exchange) failedReason(response json.RawMessage) string {
	if kind := scan.Text(scan.Get(response, "error_type")); kind != "" {
		return kind
	}
	if x.Failure == nil {
		return ""
	}
	if x.Failure.Type != "" {
		return x.Failure.Type
	}
	if scan.IsNull(x.Failure.Code) {
		return ""
	}
	return scan.AnyText(x.Failure.Code)
}
