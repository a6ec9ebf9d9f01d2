package inspect

import (
	"slices"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/views/inspect/fusion"
)

// Pages implements screen.Screen. A tab with nothing to show is quiet.
func (s *Screen) Pages() []screen.Page {
	pages, x := slices.Clone(s.tabs), s.Look.Exchange()
	for i, p := range pages {
		quiet := s.nothing(p.ID) != ""
		switch p.ID {
		case LintPane:
			quiet = quiet || !x.State.Deviates()
		case CachePane:
			quiet = quiet || s.isUncompared(x)
		case GuardrailPane:
			quiet = x == nil || x.State == nil || !s.guards.in(s.Look.Shown(x))
		case DiffPane:
			a, b := s.Compared()
			quiet = a == nil || b == nil
		}
		pages[i].Quiet = quiet
	}
	return pages
}

// nothing returns why a tab does not open, because it has nothing to show; empty for one that does.
func (s *Screen) nothing(tab screen.ID) string {
	switch tab {
	case FusionPane, LintPane, CachePane, ReceiptPane:
	default:
		return ""
	}
	x := s.Look.Exchange()
	if x == nil || x.State == nil {
		return "no exchange is shown"
	}
	switch tab {
	case FusionPane:
		if !s.fusion.in(x.State) {
			return "this exchange has no fusion panel"
		}
	case LintPane:
		if !x.State.Linted() {
			return "there is no answer of an API that lint knows"
		}
	case CachePane:
		return s.uncached(x)
	case ReceiptPane:
		return uncharged(x.State)
	}
	return ""
}

// uncharged returns why an exchange has no receipt: it has not ended, or nothing is to be charged.
func uncharged(x *state.Exchange) string {
	switch {
	case x.Running():
		return "the answer has not ended yet"
	case len(x.Usage) == 0 && (x.Verdict != state.Completed && x.Verdict != state.Incomplete || x.Kind() == state.Other || x.Ranking != nil):
		return "this exchange reports no usage"
	}
	return ""
}

// uncached returns why there is nothing to show of the cache of an exchange: it does not ask for one, and
// none was before it that has an effect on it.
func (s *Screen) uncached(x *screen.Exchange) string {
	switch {
	case x.State.IsRerank() || x.State.Kind() == state.Other:
		return "this request has no prompt for a model"
	case x.Capture == nil:
		return "the bytes of this exchange are not known"
	case len(x.State.Usage) == 0 && x.State.Running():
		return "the answer has reported no usage yet"
	case len(x.State.Usage) == 0:
		return "this exchange reports no usage"
	}
	if s.asks.of != x.Capture {
		s.asks = asking{x.Capture, cache.Asks(x.Capture.Sent.Body)}
	}
	if s.asks.yes {
		return ""
	}
	at, _ := x.Place()
	switch v, known := s.cacheVerdict(x); {
	case v.IsNotable(), x.Listed == nil && at > 0, !known && s.hasEarlier(x):
		return ""
	case v == cache.NotReported:
		return "the usage of this exchange reports no cache"
	case known && v == "":
		return "the history has nothing on the cache of this exchange"
	}
	return "this request asks for no cache, and no exchange before it has an effect on one"
}

// cacheVerdict returns what became of the cache of an exchange; known is false before it is compared with
// those before it.
func (s *Screen) cacheVerdict(x *screen.Exchange) (v cache.Verdict, known bool) {
	switch c := &s.caching; {
	case c.of == x.Capture.ID && c.found.Now != nil:
		return c.found.Found.Verdict, true
	case x.Listed != nil:
		return cache.Verdict(x.Listed.Cache), true
	}
	return "", false
}

// hasEarlier reports whether there may be exchanges before one that have an effect on its cache.
func (s *Screen) hasEarlier(x *screen.Exchange) bool {
	return s.History.On() || slices.ContainsFunc(s.Sent.All(), func(sent *screen.Exchange) bool {
		return sent.Capture != nil && sent.Capture.Start.Before(x.Capture.Start)
	})
}

// isUncompared reports whether only a comparison shows if there is anything on the cache of an exchange.
func (s *Screen) isUncompared(x *screen.Exchange) bool {
	at, _ := x.Place()
	_, known := s.cacheVerdict(x)
	return !known && at <= 0 && !s.asks.yes
}

// hasFusion caches whether an exchange has a fusion to show: it may have many items
// and a long request, and each line of the frame asks.
type hasFusion struct {
	exchange *state.Exchange
	version  uint64
	asked    bool // for one
	began    bool
}

func (f *hasFusion) in(x *state.Exchange) bool {
	if f.exchange != x {
		*f = hasFusion{exchange: x, version: x.Version, asked: fusion.Asked(x), began: fusion.Has(x)}
	} else if f.version != x.Version {
		f.version, f.began = x.Version, fusion.Has(x)
	}
	return f.began || f.asked && x.Running()
}
