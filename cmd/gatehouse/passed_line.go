package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/app/relay"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// refused logs the requests that are not forwarded.
func refused(h host) proxy.Refused {
	return func(method, address string, status int, why string) {
		h.say("%s", oneLine(strings.Join([]string{time.Now().Format("15:04:05"), method, address, fmt.Sprint(status), "refused: " + why}, "  ")))
	}
}

// passedLine is the log's line of one exchange, with more to say of it, of which empty texts
// are left out. address is without secrets.
func passedLine(address string, x *state.Exchange, c *wire.Capture, more ...string) string {
	parts := []string{endedAt(c).Format("15:04:05"), c.Sent.Verb(), address}
	if c.Head != nil {
		status, _ := history.StatusOf(x, c)
		parts = append(parts, fmt.Sprint(status))
	}
	parts = append(parts, string(x.Verdict))
	if model := cmp.Or(x.Model, x.RequestModel); model != "" {
		parts = append(parts, model)
	}
	if us, ok := figures.TTFT(x); ok {
		parts = append(parts, "TTFT "+figures.Duration(us))
	}
	if us, ok := figures.Total(x); ok {
		parts = append(parts, "total "+figures.Duration(us))
	}
	if us := figures.SilenceBeforeEnd(x); us > 0 {
		parts = append(parts, "then silent for "+figures.Duration(us))
	}
	if f, ok := report.AllForOthers(x); ok {
		parts = append(parts, f.Mark()+" "+f.Message)
	}
	parts = append(parts, more...)
	return oneLine(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "  "))
}

// endedAt is when an exchange ended; its record may end later.
func endedAt(c *wire.Capture) time.Time {
	if c.End == nil {
		return c.Start
	}
	return c.Start.Add(time.Duration(c.End.AtUS) * time.Microsecond)
}

// forwardedLine is passedLine of an exchange with a target: the path as it was called, and
// to whom it went.
func forwardedLine(t relay.Target, x *state.Exchange, c *wire.Capture, more ...string) string {
	return passedLine(c.Caller.Path+"  to "+t.Client.Secrets().Address(t.Base), x, c, append(more, explain.Ending(x, c))...)
}
