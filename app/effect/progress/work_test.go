package progress

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestStepsInWords(t *testing.T) {
	for want, s := range map[string]Step{
		"reading session.har: 1,204 of 3,000 exchanges": {"reading", "session.har", 1204, 3000, "exchanges"},
		"importing: 12 exchanges":                       {"importing", "", 12, 0, "exchanges"},
		"writing x.html: 1.0 MB of 2.5 MB":              {"writing", "x.html", 1_000_000, 2_500_000, Bytes},
		"reading x …":                                   {"reading", "x", 0, 0, ""},
	} {
		if got := s.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestQuickWorkShowsNothing: a line that disappears at once only distracts.
func TestQuickWorkShowsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := Begin(t.Context(), Step{Verb: "reading"})
		go func() {
			time.Sleep(Patience - 1)
			w.End()
		}()
		if w.Next() {
			t.Error("a line is shown before its time")
		}
	})
}

// TestLinesAreFew: however often work reports progress, and none while nothing changes.
func TestLinesAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := Begin(t.Context(), Step{Verb: "reading"})
		const busy = time.Second
		go func() {
			for n := range 1000 {
				w.Counted("reading", n+1, 0, "exchanges")
				time.Sleep(busy / 1000)
			}
			time.Sleep(time.Hour) // nothing changes
			w.End()
		}()
		began, lines := time.Now(), 0
		for last := 0; w.Next(); lines++ {
			if s := w.Step(); s.Done <= last {
				t.Errorf("a line says %d again", s.Done)
			} else {
				last = s.Done
			}
		}
		if most := int((busy-Patience)/Pace) + 2; lines < 2 || lines > most {
			t.Errorf("%d lines, want at most %d", lines, most)
		}
		if waited := time.Since(began); waited < time.Hour {
			t.Errorf("the end was seen after %v", waited)
		}
	})
}

// TestStoppedWorkReportsItsProgress, and its context ends.
func TestStoppedWorkReportsItsProgress(t *testing.T) {
	w := Begin(t.Context(), Step{Verb: "reading"})
	if err := w.At(Step{"reading", "x.har", 2, 5, "exchanges"}); err != nil {
		t.Fatal(err)
	}
	w.Stop()
	err := w.At(Step{"reading", "x.har", 3, 5, "exchanges"})
	var stopped *StoppedError
	if !errors.As(err, &stopped) || err.Error() != "stopped after reading 3 of 5 exchanges" || !errors.Is(err, context.Canceled) || w.Context().Err() == nil {
		t.Errorf("%v", err)
	}
	w.End()
	if w.Next() {
		t.Error("a line is shown after the end")
	}
}

// TestWorkThatNobodyShows takes all that other work takes.
func TestWorkThatNobodyShows(t *testing.T) {
	var w *Work
	if w.At(Step{}) != nil || w.Counted("reading", 1, 1, "") != nil || w.Err() != nil || w.Context().Err() != nil {
		t.Error("it stops")
	}
}
