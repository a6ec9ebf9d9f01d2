package views

import (
	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/themes"
)

// Sign is a verdict's sign; colour never stands alone.
func Sign(v state.Verdict) string {
	switch v {
	case state.Completed:
		return "✓"
	case state.Incomplete:
		return "◐"
	case state.Failed:
		return "✗"
	case state.Truncated:
		return "✂"
	case state.Cancelled:
		return "■"
	}
	return "●"
}

// VerdictStyle is the colour of a verdict.
func VerdictStyle(styles *themes.Styles, v state.Verdict) lipgloss.Style {
	switch v {
	case state.Completed:
		return styles.Good
	case state.Failed:
		return styles.Bad
	case state.Running:
		return styles.Running
	}
	return styles.Warn
}
