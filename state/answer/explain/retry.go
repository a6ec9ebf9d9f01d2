package explain

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"gatehouse/client/wire"
)

const (
	week    = 7 * 24 * time.Hour
	century = 100 * 365 * 24 * time.Hour
)

// retryWords returns how long a service asked to wait before a retry; at is the arrival of
// the answer. It is a fact of the answer, not a countdown.
func retryWords(r wire.Retry, at time.Time) string {
	if r.AfterMS <= 0 {
		return "send it again: the wait set by " + r.Source + " is over"
	}
	return "wait " + retryDelay(r, at) + ", as the service asks, then send it again"
}

// WaitOver advises to retry after the milliseconds that a service asked to wait.
func WaitOver(ms int64) string {
	return "send it again: the " + Wait(ms) + " wait that the service asked for is over"
}

// resendNowHint returns what a key does that resends the request at once, however long the
// service asked to wait.
func resendNowHint(r wire.Retry, at time.Time) string {
	if r.AfterMS <= 0 {
		return retryWords(r, at)
	}
	return "send it again now (the service asked to wait " + retryDelay(r, at) + ")"
}

// retryDelay returns how long the service asked to wait. Beyond a week a date is easier to
// read than hours.
func retryDelay(r wire.Retry, at time.Time) string {
	switch {
	case r.AfterMS > century.Milliseconds():
		return "more than 100 years"
	case r.AfterMS > week.Milliseconds():
		return day(r, at)
	}
	return Wait(r.AfterMS)
}

// day returns the end of a long wait: the service's date, or the answer's arrival plus
// the seconds.
func day(r wire.Retry, at time.Time) string {
	wait := time.Duration(r.AfterMS) * time.Millisecond
	then, err := http.ParseTime(r.Raw)
	if err != nil {
		then, err = time.Parse(time.RFC3339, r.Raw)
	}
	switch {
	case err == nil:
	case at.IsZero():
		return fmt.Sprintf("%d days", (wait+24*time.Hour-1)/(24*time.Hour))
	default:
		then = at.Add(wait)
	}
	return "until " + then.UTC().Format("2 January 2006 15:04 UTC")
}

// Wait writes a waiting time given in milliseconds: "300 ms", "1.5 s",
// "2 min", "2 min 5 s", "1 h 30 min".
func Wait(ms int64) string {
	d := time.Duration(min(ms, 1<<40)) * time.Millisecond
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", ms)
	case d < time.Minute:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	}
	seconds := int64((d + time.Second - 1) / time.Second)
	if seconds < 3600 {
		return two(seconds/60, "min", seconds%60, "s")
	}
	minutes := (seconds + 59) / 60
	return two(minutes/60, "h", minutes%60, "min")
}

func two(n int64, unit string, rest int64, small string) string {
	return strings.TrimSuffix(fmt.Sprintf("%d %s %d %s", n, unit, rest, small), " 0 "+small)
}
