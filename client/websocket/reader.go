package websocket

import (
	"fmt"
	"slices"
)

// defaultMax is the default maximum length of a message in bytes.
const defaultMax = 64 << 20

// Reader reads the frames that one side of a connection sends, and joins messages. It is not
// safe for concurrent use.
type Reader struct {
	client  bool
	deflate *inflater // nil: nothing is compressed
	max     int64

	offset int64  // of the open frame
	buf    []byte // its bytes so far
	err    error

	open    Opcode // of the message whose last frame has not arrived; 0 for none
	packed  bool   // it is compressed
	message []byte // its payloads so far
}

// Piece is a frame as it is recorded, and the message that it completes.
type Piece struct {
	Frame
	Raw  []byte // the frame
	Text []byte // the frame with its payload decompressed, that of a message in its last frame; Raw if nothing is compressed

	Of       Opcode // of the message that a data frame belongs to; else that of the frame
	Complete bool   // a data frame completes its message
	Message  []byte // the message that it completes, decompressed
}

// NewReader returns a reader of one side. The extensions are those of the server's answer to
// the handshake. A message longer than max bytes is an error; 64 MiB for 0.
func NewReader(client bool, extensions Extensions, max int64) *Reader {
	if max <= 0 {
		max = defaultMax
	}
	return &Reader{client: client, deflate: extensions.inflater(client), max: max}
}

// Err returns why no more frames are read.
func (r *Reader) Err() error { return r.err }

// Pending returns the bytes in memory for an incomplete frame and an incomplete message.
func (r *Reader) Pending() int { return cap(r.buf) + cap(r.message) }

// Write reads the next bytes of the side, and calls each for each frame that they complete.
// The Message of a Piece is valid until the next call. After an error nothing is read any
// more.
func (r *Reader) Write(p []byte, each func(Piece)) error {
	for r.err == nil {
		data := p
		if len(r.buf) > 0 {
			data = r.buf
		}
		h, ok := parseHeader(data)
		if ok {
			r.err = r.check(&h)
		}
		if r.err != nil {
			break
		}
		need := h.size + int(h.length)
		if !ok || len(data) < need {
			if len(p) == 0 {
				break
			}
			n := len(p)
			switch {
			case ok:
				n = min(n, need-len(r.buf))
			case len(r.buf) > 0:
				n = 1 // of the header, so that the bytes after it stay in p
			}
			r.buf = append(r.buf, p[:n]...)
			p = p[n:]
			continue
		}
		payload := make([]byte, h.length)
		h.mask(payload, data[h.size:need])
		h.Payload = payload
		if len(r.buf) > 0 {
			r.buf = r.buf[:0]
			if cap(r.buf) > maxReused {
				r.buf = nil
			}
		} else {
			p = p[need:]
		}
		var piece Piece
		if piece, r.err = r.frame(h.Frame); r.err == nil {
			each(piece)
		}
		r.offset += int64(need)
	}
	return r.err
}

// maxReused is the largest buffer that is reused for the next frame, in bytes.
const maxReused = 64 << 10

// check returns an error if a header breaks a rule of RFC 6455.
func (r *Reader) check(h *header) error {
	control := h.Opcode.IsControl()
	what := ""
	switch {
	case h.reserved:
		what = "a reserved bit is set"
	case !h.Opcode.known():
		what = fmt.Sprintf("there is no opcode %d", h.Opcode)
	case h.FromClient != r.client && r.client:
		what = "it is not masked"
	case h.FromClient != r.client:
		what = "it is masked"
	case control && (!h.Fin || h.length >= length16):
		what = "a control frame is neither fragmented nor longer than 125 bytes"
	case h.Compressed && (r.deflate == nil || control || h.Opcode == Continuation):
		what = "it is compressed, which was not agreed on"
	case !control && h.Opcode == Continuation && r.open == 0:
		what = "it continues no message"
	case !control && h.Opcode != Continuation && r.open != 0:
		what = "a message begins inside another"
	case h.length > uint64(r.max) || int64(len(r.message))+int64(h.length) > r.max:
		what = fmt.Sprintf("its message is longer than %d bytes, the most that is read of one", r.max)
	}
	if what == "" {
		return nil
	}
	return &ProtocolError{r.client, r.offset, what}
}

// frame returns the Piece of a complete frame.
func (r *Reader) frame(f Frame) (Piece, error) {
	p := Piece{Frame: f, Raw: f.Append(nil), Of: f.Opcode}
	p.Text = p.Raw
	if f.Opcode.IsControl() {
		return p, nil
	}
	if f.Opcode != Continuation {
		r.open, r.packed, r.message = f.Opcode, f.Compressed, r.message[:0]
	}
	p.Of, p.Complete = r.open, f.Fin
	if !f.Fin || r.packed || f.Opcode == Continuation {
		r.message = append(r.message, f.Payload...)
		p.Message = r.message
	} else {
		p.Message = f.Payload
	}
	if r.packed {
		var plain []byte
		if f.Fin {
			var err error
			if plain, err = r.deflate.message(r.message, r.max); err != nil {
				return p, &ProtocolError{r.client, r.offset, "its message cannot be decompressed: " + err.Error()}
			}
			p.Message = plain
		}
		p.Text = f.withText(plain)
	}
	if f.Fin {
		r.open = 0
		if cap(r.message) > maxReused {
			r.message = nil
		}
	} else {
		p.Message = nil
	}
	return p, nil
}

// withText returns the frame with a decompressed payload.
func (f Frame) withText(plain []byte) []byte {
	f.Compressed, f.Payload = false, plain
	return f.Append(nil)
}

// End returns the part of a truncated frame as one that does not complete its message; ok is
// false if not even its header is complete, or for a control frame.
func (r *Reader) End() (p Piece, ok bool) {
	h, ok := parseHeader(r.buf)
	if r.err != nil || !ok || h.Opcode.IsControl() {
		return p, false
	}
	payload := slices.Clone(r.buf[h.size:])
	h.mask(payload, payload)
	h.Payload, h.Fin = payload, false
	p = Piece{Frame: h.Frame, Raw: h.Append(nil), Of: h.Opcode}
	p.Text = p.Raw
	if h.Compressed || r.packed && h.Opcode == Continuation {
		p.Text = h.Frame.withText(nil)
	}
	return p, true
}

// Inside reports whether the side has begun a frame or a message that it has not finished.
func (r *Reader) Inside() bool { return len(r.buf) > 0 || r.open != 0 }

// Compressed reports whether messages may be compressed.
func (r *Reader) Compressed() bool { return r.deflate != nil }
