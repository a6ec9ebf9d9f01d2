package rerank

import (
	"charm.land/bubbles/v2/key"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/bars"
)

// Facts implements screen.Screen.
func (s *Screen) Facts() screen.Facts {
	f := screen.Facts{Top: bars.Facts{Set: true, Title: s.Name(s)}, Keys: s.footerKeys()}
	switch {
	case s.Running() == 0:
	case len(s.set.Models) > 1:
		f.Stops = "stop all"
	default:
		f.Stops = "stop"
	}
	return f
}

// footerKeys are the keys that the footer names behind those of the focused pane.
func (s *Screen) footerKeys() []key.Binding {
	var all []key.Binding
	for _, a := range []views.Action{
		views.ActNextPane, views.ActHelp, views.ActPalette, views.ActSave, views.ActOpen,
		views.ActCopyMenu, views.ActPreview, views.ActUndo, views.ActNew, views.ActQuit,
	} {
		all = append(all, s.Keys.Binding(a))
	}
	return all
}
