package field

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/dataurl"
)

// head is how much of an item is looked at for its line in a list: an image of
// 10 MB costs no more than a word.
const head = 16 << 10

// most of the words of an item that its line repeats, in code points.
const mostWords = 80

// Line is what a list shows of an item of input.
type Line struct {
	Kind  string // type of the item; message where it has none
	Role  string // of messages
	Words string // what it says first, on one line; not made safe for a terminal
	Parts int    // of its content; 0 for content that is text
	More  bool   // it is too large to be counted whole: Parts is what was seen
	Cache bool   // a part that was seen is marked for caching
}

// Title is one line for a list: role or kind, first words, number of parts.
func Title(item []byte) string {
	l := Summary(item)
	title := l.Kind
	if l.Role != "" {
		title = l.Role
	}
	if l.Words != "" {
		title += " · " + l.Words
	}
	switch {
	case l.More && l.Parts > 0:
		title += fmt.Sprintf(" · %d or more parts", l.Parts)
	case l.Parts > 1:
		title += fmt.Sprintf(" · %d parts", l.Parts)
	}
	if l.Cache {
		title += " · cached"
	}
	return title
}

// Summary reads the head of an item.
func Summary(item []byte) Line {
	seen := item[:min(len(item), head)]
	l := Line{Kind: "message", More: len(seen) < len(item)}
	if kind := scan.Get(seen, "type"); kind != nil {
		l.Kind = scan.Text(kind)
	} else if l.More { // it may stand behind what is large
		if kind := scan.Get(item, "type"); kind != nil {
			l.Kind = scan.Text(kind)
		}
	}
	if scan.KindOf(seen) != scan.Object {
		return Line{Kind: "no item", Words: words(seen)}
	}
	if l.Role = scan.Text(scan.Get(seen, "role")); l.Role == "" && l.More && l.Kind == "message" {
		l.Role = scan.Text(scan.Get(item, "role"))
	}
	if content := scan.Get(seen, "content"); scan.KindOf(content) == scan.Array {
		l.parts(content, len(item)-len(seen))
	} else {
		l.Words = words(scan.Text(content))
	}
	if l.Words == "" {
		l.Words = words(said(seen))
	}
	l.Kind, l.Role = words(l.Kind), words(l.Role)
	return l
}

// parts tells of the parts of a content; beyond is how many bytes of the item
// were not looked at.
func (l *Line) parts(content []byte, beyond int) {
	for at, part := range scan.Elements(content) {
		if scan.KindOf(part) != scan.Object {
			continue
		}
		l.Parts++
		if !scan.IsNull(scan.Get(part, "cache_control")) {
			l.Cache = true
		}
		if l.Words != "" {
			continue
		}
		rest := 0
		if at+len(part) >= len(content) { // cut off
			rest = beyond
		}
		l.Words = ofPart(part, rest)
	}
}

// ofPart is the words of one part: its text, or what it attaches. Beyond is how
// many of its bytes were not looked at.
func ofPart(part []byte, beyond int) string {
	for _, member := range []string{"text", "refusal"} {
		if s := words(scan.Text(scan.Get(part, member))); s != "" {
			return s
		}
	}
	kind := words(strings.TrimPrefix(scan.Text(scan.Get(part, "type")), "input_"))
	if name := scan.Text(scan.Get(part, "filename")); name != "" {
		kind += " " + words(name)
	}
	for _, member := range []string{"file_url", "image_url", "video_url", "file_id", "file_data"} {
		v := scan.Get(part, member)
		if scan.KindOf(v) != scan.String || len(v) <= 2 {
			continue
		}
		s := string(v[1:min(len(v), 200)])
		if media, size, ok := dataurl.Parse(scan.Text(v)); ok && beyond == 0 {
			return kind + " " + words(media) + ", " + bytesOf(size)
		}
		if media, ok := strings.CutPrefix(s, "data:"); ok {
			media, _, _ = strings.Cut(media, ",")
			size := len(v) + beyond - len(`"data:,"`) - len(media)
			if strings.HasSuffix(media, ";base64") {
				size = size * 3 / 4
			}
			media, _, _ = strings.Cut(media, ";")
			return kind + " " + words(media) + ", about " + bytesOf(max(size, 0))
		}
		return kind + " " + words(scan.Text(v))
	}
	return kind
}

// bytesOf writes a size as the screens do.
func bytesOf(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}

// said is what an item that is no message says: its tool's name, and the first
// member that holds something (wire-notes §4).
func said(item []byte) string {
	out := scan.Text(scan.Get(item, "name"))
	for _, member := range []string{
		"arguments", "input", "output", "action", "operation", "summary", "query", "queries", "code", "command",
		"url", "datetime", "advice", "outcome", "prompt", "approve", "result", "call_id", "id",
	} {
		v := scan.Get(item, member)
		if scan.IsNull(v) || len(v) <= 2 {
			continue
		}
		text := string(v[:min(len(v), 1<<10)])
		if scan.KindOf(v) == scan.String {
			text = scan.Text(v[:len(v):len(v)])
		}
		return strings.TrimSpace(out + " " + text)
	}
	return out
}

// words is the beginning of a text on one line.
func words[T string | []byte](text T) string {
	s := string(text[:min(len(text), 8*mostWords)])
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "")
	if utf8.RuneCountInString(s) <= mostWords {
		return s
	}
	return string([]rune(s)[:mostWords]) + "…"
}
