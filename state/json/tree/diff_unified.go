package tree

import (
	"fmt"
	"strings"
)

// around is how many lines a unified diff has around each change.
const around = 3

// Unified writes the difference as `diff -u` does, without the two lines of names; nothing
// where there is none. a and b are the texts that were compared.
func (d *TextDiff) Unified(a, b string) string {
	var out strings.Builder
	lines, first, second := strings.Builder{}, [2]int{}, [2]int{} // where the hunk begins in each text, and how many lines it has
	at := [2]int{1, 1}
	end := func() {
		if lines.Len() > 0 {
			fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n%s", first[0], first[1], second[0], second[1], lines.String())
		}
		lines.Reset()
		first, second = [2]int{at[0], 0}, [2]int{at[1], 0}
	}
	end()
	stretches := d.Stretches(around)
	for _, s := range stretches {
		if s.Folded || s.Same && len(stretches) == 1 {
			at[0], at[1] = at[0]+s.To-s.From, at[1]+s.To-s.From
			end()
			continue
		}
		for row, side := range d.Lines(s.From, s.To) {
			text, l := a, d.Rows[row].Side(side)
			if side == Added {
				text = b
			}
			lines.WriteString(map[ChangeKind]string{Same: " ", Removed: "-", Added: "+"}[side] + text[l.From:l.To] + "\n")
			if side != Added {
				at[0]++
				first[1]++
			}
			if side != Removed {
				at[1]++
				second[1]++
			}
		}
	}
	end()
	return out.String()
}
