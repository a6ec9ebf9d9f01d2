package transcript

import (
	"encoding/base64"
	"fmt"
	"image"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/state/share/picture"
	"gatehouse/views"
)

// headOfImage is how much of an image's base64 is looked at for its size, in bytes: in a
// JPEG that is after all that a camera wrote of it.
const headOfImage = 256 << 10

// pixels reads how many pixels an image has. The errors are those of picture.Size. It first looks at a
// short head, which is enough for most images: the size is read at each paint of a selected image.
func (e encoded) pixels() (image.Point, error) {
	size, err := pixelsOf(e.start(headOf))
	if err != nil && size == (image.Point{}) && e.in.Len()-e.from > headOf {
		return pixelsOf(e.start(headOfImage))
	}
	return size, err
}

func pixelsOf(text string) (image.Point, error) {
	coding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		coding = base64.RawURLEncoding
	}
	text = strings.TrimRight(text, "=")
	return picture.Size(base64.NewDecoder(coding, strings.NewReader(text[:len(text)/4*4])))
}

func (e encoded) isImage() bool {
	_, err := e.pixels()
	return err == nil
}

// upToImage is how many sections above the selected one are searched for an image.
const upToImage = 100

// showImage asks to show an image on the whole screen: the selected one, else the next
// above it in its turn.
func (m *Model) showImage() views.Intent {
	selected := m.positionOf(anchor{key: m.choice()})
	at, ok := selected, true
	for range upToImage {
		if !ok || at.turn != selected.turn {
			break
		}
		if b := m.sectionAt(at).binary; b != nil && b.isImage() {
			return b.show()
		}
		at, ok = m.adjacentSection(at, -1)
	}
	return views.Notify{Text: "no image in this turn; " + m.keys.Name(views.ActTurnBefore) + " goes to the turn above"}
}

func (b *binary) show() views.Intent {
	size, _ := b.pixels()
	text := b.text()
	return views.ShowImage{Title: fmt.Sprintf("%s   %d×%d", b.name, size.X, size.Y), Data: func() []byte { return decoded(text) }}
}

// pixels draws how many pixels an image has, or why it is not shown; nothing of what is
// no image.
func (b *builder) pixels(data encoded) string {
	if !picture.Reads(data.media()) {
		return ""
	}
	size, err := data.pixels()
	words := ""
	if size != (image.Point{}) {
		words = b.ink(&b.styles.Text, fmt.Sprintf("%d×%d", size.X, size.Y))
	}
	if err != nil {
		words = b.line(words, b.ink(&b.styles.Warn, notShown(err)))
	}
	return words
}

// imageOf returns the image that a part of a message carries as a data URL.
func imageOf(part gjson.Result) (data encoded, ok bool) {
	url := part.Get("image_url")
	switch {
	case url.IsObject(): // chat completions
		url = url.Get("url")
	case !url.Exists(): // a code interpreter
		url = part.Get("url")
	}
	head, rest, _ := strings.Cut(url.Str, dataURL)
	if rest == "" || len(head) > headOf/2 || !strings.HasPrefix(head, "data:image/") {
		return encoded{}, false
	}
	e := encodedValue([]byte(url.Raw))
	return e, picture.Reads(e.media())
}

func imagesIn(item []byte) []encoded {
	var images []encoded
	add := func(_, part gjson.Result) bool {
		if data, ok := imageOf(part); ok {
			images = append(images, data)
		}
		return true
	}
	for _, member := range []string{"content", "output", "outputs"} {
		switch v := gjson.GetBytes(item, member); {
		case v.IsArray():
			v.ForEach(add)
		case v.IsObject(): // of a computer call
			add(gjson.Result{}, v)
		}
	}
	return images
}

// inputImages adds the images that an item of the request carries, below it.
func (b *builder) inputImages(of *section) {
	for n, data := range of.images {
		s, fresh := b.section(key{part: partInput, item: of.key.item, piece: 1 + n}, 1)
		if fresh {
			b.binary(s, "image", fmt.Sprintf("%d-%d", of.key.turn, n+1), data)
			s.gap, s.gutter = 0, of.gutter
			s.head = []string{b.binaryHead(data)}
			if b.drawable(data) {
				b.picture(s, data)
			}
		}
		b.finish(s)
	}
}

// itemImages adds the images that an item of the answer holds, below its row. What this
// shows of a binary result is not repeated.
func (b *builder) itemImages(it *state.Item) {
	of := b.sections[len(b.sections)-1]
	for n, data := range of.images {
		s, fresh := b.section(key{part: partItem, item: it.Serial, piece: imagePiece + n}, it.Version)
		if fresh {
			body := s.body
			s.gap, s.inset = 0, bodyInset
			if s.binary = of.binary; s.binary == nil {
				b.binary(s, "image", fmt.Sprintf("%s-%d", it.ID, n+1), data)
				s.head = []string{b.fit("  " + b.binaryHead(data))}
			}
			if s.body = nil; b.drawable(data) {
				s.body = body
				b.picture(s, data)
			}
			s.what, s.source = "image as base64", data.text
		}
		b.finish(s)
	}
}

// drawable reports whether an image can be drawn in the transcript: not in 16 colours or
// none.
func (b *builder) drawable(data encoded) bool {
	return !b.search && b.m.pictures.on && b.m.styles.HasManyColours() && data.isImage()
}
