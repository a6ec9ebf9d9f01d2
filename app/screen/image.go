package screen

import (
	"image"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/share/graphics"
	"gatehouse/state/share/picture"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/overlay/viewer"
)

// images is the image on the whole screen, and how the terminal draws images.
//
// Bubble Tea writes raw output before the next frame of cells, and written cells erase the
// image on them. So an image in a protocol of the terminal is sent when the terminal has
// answered a question that was sent along with the blanks for it: then they are on the
// screen.
type images struct {
	answers graphics.Answers
	asked   int // questions without an answer
	shown   *shownImage
}

// shownImage is an image on the whole screen.
type shownImage struct {
	overlay *Overlay
	pane    *viewer.Model
	img     image.Image // nil until it is decoded
	serial  int         // of the drawing that is made
	drawn   graphics.Protocol
}

// maxImageSize, in pixels, is more than most screens have. Larger images are shrunk.
var maxImageSize = image.Pt(2560, 1600)

// ShowImage shows an image on the whole screen until a key is pressed.
func (h *Host) ShowImage(i views.ShowImage) tea.Cmd {
	s := &shownImage{pane: viewer.New(h.Styles, h.Keys, i.Title, text.SignsOf(h.Getenv) == text.AllSigns)}
	open := h.OpenOverlay(i.Title, s.pane)
	s.overlay = h.Overlays.Top()
	h.images.shown = s
	return tea.Batch(open, h.askTerminal(), func() tea.Msg {
		img, err := picture.Decode(i.Data())
		if err == nil {
			img = picture.Shrink(img, picture.Fit(img.Bounds().Size(), maxImageSize))
		}
		return EffectFunc(func() tea.Cmd {
			if err != nil {
				s.pane.Say("The image is not shown: " + err.Error())
				return nil
			}
			s.img = img
			return h.drawImage()
		})
	})
}

// askTerminal asks which protocol the terminal supports, and how large its cells are.
func (h *Host) askTerminal() tea.Cmd {
	h.images.asked++
	h.images.answers.Cell = cellSize()
	return tea.Raw(graphics.Query(h.Getenv))
}

// TerminalAnswered handles an answer to askTerminal.
func (h *Host) TerminalAnswered(msg tea.Msg) tea.Cmd {
	to := &h.images.answers
	switch msg := msg.(type) {
	case uv.KittyGraphicsEvent:
		to.Kitty = to.Kitty || graphics.IsKittyAnswer(msg.Options.ID, msg.Payload)
	case uv.CellSizeEvent:
		to.Cell = image.Pt(msg.Width, msg.Height)
	case uv.PrimaryDeviceAttributesEvent: // the last one
		to.Sixel = graphics.HasSixel(msg)
		h.images.asked = max(h.images.asked-1, 0)
		return h.drawImage()
	}
	return nil
}

// drawImage draws the image once it is decoded: in half blocks until the terminal has reported
// that it supports a protocol, and if it supports none.
func (h *Host) drawImage() tea.Cmd {
	s := h.images.shown
	if s == nil || s.img == nil {
		return nil
	}
	protocol := graphics.None
	if h.images.asked == 0 {
		protocol = graphics.Choose(h.Getenv, h.images.answers)
	}
	switch {
	case protocol == graphics.None:
		if s.pane.IsBlank() {
			s.pane.Show(s.img)
		}
		return nil
	case !s.pane.IsBlank():
		s.pane.Blank()
		h.images.asked++
		return tea.Raw(ansi.RequestPrimaryDeviceAttributes)
	}
	s.serial++
	serial := s.serial
	canvas := graphics.Canvas{Area: image.Rect(0, 0, h.Width, s.pane.ImageRows()), Cell: h.images.answers.Cell, Dark: h.Styles.Dark}
	return func() tea.Msg {
		sequence, err := graphics.Draw(protocol, s.img, canvas)
		return EffectFunc(func() tea.Cmd {
			switch {
			case h.images.shown != s || s.serial != serial:
				return nil
			case err != nil:
				s.pane.Show(s.img)
				return nil
			}
			s.drawn = protocol
			return tea.Raw(sequence)
		})
	}
}

// ImageResized draws the image again in another size of the screen.
func (h *Host) ImageResized() tea.Cmd {
	s := h.images.shown
	if s == nil {
		return nil
	}
	clean := graphics.Clear(s.drawn)
	s.serial, s.drawn = s.serial+1, graphics.None
	return tea.Batch(tea.Raw(clean), h.askTerminal())
}

// ShowsImage reports whether an image is on the whole screen.
func (h *Host) ShowsImage() bool { return h.images.shown != nil }

// CloseImage removes the image from the screen; nil if there is none.
func (h *Host) CloseImage() tea.Cmd {
	s := h.images.shown
	if s == nil {
		return nil
	}
	h.images.shown = nil
	h.Overlays.Dismiss(s.overlay)
	h.Arrange()
	if s.drawn == graphics.None {
		return nil
	}
	return tea.Batch(tea.Raw(graphics.Clear(s.drawn)), tea.ClearScreen)
}
