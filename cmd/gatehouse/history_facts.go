package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	columns "gatehouse/views/history"
	"gatehouse/views/text"
)

// fact is a line of what there is to say of an exchange.
type fact struct {
	name, words string
	compared    string // what is held against that of another exchange; empty for an id, a time, a caller and what is among the figures
}

// content is a fact that is compared as it stands.
func content(name, words string) fact { return fact{name, words, words} }

// described is what there is to say of an exchange besides its bodies, a fact a line.
func described(e *history.Entry, x *state.Exchange, c *wire.Capture) string {
	var b strings.Builder
	for _, list := range [][]fact{facts(e), wireFacts(x, c), callerFacts(e, c)} {
		for _, line := range list {
			fmt.Fprintf(&b, "%-13s %s\n", line.name, text.SafeLine(line.words))
		}
	}
	return b.String()
}

// facts are the columns of the history's list, a name and words each.
func facts(e *history.Entry) []fact {
	list := []fact{
		{name: "id", words: e.ID},
		{name: "at", words: at(e)},
		{name: "origin", words: string(e.Origin)},
	}
	for _, c := range columns.Columns()[3:] { // the request has a line of its own
		if cell := c.Cell(e, e.Start); cell != "–" {
			list = append(list, fact{name: c.Title, words: cell})
		}
	}
	for _, more := range []struct {
		name  string
		words []string
	}{{"guardrails", e.Guardrails}, {"tools", e.Tools}, {"warnings", e.Warnings}} {
		if len(more.words) > 0 {
			list = append(list, content(more.name, strings.Join(more.words, ", ")))
		}
	}
	return append(list, fact{name: "size", words: figures.Size(int(e.Size))})
}

// at is when an exchange began.
func at(e *history.Entry) string {
	if e.Undated {
		return "not recorded"
	}
	return e.Start.Format("2006-01-02 15:04:05.000 MST")
}

// callerFacts are the program whose exchange it was, and what the proxy or the replay added
// to it.
func callerFacts(e *history.Entry, c *wire.Capture) (list []fact) {
	if c.Caller == nil {
		return nil
	}
	list = append(list, fact{name: "caller", words: strings.TrimSpace(c.Caller.Address + "  " + c.Caller.UserAgent)})
	if e.Target != "" {
		name := "target"
		if e.Origin == history.Replay {
			name = "replayed"
		}
		list = append(list, fact{name: name, words: e.Target})
	}
	if c.Delivery == nil {
		return list
	}
	if n := c.Delivery.Missing; n > 0 {
		list = append(list, fact{name: "not stored", words: fmt.Sprintf("the last %d bytes of the request, which passed", n)})
	}
	if status := c.Delivery.Status; status != 0 {
		list = append(list, fact{name: "caller got", words: fmt.Sprintf("%d %s, made by the proxy: no answer came", status, http.StatusText(status))})
	}
	took, words := "proxy took", []string(nil)
	if e.Origin == history.Replay {
		took = "replay took"
	}
	for _, h := range figures.HandOversOf(c) {
		if h.ProxyUS >= 0 {
			words = append(words, h.Name+" "+figures.Duration(h.ProxyUS))
		}
	}
	if words != nil {
		list = append(list, fact{name: took, words: strings.Join(words, ", ")})
	}
	return list
}

// wireFacts are what was asked of whom, and why it ended as it did.
func wireFacts(x *state.Exchange, c *wire.Capture) (list []fact) {
	if c.Sent.URL != "" {
		list = append(list, fact{"request", strings.TrimSpace(c.Sent.Method + " " + c.Sent.URL), c.Sent.Method + " " + comparedAddress(c.Sent.URL)})
	}
	if c.Head != nil {
		list = append(list, fact{name: "http", words: c.Head.StatusText()})
	}
	name, finish := x.Finished()
	if finish != "" {
		list = append(list, content(name, finish))
	}
	reason := x.Reason
	if x.Verdict == state.Cancelled {
		reason = ending(x, c)
	}
	if reason != "" && reason != finish {
		list = append(list, content("reason", reason))
	}
	if us := figures.SilenceBeforeEnd(x); us > 0 {
		list = append(list, fact{name: "silence", words: figures.Duration(us) + " before the end"})
	}
	f := x.Failure
	if f == nil {
		return list
	}
	if !scan.IsNull(f.Code) {
		list = append(list, content("error code", scan.AnyText(f.Code)))
	}
	for _, more := range [][2]string{{"error type", f.Type}, {"error", f.Message}} {
		if more[1] != "" {
			list = append(list, content(more[0], more[1]))
		}
	}
	return list
}

// comparedAddress is an address as it is compared: the port of a service on this machine is no
// difference.
func comparedAddress(address string) string {
	if u, err := url.Parse(address); err == nil && u.Hostname() == "127.0.0.1" {
		return u.Path
	}
	return address
}
