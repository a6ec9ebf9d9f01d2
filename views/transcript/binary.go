package transcript

import (
	"encoding/base64"
	"net/http"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/text"
)

// binary is a result that is no text. It is never drawn; its type and size
// are, and it can be saved.
type binary struct {
	name string // suggested file name
	encoded
}

// encoded is base64 as it came.
type encoded struct {
	head  string             // its first bytes
	size  int                // in bytes, without the padding at its end
	text  func() string      // all of it
	start func(n int) string // the first n bytes of it
}

// headOf is how much of base64 is looked at to know what it is, in bytes.
const headOf = 512

// encodedFrom is the base64 of a text, which may still grow, behind what stands
// before it.
func encodedFrom(s *rope.Rope, from int) encoded {
	end := s.Cut(max(s.Len()-headOf, int64(from)), s.Len())
	size := int(s.Len()) - from - (len(end) - len(strings.TrimRight(end, "=")))
	start := func(n int) string { return s.Cut(int64(from), min(int64(from+n), s.Len())) }
	return encoded{start(headOf), size, func() string { return s.String()[from:] }, start}
}

// encodedValue is the base64 of a string value, which it shares, without the head of
// a data URL.
func encodedValue(v []byte) encoded {
	s, from := rope.New(v), 0
	head := s.Cut(0, headOf)
	if before, _, ok := strings.Cut(head, dataURL); ok && strings.HasPrefix(head, "data:") {
		from = len(before) + len(dataURL)
	}
	return encodedFrom(s, from)
}

// dataURL ends the head of a data URL that holds base64.
const dataURL = ";base64,"

func decoded(text string) []byte {
	if data, err := decode(text); err == nil {
		return data
	}
	return []byte(text)
}

// decode reads base64 of either alphabet, with or without padding.
func decode(text string) ([]byte, error) {
	text = strings.TrimRight(text, "=")
	if data, err := base64.RawStdEncoding.DecodeString(text); err == nil {
		return data, nil
	}
	return base64.RawURLEncoding.DecodeString(text)
}

// minBinary is the length from which a member that may hold base64 is taken
// for it, in bytes; shorter ones are shown as text.
const minBinary = 64

// binaryOf finds a binary result in an item, or in the last partial image.
func binaryOf(it *state.Item) (kind string, data encoded, ok bool) {
	for m := range scan.Members(it.Raw) {
		switch m.Key {
		case "result", "imageB64", "screenshotB64", "image_b64":
			if looksEncoded(m.Value) {
				return scan.Text(scan.Get(it.Raw, "type")), encodedValue(m.Value), true
			}
		}
	}
	if v := scan.Get(it.Partial(), "partial_image_b64"); scan.KindOf(v) == scan.String {
		if data := encodedValue(v); data.size > 0 {
			return "partial_image", data, true
		}
	}
	return "", encoded{}, false
}

// looksEncoded tells by its beginning whether a value is base64, with or without the
// head of a data URL.
func looksEncoded(v []byte) bool {
	if scan.KindOf(v) != scan.String {
		return false
	}
	head := string(scan.AppendUnquoted(nil, v[1:min(len(v)-1, headOf)]))
	if _, after, ok := strings.Cut(head, dataURL); ok && strings.HasPrefix(head, "data:") {
		head = after
	}
	if len(head) < minBinary {
		return false
	}
	_, err := decode(head[:minBinary/4*4])
	return err == nil
}

// binary gives a section a binary result, to be saved.
func (b *builder) binary(s *section, what, id string, data encoded) {
	s.binary = &binary{fileName(what, id) + extension(mediaType(data.head)), data}
	s.body = nil
	s.what, s.source = "base64 text", data.text
}

// binaryHead draws the row of a binary result: type and size.
func (b *builder) binaryHead(data encoded) string {
	styles, size := b.styles, figures.Size(base64.RawStdEncoding.DecodedLen(data.size))
	words := []string{b.ink(&styles.Accent, "◆") + " " + b.ink(&styles.Text, mediaType(data.head)), b.pixels(data), b.ink(&styles.Text, size)}
	if data.isImage() {
		words = append(words, b.press(b.m.keys.Name(views.ActShowImage), "view"))
	}
	return b.line(append(words, b.press(b.m.keys.Name(views.ActSaveBinary), "save"))...)
}

// press draws a key and what it does.
func (b *builder) press(key, does string) string {
	return b.ink(&b.styles.Key, key) + b.ink(&b.styles.Dim, " "+does)
}

// mediaType tells the type of base64 data by its first bytes.
func mediaType(head string) string {
	data, err := decode(head[:len(head)/4*4])
	if err != nil {
		return "base64"
	}
	media, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return media
}

func extension(media string) string {
	switch media {
	case "image/png", "image/gif", "image/webp", "image/bmp", "application/pdf", "video/mp4":
		return "." + media[strings.IndexByte(media, '/')+1:]
	case "image/jpeg":
		return ".jpg"
	case "audio/wave":
		return ".wav"
	case "audio/mpeg":
		return ".mp3"
	case "text/plain":
		return ".txt"
	}
	return ".bin"
}

// fileName makes a file name of what came from the wire: letters, digits, dash
// and underscore, at most 60 of them.
func fileName(what, id string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, text.SanitizeLine(what+"-"+id))
	return strings.Trim(safe[:min(len(safe), 60)], "-")
}
