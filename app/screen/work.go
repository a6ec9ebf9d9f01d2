package screen

import (
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/views/kit/text"
)

// Jobs is the work in the background that may take long, in the order of its start.
type Jobs struct{ all []*job }

type job struct {
	*progress.Work
	from    *Overlay // in which it was asked for: with that it stops; nil for none
	shown   bool     // it continues for long enough to have a line
	stopped bool     // the user stopped it, and it has not ended yet
}

// Work does something that may take long in the background. Once it has taken a moment, a
// line reports how far it is, and esc stops it: then what it asks of the Work has a
// *progress.StoppedError, and so should its message. The message is an Effect.
func (h *Host) Work(first progress.Step, do func(*progress.Work) tea.Msg) tea.Cmd {
	return h.WorkFor(nil, first, do)
}

// WorkFor is Work for an overlay, which takes esc: closing it stops the work. Nil is none.
func (h *Host) WorkFor(from *Overlay, first progress.Step, do func(*progress.Work) tea.Msg) tea.Cmd {
	j := &job{Work: progress.Begin(h.Life.Ctx, first), from: from}
	if from != nil {
		from.OnClose(j.stop)
	}
	h.Works.all = append(h.Works.all, j)
	run := func() tea.Msg {
		msg := do(j.Work)
		j.End()
		return EffectFunc(func() tea.Cmd { return h.finishWork(j, msg) })
	}
	return tea.Batch(run, h.nextStep(j))
}

// WorkOnFile reads a file in the background for the overlay in which its path was typed, and then
// applies the result. The overlay shows errors, and is closed before that; if the user closed
// it, nothing happens. It may be nil: a notice shows errors, and begins with the failed action: "not opened".
func (h *Host) WorkOnFile(from *Overlay, failed, path string, do func(*progress.Work) (apply func() tea.Cmd, err error)) tea.Cmd {
	return h.WorkFor(from, progress.Reading(path), func(w *progress.Work) tea.Msg {
		apply, err := do(w)
		return EffectFunc(func() tea.Cmd {
			switch {
			case from != nil && !slices.Contains(h.Overlays.Open, from):
				return nil
			case err != nil:
				return h.PathFault(from, failed, path, err)
			}
			h.Overlays.Dismiss(from)
			h.Folder = filepath.Dir(path)
			return apply()
		})
	})
}

func (j *job) stop() {
	j.stopped = true
	j.Stop()
}

// nextStep waits until there is something new to show of a job.
func (h *Host) nextStep(j *job) tea.Cmd {
	return func() tea.Msg {
		if !j.Next() {
			return nil
		}
		return EffectFunc(func() tea.Cmd {
			if !slices.Contains(h.Works.all, j) {
				return nil
			}
			j.shown = true
			h.Arrange()
			return h.nextStep(j)
		})
	}
}

func (h *Host) finishWork(ended *job, msg tea.Msg) tea.Cmd {
	h.Works.all = slices.DeleteFunc(h.Works.all, func(j *job) bool { return j == ended })
	if ended.shown {
		h.Arrange()
	}
	if e, ok := msg.(Effect); ok {
		return e.Apply()
	}
	return nil
}

// Lines describe how far the work is, and name the key that stops it. Top is the overlay on
// top, which takes that key; nil for none.
func (w *Jobs) Lines(key string, top *Overlay) (lines []string) {
	next := w.nextToStop()
	for _, j := range w.all {
		switch line := text.SanitizeLine(j.Step().String()); {
		case !j.shown:
		case j.stopped:
			lines = append(lines, "stopping: "+line)
		case top == nil && j == next, top != nil && j.from == top:
			lines = append(lines, line+" · "+key+" stops")
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

// nextToStop returns the job that is stopped next; nil for none.
func (w *Jobs) nextToStop() *job {
	for _, j := range slices.Backward(w.all) {
		if j.shown && !j.stopped {
			return j
		}
	}
	return nil
}

// Share returns how far the work is, from 0 to 100; shown is false if no line shows it, and
// known is false if it cannot be computed.
func (w *Jobs) Share() (percent int, known, shown bool) {
	for _, j := range w.all {
		if !j.shown {
			continue
		}
		shown = true
		if s := j.Step(); s.Total > 0 {
			return 100 * s.Done / s.Total, true, true
		}
	}
	return 0, false, shown
}

// StopWork stops the work that has a line.
func (h *Host) StopWork() Escape {
	j := h.Works.nextToStop()
	if j == nil {
		return Escape{}
	}
	return Escape{Word: "stop " + j.Step().Verb, Do: func() tea.Cmd {
		j.stop()
		h.Arrange()
		return nil
	}}
}
