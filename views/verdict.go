package views

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/themes"
)

// VerdictStyle is the colour of a verdict.
func VerdictStyle(styles *themes.Styles, v state.Verdict) lipgloss.Style {
	switch v {
	case state.Completed:
		return styles.Good
	case state.Failed:
		return styles.Bad
	case state.Running:
		return styles.Running
	case state.Unknown:
		return styles.Dim
	}
	return styles.Warn
}

// OutcomeStyle is the colour of what a stage did: red where it stopped the request,
// yellow where it changed it.
func OutcomeStyle(styles *themes.Styles, s wire.Stage) lipgloss.Style {
	action := scan.Text(scan.Get(s.Data, "action"))
	switch {
	case strings.HasPrefix(action, "block"), scan.Get(s.Data, "emptied_by") != nil:
		return styles.Bad
	case action == "", strings.HasPrefix(action, "pass"), strings.HasPrefix(action, "allow"), string(scan.Get(s.Data, "detected")) == "false":
		return styles.Dim
	}
	return styles.Warn
}
