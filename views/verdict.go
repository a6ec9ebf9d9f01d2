package views

import (
	"charm.land/lipgloss/v2"

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
