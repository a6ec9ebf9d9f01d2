package inspect

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/report"
)

// mostPlayed is how many exchanges of a run are played again: the first ones.
const mostPlayed = 200

// played is what a what-if plays again, in a few words; empty where the exchange is alone.
func (s *Screen) played(x screen.Exchange) string {
	if all := x.Session(); all != nil {
		return all.Name
	}
	return ""
}

// playCached plays what belongs together with the shown exchange on the local gateway, as it was
// and with something changed, and shows what was read each time.
func (s *Screen) playCached(i views.PlayCached) tea.Cmd {
	x := s.Look.Exchange()
	if x == nil || x.Session() == nil {
		return s.Notify("this exchange is in no run: there is nothing to play")
	}
	all, link := x.Session(), s.LinkTo(s.Options.Local)
	return s.Work(progress.Step{Verb: "playing", What: all.Name}, func(w *progress.Work) tea.Msg {
		p := played{screen: s, Comparison: cache.Comparison{Variant: i.Variant}}
		list, err := all.Load(w)
		if err == nil {
			var c *client.Client
			if c, err = link.Client(w.Context()); err == nil {
				err = p.play(w, c, list)
			}
		}
		p.err = err
		return p
	})
}

// played brings what was read of a run that was played again.
type played struct {
	screen *Screen
	cache.Comparison
	err error
}

// play plays exchanges one after the other, as they were and then changed.
func (p *played) play(w *progress.Work, c *client.Client, list []export.Exchange) error {
	list = slices.DeleteFunc(slices.Clone(list), func(x export.Exchange) bool {
		return x.Capture == nil || x.State == nil || x.State.IsRerank() || x.State.Kind() == state.Other
	})
	slices.SortStableFunc(list, func(a, b export.Exchange) int { return a.Capture.Start.Compare(b.Capture.Start) })
	p.Left = max(len(list)-mostPlayed, 0)
	list = list[:len(list)-p.Left]
	for i := range list {
		t := figures.TokensOf(list[i].State)
		p.Recorded = append(p.Recorded, cache.Played{In: t.In, Cached: t.Cached})
	}
	all := make([]playable, len(list))
	for i := range list {
		x := &list[i]
		all[i].body, all[i].err = cache.Playable(history.RequestOf(x.Capture).Path, x.Capture.Sent.Body)
		all[i].local = x.About.Connection == history.Local
	}
	for n, v := range []cache.Variant{{}, p.Variant} {
		line := "Play " + screen.NewID()
		to := []*[]cache.Played{&p.Plain, &p.Changed}[n]
		for i := range list {
			if err := w.Counted("playing", n*len(list)+i, 2*len(list), "exchanges"); err != nil {
				return err
			}
			*to = append(*to, all[i].play(w.Context(), c, v, all[0].body, line))
		}
	}
	return w.Err()
}

// playable is a request that can be played, or why it cannot.
type playable struct {
	body  []byte
	err   error
	local bool // it was made for the local gateway
}

// play plays it as one of a run that began with first.
func (p *playable) play(ctx context.Context, c *client.Client, v cache.Variant, first []byte, line string) cache.Played {
	body, err := p.body, p.err
	if err == nil {
		body, err = v.Request(body, first, p.local, line)
	}
	if err != nil {
		return cache.Played{In: -1, Cached: -1, Problem: err.Error()}
	}
	again := state.NewExchange(screen.NewID(), body)
	c.Do(ctx, client.Call{Path: client.ResponsesPath, Body: body, Metadata: client.MetadataOn, Timeout: time.Minute}, client.SinkFunc(func(a wire.Arrival) { again.Apply(a) }))
	t := figures.TokensOf(again)
	out := cache.Played{In: t.In, Cached: t.Cached, Provider: figures.Provider(again, read.Routing(again.Routing))}
	if again.Verdict == state.Failed {
		out.Problem = again.Reason
		if f := again.Failure; f != nil {
			out.Problem = f.Message
		}
	}
	return out
}

// Land implements screen.Effect.
func (p played) Land() tea.Cmd {
	if p.err != nil {
		return p.screen.Notify("not played: %v", p.err)
	}
	pane := reports.New(p.screen.Styles, p.screen.Keys, "comparison", "")
	pane.Show(report.Played(p.Comparison))
	return p.screen.OpenOverlay("What if: "+p.Words(), pane)
}
