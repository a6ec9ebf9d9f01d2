package transcript

import (
	"context"
	"errors"
	"hash/maphash"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/picture"
)

// pictures are the images of conversations as small as they are drawn, by what they
// hold. They are decoded in the background, one at a time, and only when their rows
// come into view.
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
	pictureRows  = 12  // of an image in the transcript, at most
	keptPictures = 256 // each some 10 kB
)

func newPictures() *pictures {
	return &pictures{seed: maphash.MakeSeed(), known: map[pictureID]*shrunk{}, asked: map[pictureID]bool{}, wanted: make(chan pictureJob, keptPictures)}
}

func (p *pictures) idOf(data encoded) pictureID {
	return pictureID(maphash.String(p.seed, data.text()))
}

// want has an image decoded.
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
	if p.known[id] = s; len(p.order) > keptPictures {
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
