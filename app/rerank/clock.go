package rerank

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/views"
)

// clockPace is the time between two ticks of the clock while a model is being
// asked.
const clockPace = 250 * time.Millisecond

// clock shows how the time passes while models are being asked. It stops while
// none is, and while the screen is not shown.
type clock struct {
	at      time.Time // of the last tick
	ticking bool
}

// asked are the models that were asked since nothing ran last.
type asked struct {
	count int
	began time.Time
}

// answers says how many of several models have answered, once that takes a moment, and how
// the others are stopped; empty where there is nothing to say.
func (s *Screen) answers() string {
	running := s.Running()
	if running == 0 || s.asked.count < 2 || s.clock.at.Sub(s.asked.began) < progress.Patience {
		return ""
	}
	step := progress.Step{Verb: "waiting for", What: "the models", Done: s.asked.count - running, Total: s.asked.count, Unit: "answers"}
	return step.String() + " · " + s.Keys.Name(views.ActInterrupt) + " stops all"
}

// tick shows in the heads of the columns how long their models have been asked,
// and keeps the clock going for as long as one is.
func (s *Screen) tick() tea.Cmd {
	waits := false
	elapsed := make([]int64, len(s.row()))
	for i, run := range s.row() {
		if run != nil && run.running() {
			elapsed[i] = max(s.clock.at.Sub(run.began).Microseconds(), 0)
			waits = true
		}
	}
	s.ranking.SetElapsed(elapsed)
	if !waits || s.clock.ticking {
		return nil
	}
	s.clock.ticking = true
	return tea.Tick(clockPace, func(at time.Time) tea.Msg { return ticked{s, at} })
}

// ticked is a tick of the clock; what it says is shown by the refresh that
// follows every message.
type ticked struct {
	screen *Screen
	at     time.Time
}

// Land implements screen.Effect.
func (t ticked) Land() tea.Cmd {
	s := t.screen
	s.clock = clock{at: t.at}
	if line := s.answers(); line != "" && line != s.noted {
		s.noted = line
		s.Host.Arrange()
	}
	return nil
}
