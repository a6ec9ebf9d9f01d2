package connect

import (
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/connections"
)

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

// failed returns the step that failed; ok is false if none did.
func (t *tested) failed() (step report.Finding, ok bool) {
	for _, s := range t.steps {
		if s.Level == report.Failed {
			return s, true
		}
	}
	return step, false
}

// warned counts the steps with a warning.
func (t *tested) warned() (n int) {
	for _, step := range t.steps {
		if step.Level == report.Warning {
			n++
		}
	}
	return n
}

// lead selects the setting to correct after a failed test of the selected connection: for a key
// its place, if it has one.
func (s *Screen) lead(t *tested) {
	step, ok := t.failed()
	if !ok {
		return
	}
	id := wrongSetting(step)
	if s.form.Select(id); id == keySource {
		s.form.Select(keyPlace)
	}
}

func wrongSetting(step report.Finding) string {
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

// inForm renames settings of the profile as in the form above the steps.
var inForm = strings.NewReplacer("name it as ca_file in the profile", "enter its path under certificate", "proxy in the profile", "proxy above")

// shown returns the steps of a test in the words of the form above them.
func (t *tested) shown() (out []report.Block) {
	for _, step := range t.steps {
		step.Remedy = inForm.Replace(step.Remedy)
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
