package inspect

import (
	"slices"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/views/inspect/fusion"
)

// Pages implements screen.Screen. The tabs of a fusion, of deviations, of the cache and of a receipt are
// there where they have something to show; one that was shown stays until the inspector is left, so that
// none goes from under the cursor. Where lint has but notes, the tab of deviations waits for its key. That
// of the exchanges is there only while they are shown: it describes no exchange, and the others need the
// width.
func (s *Screen) Pages() []screen.Page {
	pages := slices.Clone(s.tabs)
	for i, p := range pages {
		pages[i].Absent = s.absent(p.ID) != "" || p.ID != s.tab && (p.ID == SentPane || p.ID == ConformancePane && s.onlyNotes())
	}
	return pages
}

// onlyNotes reports whether lint has but notes on the shown answer, and they were not read yet.
func (s *Screen) onlyNotes() bool {
	return !slices.Contains(s.seen, ConformancePane) && !s.Look.Exchange().State.Deviates()
}

// absent returns why an exchange has no tab of a name; empty where it has one.
func (s *Screen) absent(tab screen.ID) string {
	if tab == s.tab {
		return ""
	}
	switch tab {
	case FusionPane, ConformancePane, CachePane, ReceiptPane:
	default:
		return ""
	}
	x := s.Look.Exchange()
	if x == nil || x.State == nil {
		return "no exchange is shown"
	}
	if slices.Contains(s.seen, tab) {
		return ""
	}
	switch tab {
	case FusionPane:
		if !s.fusion.in(x.State) {
			return "this exchange has no fusion panel"
		}
	case ConformancePane:
		switch n := len(x.State.Findings()); {
		case n > 0:
		case !x.State.Linted():
			return "there is no answer of an API that lint knows"
		case x.State.Running():
			return "nothing was found in this answer so far"
		default:
			return "nothing in this answer breaks a client"
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
	if x.Listed != nil {
		switch v := cache.Verdict(x.Listed.Cache); {
		case v.IsNotable():
			return ""
		case v == cache.NotReported:
			return "the usage of this exchange reports no cache"
		case v == "":
			return "the history has nothing on the cache of this exchange"
		}
	} else if at, _ := x.Place(); at > 0 {
		return ""
	}
	return "this request asks for no cache, and no exchange before it has an effect on one"
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
