package transcript

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/views"
	"gatehouse/views/body"
)

// binary is a result that is no text. It is never drawn; its type and size
// are, and it can be saved.
type binary struct {
	name string // suggested file name
	text string // base64, as it came
}

// bytes decodes the result; what cannot be decoded is saved as it came.
func (b *binary) bytes() []byte {
	if data, err := decode(b.text); err == nil {
		return data
	}
	return []byte(b.text)
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
func binaryOf(item gjson.Result, partial json.RawMessage) (member, data string) {
	for _, name := range []string{"result", "imageB64", "screenshotB64", "image_b64"} {
		if v := item.Get(name); v.Type == gjson.String && len(v.Str) >= minBinary {
			text := v.Str
			if _, after, ok := strings.Cut(text, ";base64,"); ok && strings.HasPrefix(text, "data:") {
				text = after
			}
			if _, err := decode(text[:minBinary/4*4]); err == nil {
				return item.Get("type").String(), text
			}
		}
	}
	if v := gjson.GetBytes(partial, "partial_image_b64"); v.Str != "" {
		return "partial_image", v.Str
	}
	return "", ""
}

// binary gives a section the row of a binary result: type and size.
func (b *builder) binary(s *section, what, id, text string) {
	media := mediaType(text)
	s.binary = &binary{name: fileName(what, id) + extension(media), text: text}
	styles := b.m.styles
	bytes := base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(text, "=")))
	s.head = []string{b.line(styles.Accent.Render("◆")+" "+styles.Text.Render(media), styles.Text.Render(views.Size(bytes)), b.press(b.m.keys.Name(views.ActSaveBinary), "save"))}
	s.body = nil
	s.what, s.source = "the base64 text", func() string { return s.binary.text }
}

// press draws a key and what it does.
func (b *builder) press(key, does string) string {
	return b.m.styles.Key.Render(key) + b.m.styles.Dim.Render(" "+does)
}

// mediaType tells the type of base64 data by its first bytes.
func mediaType(text string) string {
	data, err := decode(text[:min(len(text), 512)/4*4])
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
	}, body.SanitizeLine(what+"-"+id))
	return strings.Trim(safe[:min(len(safe), 60)], "-")
}
