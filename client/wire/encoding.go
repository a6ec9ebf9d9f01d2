package wire

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// Codings returns the codings of a body in the order they were applied (RFC 9110, section
// 8.4), without identity.
func Codings(header http.Header) []string {
	var codings []string
	for _, value := range header.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(strings.ToLower(value), ",") {
			if coding = strings.TrimSpace(coding); coding != "" && coding != "identity" {
				codings = append(codings, coding)
			}
		}
	}
	return codings
}

// maxCodings is how many codings of one body are decoded.
const maxCodings = 4

// UnsupportedCoding returns the coding of a body that cannot be decoded, or all codings if
// they are too many; "" for a body that can be decoded.
func UnsupportedCoding(header http.Header) string {
	codings := Codings(header)
	for _, coding := range codings {
		if !slices.Contains([]string{"gzip", "x-gzip", "deflate", "br", "zstd"}, coding) {
			return coding
		}
	}
	if len(codings) > maxCodings {
		return strings.Join(codings, ", ")
	}
	return ""
}

// CodingOf returns the coding that the first bytes of a body show, gzip or zstd; "" for any
// other. The bytes may also be written as characters of a text, as some programs do in an
// HTTP Archive.
func CodingOf(body []byte) string {
	has := func(start string) bool { return bytes.HasPrefix(body, []byte(start)) }
	switch {
	case has("\x1F\x8B"), has("\x1F\u008B"): // RFC 1952, section 2.3.1
		return "gzip"
	case has("\x28\xB5\x2F\xFD"), has("\x28\u00B5\x2F\u00FD"), // RFC 8878, section 3.1
		len(body) > 3 && body[0]&0xF0 == 0x50 && string(body[1:4]) == "\x2A\x4D\x18":
		return "zstd"
	}
	return ""
}

// TrimBOM returns a text without a byte order mark at its beginning.
func TrimBOM(text []byte) []byte {
	return bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
}

// MediaType returns the media type in Content-Type in lower case, without parameters.
func MediaType(header http.Header) string {
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil && media == "" {
		media, _, _ = strings.Cut(header.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(media))
}

// EventStream is the media type of an event stream.
const EventStream = "text/event-stream"

// JSONLines reports whether a body of this media type has one JSON value per line.
func JSONLines(media string) bool {
	return slices.Contains([]string{"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/jsonlines"}, media)
}
