package app_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/screen"
)

// A terminal with a progress bar shows that an answer is on its way, one that
// reports the state of programs shows it too, and both stop at the end.
func TestProgressInTheTerminal(t *testing.T) {
	apptest.Run(t, 80, 24, func(o *app.Options) { o.Environ = []string{"TERM_PROGRAM=ghostty"} }, func(d *apptest.Driver) {
		d.Send(tea.ProgramStatusSupportMsg{})
		expect := func(when string, bar bool, status tea.ProgramState) {
			t.Helper()
			v := d.View()
			if (v.ProgressBar != nil) != bar || v.ProgramStatus == nil || v.ProgramStatus.State != status {
				t.Errorf("%s: bar %v, status %v", when, v.ProgressBar, v.ProgramStatus)
			}
		}
		expect("before", false, tea.ProgramStateIdle)
		d.Type("hi")
		d.Press("enter")
		expect("while it runs", true, tea.ProgramStateWorking)
		d.WaitFor("end", d.Idle)
		expect("afterwards", false, tea.ProgramStateIdle)
		d.Send(screen.EffectFunc(func() tea.Cmd { return d.Quit(nil) }))
		if v := d.View(); v.ProgressBar != nil || v.ProgramStatus != nil {
			t.Error("a status is left behind at the end")
		}
	})
}

func TestTerminalsWithAProgressBar(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM_PROGRAM=ghostty": true, "TERM_PROGRAM=WezTerm": true, "WT_SESSION=1": true, "ConEmuANSI=ON": true,
		"VTE_VERSION=7901": true, "VTE_VERSION=7800": false, "TERM_PROGRAM=iTerm.app": false, "TERM=xterm": false,
	} {
		m := app.New(app.Options{Environ: []string{env}})
		if m.HasProgressBar() != want {
			t.Errorf("%s: %v", env, m.HasProgressBar())
		}
	}
}
