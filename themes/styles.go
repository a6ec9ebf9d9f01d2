// Package themes turns some 20 colour roles into the styles that every pane
// draws with. A role is named by what it means, never by its hue.
package themes

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Styles are the styles of one theme. There is one value in a running program, shared by
// pointer; a change of the theme overwrites it and increments Version, by which caches are
// keyed.
type Styles struct {
	Name    string
	Dark    bool
	Version int
	Palette Palette // the roles' colours, for what is not drawn with a Style

	chosen Palette              // of the chosen theme, even if the terminal cannot show it
	limit  colorprofile.Profile // what the terminal can show

	Text      lipgloss.Style // running text
	Strong    lipgloss.Style // titles and names
	Dim       lipgloss.Style // labels, times, text that can be skipped
	Faint     lipgloss.Style // quieter than Dim: placeholders
	Accent    lipgloss.Style // where you are and what you can press
	Here      lipgloss.Style // the shown screen, tab or form of a document
	Key       lipgloss.Style // a key in the footer and in help
	Rule      lipgloss.Style // thin lines between areas
	Selection lipgloss.Style // the selected row or turn
	Fill      lipgloss.Style // text on the filled part of a bar
	FillHere  lipgloss.Style // the same in the selected row
	Match     lipgloss.Style // a find hit
	MatchHere lipgloss.Style // the find hit under the cursor
	User      lipgloss.Style // the gutter of the user's messages
	Model     lipgloss.Style // the name of the model that answered
	Reasoning lipgloss.Style // reasoning text
	Tool      lipgloss.Style // calls and their outputs
	Good      lipgloss.Style // verdict completed
	Warn      lipgloss.Style // verdict incomplete, truncated, cancelled; warnings
	Bad       lipgloss.Style // verdict failed; faults
	Running   lipgloss.Style // a running stream
	Escape    lipgloss.Style // a control character made visible
	Code      lipgloss.Style // code within a sentence
	Bar       lipgloss.Style // top line
	Overlay   lipgloss.Style // the frame of an overlay

	Removed, Added         lipgloss.Style // a line that only the first or the second of two texts has
	RemovedWord, AddedWord lipgloss.Style // in such a line, the words that the other text does not have
}

// Of returns the styles of a palette. Reverse video replaces a missing background; an
// underline replaces a missing accent.
func Of(p Palette) Styles {
	fg := func(colour string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(colour)) }
	on := func(colour, ground string) lipgloss.Style {
		if ground == "" {
			return fg(colour).Reverse(true)
		}
		return fg(colour).Background(lipgloss.Color(ground))
	}
	tinted := func(colour, ground, instead string) lipgloss.Style {
		if ground == "" {
			return fg(instead)
		}
		return fg(colour).Background(lipgloss.Color(ground))
	}
	fill := func(colour, ground string) lipgloss.Style { return fg(colour).Background(lipgloss.Color(ground)) }
	return Styles{
		Name:    p.Name,
		Dark:    p.Dark,
		Version: 1,
		Palette: p,
		chosen:  p,

		Text:      fg(p.Text),
		Strong:    fg(p.Strong).Bold(true),
		Dim:       fg(p.Dim).Faint(p.Dim == ""),
		Faint:     fg(p.Faint).Faint(p.Faint == ""),
		Accent:    fg(p.Accent),
		Here:      fg(p.Accent).Underline(p.Accent == ""),
		Key:       fg(p.Accent).Bold(true),
		Rule:      fg(p.Rule),
		Selection: on(p.Strong, p.Selection),
		Fill:      fill(p.Text, p.Fill),
		FillHere:  fill(p.Strong, p.FillHere),
		Match:     on(p.OnMatch, p.Match),
		MatchHere: on(p.OnMatchHere, p.MatchHere).Bold(true),
		User:      fg(p.User),
		Model:     fg(p.Model).Bold(true),
		Reasoning: fg(p.Reasoning).Italic(true),
		Tool:      fg(p.Tool),
		Good:      fg(p.Good),
		Warn:      fg(p.Warn),
		Bad:       fg(p.Bad),
		Running:   fg(p.Running),
		Escape:    fg(p.Escape),
		Code:      fg(p.Code),
		Bar:       fg(p.Text),
		Overlay:   fg(p.Accent),

		Removed:     tinted(p.Text, p.Removed, p.Bad),
		Added:       tinted(p.Text, p.Added, p.Good),
		RemovedWord: tinted(p.Strong, p.RemovedWord, p.Bad).Reverse(p.RemovedWord == "" && p.Bad != ""),
		AddedWord:   tinted(p.Strong, p.AddedWord, p.Good).Reverse(p.AddedWord == "" && p.Good != ""),
	}
}

// HasColour reports whether colours distinguish good and bad, added and removed; else signs
// must.
func (s *Styles) HasColour() bool { return s.Palette.Bad != "" && s.Palette.Good != "" }

// Filled draws words of a style on the filled part of a bar, with the background of fill; if
// the theme has none for it, underlined.
func (s *Styles) Filled(words string, style, fill lipgloss.Style) string {
	ground := fill.GetBackground()
	if _, none := ground.(lipgloss.NoColor); !none {
		return style.Background(ground).Render(words)
	}
	if words == "" {
		return ""
	}
	return "\x1b[4m" + style.Render(words) + "\x1b[24m" // Underline draws blanks by themselves, and not reversed
}
