package connect

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/connection"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/state/report"
)

// tests are the latest tests, by name of the entry.
type tests map[string]*tested

// tested is a running or finished test of a connection.
type tested struct {
	steps  []report.Finding
	began  time.Time
	took   time.Duration
	ended  bool
	ok     bool
	cancel context.CancelFunc
}

func (t tests) running(name string) bool { return t[name] != nil && !t[name].ended }

// stop ends a test and removes it.
func (t tests) stop(name string) {
	if t[name] != nil {
		t[name].cancel()
		delete(t, name)
	}
}

// test tests the selected connection; its steps appear one by one.
func (s *Screen) test() tea.Cmd {
	e := *s.now()
	if e.err != nil {
		return s.Notify("not tested: %s", s.lacks(&e))
	}
	s.tests.stop(e.name)
	ctx, cancel := context.WithCancel(s.Life.Ctx)
	t := &tested{began: time.Now(), cancel: cancel}
	s.tests[e.name] = t
	var show tea.Cmd
	if s.Width < twoColumns {
		show = s.SetFocus(FormPane) // the list has no space for the steps
	}
	steps, done := make(chan report.Finding), make(chan bool, 1)
	run := func() tea.Msg {
		target := connection.Target{
			BaseURL: e.connection.BaseURL, Key: e.connection.Key, Getenv: s.Getenv, Basic: e.connection.Basic,
			Model: e.connection.Model, Options: s.TestOptions(e.connection),
		}
		if e.connection.Connect != nil {
			base, key, err := e.connection.Connect(ctx)
			if err != nil {
				steps <- report.Finding{Name: "start", Level: report.Failed, Message: err.Error()}
				done <- false
				close(steps)
				return nil
			}
			target.BaseURL, target.Key = base, profile.Key{Value: key}
		}
		done <- connection.Test(ctx, target, func(step report.Finding) {
			select {
			case steps <- step:
			case <-ctx.Done():
			}
		})
		close(steps)
		return nil
	}
	return tea.Batch(show, run, s.nextStep(e.name, t, steps, done))
}

// nextStep waits for the next step of a test.
func (s *Screen) nextStep(name string, t *tested, steps <-chan report.Finding, done <-chan bool) tea.Cmd {
	return func() tea.Msg {
		step, more := <-steps
		if !more {
			ok := <-done
			return screen.Landing(func() tea.Cmd {
				if s.tests[name] == t {
					t.ended, t.ok, t.took = true, ok, time.Since(t.began)
					t.cancel()
					s.fill()
				}
				return nil
			})
		}
		return screen.Landing(func() tea.Cmd {
			if s.tests[name] == t { // else it was stopped: its remaining steps are read and dropped
				t.steps = append(t.steps, step)
				if step.Level == report.Failed && s.now().name == name && s.isShown() {
					s.lead(t)
				}
				s.fill()
			}
			return s.nextStep(name, t, steps, done)
		})
	}
}
