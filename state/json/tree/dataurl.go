package tree

import (
	"strings"

	"gatehouse/client/scan"
)

// base64Head is the end of the head of a data URL in base64.
const base64Head = ";base64"

// ParseDataURL reads a data URL (RFC 2397): its media type without parameters, and how
// many bytes it holds, decoded. ok is false for any other text.
func ParseDataURL(url string) (media string, size int, ok bool) {
	rest, is := strings.CutPrefix(url, "data:")
	head, data, comma := strings.Cut(rest, ",")
	if !is || !comma {
		return "", 0, false
	}
	media, _, _ = strings.Cut(head, ";")
	if strings.HasSuffix(head, base64Head) {
		return media, Base64Size(data), true
	}
	return media, max(len(data)-len("25")*strings.Count(data, "%"), 0), true
}

// Base64Size returns how many bytes base64 holds, with or without padding.
func Base64Size[T string | []byte](data T) int {
	n := len(data)
	for n > 0 && data[n-1] == '=' {
		n--
	}
	return n * 3 / 4
}

// FileSize returns the size in bytes of the file that a content part carries as a
// data URL or in base64, decoded. ok is false for one that carries none, for example
// an address.
func FileSize(part []byte) (size int, ok bool) {
	for _, member := range []string{"image_url", "file_data", "video_url"} {
		v := scan.Get(part, member)
		if scan.KindOf(v) == scan.Object { // chat completions
			v = scan.Get(v, "url")
		}
		if _, size, ok = ParseDataURL(scan.Text(v)); ok {
			return size, true
		}
	}
	if data := scan.Text(scan.At(part, "input_audio", "data")); data != "" {
		return Base64Size(data), true
	}
	return 0, false
}
