package websocket

import (
	"fmt"
	"slices"
)

// defaultMax is the default maximum length of a message in bytes.
const defaultMax = 64 << 20

// Decoder decodes the frames that one side of a connection sends, and joins messages. It is not
// safe for concurrent use.
type Decoder struct {
	client  bool
	deflate *inflater // nil: nothing is compressed
	max     int64

	offset int64  // of the open frame
	buf    []byte // its bytes so far
	err    error

	openOpcode Opcode // of the message whose last frame has not arrived; 0 for none
	compressed bool   // that message is
	message    []byte // its payloads so far
}

// Piece is a frame as it is recorded, and the message that it completes.
type Piece struct {
	Frame
	Raw  []byte // the frame
	Size int    // of the frame as it was sent, in bytes
	// Text is the frame with its payload decompressed. A compressed message is in its last frame,
	// and the frames before have none. Raw if nothing is compressed.
	Text []byte

	MessageOpcode Opcode // of the message that a data frame belongs to; else that of the frame
	Complete      bool   // a data frame completes its message
	Message       []byte // the message that it completes, decompressed
}

// Side is the side of a connection that sends.
type Side bool

// The sides.
const (
	FromServer Side = false
	FromClient Side = true
)

// NewDecoder returns a decoder of what one side sends. The extensions are those of the server's
// answer to the handshake. A message longer than max bytes is an error; 64 MiB for 0.
func NewDecoder(side Side, extensions Extensions, max int64) *Decoder {
	if max <= 0 {
		max = defaultMax
	}
	return &Decoder{client: side == FromClient, deflate: extensions.inflater(side), max: max}
}

// Err returns why no more frames are read.
func (d *Decoder) Err() error { return d.err }

// Pending returns the bytes in memory for an incomplete frame and an incomplete message.
func (d *Decoder) Pending() int { return cap(d.buf) + cap(d.message) }

// Decode decodes the next bytes of the side, and calls each for each frame that they complete.
// The Message of a Piece is valid until the next call. After an error nothing is read any
// more.
func (d *Decoder) Decode(p []byte, each func(Piece)) error {
	for d.err == nil {
		data := p
		if len(d.buf) > 0 {
			data = d.buf
		}
		h, ok := parseHeader(data)
		if ok {
			d.err = d.check(&h)
		}
		if d.err != nil {
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
				n = min(n, need-len(d.buf))
			case len(d.buf) > 0:
				n = 1 // of the header, so that the bytes after it stay in p
			}
			d.buf = append(d.buf, p[:n]...)
			p = p[n:]
			continue
		}
		payload := make([]byte, h.length)
		h.mask(payload, data[h.size:need])
		h.Payload = payload
		if len(d.buf) > 0 {
			d.buf = d.buf[:0]
			if cap(d.buf) > maxReused {
				d.buf = nil
			}
		} else {
			p = p[need:]
		}
		var piece Piece
		if piece, d.err = d.frame(h.Frame); d.err == nil {
			piece.Size = need
			each(piece)
		}
		d.offset += int64(need)
	}
	return d.err
}

// maxReused is the largest buffer that is reused for the next frame, in bytes.
const maxReused = 64 << 10

// check returns an error if a header breaks a rule of RFC 6455.
func (d *Decoder) check(h *header) error {
	control := h.Opcode.IsControl()
	what := ""
	switch {
	case h.reserved:
		what = "a reserved bit is set"
	case !h.Opcode.known():
		what = fmt.Sprintf("opcode %d is not defined", h.Opcode)
	case h.FromClient != d.client && d.client:
		what = "it is not masked"
	case h.FromClient != d.client:
		what = "it is masked"
	case control && (!h.Fin || h.length >= length16):
		what = "it is a control frame that is fragmented or longer than 125 bytes"
	case h.Compressed && (d.deflate == nil || control || h.Opcode == Continuation):
		what = "it is compressed, which was not agreed on"
	case !control && h.Opcode == Continuation && d.openOpcode == 0:
		what = "it continues no message"
	case !control && h.Opcode != Continuation && d.openOpcode != 0:
		what = "a message begins inside another"
	case h.length > uint64(d.max) || int64(len(d.message))+int64(h.length) > d.max:
		what = fmt.Sprintf("its message is longer than the limit of %d bytes", d.max)
	}
	if what == "" {
		return nil
	}
	return &ProtocolError{d.client, d.offset, what}
}

// frame returns the Piece of a complete frame.
func (d *Decoder) frame(f Frame) (Piece, error) {
	p := Piece{Frame: f, Raw: f.Append(nil), MessageOpcode: f.Opcode}
	p.Text = p.Raw
	if f.Opcode.IsControl() {
		return p, nil
	}
	if f.Opcode != Continuation {
		d.openOpcode, d.compressed, d.message = f.Opcode, f.Compressed, d.message[:0]
	}
	p.MessageOpcode, p.Complete = d.openOpcode, f.Fin
	if !f.Fin || d.compressed || f.Opcode == Continuation {
		d.message = append(d.message, f.Payload...)
		p.Message = d.message
	} else {
		p.Message = f.Payload
	}
	if d.compressed {
		var plain []byte
		if f.Fin {
			var err error
			if plain, err = d.deflate.message(d.message, d.max); err != nil {
				return p, &ProtocolError{d.client, d.offset, "its message cannot be decompressed: " + err.Error()}
			}
			p.Message = plain
		}
		p.Text = f.withText(plain)
	}
	if f.Fin {
		d.openOpcode = 0
		if cap(d.message) > maxReused {
			d.message = nil
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

// Truncated returns the part of a truncated frame as one that does not complete its message; ok
// is false if not even its header is complete, or for a control frame.
func (d *Decoder) Truncated() (p Piece, ok bool) {
	h, ok := parseHeader(d.buf)
	if d.err != nil || !ok || h.Opcode.IsControl() {
		return p, false
	}
	payload := slices.Clone(d.buf[h.size:])
	h.mask(payload, payload)
	h.Payload, h.Fin = payload, false
	p = Piece{Frame: h.Frame, Raw: h.Append(nil), MessageOpcode: h.Opcode}
	p.Text = p.Raw
	if h.Compressed || d.compressed && h.Opcode == Continuation {
		p.Text = h.Frame.withText(nil)
	}
	return p, true
}

// InMessage reports whether the side has begun a frame or a message that it has not finished.
func (d *Decoder) InMessage() bool { return len(d.buf) > 0 || d.openOpcode != 0 }

// Compressed reports whether messages may be compressed.
func (d *Decoder) Compressed() bool { return d.deflate != nil }
