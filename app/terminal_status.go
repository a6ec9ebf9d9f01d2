package app

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
)

// terminalStatus is what the terminal can show of the program outside its screen.
type terminalStatus struct {
	bar    bool // ConEmu's OSC 9;4, in the tab or the task bar
	status bool // the Program Status Protocol, OSC 7501: the terminal answered the query
}

// newTerminalStatus looks up the terminals known to draw OSC 9;4. There is no query
// for it, and others show such a sequence as a notification.
func newTerminalStatus(getenv func(string) string) terminalStatus {
	vte, err := strconv.Atoi(getenv("VTE_VERSION"))
	known := getenv("WT_SESSION") != "" || getenv("ConEmuANSI") == "ON" || err == nil && vte >= 7900
	switch getenv("TERM_PROGRAM") {
	case "ghostty", "WezTerm":
		known = true
	}
	return terminalStatus{bar: known}
}

// report sets the terminal's progress bar and program status in v. After the
// program was asked to quit it sets neither, which clears both.
func (m *Model) report(v *tea.View) {
	if m.Life.Ctx.Err() != nil {
		return
	}
	all, _ := m.Desk.Running()
	busy := all > 0 || slices.ContainsFunc(m.screens.senders, screen.Sender.Busy)
	percent, known, works := m.Works.Share()
	switch {
	case !m.terminal.bar:
	case known:
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, percent)
	case busy || works:
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarIndeterminate, 0)
	}
	busy = busy || works
	if !m.terminal.status {
		return
	}
	status := tea.ProgramStatus{State: tea.ProgramStateIdle, App: "gatehouse"}
	switch {
	case busy:
		status.State = tea.ProgramStateWorking
	case len(m.Desk.Shown().Conv.OpenCalls()) > 0:
		status.State, status.Kind = tea.ProgramStateBlocked, tea.ProgramStatusKindQuestion
		status.Message = "A tool call waits for its output."
	}
	v.ProgramStatus = &status
}
