package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"gatehouse/client/wire"
)

const (
	// minShared is the size in bytes from which a body is stored once for all exchanges that have it.
	minShared = 1 << 20
	// partSize is the size in bytes of the parts in which such a body is stored: SQLite and its driver copy each.
	partSize = 4 << 20
	// minLarge is the size in bytes from which adding a spool takes seconds.
	minLarge = 32 << 20
)

// The first byte of a body in the database.
const (
	bodyPacked = 'z' // zstd
	bodyShared = 'h' // the hashes of the parts of a body in blob
)

// Packer packs and unpacks bodies, and writes captures in the form that engines share. The zero
// value works.
type Packer struct {
	MaxTimes int // bytes of a capture's times, unpacked; 0: any

	once    sync.Once
	mu      sync.Mutex // of enc
	enc     *zstd.Encoder
	dec     *zstd.Decoder
	reading sync.Mutex    // of stream
	stream  *zstd.Decoder // for what others packed: it is unpacked up to its limit
}

func (p *Packer) init() {
	p.once.Do(func() {
		// Errors are those of invalid options. A small window is sufficient: what repeats in a
		// stream repeats in every frame.
		p.enc, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true))
		p.dec, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<31), zstd.WithDecoderLowmem(true))
		p.stream, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
	})
}

// Pack packs a part of a body.
func (p *Packer) Pack(data []byte) []byte { return p.packPieces(nil, slices.Values([][]byte{data})) }

// packPieces packs a body piece by piece, in the memory of scratch, which may be nil.
func (p *Packer) packPieces(scratch []byte, each iter.Seq[[]byte]) []byte {
	p.init()
	p.mu.Lock()
	defer p.mu.Unlock()
	out := bytes.NewBuffer(append(scratch[:0], bodyPacked))
	p.enc.Reset(out)
	for piece := range each {
		_, _ = p.enc.Write(piece) // a buffer takes everything
	}
	_ = p.enc.Close()
	return out.Bytes()
}

// Unpack appends what Pack packed, nothing for an empty column.
func (p *Packer) Unpack(to, data []byte) ([]byte, error) {
	if len(data) == 0 {
		return to, nil
	}
	p.init()
	return p.dec.DecodeAll(data[1:], to)
}

// ErrTooLarge is the error of packed data that unpacks to more than it may.
var ErrTooLarge = errors.New("it unpacks to more than is stated of it")

// UnpackAtMost is Unpack for data of others: the error is ErrTooLarge if it unpacks to more than max bytes.
func (p *Packer) UnpackAtMost(to, data []byte, max int) ([]byte, error) {
	if len(data) == 0 {
		return to, nil
	}
	p.init()
	p.reading.Lock()
	defer p.reading.Unlock()
	if err := p.stream.Reset(bytes.NewReader(data[1:])); err != nil {
		return nil, err
	}
	defer func() { _ = p.stream.Reset(nil) }() // it would retain data
	for end := len(to) + max; ; {
		to = slices.Grow(to, min(max, len(data))+1)
		n, err := p.stream.Read(to[len(to):min(cap(to), end+1)])
		switch to = to[:len(to)+n]; {
		case len(to) > end:
			return nil, ErrTooLarge
		case err == io.EOF:
			return to, nil
		case err != nil:
			return nil, err
		}
	}
}

// piecesOf yields a captured body piece by piece.
func piecesOf(b *wire.Body) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for from, size := int64(0), b.Len(); from < size; {
			run := b.Run(from, size)
			if len(run) == 0 || !yield(run) {
				return
			}
			from += int64(len(run))
		}
	}
}

// storeBody returns the column of an exchange's body; it stores a large body in blob.
func (a *Archive) storeBody(tx *sql.Tx, exchange, size int64, each iter.Seq[[]byte]) ([]byte, error) {
	switch {
	case size == 0:
		return nil, nil
	case size < minShared:
		return a.packer.packPieces(nil, each), nil
	}
	column, packed := []byte{bodyShared}, []byte(nil)
	for part := range parts(each) {
		hash := sha256.Sum256(part)
		there, err := hasRow(tx.QueryRow("SELECT 1 FROM blob WHERE hash = ?", hash[:]))
		if err == nil && !there {
			packed = a.packer.packPieces(packed, slices.Values([][]byte{part}))
			_, err = tx.Exec("INSERT INTO blob (hash, data) VALUES (?, ?)", hash[:], packed)
		}
		if err == nil {
			_, err = tx.Exec("INSERT OR IGNORE INTO blob_use (exchange, hash) VALUES (?, ?)", exchange, hash[:])
		}
		if err != nil {
			return nil, err
		}
		column = append(column, hash[:]...)
	}
	return column, nil
}

// parts yields a body in parts of partSize bytes, the last with the rest. A part is valid until the next.
func parts(each iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		part := make([]byte, 0, partSize)
		for piece := range each {
			for len(piece) > 0 {
				n := min(len(piece), partSize-len(part))
				part, piece = append(part, piece[:n]...), piece[n:]
				if len(part) == partSize {
					if !yield(part) {
						return
					}
					part = part[:0]
				}
			}
		}
		if len(part) > 0 {
			yield(part)
		}
	}
}

// loadBody returns the body of a column.
func (a *Archive) loadBody(ctx context.Context, db *sql.DB, column []byte) ([]byte, error) {
	if len(column) == 0 || column[0] != bodyShared {
		return a.packer.Unpack(nil, column)
	}
	var body, packed []byte
	for hash := range slices.Chunk(column[1:], sha256.Size) {
		err := db.QueryRowContext(ctx, "SELECT data FROM blob WHERE hash = ?", hash).Scan(&packed)
		if err != nil {
			return nil, fmt.Errorf("a part of a large body is missing: %w", err)
		}
		if len(column) > 1+sha256.Size { // so that growing does not copy what is there
			body = slices.Grow(body, len(column)/sha256.Size*partSize-len(body))
		}
		if body, err = a.packer.Unpack(body, packed); err != nil {
			return nil, err
		}
	}
	return body, nil
}

// packChunks packs the lengths and times of chunks, as differences.
func (p *Packer) packChunks(chunks []wire.Chunk) []byte {
	if len(chunks) == 0 {
		return nil
	}
	out := make([]byte, 0, 3*len(chunks))
	var last wire.Chunk
	for _, c := range chunks {
		out = binary.AppendUvarint(out, uint64(c.End-last.End))
		out = binary.AppendVarint(out, c.AtUS-last.AtUS)
		last = c
	}
	return p.Pack(out)
}

var errChunks = errors.New("the times of an exchange's chunks are damaged")

// restore makes b of a body and the chunks it arrived in, without a copy.
func (p *Packer) restore(b *wire.Body, body, packed []byte) error {
	unpack := p.Unpack
	if p.MaxTimes > 0 {
		unpack = func(to, data []byte) ([]byte, error) { return p.UnpackAtMost(to, data, p.MaxTimes) }
	}
	chunks, err := unpack(nil, packed)
	if err != nil {
		return err
	}
	var list []wire.Chunk
	var last wire.Chunk
	for r := (varints{data: chunks}); r.at < len(chunks); list = append(list, last) {
		size, step := r.unsigned(), r.signed()
		if r.short || size > uint64(int64(len(body))-last.End) {
			return errChunks
		}
		last = wire.Chunk{End: last.End + int64(size), AtUS: last.AtUS + step}
	}
	if last.End != int64(len(body)) {
		return errChunks
	}
	b.Adopt(body, list)
	return nil
}

// aboutCapture is a capture without its bodies.
type aboutCapture struct {
	Sent     wire.Sent
	Head     *wire.Head
	Timing   wire.Timing
	End      *wire.End
	Decoded  bool
	Redacted int
	Dropped  int64
	Caller   *caller       `json:",omitempty"`
	Changed  *wire.Changed `json:",omitempty"`
	Lacks    wire.Lacks    `json:",omitzero"`
	Remarks  []string      `json:",omitempty"`
	Batch    bool          `json:",omitempty"`
	Waits    bool          `json:",omitempty"`
}

// caller is a calling program and what it received; Delivery is nil if that is not known.
type caller struct {
	wire.Caller
	*wire.Delivery
}

func callerOf(c *wire.Capture) *caller {
	if c.Caller == nil {
		return nil
	}
	return &caller{*c.Caller, c.Delivery}
}

func (r *caller) restore(c *wire.Capture) {
	if r != nil {
		c.Caller, c.Delivery = &r.Caller, r.Delivery
	}
}

// Form is a capture without its bodies, as engines store it. Each engine stores bodies in its
// format.
type Form struct {
	About     []byte // JSON
	Chunks    []byte // of the response: lengths and times, packed
	RawChunks []byte // of the compressed body, if it was received compressed
}

// Bodies are the bodies of a capture as an engine's columns have them.
type Bodies struct {
	Request  []byte
	Response []byte // the text that frames are cut from
	Raw      []byte // the compressed body, if it was received compressed
}

// Form returns the form of a capture.
func (p *Packer) Form(c *wire.Capture) (f Form, err error) {
	sent := c.Sent
	sent.Body = nil
	f.About, err = json.Marshal(aboutCapture{sent, c.Head, c.Timing, c.End, c.Decoded != nil, c.Redacted, c.Dropped, callerOf(c), c.Changed, c.Lacks, c.Remarks, c.Batch, c.Waits})
	if f.Chunks = p.packChunks(c.Text().Chunks()); c.Decoded != nil {
		f.RawChunks = p.packChunks(c.Body.Chunks())
	}
	return f, err
}

// Capture returns the capture of an exchange. load returns the plain body of a column.
func (p *Packer) Capture(id string, key int64, f Form, b Bodies, load func(column []byte) ([]byte, error)) (*wire.Capture, error) {
	for _, body := range []*[]byte{&b.Request, &b.Response, &b.Raw} {
		var err error
		if *body, err = load(*body); err != nil {
			return nil, err
		}
	}
	var ac aboutCapture
	if err := json.Unmarshal(f.About, &ac); err != nil {
		return nil, err
	}
	c := &wire.Capture{
		ID: id, Start: time.UnixMicro(key), Sent: ac.Sent, Head: ac.Head, Timing: ac.Timing, End: ac.End,
		Redacted: ac.Redacted, Dropped: ac.Dropped, Lacks: ac.Lacks, Remarks: ac.Remarks, Batch: ac.Batch, Waits: ac.Waits,
	}
	ac.Caller.restore(c)
	c.Changed = ac.Changed
	c.Sent.Body = b.Request
	if ac.Decoded {
		c.Decoded = &wire.Body{}
		if err := p.restore(&c.Body, b.Raw, f.RawChunks); err != nil {
			return nil, err
		}
	}
	return c, p.restore(c.Text(), b.Response, f.Chunks)
}
