package read

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// readRetry reads when to try again: retry-after-ms, Retry-After (RFC 9110,
// section 10.2.3; seconds with a fraction too), or retry_after in the error's
// availability. It returns nil if there is none.
func readRetry(header http.Header, availability gjson.Result, at time.Time) *wire.Retry {
	if v := header.Get("Retry-After-Ms"); v != "" {
		if ms, ok := scaled(v, 1); ok {
			return &wire.Retry{AfterMS: ms, Source: "retry-after-ms", Raw: v}
		}
	}
	if v := header.Get("Retry-After"); v != "" {
		if ms, ok := delay(v, header, at); ok {
			return &wire.Retry{AfterMS: ms, Source: "Retry-After", Raw: v}
		}
	}
	if v := availability.Get("retry_after"); present(v) {
		if ms, ok := delay(v.String(), header, at); ok {
			return &wire.Retry{AfterMS: ms, Source: "availability.retry_after", Raw: v.String()}
		}
	}
	return nil
}

// delay reads seconds or a date, which is relative to the Date header of the response, so
// that a difference between the clocks does not matter.
func delay(v string, header http.Header, at time.Time) (ms int64, ok bool) {
	if ms, ok := scaled(v, 1000); ok {
		return ms, true
	}
	when, err := http.ParseTime(v)
	if err != nil {
		if when, err = time.Parse(time.RFC3339, v); err != nil {
			return 0, false
		}
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		at = date
	}
	return max(when.Sub(at).Milliseconds(), 0), true
}

// scaled reads a number and multiplies it by a scale; a negative number is 0.
func scaled(v string, scale float64) (n int64, ok bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || math.IsNaN(f) {
		return 0, false
	}
	return int64(min(max(math.Ceil(f*scale), 0), 1<<53)), true
}
