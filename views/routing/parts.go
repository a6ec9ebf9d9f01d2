package routing

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// endpoints lists what was considered: what was chosen, what was not and, where
// that is known, why; and what had been taken away before.
func (b *builder) endpoints() {
	if b.routing.EndpointsAs == wire.Malformed {
		b.bent("ENDPOINTS", "endpoints", "available")
		b.dropped()
		return
	}
	b.heading("ENDPOINTS", b.counted())
	width, models, ends := 0, 0, 0
	for _, e := range b.routing.Endpoints {
		width, models = max(width, min(text.Width(text.SafeLine(e.Provider)), 24)), max(models, min(text.Width(text.SafeLine(e.Model)), 40))
		ends = max(ends, text.Width(b.notChosen(e)))
	}
	for i, e := range b.routing.Endpoints {
		mark, style := b.chosen(e)
		beside, whole := extra(e.Raw, " provider model selected ")
		offer, _ := b.m.models.Offer(e.Model, e.Provider)
		b.Add(page.Row{ID: fmt.Sprintf("endpoint/%d", i), JSON: whole, Line: func() string {
			why := b.notChosen(e)
			if words := offer.Words(); words != "" && ends > 0 { // one below the other
				why = text.Pad(why, ends+3) + words
			}
			why = joinedBy("   ", why, beside)
			return style.Render(mark+" ") + b.Styles.Text.Render(text.Pad(or(e.Provider, "–"), width)) + "  " +
				b.Styles.Text.Render(text.Pad(or(e.Model, "–"), models)) + "   " + b.Styles.Dim.Render(text.SafeLine(why))
		}})
		if why := explain.WhySelected(b.routing); e.Selected && why != "" {
			b.Para(fmt.Sprintf("endpoint/%d/why", i), b.Styles.Text, 2, why)
		}
	}
	if b.noneLeft() {
		b.Para("endpoint/none", b.Styles.Bad, 0, "none left")
	}
	b.members("endpoint/member", scan.Get(b.routing.Raw, "endpoints"), " total available ")
	b.dropped()
}

// chosen marks an endpoint: the selected one, one that was tried and failed, or
// one that was only considered.
func (b *builder) chosen(e wire.Endpoint) (string, lipgloss.Style) {
	if e.Selected {
		return "●", b.Styles.Good
	}
	for _, a := range b.routing.Attempts[:min(len(b.routing.Attempts), listed)] {
		if a.Provider == e.Provider && a.Model == e.Model {
			return sign(b, a.Status)
		}
	}
	return "○", b.Styles.Dim
}

// notChosen says why an endpoint did not serve, where the metadata tells.
func (b *builder) notChosen(e wire.Endpoint) string {
	for i, a := range b.routing.Attempts[:min(len(b.routing.Attempts), listed)] { // how it ended is told there
		if a.Provider == e.Provider && a.Model == e.Model {
			words := "attempt " + strconv.Itoa(i+1)
			if e.Selected {
				return "selected, " + words
			}
			return words
		}
	}
	switch {
	case e.Selected:
		return "selected"
	case b.x.Failure != nil && b.x.Failure.Guardrail:
		return "not tried: stopped by a guardrail first"
	case len(b.routing.Attempts) > 0:
		return "not tried"
	}
	return ""
}

// joinedBy puts what is not empty of two together.
func joinedBy(between, one, other string) string {
	if one == "" || other == "" {
		return one + other
	}
	return one + between + other
}

// dropped lists what was taken away, by what took it.
func (b *builder) dropped() {
	groups := map[string][]string{}
	var order []string
	for _, d := range b.drops {
		name := d.By
		if d.Stage != "" {
			name += "  (" + d.Stage + ")"
		}
		if _, ok := groups[name]; !ok {
			order = append(order, name)
		}
		groups[name] = append(groups[name], strings.TrimSpace(d.Provider+" "+d.Model))
	}
	for _, name := range order {
		all := groups[name]
		b.Add(page.Row{
			ID: "dropped/" + name, Text: func() *rope.Rope { return rope.Plain(strings.Join(all, "\n")) },
			Line: func() string {
				return b.Styles.Dim.Render("– ") + b.Styles.Text.Render(figures.Counted(len(all), "candidate")+" removed: "+text.SafeLine(name))
			},
		})
	}
}

// attempts lists the tries with their status.
func (b *builder) attempts() {
	tries := b.routing.Attempts
	switch {
	case b.routing.AttemptsAs == wire.Malformed:
		b.bent("ATTEMPTS", "attempts")
		return
	case len(tries) == 0:
		words := b.untried()
		if b.routing.Attempt == 0 {
			words = "none: no provider was called"
		}
		b.heading("ATTEMPTS", words)
		return
	}
	b.heading("ATTEMPTS", figures.Thousands(len(tries)))
	width, models := 0, 0
	for _, a := range tries {
		width, models = max(width, min(text.Width(text.SafeLine(or(a.Provider, "–"))), 24)), max(models, min(text.Width(text.SafeLine(a.Model)), 40))
	}
	for i, a := range tries[:min(len(tries), listed)] {
		sign, style := sign(b, a.Status)
		line := b.Styles.Dim.Render(strconv.Itoa(i+1)+"  ") + style.Render(sign+" ") +
			b.Styles.Text.Render(text.Pad(or(a.Provider, "–"), width)+"  "+text.Pad(a.Model, models)) + "  " + style.Render(text.SafeLine(b.result(a)))
		beside, whole := extra(a.Raw, " provider model status ")
		if beside != "" {
			line += b.Styles.Dim.Render("   " + text.SafeLine(beside))
		}
		b.Add(page.Row{ID: fmt.Sprintf("attempt/%d", i), JSON: whole, Line: func() string { return line }})
	}
	b.rest("attempt/rest", len(tries))
}

// served says who gave the answer.
func (b *builder) served() {
	b.heading("SERVED", "")
	x := b.x
	model, provider, nobody := b.server()
	style := views.VerdictStyle(b.Styles, x.Verdict)
	switch {
	case nobody:
		b.Styled("served", style.Render("✗ not served"))
	default:
		line := style.Render(explain.Sign(x.Verdict)+" ") + b.Styles.Strong.Render(text.SafeLine(or(model, "model not reported")))
		if provider != "" {
			line += b.Styles.Text.Render(" by " + text.SafeLine(provider))
		}
		ended := string(x.Verdict)
		switch {
		case x.Verdict == state.Failed && x.HasOutput():
			ended = "failed: the answer started, but did not finish"
		case x.Verdict == state.Truncated && x.HasOutput():
			ended = "truncated: the answer was cut off"
		case x.Verdict == state.Cancelled && x.HasOutput():
			ended = "cancelled during the answer"
		}
		b.Styled("served", line+"   "+b.Styles.Dim.Render(ended))
	}
}
