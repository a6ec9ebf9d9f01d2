package tree

import (
	"bytes"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// documentInText is the size in bytes up to which a text is decoded whole, and
// tried as a document of its own. A larger one is decoded only where it is read.
const documentInText = 8 << 20

// textLayer is what a string of a layer stands for: its text, and where that is JSON,
// as the arguments of a tool are, the document. A large text is read by a Cmd. It takes
// the place of one before it, which may be nil, and shows that until then.
func textLayer(styles *themes.Styles, below *layer, node int, before *layer) *layer {
	v, c := below.x.Value(node), Content{}
	atOnce := len(v) <= readAtOnce
	switch {
	case atOnce:
		c.Raw, c.JSON = textOf(v)
	case before != nil:
		c.Raw = before.raw
	default:
		c.Raw = text.Bytes(readingText(v))
	}
	l := newLayer(styles, c, before)
	if !atOnce {
		l.spelled = v
	}
	l.text(below, node)
	return l
}

// text says which value's text the layer shows.
func (l *layer) text(below *layer, node int) {
	path := below.pathOf(node)
	l.title, l.way, l.from, l.node = "the text at "+path, path+" | fromjson", below, node
}

// textOf returns the text of a string, and the document that it is; nil for none.
func textOf(v []byte) (whole text.Source, document []byte) {
	if len(v) > documentInText {
		return rope.New(v), nil
	}
	decoded := []byte(scan.Text(v))
	if t := bytes.TrimSpace(decoded); len(t) > 0 && (t[0] == '{' || t[0] == '[') && scan.Check(t) == nil {
		document = t
	}
	return text.Bytes(decoded), document
}

func readingText(v []byte) string { return "reading " + figures.Size(len(v)) + " of text …" }

// spelledOut is what reading a large text gave.
type spelledOut struct {
	layer    *layer
	text     text.Source
	document []byte
}

// takeText shows what reading a large text gave.
func (l *layer) takeText(styles *themes.Styles, msg spelledOut) {
	l.source(styles, msg.text)
	l.json, l.spelled, l.busy = msg.document, nil, false
}

// textsOn lets the texts that lie on top say what they say by now, where what they
// are of has changed. One that is not there any more stays as it was.
func (m *Model) textsOn() {
	for i, l := range m.layers[1:] {
		below := m.layers[i]
		if l.from == nil || l.from == below || l.gone == below || below.reading() {
			continue
		}
		node, there := 0, below.x != nil
		if there {
			node, there = below.x.Same(l.from.x, l.node)
		}
		switch {
		case !there || below.x.Kind(node) != scan.String:
			l.title, l.gone = "earlier value: the text at "+l.from.pathOf(l.node), below
		case bytes.Equal(below.x.Value(node), l.from.x.Value(l.node)):
			l.text(below, node)
		default:
			m.layers[i+1] = textLayer(m.styles, below, node, l)
		}
		m.settle()
	}
}
