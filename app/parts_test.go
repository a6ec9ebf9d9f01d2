package app

import (
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/inspect"
	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/views/chat/composer"
	"gatehouse/views/chat/transcript"
)

// The rows of the table.
const (
	chatScreen = iota
	buildScreen
	inspectScreen
	rerankScreen
)

func (m *Model) composer() *composer.Model {
	return m.pane(chat.ComposerPane).(*composer.Model)
}

func (m *Model) transcript() *transcript.Model {
	return m.pane(chat.TranscriptPane).(*transcript.Model)
}

func (m *Model) column() *chat.Column { return m.pane(chat.ColumnPane).(*chat.Column) }

func (m *Model) build() *build.Screen { return m.screens.rows[buildScreen].Screen.(*build.Screen) }

func (m *Model) inspect() *inspect.Screen {
	return m.screens.rows[inspectScreen].Screen.(*inspect.Screen)
}

func (m *Model) look() *look.Look { return m.inspect().Look }

// tabs are the tabs of the inspector that there are.
func (m *Model) tabs() []screen.Page { return screen.Present(m.inspect().Pages()) }
