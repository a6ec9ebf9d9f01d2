package files

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// MaxAttachment is the maximal size of an attached file in bytes. In base64 it is a third
// larger, which is less than the 32 MiB that the local gateway accepts.
const MaxAttachment = 20 << 20

// Attachment is a file made part of a message.
type Attachment struct {
	Path     string          // as given
	Name     string          // without folders
	Kind     string          // for the user: PDF, PNG image, text
	Media    string          // media type
	Encoding string          // of its bytes in the part: base64 or text
	Size     int             // bytes of the file
	Part     json.RawMessage // the content part of a message
}

// Attach reads a file as a content part, by its content and not by its name: a PDF as
// input_file, a PNG, JPEG, GIF or WebP picture as input_image, both as data URLs. Text becomes
// an input_text that begins with the file's name: every service reads that, while most accept
// only PDF as a file, and file parsers return text in this form.
func Attach(path string) (Attachment, error) {
	data, err := Read(path, MaxAttachment)
	if err != nil {
		return Attachment{}, err
	}
	a := Attachment{Path: path, Name: strings.ToValidUTF8(filepath.Base(path), "\ufffd"), Encoding: "base64", Size: len(data)}
	if len(data) == 0 {
		return a, fmt.Errorf("%s: the file is empty; there is nothing to attach", path)
	}
	a.Media, a.Kind = kind(data)
	switch {
	case a.Kind == "PDF":
		a.Part = part("input_file", "filename", string(scan.Quote(a.Name)), "file_data", dataURL(a.Media, data))
	case strings.HasPrefix(a.Media, "image/"):
		a.Part = part("input_image", "detail", `"auto"`, "image_url", dataURL(a.Media, data))
	case a.Kind == "text":
		a.Encoding = "text"
		text := bytes.TrimPrefix(data, []byte("\ufeff"))
		a.Part = part("input_text", "text", string(scan.Quote(a.Name+":\n\n"+string(text))))
	default:
		return a, fmt.Errorf("%s: %s; a PDF, a PNG, JPEG, GIF or WebP picture or text in UTF-8 can be attached", path, a.Kind)
	}
	return a, nil
}

// kind returns the media type of a file, judged by its bytes, and a word for the user. The media
// type is "" for a file that cannot be attached.
func kind(data []byte) (media, word string) {
	switch media = http.DetectContentType(data); {
	case media == "application/pdf":
		return media, "PDF"
	case media == "image/png", media == "image/gif":
		return media, strings.ToUpper(strings.TrimPrefix(media, "image/")) + " image"
	case media == "image/jpeg":
		return media, "JPEG image"
	case media == "image/webp":
		return media, "WebP image"
	case strings.HasPrefix(media, "text/") && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0:
		return "text/plain; charset=utf-8", "text"
	case strings.HasPrefix(media, "text/"):
		return "", "text that is not in UTF-8"
	}
	return "", "a file of type " + media
}

// part returns a content part with members given as name, JSON value, name, …
func part(kind string, members ...string) json.RawMessage {
	size := len(kind) + 16
	for _, m := range members {
		size += len(m) + 4
	}
	b := append(make([]byte, 0, size), `{"type":"`...)
	b = append(append(b, kind...), '"')
	for i := 0; i+1 < len(members); i += 2 {
		b = append(append(append(b, `,"`...), members[i]...), `":`...)
		b = append(b, members[i+1]...)
	}
	return append(b, '}')
}

// dataURL returns data as a data URL (RFC 2397) in a JSON string.
func dataURL(media string, data []byte) string {
	head := `"data:` + media + ";base64,"
	b := make([]byte, 0, len(head)+base64.StdEncoding.EncodedLen(len(data))+1)
	b = base64.StdEncoding.AppendEncode(append(b, head...), data)
	return string(append(b, '"'))
}
