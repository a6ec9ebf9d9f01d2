package transcript

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// binary is a result that is no text. It is never drawn; its type and size
// are, and it can be saved.
type binary struct {
	name string // suggested file name
	encoded
}

// encoded is base64 as it arrived: a text, which may still grow, from a byte on.
type encoded struct {
	in   *rope.Rope
	from int64
}

// headOf is how much of base64 is looked at to know what it is, in bytes.
const headOf = 512

// start returns the first n bytes of it.
func (e encoded) start(n int64) string { return e.in.Cut(e.from, min(e.from+n, e.in.Len())) }

func (e encoded) text() string { return e.start(e.in.Len()) }

// size returns how many bytes it holds, decoded.
func (e encoded) size() int {
	end := e.in.Cut(max(e.in.Len()-headOf, e.from), e.in.Len())
	padding := len(end) - len(strings.TrimRight(end, "="))
	return base64.RawStdEncoding.DecodedLen(int(e.in.Len()-e.from) - padding)
}

// encodedValue returns the base64 of a string value, which it shares, without the head of
// a data URL.
func encodedValue(v []byte) encoded {
	e := encoded{in: rope.New(v)}
	head := e.start(headOf)
	if before, _, ok := strings.Cut(head, dataURL); ok && strings.HasPrefix(head, "data:") {
		e.from = int64(len(before) + len(dataURL))
	}
	return e
}

// dataURL ends the head of a data URL that holds base64.
const dataURL = ";base64,"

// decoded returns what a text is the base64 of; the text where it is damaged.
func decoded(text string) []byte {
	data, err := decode(text)
	if err != nil {
		return []byte(text)
	}
	return data
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
		if data := encodedValue(v); data.size() > 0 {
			return "partial_image", data, true
		}
	}
	return "", encoded{}, false
}

// looksEncoded reports whether a value begins like base64, with or without the
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
	s.binary = &binary{fileName(what, id) + extension(data.media()), data}
	s.body = nil
	s.what, s.source = "base64 text", data.text
}

func (b *builder) binaryHead(data encoded) string {
	styles, size := b.styles, figures.Size(data.size())
	words := []string{b.ink(&styles.Accent, "◆") + " " + b.ink(&styles.Text, data.media()), b.pixels(data), b.ink(&styles.Text, size)}
	if data.isImage() {
		words = append(words, b.press(b.m.keys.Name(views.ActShowImage), "view"))
	}
	return b.line(append(words, b.press(b.m.keys.Name(views.ActSaveBinary), "write file"))...)
}

func (b *builder) press(key, does string) string {
	return b.ink(&b.styles.Key, key) + b.ink(&b.styles.Dim, " "+does)
}

// media returns the media type of the data by its first bytes.
func (e encoded) media() string {
	head := e.start(headOf)
	data, err := decode(head[:len(head)/4*4])
	if err != nil {
		return "base64"
	}
	media, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return media
}

func extension(media string) string {
	known := map[string]string{
		"image/png": ".png", "image/gif": ".gif", "image/webp": ".webp", "image/bmp": ".bmp", "image/jpeg": ".jpg", "application/pdf": ".pdf",
		"video/mp4": ".mp4", "audio/wave": ".wav", "audio/mpeg": ".mp3", "text/plain": ".txt",
	}
	return cmp.Or(known[media], ".bin")
}

// fileName makes a file name of what arrived from the wire: letters, digits, dash
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
