package pieces

// document tells when a JSON value that comes in pieces is whole, without keeping it.
type document struct {
	depth           int
	quoted, escaped bool // inside a string, and behind a backslash there
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

func (d *document) whole() bool { return d.begun && d.depth <= 0 && !d.quoted }
