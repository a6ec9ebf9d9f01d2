package app

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
)

// A terminal with a progress bar shows that an answer is on its way, one that
// reports the state of programs shows it too, and both stop at the end.
func TestProgressInTheTerminal(t *testing.T) {
	bubble(t, 80, 24, func(o *Options) { o.Environ = []string{"TERM_PROGRAM=ghostty"} }, func(d *driver) {
		d.send(tea.ProgramStatusSupportMsg{})
		expect := func(when string, bar bool, status tea.ProgramState) {
			t.Helper()
			v := d.m.View()
			if (v.ProgressBar != nil) != bar || v.ProgramStatus == nil || v.ProgramStatus.State != status {
				t.Errorf("%s: bar %v, status %v", when, v.ProgressBar, v.ProgramStatus)
			}
		}
		expect("before", false, tea.ProgramStateIdle)
		d.typeText("hi")
		d.keys("enter")
		expect("while it runs", true, tea.ProgramStateWorking)
		d.until("end", d.idle)
		expect("afterwards", false, tea.ProgramStateIdle)
		d.send(screen.Landing(func() tea.Cmd { return d.m.quit(nil) }))
		if v := d.m.View(); v.ProgressBar != nil || v.ProgramStatus != nil {
			t.Error("a status is left behind at the end")
		}
	})
}

func TestTerminalsWithAProgressBar(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM_PROGRAM=ghostty": true, "TERM_PROGRAM=WezTerm": true, "WT_SESSION=1": true, "ConEmuANSI=ON": true,
		"VTE_VERSION=7901": true, "VTE_VERSION=7800": false, "TERM_PROGRAM=iTerm.app": false, "TERM=xterm": false,
	} {
		m := New(Options{Environ: []string{env}})
		if m.terminal.bar != want {
			t.Errorf("%s: %v", env, m.terminal.bar)
		}
	}
}
