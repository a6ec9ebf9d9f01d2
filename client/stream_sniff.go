package client

import (
	"bytes"
	"strings"
)

// sniffLength is how many bytes of a body are read to distinguish an event stream from a
// document.
const sniffLength = 512

// looksLikeStream reports from the first bytes of a body whether it is an event stream;
// sure is false while they do not show it. Content types lie: some services send an error
// as JSON where a stream was announced, or a stream as plain text.
func looksLikeStream(head []byte, announced bool) (stream, sure bool) {
	const bom = "\xEF\xBB\xBF"
	if len(head) < len(bom) && strings.HasPrefix(bom, string(head)) {
		return false, false
	}
	head = bytes.TrimPrefix(head, []byte(bom))
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 {
		return false, false
	}
	switch head[0] {
	case '{', '[', '<', '"':
		return false, true
	case ':':
		return true, true
	}
	if announced {
		return true, true
	}
	for _, field := range []string{"data", "event", "id", "retry"} {
		name := head[:min(len(head), len(field)+1)]
		if string(name) == field+":" {
			return true, true
		}
		if strings.HasPrefix(field+":", string(name)) {
			return false, false
		}
	}
	return false, true
}
