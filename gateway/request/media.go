package request

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// unknown is the start of the description of a part of an unknown type.
const unknown = "a part of type "

const maxMedia = 5

// media describes the parts of an output other than text: images, files, audio. It is "" if there
// are none.
func media(output gjson.Result) string {
	var list []string
	more := 0
	add := func(part gjson.Result) {
		switch description := describePart(part); {
		case description == "":
		case len(list) < maxMedia:
			list = append(list, description)
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
	case isMedia(output):
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

// isMedia reports whether an output is a single part, such as a screenshot.
func isMedia(output gjson.Result) bool {
	description := describePart(output)
	return description != "" && !strings.HasPrefix(description, unknown)
}

// describePart describes one part; "" for a text, and for anything else than a part.
func describePart(part gjson.Result) string {
	typ := part.Get("type").Str
	switch {
	case !part.IsObject():
		return ""
	case strings.HasSuffix(typ, "image"), typ == "computer_screenshot":
		for _, member := range []string{"image_url", "image_url.url", "file_id", "data"} {
			if at := part.Get(member); at.Type == gjson.String {
				return "an image" + describeSource(at.Str)
			}
		}
		return "an image"
	case strings.HasSuffix(typ, "file"):
		description := "a file"
		if name := part.Get("filename").Str; name != "" {
			description += " named " + shorten(name)
		}
		for _, member := range []string{"file_data", "file_url", "file_id"} {
			if at := part.Get(member); at.Type == gjson.String {
				return description + describeSource(at.Str)
			}
		}
		return description
	case strings.HasSuffix(typ, "audio"):
		return "audio"
	case strings.HasSuffix(typ, "video"):
		return "a video"
	case part.Get("text").Exists(), part.Get("refusal").Exists(), part.Get("stdout").Exists(), part.Get("stderr").Exists(), typ == "":
		return ""
	}
	return unknown + shorten(typ)
}

// describeSource returns the type and size of a data URL, or else the URL or id.
func describeSource(at string) string {
	head, data, ok := strings.Cut(at, ",")
	if mime, isData := strings.CutPrefix(head, "data:"); ok && isData {
		mime, encoded := strings.CutSuffix(mime, ";base64")
		size := len(data)
		if encoded {
			size = len(strings.TrimRight(data, "=")) * 3 / 4
		}
		return fmt.Sprintf(" (%s, %d bytes)", shorten(mime), size)
	}
	return " (" + shorten(at) + ")"
}

// shorten returns a text on one line, without markdown.
func shorten(s string) string {
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
