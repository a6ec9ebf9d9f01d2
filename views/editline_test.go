package views

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestALineIsEditedAtItsEnd(t *testing.T) {
	back, word := tea.KeyPressMsg{Code: tea.KeyBackspace}, tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	keys := NewKeys(DefaultCommands())
	for _, c := range []struct {
		line string
		msg  tea.KeyPressMsg
		want string
		did  LineEdit
	}{
		{"a", tea.KeyPressMsg{Code: 'b', Text: "b"}, "ab", LineEdited},
		{"a", tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, "a ", LineEdited},
		{"a漢", back, "a", LineEdited},
		{"", back, "", LineLeft},
		{"one two  ", word, "one ", LineEdited},
		{"one", word, "", LineEdited},
		{"one two", tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}, "", LineEdited},
		{"one", tea.KeyPressMsg{Code: tea.KeyF5}, "one", LineUnchanged},
		{"one", tea.KeyPressMsg{Code: tea.KeyLeft}, "one", LineUnchanged},
	} {
		if got, did := keys.EditLine(c.msg, c.line); got != c.want || did != c.did {
			t.Errorf("%s on %q: %q, %d", c.msg, c.line, got, did)
		}
	}
}

func TestTheFirstLineOfAPaste(t *testing.T) {
	for paste, want := range map[string]string{"one": "one", "one\ntwo": "one", "one\r\ntwo": "one", "\rone": "", "a\xffb": "ab", "": ""} {
		if got := FirstLine(paste); got != want {
			t.Errorf("%q: %q, want %q", paste, got, want)
		}
	}
}
