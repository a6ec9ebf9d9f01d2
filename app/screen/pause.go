package screen

import (
	"errors"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Waits reports whether it is a request that waits in the proxy for the user.
func (x *Exchange) Waits() bool { return x.IsForwarded() && x.State.Waits && x.State.Running() }

// Called returns the method and the path of an exchange of the proxy as its program called it.
func (x *Exchange) Called() string {
	path, _, _ := strings.Cut(x.Capture.Caller.Path, "?")
	return x.Capture.Sent.Verb() + " " + path
}

// Paused returns the requests that wait for the user, the oldest first.
func (p *Proxy) Paused() (all []*Exchange) {
	for _, x := range p.host.Sent.All() {
		if x.Waits() {
			all = append(all, x)
		}
	}
	return all
}

// PausedWords returns how many requests wait and how long the first has, in two lengths; empty for none.
func (p *Proxy) PausedWords() (words, short string) {
	all := p.Paused()
	if len(all) == 0 {
		return "", ""
	}
	age := WaitedFor(all[0])
	if len(all) == 1 {
		return "1 request waits " + age, "waits " + age
	}
	n := figures.Thousands(len(all))
	return n + " requests wait " + age, n + " wait " + age
}

// WaitedFor returns how long a request has waited, and of how long its program waits for an answer if the request
// states that.
func WaitedFor(x *Exchange) string {
	seconds := func(d time.Duration) string {
		words := d.Truncate(time.Second).String()
		for _, zero := range []string{"0s", "0m"} {
			if strings.HasSuffix(words, "m"+zero) || strings.HasSuffix(words, "h"+zero) {
				words = strings.TrimSuffix(words, zero)
			}
		}
		return words
	}
	age := seconds(time.Since(x.Capture.Start))
	if limit, err := strconv.Atoi(x.Capture.Sent.Header.Get("X-Stainless-Timeout")); err == nil { // of the SDKs, in seconds
		age += " of " + seconds(time.Duration(limit)*time.Second)
	}
	return age
}

// tickPaused draws the age of what waits every second.
func (p *Proxy) tickPaused() tea.Cmd {
	if p.ticking || len(p.Paused()) == 0 {
		return nil
	}
	p.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg {
		return EffectFunc(func() tea.Cmd {
			p.ticking = false
			for _, x := range p.Paused() {
				x.State.Version++ // its age is in a row
			}
			p.host.Arrange() // and may be in a note
			return p.tickPaused()
		})
	})
}

// leftWords begins the notice that a program left.
const leftWords = "its program left after "

// Edit begins the editing of a request that waits.
func (p *Proxy) Edit(x *Exchange) {
	p.Edited = x
	p.host.RemoveWarnings(leftWords)
}

// programLeft reports that the program of a request that waited left. An edited one is not lost by that, so the
// words stay until they are read.
func (p *Proxy) programLeft(x *Exchange) {
	if !x.State.Waits || x.State.Verdict != state.Cancelled {
		return
	}
	words := leftWords + figures.Duration(x.Capture.Delivery.PausedUS) + "; nothing was sent"
	if p.Edited != x {
		p.host.Notify("%s: %s", x.Called(), words)
		return
	}
	p.host.Warn(words)
	if o := p.host.Overlays.Top(); o != nil {
		_ = p.host.Fault(o, errors.New(words))
	}
}
