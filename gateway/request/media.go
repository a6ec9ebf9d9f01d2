package request

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// unknown begins the words for a part of a kind that has no words of its own.
const unknown = "a part of type "

// maxMedia is how many parts of an output are told one by one.
const maxMedia = 5

// media says in words what of an output is no text: images, files, audio. It is
// empty where there is nothing but text.
func media(output gjson.Result) string {
	var list []string
	more := 0
	add := func(part gjson.Result) {
		switch said := medium(part); {
		case said == "":
		case len(list) < maxMedia:
			list = append(list, said)
		default:
			more++
		}
	}
	switch {
	case output.IsArray():
		output.ForEach(func(_, part gjson.Result) bool {
			add(part)
			return true
		})
	case partial(output):
		add(output)
	}
	if more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// partial reports whether an output is one part by itself, such as a screenshot.
func partial(output gjson.Result) bool {
	said := medium(output)
	return said != "" && !strings.HasPrefix(said, unknown)
}

// medium is one part in words; empty for a text, and for what is no part.
func medium(part gjson.Result) string {
	typ := part.Get("type").Str
	switch {
	case !part.IsObject():
		return ""
	case strings.HasSuffix(typ, "image"), typ == "computer_screenshot":
		for _, member := range []string{"image_url", "image_url.url", "file_id", "data"} {
			if at := part.Get(member); at.Type == gjson.String {
				return "an image" + whereabouts(at.Str)
			}
		}
		return "an image"
	case strings.HasSuffix(typ, "file"):
		said := "a file"
		if name := part.Get("filename").Str; name != "" {
			said += " named " + short(name)
		}
		for _, member := range []string{"file_data", "file_url", "file_id"} {
			if at := part.Get(member); at.Type == gjson.String {
				return said + whereabouts(at.Str)
			}
		}
		return said
	case strings.HasSuffix(typ, "audio"):
		return "audio"
	case strings.HasSuffix(typ, "video"):
		return "a video"
	case part.Get("text").Exists(), part.Get("refusal").Exists(), part.Get("stdout").Exists(), part.Get("stderr").Exists(), typ == "":
		return ""
	}
	return unknown + short(typ)
}

// whereabouts is the type and size of a data URL, or else where the content is.
func whereabouts(at string) string {
	head, data, ok := strings.Cut(at, ",")
	if mime, isData := strings.CutPrefix(head, "data:"); ok && isData {
		mime, encoded := strings.CutSuffix(mime, ";base64")
		size := len(data)
		if encoded {
			size = len(strings.TrimRight(data, "=")) * 3 / 4
		}
		return fmt.Sprintf(" (%s, %d bytes)", short(mime), size)
	}
	return " (" + short(at) + ")"
}

// short is a text on one line, without what would be markdown.
func short(s string) string {
	if len(s) > 400 {
		s = strings.ToValidUTF8(s[:400], "")
	}
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("`|*<>[]\\", r) || r < ' ' {
			return ' '
		}
		return r
	}, s)), " ")
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}
