// Package themes turns some 20 colour roles into the styles that every pane
// draws with. A role is named by what it means, never by its hue.
package themes

import "charm.land/lipgloss/v2"

// Styles are the finished styles of one theme. There is one value in a running
// program, shared by pointer; changing the theme overwrites it and raises
// Version, so that caches keyed by the version fall away by themselves.
type Styles struct {
	Name    string
	Dark    bool
	Version int
	Palette Palette // the roles' colours, for what is not drawn with a Style

	plain bool // no colours are shown

	Text      lipgloss.Style // running text
	Strong    lipgloss.Style // titles and names
	Dim       lipgloss.Style // labels, times, all that can be skipped
	Faint     lipgloss.Style // quieter than Dim: placeholders
	Accent    lipgloss.Style // where you are and what you can press
	Here      lipgloss.Style // the shown one of the screens, the tabs, the ways to show a document
	Key       lipgloss.Style // a key in the footer and in help
	Rule      lipgloss.Style // thin lines between areas
	Selection lipgloss.Style // the selected row or turn
	Fill      lipgloss.Style // text on the filled part of a bar
	FillHere  lipgloss.Style // the same in the selected row
	Match     lipgloss.Style // a find hit
	MatchHere lipgloss.Style // the find hit under the cursor
	User      lipgloss.Style // the gutter of what the person said
	Model     lipgloss.Style // the name of the model that answered
	Reasoning lipgloss.Style // reasoning text
	Tool      lipgloss.Style // calls and their outputs
	Good      lipgloss.Style // verdict completed
	Warn      lipgloss.Style // verdict incomplete, truncated, cancelled; warnings
	Bad       lipgloss.Style // verdict failed; faults
	Running   lipgloss.Style // a stream that is on its way
	Escape    lipgloss.Style // a control character made visible
	Code      lipgloss.Style // code within a sentence
	Bar       lipgloss.Style // top line
	Overlay   lipgloss.Style // the frame of an overlay
}
