package markdown

import "strings"

// scan reads one line of markdown from left to right. A tab counts as the
// spaces up to the next multiple of four columns (CommonMark 2.2).
type lineScan struct {
	src      string
	base     int // where src begins in the text, in bytes; pos and end are places in that
	pos, end int
	column   int
	partial  int // columns of a tab that were not taken yet
}

func (s *lineScan) rest() string { return s.src[s.pos-s.base : s.end-s.base] }

func (s *lineScan) peek() byte {
	if s.pos >= s.end {
		return 0
	}
	return s.src[s.pos-s.base]
}

// spaces returns the columns of white space at the place where s is.
func (s *lineScan) spaces() int {
	at := *s
	return at.skip(1 << 20)
}

// skip takes at most n columns of white space and returns how many it took.
func (s *lineScan) skip(n int) int {
	took := 0
	for took < n {
		if s.partial > 0 {
			s.partial--
		} else if s.peek() == ' ' {
			s.pos++
		} else if s.peek() == '\t' {
			s.pos++
			s.partial = 3 - s.column%4
		} else {
			break
		}
		s.column++
		took++
	}
	return took
}

func (s *lineScan) blank() bool {
	return strings.Trim(s.rest(), " \t\r") == ""
}

// indent takes n columns of white space, or nothing when there are fewer.
func (s *lineScan) indent(n int) bool {
	at := *s
	if at.skip(n) < n {
		return false
	}
	*s = at
	return true
}

func (s *lineScan) quoteMark() bool {
	if s.skip(4) > 3 || s.peek() != '>' {
		return false
	}
	s.pos++
	s.column++
	s.skip(1)
	return true
}

// listMark takes a list item's marker and returns it as it is drawn, and the columns that belong to
// the item. within means that a paragraph is open, which only a list that begins with 1 and has
// content may interrupt.
func (s *lineScan) listMark(within bool) (marker string, indent int, ok bool) {
	lead := s.skip(4)
	if lead > 3 || s.rule() {
		return "", 0, false
	}
	text := s.rest()
	width := 0
	switch c := s.peek(); {
	case c == '-' || c == '+' || c == '*':
		width, marker = 1, "•"
	case c >= '0' && c <= '9':
		n := 0
		for n < len(text) && n < 10 && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n > 9 || n >= len(text) || text[n] != '.' && text[n] != ')' {
			return "", 0, false
		}
		if within && text[:n] != "1" {
			return "", 0, false
		}
		width, marker = n+1, strings.Clone(text[:n+1]) // not the text with it: see Markdown.Release
	default:
		return "", 0, false
	}
	s.pos += width
	s.column += width
	if s.blank() {
		return marker, lead + width + 1, !within
	}
	gap := s.spaces()
	if gap == 0 {
		return "", 0, false
	}
	if gap > 4 {
		gap = 1
	}
	s.skip(gap)
	return marker, lead + width + gap, true
}

// rule reports whether the rest of the line is a thematic break.
func (s *lineScan) rule() bool {
	var char byte
	count := 0
	for _, c := range []byte(s.rest()) {
		switch {
		case c == ' ' || c == '\t' || c == '\r':
		case (c == '-' || c == '_' || c == '*') && (char == 0 || c == char):
			char = c
			count++
		default:
			return false
		}
	}
	return count >= 3
}

// startsLeaf reports whether the line begins something that ends a paragraph.
func (s *lineScan) startsLeaf() bool {
	at := *s
	if at.skip(4) > 3 {
		return false
	}
	if _, _, ok := at.fenceMark(); ok {
		return true
	}
	_, _, ok := at.atxMark()
	return ok || at.rule()
}

// fenceMark reads a code fence and its info string.
func (s *lineScan) fenceMark() (f fence, info string, ok bool) {
	text := s.rest()
	if text == "" || text[0] != '`' && text[0] != '~' {
		return f, "", false
	}
	f.char = text[0]
	for f.length < len(text) && text[f.length] == f.char {
		f.length++
	}
	info = strings.Trim(text[f.length:], " \t\r")
	return f, info, f.length >= 3 && (f.char == '~' || strings.IndexByte(info, '`') < 0)
}

// atxMark reads the opening of a heading and returns where its text begins.
func (s *lineScan) atxMark() (level, at int, ok bool) {
	text := s.rest()
	for level < len(text) && text[level] == '#' {
		level++
	}
	if level < 1 || level > 6 || level < len(text) && strings.IndexByte(" \t\r", text[level]) < 0 {
		return 0, 0, false
	}
	return level, s.pos + level, true
}
