package views

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// ActLeader makes alt+letter of the letter that is pressed after it, for terminals
// whose alt types characters.
const ActLeader Action = "leader"

// WithAlt is the key that msg would be with alt held down. Ctrl that is still held
// down from the leader does not count.
func WithAlt(msg tea.KeyPressMsg) tea.KeyPressMsg {
	typed, n := utf8.DecodeRuneInString(msg.Text)
	if n > 0 && n == len(msg.Text) && typed != ' ' { // an upper case letter is shift and the letter, as alt+shift is read
		msg.Code, msg.BaseCode = unicode.ToLower(typed), 0
		msg.Mod &^= tea.ModShift
		if unicode.IsUpper(typed) {
			msg.Mod |= tea.ModShift
		}
	}
	msg.Text = ""
	msg.Mod = msg.Mod&^tea.ModCtrl | tea.ModAlt
	return msg
}

// AfterLeader is what is pressed after the leader for a key with alt, as a person reads
// it; ok is false for any other key.
func AfterLeader(key string) (after string, ok bool) {
	after, ok = strings.CutPrefix(key, "alt+")
	if upper, shift := strings.CutPrefix(after, "shift+"); shift && IsLetter(upper) {
		return strings.ToUpper(upper), ok
	}
	return after, ok
}

// ByLeader is the way through the leader to a key with alt: "ctrl+x m"; empty where
// there is none.
func (k *Keys) ByLeader(key string) string {
	after, ok := AfterLeader(key)
	leader, _ := k.Command(ActLeader)
	if !ok || len(leader.Keys) == 0 || key == leader.Keys[0] {
		return ""
	}
	return KeyName(leader.Keys[0]) + " " + after
}
