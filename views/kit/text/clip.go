package text

import (
	"strings"
	"unicode/utf8"

	"gatehouse/state/answer/figures"
	"gatehouse/themes"
)

// Start returns at most the first maxBytes bytes of a text, up to the end of a character: a text from the
// wire may have megabytes.
func Start(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	for end := maxBytes; end >= max(maxBytes-utf8.UTFMax+1, 0); end-- {
		if utf8.RuneStart(text[end]) {
			return text[:end]
		}
	}
	return text[:maxBytes]
}

// Clip is Start with an ellipsis if text was cut. The result is not safe yet.
func Clip(text string, maxBytes int) string {
	if start := Start(text, maxBytes); len(start) < len(text) {
		return start + "…"
	}
	return text
}

// ClipSized is Clip with the length of the text if it was cut.
func ClipSized(text string, maxBytes int) string {
	if start := Start(text, maxBytes); len(start) < len(text) {
		return start + "… (" + figures.Size(len(text)) + ")"
	}
	return text
}

// ClipLine is Clip as one safe line.
func ClipLine(text string, maxBytes int) string { return SanitizeLine(Clip(text, maxBytes)) }

// maxLine is how much of a text is ever drawn on one line, in bytes.
const maxLine = 8 << 10

// SafeLine is SanitizeLine of as much of a text as is ever drawn on one line: a
// name from the wire may have megabytes.
func SafeLine(text string) string { return SanitizeLine(ClipSized(text, maxLine)) }

// Fit cuts a drawn line to a width, with a tail if it is cut, or fills it with blanks.
func Fit(line string, cells int, tail string) string {
	has := Width(line)
	if has > cells {
		line = Truncate(line, max(cells, 0), tail)
		has = Width(line)
	}
	return line + strings.Repeat(" ", max(cells-has, 0))
}

// Words cuts a plain text to a width after the last word that fits, with an ellipsis. Only a first
// word that is wider is cut itself.
func Words(line string, cells int) string {
	if Width(line) <= cells {
		return line
	}
	short := Truncate(line, max(cells-1, 0), "")
	if at := strings.LastIndexByte(short, ' '); at > 0 && line[len(short)] != ' ' {
		short = short[:at]
	}
	return Truncate(strings.TrimRight(short, " ,.;:")+"…", max(cells, 0), "")
}

// Right fills a drawn line with blanks before it, to a width.
func Right(line string, cells int) string {
	return strings.Repeat(" ", max(cells-Width(line), 0)) + line
}

// Ends puts drawn words at both ends of a line. If that leaves fewer than apart cells between them, it
// returns left alone, and ok is false.
func Ends(left, right string, cells, apart int) (line string, ok bool) {
	gap := cells - Width(left) - Width(right)
	if gap < apart {
		return left, false
	}
	return left + strings.Repeat(" ", gap) + right, true
}

// SideBySide draws lines next to others, with a rule between them; those on the left are cut or
// filled to the given number of cells.
func SideBySide(left, right []string, cells int, rule string) []string {
	out := make([]string, max(len(left), len(right)))
	for i := range out {
		if i < len(left) {
			out[i] = left[i]
		}
		if out[i] = Fit(out[i], cells, "…") + rule; i < len(right) {
			out[i] += right[i]
		}
	}
	return out
}

// Pad cuts or fills received text to a width, on one line.
func Pad(text string, cells int) string { return Fit(SafeLine(text), cells, "…") }

// Middle returns a safe line of at most cells cells. A longer one is cut in its middle: the end of an
// id, or of a name with settings, identifies it as much as the beginning.
func Middle(line string, cells int) string {
	all := Width(line)
	if all <= cells || cells < 1 {
		return Truncate(line, max(cells, 0), "")
	}
	end := (cells - 1) / 2
	cut := Truncate(line, cells-1-end, "") + "…" + TruncateLeft(line, all-end, "")
	if Width(cut) > cells { // the end can be a cell too wide after a spacing mark, as in "AःA"
		return Truncate(line, cells-1, "") + "…"
	}
	return cut
}

// CutName cuts a name to a width. Of one with settings after a blank, as "model top_n 5", the words
// before them are cut first, and then all in the middle.
func CutName(name string, cells int) string {
	const few = 2 // the least cells of a name that are of use
	at := strings.IndexByte(name, ' ')
	if Width(name) <= cells || at < 0 || cells-Width(name[at:]) < few {
		return Middle(name, cells)
	}
	return Truncate(name[:at], cells-Width(name[at:]), "…") + name[at:]
}

// CommonPrefix returns what all texts begin with, complete clusters only; empty for none.
func CommonPrefix(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	common := texts[0]
	for _, t := range texts[1:] {
		n := 0
		for n < len(common) {
			cluster, _ := FirstCluster(common[n:])
			if !strings.HasPrefix(t[n:], cluster) {
				break
			}
			n += len(cluster)
		}
		common = common[:n]
	}
	return common
}

// Rect draws lines exactly width cells wide and height lines high: longer ones are cut, and missing
// ones are blank.
func Rect(lines []string, width, height int) string {
	if width <= 0 || height <= 0 {
		return ""
	}
	out := make([]string, height)
	for i := range out {
		if i < len(lines) {
			out[i] = lines[i]
		}
		out[i] = Fit(out[i], width, "")
	}
	return strings.Join(out, "\n")
}

// Note draws dim words below an empty line, for a list that has no rows.
func Note(s *themes.Styles, words string, width, height int) string {
	const margin = 3
	lines := []string{""}
	for _, line := range Rows(words, max(width-margin, 1)) {
		lines = append(lines, strings.Repeat(" ", margin)+s.Dim.Render(line))
	}
	return Rect(lines, width, height)
}
