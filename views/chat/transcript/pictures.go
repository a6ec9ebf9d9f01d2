package transcript

import (
	"context"
	"errors"
	"hash/maphash"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/share/picture"
	"gatehouse/themes"
	"gatehouse/views/kit/pixels"
	"gatehouse/views/kit/text"
)

// pictures are the images of conversations as small as they are drawn, by what they
// hold. They are decoded in the background, one at a time, and only when their rows
// are in view.
type pictures struct {
	seed   maphash.Seed
	known  map[pictureID]*shrunk
	order  []pictureID // of known, as they arrived
	asked  map[pictureID]bool
	wanted chan pictureJob
	on     bool // somebody decodes: see LoadPictures
}

// pictureID is a hash of an image's base64.
type pictureID uint64

// pictureJob is an image to be decoded.
type pictureJob struct {
	id   pictureID
	text string // base64
}

// shrunk is an image that was decoded, or why it could not be.
type shrunk struct {
	img *image.RGBA
	err error
}

var errBase64 = errors.New("its base64 is damaged")

const (
	pictureRows = 12  // of an image in the transcript, at most
	maxPictures = 256 // each some 10 kB
)

func (p *pictures) want(id pictureID, data encoded) {
	if p.asked[id] {
		return
	}
	select {
	case p.wanted <- pictureJob{id, data.text()}:
		p.asked[id] = true
	default: // the next drawing asks again
	}
}

func (p *pictures) add(id pictureID, s *shrunk) {
	delete(p.asked, id)
	if p.known[id] == nil {
		p.order = append(p.order, id)
	}
	if p.known[id] = s; len(p.order) > maxPictures {
		delete(p.known, p.order[0])
		p.order = slices.Delete(p.order, 0, 1)
	}
}

// shrink decodes the image to the size of the largest that is drawn.
func (j pictureJob) shrink() *shrunk {
	data, err := decode(j.text)
	if err != nil {
		return &shrunk{err: errBase64}
	}
	img, err := picture.Decode(data)
	if err != nil {
		return &shrunk{err: err}
	}
	size := picture.Fit(img.Bounds().Size(), image.Pt(maxColumns, 2*pictureRows))
	return &shrunk{img: picture.Shrink(img, size)}
}

// pictureDecoded is the message that an image can be drawn now.
type pictureDecoded struct {
	id   pictureID
	made *shrunk
	next tea.Cmd
}

// LoadPictures draws images in the transcript, in half blocks, and decodes those that
// drawing meets until ctx is done. Without it they are named, and not drawn.
func (m *Model) LoadPictures(ctx context.Context) tea.Cmd {
	m.pictures.on = true
	wanted := m.pictures.wanted
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case job := <-wanted:
			return pictureDecoded{job.id, job.shrink(), m.LoadPictures(ctx)}
		}
	}
}

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

func (b *builder) picture(s *section, data encoded) {
	size, _ := data.pixels() // whose error was looked at
	id := pictureID(maphash.String(b.m.pictures.seed, data.text()))
	was, ok := s.body.(*pictureBody)
	if ok && was.id == id {
		return
	}
	body := &pictureBody{store: b.m.pictures, styles: b.styles, id: id, data: data, size: size}
	if ok && was.size == size { // an image that arrives in parts
		body.before = was.image()
	}
	s.body = body
}

// image returns what is drawn now; nil for nothing yet.
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

// notShown returns why an image is not drawn.
func notShown(err error) string { return "not shown: " + text.SanitizeLine(err.Error()) }

// Source implements text.Content: an image holds no text.
func (p *pictureBody) Source() string { return "" }

func (p *pictureBody) Size() int { return 0 }

func (p *pictureBody) Block(int) int { return 0 }
