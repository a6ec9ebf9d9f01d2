package connect

import (
	"strings"

	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views/connections"
)

// state is the test in a few words.
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
		return "✗ " + failed.Said, connections.Bad
	}
	return "✗ failed", connections.Bad
}

// short is the state of a failed test where its words do not fit: the step that failed.
func (t *tested) short() string {
	if failed, ok := t.failed(); ok && t.ended {
		return "✗ " + failed.Name + " failed"
	}
	return ""
}

// failed is the step that failed; ok is false when none did.
func (t *tested) failed() (step report.Finding, ok bool) {
	for _, s := range t.steps {
		if s.Level == report.Failed {
			return s, true
		}
	}
	return step, false
}

// warned counts the steps with something to know.
func (t *tested) warned() (n int) {
	for _, step := range t.steps {
		if step.Level == report.Warning {
			n++
		}
	}
	return n
}

// lead selects the setting that a failed test of the selected connection leads to: of a
// key the place, where it has one.
func (s *Screen) lead(t *tested) {
	id := t.leads()
	if s.form.Select(id); id == keySource {
		s.form.Select(keyPlace)
	}
}

// leads is the setting that a failed test leads to; empty for one that did not fail.
func (t *tested) leads() string {
	if step, ok := t.failed(); ok {
		return wrong(step)
	}
	return ""
}

// wrong is the setting that a failed step leads to.
func wrong(step report.Finding) string {
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

// inForm names settings of the profile as the form above the steps does.
var inForm = strings.NewReplacer("name it as ca_file in the profile", "enter its path under certificate", "proxy in the profile", "proxy above")

// shown are the steps of a test as the form above them puts things.
func (t *tested) shown() (out []report.Block) {
	for _, step := range t.steps {
		step.Remedy = inForm.Replace(step.Remedy)
		if step.Level == report.OK {
			step.Detail = ""
		}
		if strings.Contains(step.Remedy, export.KeyVariable) { // it means another way than this form
			step.Remedy = "set the key above, or type it for this run"
		}
		out = append(out, step)
	}
	return out
}
