// Package json draws JSON in rows: a document with a member a line, and what differs
// between two. It does not check documents and does not change them.
package json

import (
	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/themes"
)

// Tint is how the parts of JSON are coloured where it is drawn value by value.
type Tint struct {
	Name, String, Number, Word, Sign lipgloss.Style
}

// NewTint takes the colours of a theme: those of JSON in an answer.
func NewTint(styles *themes.Styles) Tint {
	of := func(colour string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(colour))
	}
	p := styles.Palette
	return Tint{Name: of(p.Function), String: of(p.String), Number: of(p.Number), Word: of(p.Number), Sign: styles.Dim}
}

// Value returns the style of a value of a kind; objects and arrays are told by
// their brackets.
func (t Tint) Value(kind scan.Kind) lipgloss.Style {
	switch kind {
	case scan.String:
		return t.String
	case scan.Number:
		return t.Number
	case scan.Object, scan.Array:
		return t.Sign
	}
	return t.Word
}
