package output

import (
	"fmt"
	"time"

	"gatehouse/state/history"
	"gatehouse/state/usage"
)

// Entry is an entry of the history as JSON. Its members have the names of send --json where that
// has them.
func Entry(e *history.Entry) []byte {
	var o Object
	o.Text("id", e.ID)
	if at := e.Start.UTC().Format(time.RFC3339Nano); e.Undated {
		o.Raw("at", nil)
	} else {
		o.Text("at", at)
	}
	o.Text("origin", string(e.Origin))
	if e.By != "" {
		o.Text("by", e.By)
		o.OrNull("host", e.Host)
	}
	o.OrNull("connection", e.Connection)
	o.OrNull("session", e.Session)
	o.OrNull("run", e.RunName())
	o.OrNull("method", e.Method)
	o.OrNull("path", e.Path)
	o.OrNull("caller", e.Caller)
	o.OrNull("target", e.Target)
	o.Raw("status", Verdict(e.Verdict))
	switch {
	case e.ByProxy:
		o.Int("http_status", 0)
		o.Int("proxy_status", int64(e.Status))
	case e.Status == history.StatusUnknown:
		o.Raw("http_status", nil)
		o.Raw("proxy_status", nil)
	default:
		o.Int("http_status", int64(e.Status))
		o.Raw("proxy_status", nil)
	}
	o.OrNull("asked", e.Asked)
	o.OrNull("model", e.Served)
	o.OrNull("provider", e.Provider)
	var tokens Object
	tokens.Raw("input", count(e.Tokens.Counts[usage.Input]))
	tokens.Raw("cached", count(e.Tokens.Counts[usage.CacheRead]))
	tokens.Raw("output", count(e.Tokens.Counts[usage.Output]))
	tokens.Raw("reasoning", count(e.Tokens.Counts[usage.Reasoning]))
	_ = tokens.Value("estimated", e.Tokens.Estimated)
	o.Raw("tokens", tokens.End())
	if e.Cost >= 0 {
		_ = o.Value("cost", e.Cost)
	} else {
		o.Raw("cost", nil)
	}
	var timing Object
	timing.Raw("ttfb_ms", Milliseconds(e.TTFBUS))
	timing.Raw("ttft_ms", Milliseconds(e.TTFTUS))
	timing.Raw("total_ms", Milliseconds(e.TotalUS))
	timing.Raw("lasted_ms", Milliseconds(e.LastedUS))
	o.Raw("timing", timing.End())
	for _, list := range []struct {
		name  string
		words []string
	}{{"guardrails", e.Guardrails}, {"tools", e.Tools}, {"warnings", e.Warnings}} {
		_ = o.Value(list.name, append([]string{}, list.words...))
	}
	o.Int("bytes", e.Size)
	o.Text("words", e.Words)
	return o.End()
}

func count(n int) []byte {
	if n < 0 {
		return nil
	}
	return fmt.Appendf(nil, "%d", n)
}

// Milliseconds writes microseconds as milliseconds; nil for what is not known.
func Milliseconds(us int64) []byte {
	if us < 0 {
		return nil
	}
	return fmt.Appendf(nil, "%g", float64(us)/1000)
}
