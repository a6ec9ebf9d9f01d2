package views

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Perform asks a pane to do what a key of the table would have asked for. The
// palette and a global key send it to the pane whose action it is.
type Perform struct{ Action Action }

// Asked returns the action that msg asks for among those of the scopes given:
// by one of its keys, or by name with Perform. It is empty for any other msg.
func (k *Keys) Asked(msg tea.Msg, scopes ...Scope) Action {
	switch msg := msg.(type) {
	case Perform:
		for _, i := range k.byAction[msg.Action] {
			if slices.Contains(scopes, k.commands[i].Scope) {
				return msg.Action
			}
		}
	case tea.KeyPressMsg:
		pressed := msg.String()
		for i := range k.commands {
			c := &k.commands[i]
			if slices.Contains(scopes, c.Scope) && slices.Contains(c.Keys, pressed) {
				return c.Action
			}
		}
	}
	return ""
}

// IsLetter reports whether a key, as Bubble Tea writes it, is one that types a
// character. Such a key of the table is skipped while a pane is typing.
func IsLetter(key string) bool {
	return utf8.RuneCountInString(key) == 1 || key == "space"
}

// KeyName writes a key for the eye: function keys with a capital letter, as
// they are labelled on the keyboard, and the rest as it is bound.
func KeyName(key string) string {
	if len(key) >= 2 && len(key) <= 3 && key[0] == 'f' && key[1] >= '1' && key[1] <= '9' {
		return "F" + key[1:]
	}
	return key
}

// Name returns what the user has to press for an action, as it is shown: its
// first key, or where it has none the route through the palette.
func (k *Keys) Name(a Action) string {
	c, _ := k.Command(a)
	if len(c.Keys) > 0 {
		return KeyName(c.Keys[0])
	}
	return "“" + c.Name + "” in the palette"
}

// Letter returns the key of an action that is a single letter or sign, else its Name.
func (k *Keys) Letter(a Action) string {
	c, _ := k.Command(a)
	if i := slices.IndexFunc(c.Keys, IsLetter); i >= 0 {
		return c.Keys[i]
	}
	return k.Name(a)
}

// ActionNames returns the names that keys can be bound to.
func ActionNames() []string {
	var names []string
	for _, c := range DefaultCommands() {
		names = append(names, string(c.Action))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Rebind changes the keys of the actions that bindings names to those given; an empty list unbinds
// an action. An action that has rows in several scopes is rebound in all of them; in the
// composer and the lists, where one types, it gets the keys that are free there. It returns a
// line for every name that is no action and for every clash that the new keys made; the first
// of two clashing rows wins.
func (k *Keys) Rebind(bindings map[string][]string) (warnings []string) {
	for _, name := range slices.Sorted(maps.Keys(bindings)) {
		rows, ok := k.byAction[Action(name)]
		if !ok {
			warnings = append(warnings, fmt.Sprintf("[keys] %s: there is no such action", name))
		}
		for _, i := range rows {
			keys := bindings[name]
			if s := k.commands[i].Scope; len(rows) > 1 && (s == Overlay || s == Composer) {
				if keys = k.free(i, keys); len(keys) == 0 {
					continue
				}
			}
			k.commands[i].Keys, k.commands[i].Inherited = slices.Clone(keys), false
		}
	}
	if len(bindings) > 0 {
		warnings = append(warnings, k.Clashes()...)
	}
	return warnings
}

// free returns the keys that a row of a scope where one types can have: they type nothing, and
// no other row of the scope has them.
func (k *Keys) free(row int, keys []string) (free []string) {
	for _, key := range keys {
		taken := slices.ContainsFunc(k.commands, func(c Command) bool {
			return c.Scope == k.commands[row].Scope && c.Action != k.commands[row].Action && slices.Contains(c.Keys, key)
		})
		if !taken && !IsLetter(key) {
			free = append(free, key)
		}
	}
	return free
}

// Clashes returns a line for each key that two rows claim in scopes that are
// active together.
func (k *Keys) Clashes() []string {
	var clashes []string
	for i, a := range k.commands {
		for _, b := range k.commands[i+1:] {
			if a.Action == b.Action || !together(a.Scope, b.Scope) && !everywhere(a) && !everywhere(b) {
				continue
			}
			for _, key := range a.Keys {
				// In the composer letters are text.
				if slices.Contains(b.Keys, key) && !(IsLetter(key) && (a.Scope == Composer || b.Scope == Composer)) {
					clashes = append(clashes, fmt.Sprintf("[keys] %s is both %s and %s", key, a.Action, b.Action))
				}
			}
		}
	}
	return clashes
}

// together reports whether keys of both scopes are listened to at one moment.
// An overlay takes every key but those that quit, so it shares none with the
// panes; of the panes one has the focus; the inspector's keys work in each of its tabs.
func together(a, b Scope) bool {
	if a == b {
		return true
	}
	if a > b {
		a, b = b, a
	}
	switch a {
	case Global:
		return b != Overlay && b != Common && b != Sharing && b != Preview
	case Inspect: // with the keys of whatever tab is shown
		return b == Figures || b == Tree || b == Events || b == Comparison
	case Figures:
		return b == Comparison
	case Overlay: // with the keys of any list
		return b == Sharing
	}
	return false
}

// everywhere reports whether a row's keys are listened to also while an overlay is open.
func everywhere(c Command) bool {
	return c.Action == ActInterrupt || c.Action == ActQuit || c.Action == ActLeader
}

// ActLeader makes alt+letter of the letter that is pressed after it, for terminals
// whose alt types characters.
const ActLeader Action = "leader"

// WithAlt returns the key that msg would be with alt held down. Ctrl that is still held
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

// AfterLeader returns what is pressed after the leader for a key with alt, as users read
// it; ok is false for any other key.
func AfterLeader(key string) (after string, ok bool) {
	after, ok = strings.CutPrefix(key, "alt+")
	if upper, shift := strings.CutPrefix(after, "shift+"); shift && IsLetter(upper) {
		return strings.ToUpper(upper), ok
	}
	return after, ok
}

// ByLeader returns the way through the leader to a key with alt: "ctrl+x m"; empty where
// there is none.
func (k *Keys) ByLeader(key string) string {
	after, ok := AfterLeader(key)
	leader, _ := k.Command(ActLeader)
	if !ok || len(leader.Keys) == 0 || key == leader.Keys[0] {
		return ""
	}
	return KeyName(leader.Keys[0]) + " " + after
}
