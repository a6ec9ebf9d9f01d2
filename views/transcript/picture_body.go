package transcript

import (
	"image"

	"gatehouse/state/picture"
	"gatehouse/themes"
	"gatehouse/views/pixels"
	"gatehouse/views/text"
)

// pictureBody is an image as the body of a section: one block of half blocks. Its rows
// are known before it is decoded, and blank until then.
type pictureBody struct {
	store  *pictures
	styles *themes.Styles
	id     pictureID
	data   encoded
	size   image.Point // in pixels
	before *image.RGBA // drawn until this one is decoded
	width  int

	lines []string
	drawn *shrunk // that lines were made of
}

var _ text.Long = (*pictureBody)(nil)

// picture gives a section an image that can be drawn.
func (b *builder) picture(s *section, data encoded) {
	size, _ := data.pixels() // whose error was looked at
	id := b.m.pictures.idOf(data)
	was, ok := s.body.(*pictureBody)
	if ok && was.id == id {
		return
	}
	body := &pictureBody{store: b.m.pictures, styles: b.styles, id: id, data: data, size: size}
	if ok && was.size == size { // an image that comes in parts
		body.before = was.image()
	}
	s.body = body
}

// image is what is drawn now; nil for nothing yet.
func (p *pictureBody) image() *image.RGBA {
	if made := p.store.known[p.id]; made != nil {
		return made.img
	}
	return p.before
}

func (p *pictureBody) SetWidth(width int) {
	if p.width != width {
		p.width, p.lines = width, nil
	}
}

func (p *pictureBody) Len() int { return 1 }

func (p *pictureBody) Height(int) int {
	if made := p.store.known[p.id]; made != nil && made.err != nil {
		return 1
	}
	return pixels.Cells(p.size, p.width, pictureRows).Y
}

func (p *pictureBody) Lines(int) []string {
	made := p.store.known[p.id]
	if p.lines == nil || p.drawn != made {
		p.lines, p.drawn = p.draw(made), made
	}
	if made == nil {
		p.store.want(p.id, p.data)
	}
	return p.lines
}

func (p *pictureBody) draw(made *shrunk) []string {
	if made != nil && made.err != nil {
		return []string{p.styles.Dim.Render(text.Fit(notShown(made.err), p.width, "…"))}
	}
	img := p.image()
	if img == nil {
		return make([]string, p.Height(0))
	}
	return pixels.Lines(picture.Shrink(img, picture.Fit(p.size, image.Pt(p.width, 2*pictureRows))))
}

// notShown says why an image is not drawn.
func notShown(err error) string { return "not shown: " + text.SanitizeLine(err.Error()) }

// Source implements text.Content: an image holds no text.
func (p *pictureBody) Source() string { return "" }

func (p *pictureBody) Size() int { return 0 }

func (p *pictureBody) Block(int) int { return 0 }
