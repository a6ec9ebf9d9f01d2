package har

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gatehouse/client/wire"
)

// pieceSize is how much of a body is encoded in memory at a time, in bytes: a complete body
// would take several times its size.
const pieceSize = 64 << 10

// bytesIn yields the bytes of a body, in pieces.
type bytesIn iter.Seq[[]byte]

func inBody(b *wire.Body) bytesIn {
	return func(yield func([]byte) bool) {
		for from, size := int64(0), b.Len(); from < size; {
			piece := b.Run(from, min(from+pieceSize, size))
			if len(piece) == 0 || !yield(piece) {
				return
			}
			from += int64(len(piece))
		}
	}
}

// runes yields the bytes in pieces that end with a character. Bytes that are not UTF-8 may be
// divided anywhere.
func (b bytesIn) runes() bytesIn {
	return func(yield func([]byte) bool) {
		var rest []byte // of a character that the next piece completes
		for piece := range b {
			if len(rest) > 0 {
				piece = slices.Concat(rest, piece)
			}
			end := len(piece)
			for back := 1; back < utf8.UTFMax && back <= len(piece); back++ {
				if at := len(piece) - back; utf8.RuneStart(piece[at]) {
					if !utf8.FullRune(piece[at:]) {
						end = at
					}
					break
				}
			}
			rest = bytes.Clone(piece[end:])
			if !yield(piece[:end]) {
				return
			}
		}
		if len(rest) > 0 {
			yield(rest)
		}
	}
}

// isText reports whether all bytes are UTF-8.
func (b bytesIn) isText() bool {
	for piece := range b.runes() {
		if !utf8.Valid(piece) {
			return false
		}
	}
	return true
}

// holes are the marks in an entry that write replaces by bodies, in their order.
type holes []hole

type hole struct {
	mark     string
	of       bytesIn
	encoding string
}

// text returns the mark of a body and its encoding: base64 if it is not UTF-8.
func (h *holes) text(of bytesIn) (mark, encoding string) {
	if !of.isText() {
		encoding = encodingBase64
	}
	return h.mark(of, encoding), encoding
}

// mark returns the mark of a body, a random string that no exchange has.
func (h *holes) mark(of bytesIn, encoding string) string {
	mark := rand.Text()
	*h = append(*h, hole{mark, of, encoding})
	return mark
}

// write writes an entry, with each mark replaced by its body.
func (h holes) write(w io.Writer, e *entry) error {
	encoded, err := encode(e)
	if err != nil {
		return err
	}
	for _, one := range h {
		before, rest, found := bytes.Cut(encoded, []byte(one.mark))
		if !found {
			panic("har: the bodies of an entry are made in another order than they are written")
		}
		if _, err := w.Write(before); err != nil {
			return err
		}
		if err := one.write(w); err != nil {
			return err
		}
		encoded = rest
	}
	_, err = w.Write(encoded)
	return err
}

// write writes the inside of a JSON string.
func (h *hole) write(w io.Writer) error {
	if h.encoding == encodingBase64 {
		to := base64.NewEncoder(base64.StdEncoding, w)
		for piece := range h.of {
			if _, err := to.Write(piece); err != nil {
				return err
			}
		}
		return to.Close()
	}
	var quoted []byte
	for piece := range h.of.runes() {
		var err error
		if quoted, err = jsontext.AppendQuote(quoted[:0], piece); err != nil {
			return err
		}
		if _, err := w.Write(quoted[1 : len(quoted)-1]); err != nil {
			return err
		}
	}
	return nil
}

// writeEntry writes an exchange, on one line.
func writeEntry(w io.Writer, e Entry, pageref string) error {
	var h holes
	written := h.entryOf(e, pageref)
	return h.write(w, &written)
}

// encode returns JSON in which <, > and & are not escaped.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
