package body

import "gatehouse/state/raw"

// kept is a text that content draws: as it stands, or once it was let go, from where
// it can be read again.
type kept struct {
	text   string // as it stands; empty while source gives it
	source Source // of a text that was let go: see Release
	size   int    // of the text, in bytes
}

// Release lets go of the text, of which source gives again what is drawn: always
// the text that was taken last. What was cut of it is kept.
func (k *kept) Release(source Source) { k.text, k.source = "", source }

// From reports whether the text was let go, and is read from what is spelled there.
func (k *kept) From(spelled *raw.Spelled) bool {
	source, ok := k.source.(*raw.Spelled)
	return ok && source == spelled
}

// takeBack holds a text again that was let go.
func (k *kept) takeBack() {
	if k.source != nil {
		k.text, k.source = k.Source(), nil
	}
}

// Part returns the bytes [from, to) of the text.
func (k *kept) Part(from, to int) string {
	if k.source != nil {
		return string(k.source.Bytes(int64(from), int64(to)))
	}
	return k.text[from:to]
}

// Source implements Content.
func (k *kept) Source() string {
	if spelled, ok := k.source.(*raw.Spelled); ok {
		return spelled.String()
	}
	return k.Part(0, k.size)
}

// Released reports whether the text was let go, so that Source makes it anew.
func (k *kept) Released() bool { return k.source != nil }

// Size implements Content.
func (k *kept) Size() int { return k.size }
