package transcript

import (
	"gatehouse/state/rope"
)

// decoded holds texts that have to be put together to be looked through, for as long as
// a search is open: it looks anew at every key that is typed.
type decoded struct {
	texts map[key]madeText
	held  int // bytes of all
}

// madeText is a text as it was.
type madeText struct {
	version uint64 // of its item
	text    string
}

const (
	leastHeld = 4 << 10  // of a shorter text nothing is held, in bytes
	mostHeld  = 64 << 20 // bounds what is held; what is beyond is made each time
)

// textFrom returns a text of an item from an offset on, or from an earlier one, at. What
// has grown since it was made is not made again as a whole.
func (d *decoded) textFrom(k key, version uint64, text *rope.Rope, from int) (words string, at int) {
	size := text.Len()
	if text.InOne() || size < leastHeld {
		return text.String(), 0
	}
	was, held := d.texts[k]
	switch {
	case held && was.version == version && int64(len(was.text)) == size:
		return was.text, 0
	case from > 0 && (held || d.held+int(size) > mostHeld):
		return text.Cut(int64(from), size), from
	}
	delete(d.texts, k)
	d.held -= len(was.text)
	words = text.String()
	if d.held+len(words) > mostHeld {
		return words, 0
	}
	if d.texts == nil {
		d.texts = map[key]madeText{}
	}
	d.texts[k] = madeText{version, words}
	d.held += len(words)
	return words, 0
}
