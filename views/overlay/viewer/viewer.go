// Package viewer is the overlay that shows one image on the full screen: in half blocks, or as
// blanks over which the terminal draws it by a graphics protocol.
package viewer

import (
	"image"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/share/picture"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/pixels"
	"gatehouse/views/kit/text"
)

// Model is the overlay.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	title  string
	blocks bool // half blocks can be drawn

	views.Box
	img     *image.RGBA // drawn in half blocks; nil: blanks
	words   string      // instead of the image
	drawn   text.Memo[drawnFor, string]
	changes int
}

// drawnFor is what the drawing depends on.
type drawnFor struct{ width, height, changes, style int }

// New makes the overlay, blank. blocks says that the terminal has half blocks.
func New(styles *themes.Styles, keys *views.Keys, title string, blocks bool) *Model {
	return &Model{styles: styles, keys: keys.In(views.Transcript), title: text.SanitizeLine(title), blocks: blocks}
}

// maxPixels is the largest image that is cached for drawing: more than a screen has cells.
var maxPixels = image.Pt(640, 480)

// Show draws an image in half blocks, or shows why it cannot.
func (m *Model) Show(img image.Image) {
	m.changes++
	if !m.blocks || !m.styles.HasManyColours() {
		m.words = "Not drawn: half blocks need UTF-8 and 256 colours. " + m.keys.Name(views.ActSaveBinary) + " in the transcript saves it."
		return
	}
	m.img = picture.Shrink(img, picture.Fit(img.Bounds().Size(), maxPixels))
}

// Say shows why there is no image.
func (m *Model) Say(words string) {
	m.words = text.SanitizeLine(words)
	m.changes++
}

// Blank leaves the place of the image to the terminal.
func (m *Model) Blank() {
	m.img, m.words = nil, ""
	m.changes++
}

// IsBlank reports whether nothing is drawn where the image is.
func (m *Model) IsBlank() bool { return m.img == nil && m.words == "" }

// Covers reports that the overlay has no frame and takes the full screen.
func (m *Model) Covers() bool { return true }

// ImageRows returns how many rows there are for the image: all but that of the title.
func (m *Model) ImageRows() int { return max(m.Height-1, 0) }

// Update implements views.Pane: any key closes the image.
func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg, views.Perform:
		return views.Answer{Intent: views.CloseImage{}, Used: true}
	}
	return views.Answer{}
}

func (m *Model) ShortHelp() []key.Binding { return nil }

func (m *Model) View() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	return m.drawn.Get(drawnFor{m.Width, m.Height, m.changes, m.styles.Version}, m.draw)
}

func (m *Model) draw() string {
	var lines []string
	switch {
	case m.ImageRows() == 0:
	case m.img != nil:
		size := picture.Fit(m.img.Rect.Size(), image.Pt(m.Width, 2*m.ImageRows()))
		lines = centred(pixels.Lines(picture.Shrink(m.img, size)), size.X, m.Width, m.ImageRows())
	case m.words != "":
		words := text.Truncate(m.words, m.Width, "…")
		lines = centred([]string{m.styles.Text.Render(words)}, text.Width(words), m.Width, m.ImageRows())
	}
	lines = append(lines, make([]string, m.ImageRows())...)[:m.ImageRows()]
	title := text.Fit(" "+m.title+"   press any key to close", m.Width, "…")
	return text.Rect(append(lines, m.styles.Dim.Render(title)), m.Width, m.Height)
}

// centred puts lines that are all some cells wide in the middle.
func centred(lines []string, cells, width, height int) []string {
	out := make([]string, max((height-len(lines))/2, 0))
	for _, line := range lines {
		out = append(out, strings.Repeat(" ", max((width-cells)/2, 0))+line)
	}
	return out
}
