package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/telemetry"
	"gatehouse/state/report"
	"gatehouse/views"
)

// Alerts are the bounds of figures that are passed now. Update alone reads and writes them.
type Alerts struct {
	host  *Host
	watch *telemetry.Watch // nil: there is no alert
	past  []shownAlert     // the one that tripped last first
	shown int              // which of them is shown next
}

// shownAlert is a bound that is passed, and the warning of it; empty for none.
type shownAlert struct {
	telemetry.ExceededBound
	warning string
}

// WatchAlerts watches the figures that have bounds, as long as the program runs.
func (h *Host) WatchAlerts() tea.Cmd {
	h.Alerts = Alerts{host: h, watch: telemetry.New(h.Options.Alerts, h.Life.Began, h.History.Archive)}
	if h.Alerts.watch == nil {
		return nil
	}
	return h.Alerts.next
}

// ended notifies the watch of an exchange that has ended.
func (a *Alerts) ended(x *Exchange, saved bool) {
	switch {
	case a.watch == nil:
	case saved:
		a.watch.Saved()
	default:
		a.watch.Unsaved(x.Entry())
	}
}

// missed reads the figures again after exchanges have ended that the screen did not follow.
func (a *Alerts) missed() { a.watch.Saved() }

// next waits for the next look at the figures.
func (a *Alerts) next() tea.Msg {
	n, ok := a.watch.Next(a.host.Life.Ctx)
	if !ok {
		return nil
	}
	return EffectFunc(func() tea.Cmd { return a.show(n) })
}

// show shows the news of a look at the figures, and waits for the next.
func (a *Alerts) show(n telemetry.News) tea.Cmd {
	h := a.host
	for _, err := range n.Faults {
		h.Warn(err.Error())
	}
	a.update(n.Past)
	for _, p := range n.Tripped {
		warning := p.Text() + "; " + h.Keys.Name(views.ActAlert) + " shows the exchanges"
		at := a.find(p)
		a.past = slices.Insert(slices.Delete(a.past, at, at+1), 0, shownAlert{p, warning})
		a.shown = 0
		h.Warn(warning)
	}
	return a.next
}

// update sets the bounds that are passed now, in the order of their passing, and removes the
// warnings of the others.
func (a *Alerts) update(past []telemetry.ExceededBound) {
	for i := len(a.past) - 1; i >= 0; i-- {
		at := slices.IndexFunc(past, a.past[i].Is)
		if at >= 0 {
			a.past[i].ExceededBound = past[at]
			continue
		}
		if a.past[i].warning != "" {
			a.host.RemoveWarnings(a.past[i].warning)
		}
		a.past = slices.Delete(a.past, i, i+1)
	}
	for _, p := range past {
		if a.find(p) < 0 {
			a.past = append(a.past, shownAlert{ExceededBound: p})
		}
	}
	a.shown = min(a.shown, max(len(a.past)-1, 0))
}

// find returns the place of a bound among those that are passed; -1 for none.
func (a *Alerts) find(p telemetry.ExceededBound) int {
	return slices.IndexFunc(a.past, func(b shownAlert) bool { return b.Is(p) })
}

// TopLine describes the bound that was passed last, in two lengths for the top line, and counts
// the others.
func (a *Alerts) TopLine() (text, short string, more int) {
	if len(a.past) == 0 {
		return "", "", 0
	}
	p := a.past[0]
	return report.AlertText(p.Bound, p.Level), report.AlertShortText(p.Bound, p.Level), len(a.past) - 1
}

// Show shows the exchanges that failed in the proxy, then those of the bound that was passed last, then those of the others, one at
// a time.
func (a *Alerts) Show() tea.Cmd {
	h := a.host
	switch {
	case h.Proxy.Failed > 0:
		return h.Proxy.ShowFailed()
	case a.watch == nil:
		return h.Notify("there is no alert; write one in config.toml, for example [alert.spending] with cost_day = 5")
	case len(a.past) == 0:
		return h.Notify("no bound of an alert is passed")
	}
	p := a.past[a.shown]
	a.shown = (a.shown + 1) % len(a.past)
	cmd := h.Do(ShowHistory{Filter: p.Filter})
	words := p.Text()
	if len(a.past) > 1 {
		words += "; " + h.Keys.Name(views.ActAlert) + " shows the next"
	}
	return tea.Batch(cmd, h.Notify("%s", words))
}

// WatchSpans reports where spans are sent, and shows messages about them until the program ends.
func (h *Host) WatchSpans() tea.Cmd {
	if h.Spans == nil {
		return nil
	}
	h.NotifyLines(h.spansNotice()...)
	return h.nextSpanReport
}

// spansNotice returns the line that names where spans are sent; none if they are not sent.
func (h *Host) spansNotice() []string {
	if h.Spans == nil {
		return nil
	}
	return []string{"each exchange is sent as spans to " + h.Spans.Where()}
}

func (h *Host) nextSpanReport() tea.Msg {
	select {
	case line := <-h.SpanReports:
		return EffectFunc(func() tea.Cmd {
			h.Warn(line)
			return h.nextSpanReport
		})
	case <-h.Life.Ctx.Done():
		return nil
	}
}
