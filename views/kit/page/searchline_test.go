package page

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

func TestWhatASearchIsAskedWhileItsWordsAreWritten(t *testing.T) {
	key := func(code rune) tea.Msg { return tea.KeyPressMsg{Code: code} }
	keys := views.NewKeys(views.DefaultCommands())
	for name, c := range map[string]struct {
		words  string
		msg    tea.Msg
		want   string
		asks   SearchAsk
		typing bool
	}{
		"a letter":              {"a", tea.KeyPressMsg{Code: 'b', Text: "b"}, "ab", AskLook, true},
		"a paste":               {"a", tea.PasteMsg{Content: "b\nc"}, "ab", AskLook, true},
		"an empty paste":        {"a", tea.PasteMsg{Content: "\nb"}, "a", AskNothing, true},
		"backspace":             {"ab", key(tea.KeyBackspace), "a", AskLook, true},
		"back over the start":   {"", key(tea.KeyBackspace), "", AskClose, true},
		"down":                  {"a", key(tea.KeyDown), "a", AskNext, true},
		"up":                    {"a", key(tea.KeyUp), "a", AskBefore, true},
		"enter":                 {"a", key(tea.KeyEnter), "a", AskFinish, false},
		"enter without words":   {"", key(tea.KeyEnter), "", AskClose, true},
		"a key that is no text": {"a", key(tea.KeyF5), "a", AskNothing, true},
	} {
		line := SearchLine{Open: true, Typing: true, Words: c.words}
		if asks := line.Write(keys, c.msg); asks != c.asks || line.Words != c.want || line.Typing != c.typing {
			t.Errorf("%s on %q asks %d of %+v", name, c.words, asks, line)
		}
	}
}
