package state

import "gatehouse/state/rope"

// Text returns all output_text of the message items, joined without a
// separator; see Part.Text.
func (x *Exchange) Text() string { return x.Words().String() }

// Words is Text as it stands, for who reads it piece by piece, on any goroutine.
func (x *Exchange) Words() *rope.Rope {
	var texts []*rope.Rope
	for _, it := range x.Items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind == PartText && p.text.Len() > 0 {
				texts = append(texts, p.text.Rope())
			}
		}
	}
	return rope.Join(texts...)
}

// weigh counts the text of an answer that came whole.
func (x *Exchange) weigh() {
	for _, it := range x.Items {
		for _, text := range it.Words() {
			x.TextBytes += int64(text.Len())
		}
	}
}
