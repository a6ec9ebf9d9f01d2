package client

import (
	"bytes"
	"net/url"
	"strings"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// announced returns the framing of the stream that the head of an answer announces; ok is
// false if it announces none. Methods of Google's APIs whose name begins with stream answer
// with one array that grows, unless an event stream was requested.
func announced(sent *wire.Sent, head *wire.Head) (f sse.Framing, ok bool) {
	switch media := wire.MediaType(head.Header); {
	case media == wire.EventStream:
		return sse.Events, true
	case wire.JSONLines(media):
		return sse.Lines, true
	case media == "application/json":
		if u, err := url.Parse(sent.URL); err == nil && strings.Contains(u.Path[strings.LastIndexByte(u.Path, '/')+1:], ":stream") {
			return sse.Elements, true
		}
	}
	return sse.Events, false
}

// looksFramed is looksLikeStream for lines and elements of JSON.
func looksFramed(head []byte, f sse.Framing) (stream, sure bool) {
	head = bytes.TrimLeft(wire.TrimBOM(head), " \t\r\n")
	if len(head) == 0 {
		return false, false
	}
	return f == sse.Lines && head[0] == '{' || f == sse.Elements && head[0] == '[', true
}

// sniffLength is how many bytes of a body are read to distinguish an event stream from a
// document.
const sniffLength = 512

// looksLikeStream reports whether the first bytes of a body are those of an event stream;
// sure is false if they do not show it yet. Some services send an error as JSON although
// they announced a stream, or a stream as plain text.
func looksLikeStream(head []byte, announced bool) (stream, sure bool) {
	const bom = "\xEF\xBB\xBF"
	if len(head) < len(bom) && strings.HasPrefix(bom, string(head)) {
		return false, false
	}
	if head = bytes.TrimLeft(wire.TrimBOM(head), " \t\r\n"); len(head) == 0 {
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
