package views

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// LineEdit is what a key did with a line of text that is being written.
type LineEdit uint8

// What a key does.
const (
	LineUnchanged LineEdit = iota // nothing
	LineEdited                    // it changed it
	LineLeft                      // it went back over its beginning: the writing ends
)

// EditLine does what a key does with a line that is written at its end, as a
// search's words are: it types, or deletes with the composer's keys.
func (k *Keys) EditLine(msg tea.KeyPressMsg, line string) (string, LineEdit) {
	switch k.Asked(msg, Composer) {
	case ActDeleteBack:
		if line == "" {
			return "", LineLeft
		}
		_, n := utf8.DecodeLastRuneInString(line)
		return line[:len(line)-n], LineEdited
	case ActKillStart:
		return "", LineEdited
	case ActDeleteWordBack:
		return line[:strings.LastIndexByte(strings.TrimRight(line, " "), ' ')+1], LineEdited
	}
	if msg.Text == "" {
		return line, LineUnchanged
	}
	return line + msg.Text, LineEdited
}

// FirstLine returns what of a paste goes into a line that is being written. What is
// no UTF-8 is left out; it is not safe to draw yet.
func FirstLine(paste string) string {
	if i := strings.IndexAny(paste, "\r\n"); i >= 0 {
		paste = paste[:i]
	}
	return strings.ToValidUTF8(paste, "")
}

// Typed returns the text that a key types; empty for none, and with a modifier that makes
// it a command.
func Typed(msg tea.Msg) string {
	const harmless = tea.ModShift | tea.ModCapsLock | tea.ModNumLock | tea.ModScrollLock
	if k, ok := msg.(tea.KeyPressMsg); ok && k.Mod&^harmless == 0 {
		return k.Text
	}
	return ""
}
