package tree

import (
	"bytes"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/raw"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/body"
)

// documentInText is the size in bytes up to which a text is decoded whole, and
// tried as a document of its own.
const documentInText = 8 << 20

// textLayer is what a string stands for: its text, and where that is JSON, as the
// arguments of a tool are, the document. A larger text is decoded only where it is
// read; a Cmd looks where its pieces begin.
func textLayer(styles *themes.Styles, v []byte) *layer {
	if len(v) > documentInText {
		l := newLayer(styles, Content{Raw: body.Bytes("reading " + views.Size(len(v)) + " of text …")}, nil)
		l.spelled = v
		return l
	}
	text := []byte(raw.Text(v))
	var document []byte
	if t := bytes.TrimSpace(text); len(t) > 0 && (t[0] == '{' || t[0] == '[') && raw.Check(t) == nil {
		document = t
	}
	return newLayer(styles, Content{JSON: document, Raw: body.Bytes(text)}, nil)
}

// spelledOut is what reading a large text gave.
type spelledOut struct {
	layer *layer
	text  *raw.Rope
}

// spellOut returns the Cmd that reads a large text.
func (l *layer) spellOut() tea.Cmd {
	v := l.spelled
	l.spelled = nil
	return func() tea.Msg { return spelledOut{l, raw.NewRope(v)} }
}
