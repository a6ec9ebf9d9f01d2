package transcript

import "gatehouse/views/body"

// decoded holds texts that have to be made to be looked through, for as long as a
// search is open: it looks anew at every key that is typed.
type decoded struct {
	texts map[*section]madeText
	held  int // bytes of all
}

// madeText is the text of a section as it was.
type madeText struct {
	of      body.Content // nil of a section that is folded
	version uint64
	size    int
	text    string
}

// mostHeld bounds what is held, in bytes; what is beyond is made each time.
const mostHeld = 64 << 20

// textFrom returns the section's searchable text from an offset on, or from an
// earlier one, at. What has grown since it was made is not made again as a whole.
func (d *decoded) textFrom(s *section, from int) (text string, at int) {
	if c, ok := s.body.(interface{ Released() bool }); s.body != nil && (!ok || !c.Released()) {
		return s.text(), 0 // it stands there already
	}
	was, size := d.texts[s], s.size()
	switch held := was.text != "" && was.of == s.body; {
	case held && was.version == s.version && was.size == size:
		return was.text, 0
	case s.body != nil && from > 0 && (held || d.held+size > mostHeld):
		return s.part(from, size), from
	}
	delete(d.texts, s)
	d.held -= len(was.text)
	text = s.text()
	if d.held+len(text) > mostHeld {
		return text, 0
	}
	if d.texts == nil {
		d.texts = map[*section]madeText{}
	}
	d.texts[s] = madeText{s.body, s.version, size, text}
	d.held += len(text)
	return text, 0
}
