package apptest

import (
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/inspect"
	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/views/build/outline"
	"gatehouse/views/build/source"
	"gatehouse/views/chat/composer"
	"gatehouse/views/chat/transcript"
	"gatehouse/views/kit/form"
)

// Outline returns the list of the builder.
func (d *Driver) Outline() *outline.Model { return d.Pane(build.OutlinePane).(*outline.Model) }

// Form returns the form of the builder.
func (d *Driver) Form() *form.Model { return d.Pane(build.FormPane).(*form.Model) }

// Source returns the JSON of the builder.
func (d *Driver) Source() *source.Model { return d.Pane(build.SourcePane).(*source.Model) }

// Composer returns the text that is being written.
func (d *Driver) Composer() *composer.Model {
	return d.Pane(chat.ComposerPane).(*composer.Model)
}

// Transcript returns the conversation as Chat shows it.
func (d *Driver) Transcript() *transcript.Model {
	return d.Pane(chat.TranscriptPane).(*transcript.Model)
}

// Column returns the column next to the chat.
func (d *Driver) Column() *chat.Column { return d.Pane(chat.ColumnPane).(*chat.Column) }

// Builder returns the screen Build.
func (d *Driver) Builder() *build.Screen { return screenOf[*build.Screen](d) }

// Inspector returns the screen Inspect.
func (d *Driver) Inspector() *inspect.Screen { return screenOf[*inspect.Screen](d) }

// Look returns which exchange is shown, and which moment of it.
func (d *Driver) Look() *look.Look { return d.Inspector().Look }

// Tabs returns the tabs of the inspector that the shown exchange has.
func (d *Driver) Tabs() []screen.Page { return screen.Present(d.Inspector().Pages()) }

// screenOf returns the screen of a type.
func screenOf[S screen.Screen](d *Driver) S {
	for _, s := range d.Screens() {
		if s, ok := s.(S); ok {
			return s
		}
	}
	panic("the table has no such screen")
}
