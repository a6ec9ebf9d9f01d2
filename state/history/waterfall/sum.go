package waterfall

import (
	"slices"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// Sum holds the totals of a run.
type Sum struct {
	First     history.Entry // the one that began first
	Asked     string        // first words of the input of the first exchange that another continues
	Exchanges int
	Left      int   // exchanges after these, which are in none of the sums
	Calls     int   // of tools
	End       int64 // microseconds of Unix time
	In, Out   int64 // tokens
	Ins, Outs int   // how many reported them
	Guessed   bool  // Out has an estimate in it
	Cached    int64 // of those in, of exchanges that report both
	CachedOf  int64 // the tokens in of these
	Cost      float64
	Costs     int                // how many reported one
	Lost      float64            // USD of what was not read from a cache, of exchanges where that is known
	LostFor   map[string]float64 // by the cache verdict that queries ask for
	Worst     state.Verdict
	Ended     string // the word for Worst: of several exchanges that ended so, what is true of all
}

// severity is the order of verdicts, the best first.
var severity = []state.Verdict{state.Completed, state.Unknown, state.Cancelled, state.Incomplete, state.Truncated, state.Failed}

// Worse returns the worse one of two verdicts.
func Worse(a, b state.Verdict) state.Verdict {
	if slices.Index(severity, b) > slices.Index(severity, a) {
		return b
	}
	return a
}

func (s *Sum) add(e *history.Entry) {
	if s.Exchanges == 0 {
		s.First, s.Worst, s.Ended = *e, e.Verdict, e.Ended()
	}
	s.Exchanges, s.Calls = s.Exchanges+1, s.Calls+e.Calls
	s.End = max(s.End, End(e))
	s.In, s.Out = s.In+int64(max(e.Tokens.Counts[usage.Input], 0)), s.Out+int64(max(e.Tokens.Counts[usage.Output], 0))
	if e.Tokens.Counts[usage.Input] >= 0 {
		s.Ins++
	}
	if e.Tokens.Counts[usage.Output] >= 0 {
		s.Outs++
		s.Guessed = s.Guessed || e.Tokens.Estimated && e.Tokens.Counts[usage.Output] > 0
	}
	if e.Tokens.Counts[usage.Input] >= 0 && e.Tokens.Counts[usage.CacheRead] >= 0 {
		s.Cached, s.CachedOf = s.Cached+int64(e.Tokens.Counts[usage.CacheRead]), s.CachedOf+int64(e.Tokens.Counts[usage.Input])
	}
	if e.Cost >= 0 {
		s.Cost, s.Costs = s.Cost+e.Cost, s.Costs+1
	}
	if e.Lost > 0 {
		if s.LostFor == nil {
			s.LostFor = map[string]float64{}
		}
		s.Lost, s.LostFor[e.Cache] = s.Lost+e.Lost, s.LostFor[e.Cache]+e.Lost
	}
	switch worse := Worse(s.Worst, e.Verdict); {
	case worse != s.Worst:
		s.Worst, s.Ended = worse, e.Ended()
	case e.Verdict == s.Worst && e.Ended() != s.Ended:
		s.Ended = string(s.Worst)
	}
}

// MainLoss returns the cache verdict for which more than half of the losses were paid; all reports
// whether it is all of them.
func (s *Sum) MainLoss() (cache string, all bool) {
	for name, lost := range s.LostFor {
		if lost > s.Lost/2 {
			return name, len(s.LostFor) == 1
		}
	}
	return "", false
}

// LengthUS returns how long the run took from its first request to its last byte.
func (s *Sum) LengthUS() int64 { return s.End - s.First.Key }

// CachedShare returns the share of the tokens in that came from a cache; ok is false where no
// exchange reports it.
func (s *Sum) CachedShare() (share float64, ok bool) {
	if s.CachedOf == 0 {
		return 0, false
	}
	return float64(s.Cached) / float64(s.CachedOf), true
}
