package body

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

// mostSaid is how much of a stage's own words is looked at, in bytes.
const mostSaid = 256

// separator stands between the stages; mostChanges bounds the lines.
const (
	separator   = "  ·  "
	mostChanges = 6
)

// Changes says which stages on the way altered, flagged or left out something,
// and by which key more of it is shown: in the stages' own words where all of
// them fit on one line, else in few of ours, on as many as they need. Nothing for
// none.
func Changes(styles *themes.Styles, changes []views.Change, key string, width int) []string {
	if len(changes) == 0 || width <= 0 {
		return nil
	}
	sign := ""
	var said, did []string
	for _, c := range changes {
		if c.Lost {
			sign = "≠ "
		}
		stage, short := SanitizeLine(ClipSized(c.Stage, mostSaid)), SanitizeLine(ClipSized(c.Did, mostSaid))
		if stage != "" {
			short = stage + ": " + short
		}
		did = append(did, short)
		switch own := SanitizeLine(ClipSized(c.Said, mostSaid)); {
		case own == "":
			said = append(said, short)
		case strings.Contains(own, stage):
			said = append(said, own)
		default:
			said = append(said, stage+": "+own)
		}
	}
	label := sign + "on the way  "
	if words := strings.Join(said, separator); ansi.StringWidth(label+words+separator+key) <= width {
		did = []string{words}
	}
	for shown := len(did); ; shown-- {
		parts := did[:shown]
		if more := len(did) - shown; more > 0 {
			parts = append(slices.Clone(parts), "… "+views.Thousands(more)+" more")
		}
		if lines := flowed(styles, label, parts, key, width); len(lines) <= mostChanges || shown == 0 {
			return lines
		}
	}
}

// flowed writes the stages behind a label, and last the key, on as many lines as
// they need.
func flowed(styles *themes.Styles, label string, parts []string, key string, width int) []string {
	inset := ansi.StringWidth(label)
	bare := strings.TrimPrefix(label, "≠ ")
	line, cells := styles.Warn.Render(strings.TrimSuffix(label, bare))+styles.Dim.Render(bare), inset
	var lines []string
	for i, part := range append(slices.Clone(parts), key) {
		before, drawn := "", styles.Dim.Render(part)
		if i == len(parts) {
			drawn = styles.Key.Render(part)
		}
		if i > 0 {
			before = separator
		}
		if i > 0 && cells+ansi.StringWidth(before+part) > width {
			lines = append(lines, ansi.Truncate(line, width, "…"))
			line, cells, before = strings.Repeat(" ", inset), inset, ""
		}
		line += styles.Dim.Render(before) + drawn
		cells += ansi.StringWidth(before + part)
	}
	return append(lines, ansi.Truncate(line, width, "…"))
}
