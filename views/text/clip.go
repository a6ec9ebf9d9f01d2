package text

import (
	"gatehouse/state/figures"
	"strings"
	"unicode/utf8"
)

// Start is what of a text lies in its first bytes, at most so many, up to the end
// of a character: a text from the wire may have megabytes.
func Start(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for end := most; end >= max(most-utf8.UTFMax+1, 0); end-- {
		if utf8.RuneStart(text[end]) {
			return text[:end]
		}
	}
	return text[:most]
}

// Clip is Start with an ellipsis where the text goes on. It is not safe yet.
func Clip(text string, most int) string {
	if start := Start(text, most); len(start) < len(text) {
		return start + "…"
	}
	return text
}

// ClipSized is Clip that says how long the text is where it goes on.
func ClipSized(text string, most int) string {
	if start := Start(text, most); len(start) < len(text) {
		return start + "… (" + figures.Size(len(text)) + ")"
	}
	return text
}

// ClipLine is Clip as one safe line.
func ClipLine(text string, most int) string { return SanitizeLine(Clip(text, most)) }

// maxLine is how much of a text is ever drawn on one line, in bytes.
const maxLine = 8 << 10

// SafeLine is SanitizeLine of as much of a text as is ever drawn on one line: a
// name from the wire may have megabytes.
func SafeLine(text string) string { return SanitizeLine(ClipSized(text, maxLine)) }

// Fit cuts a drawn line to so many cells, with a tail where it is cut, or fills
// it with blanks.
func Fit(line string, cells int, tail string) string {
	has := Width(line)
	if has > cells {
		line = Truncate(line, max(cells, 0), tail)
		has = Width(line)
	}
	return line + strings.Repeat(" ", max(cells-has, 0))
}

// Words cuts a plain text behind the last word that fits in so many cells with an ellipsis.
// Only a first word that is wider is cut itself.
func Words(line string, cells int) string {
	if Width(line) <= cells {
		return line
	}
	short := Truncate(line, max(cells-1, 0), "")
	if at := strings.LastIndexByte(short, ' '); at > 0 && line[len(short)] != ' ' {
		short = short[:at]
	}
	return Truncate(strings.TrimRight(short, " ,;")+"…", max(cells, 0), "")
}

// Pad cuts or fills text that came from the wire to so many cells, on one line.
func Pad(text string, cells int) string { return Fit(SafeLine(text), cells, "…") }
