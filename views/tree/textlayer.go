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

// textLayer is the text of a string of a layer, and where that is JSON, as the arguments
// of a tool are, the document. A large text is read by a Cmd.
func textLayer(styles *themes.Styles, below *layer, node int) *layer {
	v, c := below.x.Value(node), Content{}
	atOnce := len(v) <= readAtOnce
	if atOnce {
		c.Raw, c.JSON = textOf(v)
	} else {
		c.Raw = text.Bytes(readingText(v))
	}
	l := newLayer(styles, c, nil)
	if !atOnce {
		l.spelled = v
	}
	path := below.pathOf(node)
	l.title, l.way, l.below = "the text at "+path, path+" | fromjson", below
	return l
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
