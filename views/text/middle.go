package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Middle is a safe line in so many cells, cut in its middle where it is longer:
// of a name with settings, and of an id, the end tells it from others as much as
// the beginning.
func Middle(line string, cells int) string {
	all := ansi.StringWidth(line)
	if all <= cells || cells < 1 {
		return ansi.Truncate(line, max(cells, 0), "")
	}
	end := (cells - 1) / 2
	cut := ansi.Truncate(line, cells-1-end, "") + "…" + ansi.TruncateLeft(line, all-end, "")
	if ansi.StringWidth(cut) > cells { // the end can be a cell too wide behind a spacing mark, as in "AःA"
		return ansi.Truncate(line, cells-1, "") + "…"
	}
	return cut
}

// CutName is a name in so many cells: of one with settings behind a blank, as "model
// top_n 5", the words before them are cut first, and then all in the middle.
func CutName(name string, cells int) string {
	const few = 2 // cells of a name that still tell something
	at := strings.IndexByte(name, ' ')
	if ansi.StringWidth(name) <= cells || at < 0 || cells-ansi.StringWidth(name[at:]) < few {
		return Middle(name, cells)
	}
	return ansi.Truncate(name[:at], cells-ansi.StringWidth(name[at:]), "…") + name[at:]
}
