// Package websocket reads the bytes of a WebSocket (RFC 6455), with compressed messages
// (permessage-deflate, RFC 7692). It opens no connection.
//
// The record of a connection is a body of the frames of both sides, in the order in which
// they were complete. They are frames of RFC 6455 with two differences from the wire: the
// masking key of the client is 0, so that its payload can be read, and in the text of a
// body messages are decompressed. A client's frame is recognized by its mask.
package websocket

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
)

// Opcode is the type of a frame (RFC 6455, section 11.8).
type Opcode byte

// The opcodes.
const (
	Continuation Opcode = 0
	Text         Opcode = 1
	Binary       Opcode = 2
	Close        Opcode = 8
	Ping         Opcode = 9
	Pong         Opcode = 10
)

// IsControl reports whether it is that of a control frame, which may be between the
// fragments of a message.
func (o Opcode) IsControl() bool { return o >= Close }

func (o Opcode) known() bool { return o <= Binary || o >= Close && o <= Pong }

// Frame is one frame.
type Frame struct {
	Fin        bool // the last one of its message
	Compressed bool // the first of a message that is compressed (RSV1)
	FromClient bool // it was masked
	Opcode     Opcode
	Payload    []byte // not masked
}

// The bits of a header.
const (
	bitFin        = 0x80
	bitCompressed = 0x40
	bitsReserved  = 0x30
	bitsOpcode    = 0x0f
	bitMasked     = 0x80
)

// The lengths in a header that is followed by the length in 2 or 8 bytes.
const (
	length16 = 126
	length64 = 127
)

// maxHeader is the size of the longest header, and keySize of the key at the end of a masked
// one, in bytes.
const (
	maxHeader = 14
	keySize   = 4
)

// Append appends a frame as it is recorded: a frame of a client is masked with the key 0.
func (f *Frame) Append(to []byte) []byte {
	first := byte(f.Opcode)
	if f.Fin {
		first |= bitFin
	}
	if f.Compressed {
		first |= bitCompressed
	}
	second := byte(0)
	if f.FromClient {
		second = bitMasked
	}
	switch n := len(f.Payload); {
	case n < length16:
		to = append(to, first, second|byte(n))
	case n <= 0xffff:
		to = binary.BigEndian.AppendUint16(append(to, first, second|length16), uint16(n))
	default:
		to = binary.BigEndian.AppendUint64(append(to, first, second|length64), uint64(n))
	}
	if f.FromClient {
		to = append(to, 0, 0, 0, 0)
	}
	return append(to, f.Payload...)
}

// Masked returns a frame as a client sends it, masked with a random key.
func (f Frame) Masked() []byte {
	f.FromClient = true
	b := f.Append(nil)
	payload := b[len(b)-len(f.Payload):]
	var h header
	_, _ = rand.Read(h.key[:]) // it never fails
	copy(b[len(b)-len(payload)-keySize:], h.key[:])
	h.mask(payload, payload)
	return b
}

// Place is where a side is in its frames. The zero value is its beginning.
type Place struct {
	head   []byte // of the open frame, as long as it is not complete
	left   uint64 // bytes of its payload
	within bool   // a message has begun
}

// Between reports whether no frame and no message is open.
func (p *Place) Between() bool { return len(p.head) == 0 && p.left == 0 && !p.within }

// Advance takes bytes of the side, at most to the end of a frame, and returns how many.
func (p *Place) Advance(b []byte) (n int) {
	for ; p.left == 0 && n < len(b); n++ {
		p.head = append(p.head, b[n])
		h, ok := parseHeader(p.head)
		if !ok {
			continue
		}
		p.head, p.left = p.head[:0], h.length
		if !h.Opcode.IsControl() {
			p.within = !h.Fin
		}
		if h.length == 0 {
			return n + 1
		}
	}
	payload := min(p.left, uint64(len(b)-n))
	p.left -= payload
	return n + int(payload)
}

// header is the part of a frame before its payload.
type header struct {
	Frame
	reserved bool // bits are set that no extension defines
	key      [keySize]byte
	size     int    // of the header
	length   uint64 // of the payload
}

// parseHeader reads a header; ok is false while it is not complete.
func parseHeader(b []byte) (h header, ok bool) {
	if len(b) < 2 {
		return h, false
	}
	h.Fin, h.Compressed, h.reserved = b[0]&bitFin != 0, b[0]&bitCompressed != 0, b[0]&bitsReserved != 0
	h.Opcode, h.FromClient = Opcode(b[0]&bitsOpcode), b[1]&bitMasked != 0
	h.size, h.length = 2, uint64(b[1]&^bitMasked)
	switch more := b[2:]; {
	case h.length == length16 && len(more) >= 2:
		h.size, h.length = 4, uint64(binary.BigEndian.Uint16(more))
	case h.length == length64 && len(more) >= 8:
		h.size, h.length = 10, binary.BigEndian.Uint64(more)
	case h.length >= length16:
		return h, false
	}
	if h.FromClient {
		if len(b) < h.size+keySize {
			return h, false
		}
		h.size += copy(h.key[:], b[h.size:])
	}
	return h, true
}

// mask masks or unmasks a payload.
func (h *header) mask(to, from []byte) {
	for i, b := range from {
		to[i] = b ^ h.key[i%keySize]
	}
}

// ProtocolError is the error of bytes that are no frames.
type ProtocolError struct {
	FromClient bool
	Offset     int64  // of the frame on its side of the connection
	What       string // is wrong with it
}

func (e *ProtocolError) Error() string {
	side := "server"
	if e.FromClient {
		side = "client"
	}
	return fmt.Sprintf("the WebSocket frame at byte %d of the %s's side cannot be read: %s; later bytes of that side were not decoded", e.Offset, side, e.What)
}
