package page

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// SearchLine is the line in which the words of a search are written. What they
// are looked for in is the pane's.
type SearchLine struct {
	Open   bool // it is shown
	Typing bool // its words are being written
	Words  string
}

// SearchAsk is what a key or a paste asks of the search whose words are written.
type SearchAsk uint8

// What is asked.
const (
	AskNothing SearchAsk = iota
	AskLook              // for other words
	AskNext              // to go to the next hit
	AskBefore            // to go to the hit before
	AskFinish            // to end the writing: it has ended
	AskClose             // to end the search
)

// Write takes a key or a paste while the words are being written. It edits as the composer does, and
// saves and recalls words as a list does, except empty ones.
func (l *SearchLine) Write(keys *views.Keys, msg tea.Msg) SearchAsk {
	words, did := l.Words, views.LineUnchanged
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if pasted := views.FirstLine(msg.Content); pasted != "" {
			words, did = words+pasted, views.LineEdited
		}
	case tea.KeyPressMsg:
		switch keys.Asked(msg, views.Overlay) {
		case views.ActGoDown:
			return AskNext
		case views.ActGoUp:
			return AskBefore
		case views.ActListChoose:
			if l.Words == "" {
				return AskClose
			}
			l.Typing = false
			return AskFinish
		}
		words, did = keys.EditLine(msg, words)
	}
	switch did {
	case views.LineLeft:
		return AskClose
	case views.LineEdited:
		l.Words = words
		return AskLook
	}
	return AskNothing
}

// Keys names the keys that a search has now, for what Draw says.
func (l *SearchLine) Keys(keys *views.Keys) string {
	name := keys.Name
	does := name(views.ActListChoose) + " keep"
	if !l.Typing {
		does = name(views.ActNextHit) + " next   " + name(views.ActPreviousHit) + " previous"
	}
	return does + "   " + name(views.ActStop) + " close"
}

// Draw draws the words, and after them what the search reports.
func (l *SearchLine) Draw(styles *themes.Styles, says string) string {
	return styles.Accent.Render(" /") + styles.Text.Render(text.SanitizeLine(l.Words)) + "   " + styles.Dim.Render(says)
}

// CursorAt returns the end of the words as Draw draws them on the last line of a pane of this size;
// nil while they are not being written.
func (l *SearchLine) CursorAt(width, height int) *tea.Cursor {
	if !l.Typing || width <= 0 || height <= 0 {
		return nil
	}
	return tea.NewCursor(min(text.Width(" /"+text.SanitizeLine(l.Words)), width-1), height-1)
}
