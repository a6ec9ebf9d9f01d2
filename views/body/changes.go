package body

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

// mostSaid is how much of a stage's own words is looked at, in bytes.
const mostSaid = 256

// Changes draws in one line which stages on the way altered, flagged or left out
// something, and by which key more of it is shown: in the stages' own words
// where all of them fit, else in few of ours. Empty for none.
func Changes(styles *themes.Styles, changes []views.Change, key string, width int) string {
	if len(changes) == 0 || width <= 0 {
		return ""
	}
	sign := ""
	var said, did []string
	for _, c := range changes {
		if c.Lost {
			sign = "≠ "
		}
		stage := SanitizeLine(ClipSized(c.Stage, mostSaid))
		short := stage + ": " + SanitizeLine(ClipSized(c.Did, mostSaid))
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
	const label, between = "on the way  ", "  ·  "
	room := width - ansi.StringWidth(sign+label+between+key)
	words := strings.Join(said, between)
	if ansi.StringWidth(words) > room {
		words = ansi.Truncate(strings.Join(did, between), max(room, 0), "…")
	}
	line := styles.Warn.Render(sign) + styles.Dim.Render(label+words+between) + styles.Key.Render(key)
	return ansi.Truncate(line, width, "…")
}
