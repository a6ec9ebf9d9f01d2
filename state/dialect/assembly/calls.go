package assembly

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// Piece is a received piece of a call.
type Piece struct {
	Index    int  // its index, or its place in the list that it was received in
	Indexed  bool // Index is an index
	ID, Name string
	Input    bool   // it has a piece of the input
	text     string // the input, of a piece without an index
}

// PieceOf reads one of the tool_calls of a chat completion, at a place in their list: its
// function, and what was received of the function's input.
func PieceOf(v, function, input json.RawMessage, place int) Piece {
	p := Piece{Index: place, ID: scan.Text(scan.Get(v, "id")), Name: scan.Text(scan.Get(function, "name"))}
	if n, ok := Index(scan.Get(v, "index")); ok {
		p.Index, p.Indexed = n, true
	} else {
		if p.text = scan.Text(input); scan.KindOf(input) == scan.Object {
			p.text = string(input)
		}
	}
	p.Input = scan.KindOf(input) == scan.Object || scan.TextLen(input) > 0
	return p
}

// Index reads an index: a whole number below a million.
func Index(v json.RawMessage) (n int, ok bool) {
	if len(v) == 0 || len(v) > 6 {
		return 0, false
	}
	for _, d := range v {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int(d-'0')
	}
	return n, true
}

// Calls are the calls of one answer, numbered from 0. The zero value is ready.
type Calls struct {
	all []call
	at  map[int]int    // the latest call at an index
	ids map[string]int // calls by id
}

type call struct {
	id, name string
	begun    bool // some of its input was received
	ended    bool // it is complete
	input    document
}

// Clone returns an independent copy.
func (c *Calls) Clone() Calls {
	return Calls{slices.Clone(c.all), maps.Clone(c.at), maps.Clone(c.ids)}
}

// Name returns the name of a call, as received so far.
func (c *Calls) Name(n int) string { return c.all[n].name }

// ID returns the first id that a call was received with; empty for none.
func (c *Calls) ID(n int) string { return c.all[n].id }

// Add adds a piece and returns the number of its call, which it may have opened. doubt
// reports whether it may belong to several calls: it was added to the last.
func (c *Calls) Add(p Piece) (n int, opened, doubt bool) {
	n, doubt = c.find(p)
	if opened = n == len(c.all); opened {
		c.all = append(c.all, call{})
	}
	k := &c.all[n]
	if k.id == "" && p.ID != "" {
		k.id = p.ID
		if c.ids == nil {
			c.ids = map[string]int{}
		}
		c.ids[p.ID] = n
	}
	k.name, k.begun = JoinName(k.name, p.Name), k.begun || p.Input
	k.input.add(p.text)
	if c.at == nil {
		c.at = map[int]int{}
	}
	c.at[p.Index] = n
	return n, opened, doubt
}

// End closes the call at an index: no later piece is added to it.
func (c *Calls) End(index int) {
	if n, ok := c.at[index]; ok {
		c.all[n].ended = true
	}
}

// find returns the call that a piece belongs to, or the number of a new one. An id
// decides; else a name that is neither a repetition nor a piece opens a call, and a piece
// with neither belongs to the call at its index, or to the last.
func (c *Calls) find(p Piece) (n int, doubt bool) {
	n, known := c.at[p.Index]
	fresh := len(c.all)
	open := fresh > 0 && !c.all[fresh-1].ended
	if of, ok := c.ids[p.ID]; ok && !c.all[of].ended {
		if another := p.Name != "" && c.all[of].begun && JoinName(c.all[of].name, p.Name) != c.all[of].name; !another {
			return of, false
		}
		return fresh, true // one id for two names
	}
	switch {
	case p.ID != "":
		if !known || p.Name != "" && (c.all[n].id != "" || c.all[n].begun) {
			return fresh, false
		}
	case p.Name != "" && !p.Indexed && known && p.Name == c.all[n].name && !c.all[n].ended:
		return c.repeatedName(n, p.text)
	case p.Name != "":
		if !known || !p.Indexed || c.all[n].begun && p.Name != c.all[n].name {
			return fresh, false
		}
	case open && p.Indexed && !known:
		return fresh - 1, fresh > 1
	case open && !p.Indexed && p.Index == 0:
		return fresh - 1, false
	case !known:
		return fresh, false
	}
	return n, false
}

// repeatedName returns the call of a repeated name without index and id: the same until its
// input is complete, then a new one, in doubt if its text does not begin as input does.
func (c *Calls) repeatedName(n int, text string) (of int, doubt bool) {
	if !c.all[n].input.complete() {
		return n, false
	}
	var begins document
	begins.add(text)
	return len(c.all), !begins.nested
}

// JoinName adds a piece to a name. A piece that repeats the name, alone or with more after
// it, is the name itself.
func JoinName(name, piece string) string {
	switch {
	case piece == "":
		return name
	case strings.HasPrefix(piece, name):
		return piece
	}
	return name + piece
}

// document detects the end of a JSON value that is received in pieces, without storing it.
type document struct {
	depth           int
	quoted, escaped bool // inside a string, and after a backslash there
	begun           bool
	nested          bool // it begins as an object or a list
}

func (d *document) add(piece string) {
	for i := range len(piece) {
		switch c := piece[i]; {
		case d.escaped:
			d.escaped = false
		case d.quoted && c == '\\':
			d.escaped = true
		case c == '"':
			d.quoted, d.begun = !d.quoted, true
		case d.quoted || c <= ' ':
		case c == '{' || c == '[':
			d.nested = d.nested || !d.begun
			d.depth, d.begun = d.depth+1, true
		case c == '}' || c == ']':
			d.depth, d.begun = d.depth-1, true
		default:
			d.begun = true
		}
	}
}

func (d *document) complete() bool { return d.begun && d.depth <= 0 && !d.quoted }
