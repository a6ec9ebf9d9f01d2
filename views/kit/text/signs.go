package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Signs is what a terminal can draw besides ASCII.
type Signs int

const (
	AllSigns     Signs = iota // UTF-8 with a font of today
	ConsoleSigns              // the Linux console: letters of Western Europe, lines and blocks
	NoSigns                   // ASCII alone
)

// SignsOf returns what the terminal can draw, by the environment. The locale is read as
// setlocale(3) does; where none is set at all, as in many containers, UTF-8 is
// assumed.
func SignsOf(getenv func(string) string) Signs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		if l := strings.ToLower(locale); !strings.Contains(l, "utf-8") && !strings.Contains(l, "utf8") {
			return NoSigns
		}
		break
	}
	if getenv("TERM") == "linux" {
		return ConsoleSigns
	}
	return AllSigns
}

// Draw replaces each sign that the terminal lacks with one that it has. The line's width and escape
// sequences are unchanged. A letter with an accent loses it; what has no similar ASCII becomes question
// marks.
func (s Signs) Draw(line string) string {
	if s == AllSigns || isASCII(line) {
		return line
	}
	var b strings.Builder
	b.Grow(len(line))
	for line != "" {
		if line[0] == '\x1b' {
			_, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
			b.WriteString(line[:n])
			line = line[n:]
			continue
		}
		character, width := FirstCluster(line)
		b.WriteString(s.sign(character, width))
		line = line[len(character):]
	}
	return b.String()
}

// sign returns what is drawn for one character of a width.
func (s Signs) sign(character string, width int) string {
	if isASCII(character) {
		return character
	}
	r, size := utf8.DecodeRuneInString(character)
	if s == ConsoleSigns && size == len(character) {
		if onConsole(r) {
			return character
		}
		if other, ok := consoleSigns[r]; ok {
			return string(other)
		}
	}
	if r >= 0x2400 && r <= 0x2421 { // a control character made visible
		return "^" + strings.Repeat("?", max(width-1, 0)) // a mark may be joined to it
	}
	if other, ok := asciiSigns[r]; ok && width == 1 {
		return string(other)
	}
	if base, _ := utf8.DecodeRuneInString(norm.NFD.String(character)); base < utf8.RuneSelf && width == 1 {
		return string(base)
	}
	return strings.Repeat("?", width)
}

// onConsole reports whether the fonts that the Linux console starts with have a sign.
func onConsole(r rune) bool {
	return r >= 0xa0 && r <= 0xff || strings.ContainsRune("─│┌┐└┘├┤┬┴┼═║░▒▓█▀▄▌▐■•←↑→↓", r)
}

var consoleSigns = map[rune]rune{'╭': '┌', '╮': '┐', '╰': '└', '╯': '┘', '━': '═', '┃': '║', '╌': '─', '▎': '▌', '▍': '▌', '●': '•', '▁': '_', '▂': '_', '▃': '▄', '▅': '▄', '▆': '█', '▇': '█'}

var asciiSigns = func() map[rune]rune {
	signs := map[rune]rune{}
	for _, pair := range []struct{ from, to string }{
		{"─╌━│┃└┘┌┐├┤┬┴┼╭╮╯╰", "--=||+++++++++++++"},
		{"▁▂▃▄▅▆▇█▉▊▋▌▍▎▏░▒▓▚■▢▀▐", "_.--==####||||" + "|.:%/#o\"|"},
		{"✓✗✕⚠●○◐◌◆◇★☆☐☑✂✎", "+xx!*o%.*o*-_x%/"},
		{"▲▴▸▶▾▼◂◀❯‹›↑↓←→↕↳↵", "^^>>vv<<><>^v<>|`<"},
		{"„‚«»“”‘’–—−‐‑‒…·•×÷≈≠√∅Σµ§¶", "\"'\"\"\"\"''------~.*x/~!VOSus#"},
		{"═║\ue000", "=|."},
		{"⁰¹²³⁴⁵⁶⁷⁸⁹⁻₂\u00a0\u202f\u2007\u2009", "0123456789-2    "},
	} {
		to := []rune(pair.to)
		for i, r := range []rune(pair.from) {
			signs[r] = to[i]
		}
	}
	return signs
}()

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
