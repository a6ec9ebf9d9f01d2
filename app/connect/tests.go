package connect

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/connection"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/connections"
)

// tests are the latest tests, by name of the entry.
type tests map[string]*tested

// tested is a running or finished test of a connection.
type tested struct {
	steps  []report.Finding
	began  time.Time
	took   time.Duration
	ended  bool
	ok     bool // none of the steps failed; set by the test before it has ended
	cancel context.CancelFunc
}

func (t tests) running(name string) bool { return t[name] != nil && !t[name].ended }

func (t tests) stop(name string) {
	if t[name] != nil {
		t[name].cancel()
		delete(t, name)
	}
}

// test tests the selected connection; its steps appear one by one.
func (s *Screen) test() tea.Cmd {
	e := *s.current()
	if e.err != nil {
		return s.Notify("not tested: %s", s.unusableReason(&e))
	}
	s.tests.stop(e.name)
	ctx, cancel := context.WithCancel(s.Life.Ctx)
	t := &tested{began: time.Now(), cancel: cancel}
	s.tests[e.name] = t
	var show tea.Cmd
	if s.Width < minTwoColumnWidth {
		show = s.SetFocus(FormPane) // the list has no space for the steps
	}
	steps := make(chan report.Finding)
	run := func() tea.Msg {
		defer close(steps)
		target := connection.Target{
			BaseURL: e.connection.BaseURL, Key: e.connection.Key, Getenv: s.Getenv, Basic: e.connection.Basic,
			Model: e.connection.Model, Options: s.TestOptions(e.connection),
		}
		if e.connection.Connect != nil {
			base, key, err := e.connection.Connect(ctx)
			if err != nil {
				steps <- report.Finding{Name: "start", Level: report.Failed, Message: err.Error()}
				return nil
			}
			target.BaseURL, target.Key = base, profile.Key{Value: key}
		}
		t.ok = connection.Test(ctx, target, func(step report.Finding) {
			select {
			case steps <- step:
			case <-ctx.Done():
			}
		})
		return nil
	}
	return tea.Batch(show, run, s.nextStep(e.name, t, steps))
}

// nextStep waits for the next step of a test.
func (s *Screen) nextStep(name string, t *tested, steps <-chan report.Finding) tea.Cmd {
	return func() tea.Msg {
		step, more := <-steps
		return screen.EffectFunc(func() (next tea.Cmd) {
			if more {
				next = s.nextStep(name, t, steps)
			}
			if s.tests[name] != t { // it was stopped: its remaining steps are read and dropped
				return next
			}
			if more {
				t.steps = append(t.steps, step)
			} else {
				t.ended, t.took = true, time.Since(t.began)
				t.cancel()
			}
			if more && step.Level == report.Failed && s.current().name == name && s.isShown() {
				s.selectFault(t)
			}
			s.refreshPanes()
			return next
		})
	}
}

// state returns the test in a few words.
func (t *tested) state() (words string, mood connections.Mood) {
	switch {
	case !t.ended:
		return "● testing", connections.Quiet
	case t.ok:
		words = "✓ " + t.began.Format("15:04") + "  " + figures.Duration(t.took.Microseconds())
		if n := t.warned(); n > 0 {
			words += "  " + figures.Counted(n, "note")
		}
		return words, connections.Good
	}
	if failed, ok := t.failed(); ok {
		return "✗ " + failed.Message, connections.Bad
	}
	return "✗ failed", connections.Bad
}

// short returns the failed step, for lists in which the full state does not fit.
func (t *tested) short() string {
	if failed, ok := t.failed(); ok && t.ended {
		return "✗ " + failed.Name + " failed"
	}
	return ""
}

func (t *tested) failed() (step report.Finding, ok bool) {
	for _, s := range t.steps {
		if s.Level == report.Failed {
			return s, true
		}
	}
	return step, false
}

func (t *tested) warned() (n int) {
	for _, step := range t.steps {
		if step.Level == report.Warning {
			n++
		}
	}
	return n
}

// selectFault selects the setting to correct after a failed test of the selected connection: for a key
// its place, if it has one.
func (s *Screen) selectFault(t *tested) {
	step, ok := t.failed()
	if !ok {
		return
	}
	id := settingOf(step)
	if s.form.Select(id); id == keySource {
		s.form.Select(keyPlace)
	}
}

func settingOf(step report.Finding) string {
	switch step.Name {
	case "key":
		return keySource
	case "proxy":
		return "proxy"
	case "TLS":
		return "ca_file"
	case "model":
		return "model"
	}
	return "base_url"
}

// formWords renames settings of the profile as in the form above the steps.
var formWords = strings.NewReplacer("name it as ca_file in the profile", "enter its path under certificate", "proxy in the profile", "proxy above")

// shown returns the steps of a test in the words of the form above them.
func (t *tested) shown() (out []report.Block) {
	for _, step := range t.steps {
		step.Remedy = formWords.Replace(step.Remedy)
		if step.Level == report.OK {
			step.Detail = ""
		}
		if strings.Contains(step.Remedy, export.KeyVariable) { // that advice is for commands
			step.Remedy = "set the key above, or type it for this run"
		}
		out = append(out, step)
	}
	return out
}
