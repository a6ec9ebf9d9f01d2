package views

import (
	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
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
	switch {
	case explain.Blocks(s):
		return styles.Bad
	case explain.PassesOn(s):
		return styles.Dim
	}
	return styles.Warn
}
