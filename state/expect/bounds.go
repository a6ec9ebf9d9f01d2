package expect

import (
	"math"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// figure is a number of an exchange and its frame, or NoFrame; ok is false if it is not known.
type figure func(x *state.Exchange) (n float64, frame int, ok bool)

const noUsage = "no usage reported"

type measured struct {
	of   figure
	none string
}

// figuresOf returns the figures that may have bounds, by their names.
func figuresOf() map[string]measured {
	all := map[string]measured{
		"ttfb_ms": {instant(figures.TTFB), "no first byte"}, "ttft_ms": {instant(figures.TTFT), "no token was received"},
		"total_ms": {instant(figures.Total), "no end was recorded"}, "lasted_ms": {instant(figures.Lasted), "no end was recorded"},
		"gap_ms": {gap, "no two frames whose times are known"}, "cost": {cost, "no price reported"},
		"frames":   {func(x *state.Exchange) (float64, int, bool) { return float64(x.Frames), NoFrame, true }, ""},
		"attempts": {attempts, "no routing metadata"},
	}
	for _, k := range usage.Figures() {
		all[k.Figure()+"_tokens"] = measured{func(x *state.Exchange) (float64, int, bool) {
			t := figures.TokensOf(x)
			estimated := t.Estimated && k == usage.Output
			return float64(t.Counts[k]), NoFrame, t.Counts[k] >= 0 && !estimated
		}, noUsage}
	}
	return all
}

func instant(of func(*state.Exchange) (int64, bool)) figure {
	return func(x *state.Exchange) (float64, int, bool) {
		us, ok := of(x)
		return float64(us) / 1000, NoFrame, ok && x.Known.Times
	}
}

// gap returns the longest time between two frames, or after the last one.
func gap(x *state.Exchange) (float64, int, bool) {
	s := x.Silences.Longest
	return float64(s.LenUS) / 1000, s.Frame, x.Frames > 1 && x.Known.Times
}

func cost(x *state.Exchange) (float64, int, bool) {
	spelled, ok := figures.CostOf(x)
	n, err := strconv.ParseFloat(spelled, 64)
	return n, NoFrame, ok && err == nil
}

func attempts(x *state.Exchange) (float64, int, bool) {
	r := read.Routing(x.Routing)
	if n := len(r.Attempts); n > 0 {
		return float64(n), NoFrame, true
	}
	return float64(r.Attempt), NoFrame, len(x.Routing) > 0 && r.Attempt >= 0
}

// bounded reads the least and the most that a figure may be, or what it must be.
func bounded(m measured) maker {
	return func(f *file, name string, v *value) []Expectation {
		b, ok := f.bounds(name, v)
		if !ok {
			return nil
		}
		return one(name, v, b.words(), func(s *Subject) observed {
			n, frame, ok := m.of(s.Exchange)
			if !ok {
				return unknown(m.none)
			}
			return observed{plain(n), n >= b.min && n <= b.max, frame}
		})
	}
}

type bounds struct{ min, max float64 }

func (b bounds) words() string {
	switch {
	case b.min == b.max:
		return plain(b.min)
	case math.IsInf(b.min, -1):
		return "at most " + plain(b.max)
	case math.IsInf(b.max, 1):
		return "at least " + plain(b.min)
	}
	return plain(b.min) + " to " + plain(b.max)
}

func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func (f *file) bounds(name string, v *value) (bounds, bool) {
	b := bounds{math.Inf(-1), math.Inf(1)}
	example := name + " = { max = 800 }"
	switch {
	case v.kind == number:
		return bounds{v.float(), v.float()}, true
	case !f.is(name, v, table, example):
		return b, false
	case len(v.members) == 0:
		f.fault(v.line, "%s has no bound; write %s", name, example)
	}
	f.known("check.expect."+name+".", v, "min", "max")
	for _, to := range []struct {
		name string
		at   *float64
	}{{"min", &b.min}, {"max", &b.max}} {
		if m := v.get(to.name); m != nil && f.is(name+"."+to.name, m, number, example) {
			*to.at = m.float()
		}
	}
	if b.min > b.max {
		f.fault(v.line, "%s: min is more than max", name)
	}
	return b, true
}
