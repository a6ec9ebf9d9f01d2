package config

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// modifiers may precede a key's name, as Bubble Tea writes them.
var modifiers = []string{"ctrl", "alt", "shift", "meta", "hyper", "super"}

// isKey reports whether a text names a key as Bubble Tea writes it.
func isKey(text string) bool {
	for {
		before, after, found := strings.Cut(text, "+")
		if !found || after == "" || !slices.Contains(modifiers, before) {
			return utf8.RuneCountInString(text) == 1 || slices.Contains(keyNames(), text)
		}
		text = after
	}
}

// keyNames returns the names of the keys that write no character.
func keyNames() []string {
	names := []string{"space"}
	for code := range tea.KeyF63 - tea.KeyUp + 1 {
		names = append(names, tea.Key{Code: tea.KeyUp + code}.String())
	}
	for _, code := range []rune{tea.KeyEnter, tea.KeyTab, tea.KeyEscape, tea.KeyBackspace} {
		names = append(names, tea.Key{Code: code}.String())
	}
	return names
}
