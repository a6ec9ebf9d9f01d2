package capture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/wire"
)

// maxRequest is the maximum size of a decoded request body that is recorded, in bytes.
const maxRequest = 64 << 20

// The errors of a request body that is not decoded although its encoding is supported.
var (
	errLargeRequest = fmt.Errorf("decoded it is larger than %d MiB", maxRequest>>20)
	errNoMemory     = errors.New("the memory for requests is in use")
	errMoreData     = errors.New("other data follows its end")
	errManyCodings  = errors.New("it is encoded too many times")
)

// maxCodings is how many codings are undone that only the decoded bytes of a body show.
const maxCodings = 4

// DecodeRequest decodes the body of a request that was sent encoded, as its Content-Encoding
// says or as its first bytes show, so that it can be read and its secrets can be found. A body
// that cannot be decoded to its end is removed, since secrets in it cannot be found;
// Encoded.Fault is then the reason. A body of plain text that only claims an encoding, as of a
// file whose program decoded it, is not changed. reserve reserves memory for n decoded bytes and
// reports whether it could; nil if maxRequest is the only limit.
func DecodeRequest(sent *wire.Sent, reserve func(n int) bool) {
	codings, inside := wire.Codings(sent.Header), wire.CodingOf(sent.Body)
	undeclared := len(codings) == 0 || sent.Encoded != nil
	if undeclared {
		codings = []string{inside}
	}
	if len(sent.Body) == 0 || undeclared && inside == "" || isPlainText(sent.Body) {
		return
	}
	if sent.Encoded == nil {
		sent.Encoded = &wire.Encoded{Size: int64(len(sent.Body))}
	}
	if !undeclared && wire.UnsupportedCoding(sent.Header) != "" {
		// The header may hold anything, so the reason does not quote it.
		sent.Body, sent.Encoded.Fault = nil, "the encoding of the request body is not supported; the body is not recorded"
		return
	}
	text, err := decodeRequest(codings, sent.Body, reserve)
	if raw, ok := fromLatin1(sent.Body); err != nil && ok {
		if again, wrong := decodeRequest(codings, raw, reserve); wrong == nil {
			text, err, sent.Encoded.Size = again, nil, int64(len(raw))
		}
	}
	for n := 0; err == nil && wire.CodingOf(text) != ""; n++ {
		inside = wire.CodingOf(text)
		codings = append([]string{inside}, codings...)
		if text, err = decodeRequest([]string{inside}, text, reserve); n == maxCodings {
			err = errManyCodings
		}
	}
	if sent.Body = text; err != nil {
		sent.Body, sent.Encoded.Fault = nil, fmt.Sprintf("the request body was not decoded as %s: %v; it is not recorded", strings.Join(codings, ", "), reasonOf(err))
	}
}

// reasonOf returns an error of decoding without the words that name the body and its coding.
func reasonOf(err error) error {
	if wrong, ok := errors.AsType[*EncodingError](err); ok {
		return wrong.Err
	}
	if IsCutShort(err) {
		return errors.New("its end is missing")
	}
	return err
}

// decodeRequest undoes the codings of a body, the last one first. Each is undone completely
// before the next, so that the limit applies to what is between them too.
func decodeRequest(codings []string, body []byte, reserve func(int) bool) ([]byte, error) {
	lent := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(lent)
	for i, coding := range slices.Backward(codings) {
		raw := bytes.NewReader(body)
		from := &decoder{coding: coding, encoded: i == len(codings)-1, raw: raw}
		var text []byte
		for err := error(nil); err != io.EOF; {
			var n int
			n, err = from.Read(lent[:])
			switch {
			case len(text)+n > maxRequest:
				return nil, errLargeRequest
			case reserve != nil && !reserve(n):
				return nil, errNoMemory
			case err != nil && err != io.EOF:
				return nil, err
			}
			text = append(text, lent[:n]...)
		}
		if raw.Len() > 0 { // deflate ends where its stream does
			return nil, &EncodingError{coding, errMoreData}
		}
		body = text
	}
	return body, nil
}

// isPlainText reports whether a body is UTF-8 without control characters, which no encoded
// body of more than a few bytes is.
func isPlainText(body []byte) bool {
	return utf8.Valid(body) && !bytes.ContainsFunc(body, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\r' && c != '\n' || c >= 0x7F && c < 0xA0
	})
}

// fromLatin1 returns the bytes that a text has as characters: some programs write binary
// bodies so in the JSON of an HTTP Archive. ok is false if it has other characters.
func fromLatin1(text []byte) (raw []byte, ok bool) {
	if !utf8.Valid(text) {
		return nil, false
	}
	for _, c := range string(text) {
		if c > 0xFF {
			return nil, false
		}
		raw = append(raw, byte(c))
	}
	return raw, true
}
