package tree

import (
	"cmp"

	"charm.land/bubbles/v2/key"

	"gatehouse/themes"
	"gatehouse/views"
)

// Object shows what a row of another page holds, over that page.
type Object struct{ *Model }

var (
	_ views.Pane   = Object{}
	_ views.Typist = Object{}
	_ views.Worker = Object{}
)

// NewObject makes the viewer of what a row holds.
func NewObject(styles *themes.Styles, keys *views.Keys, h views.Held) Object {
	c := Content{Title: "JSON", JSON: h.JSON, Raw: h.Raw}
	if h.JSON == nil {
		c.Title = "Text"
	}
	o := Object{New(styles, keys)}
	o.SetContent(c)
	return o
}

func (o Object) ShortHelp() []key.Binding {
	return append(o.keys.Renamed(views.ActStop, cmp.Or(o.Stops(), "back")), o.Model.ShortHelp()...)
}

// Wanted is the size that it would like to have, in cells: nearly all there is.
func (o Object) Wanted() (width, height int) { return 1 << 10, 1 << 10 }
