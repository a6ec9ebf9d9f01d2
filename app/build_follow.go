package app

import "gatehouse/app/screen"

// followed is what the form had selected, in which version of the document,
// when the JSON was last brought there.
type followed struct {
	pointer string
	version uint64
}

// follow shows in the JSON what is selected in the form. That reads the
// document; a large one only after an edit, which has done so too.
func (m *Model) follow() {
	b := &m.builder
	if m.Focus() != formPane || m.Overlays.Top() != nil {
		return
	}
	now := followed{b.form.Selected(), b.version}
	if now == b.followed {
		return
	}
	edited := now.version != b.followed.version
	if b.followed = now; edited || len(b.doc) <= screen.Quick {
		b.source.Follow(now.pointer)
	}
}
