package archive

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// A spool is the magic, then records: a kind, the payload's length as a uvarint, and the payload.
// Each is written with one write, so that only the last can be torn.
const spoolMagic = "gatehouse spool 1\n"

const (
	recordAbout   = 'A' // JSON: history.About
	recordSent    = 'S' // JSON: sentRecord
	recordRequest = 'R' // the body that was sent
	recordHead    = 'H' // JSON: headRecord
	recordChunk   = 'C' // arrival in µs as a uvarint, then bytes of the text that frames are cut from
	recordRaw     = 'Z' // arrival and bytes of a compressed body; after the last chunk
	recordEnd     = 'E' // JSON: endRecord
)

const spoolSuffix = ".spool"

// sentRecord is a capture when its request is sent.
type sentRecord struct {
	ID      string
	Start   int64 // Unix time in µs
	Sent    wire.Sent
	Caller  *wire.Caller  `json:",omitempty"`
	Changed *wire.Changed `json:",omitempty"`
	Waits   bool          `json:",omitempty"`
}

// headRecord is a capture when its head arrives.
type headRecord struct {
	Head     *wire.Head
	Timing   wire.Timing
	Decoded  bool // chunks hold the decompressed body
	Redacted int
}

// endRecord is a capture when it ends.
type endRecord struct {
	End      *wire.End
	Timing   wire.Timing
	Redacted int
	Dropped  int64
	Caller   *caller `json:",omitempty"`
}

// Spool stores one exchange while it runs. It is a capture.Store: the goroutine that reads the
// connection calls it. A write error is reported to the archive once, and the exchange continues.
type Spool struct {
	archive *Archive
	about   history.About
	path    string
	file    *os.File // nil: nothing is stored any more
	record  []byte   // the one that is being written, reused
}

// Begin creates the file and writes what is sent; again, after a request has waited, only what is sent then. An archive that cannot be written has no spools:
// without a lock, others would take them for those of a killed program.
func (s *Spool) Begin(c *wire.Capture) {
	if s.archive.readOnly != nil {
		return
	}
	if s.path == "" {
		s.path = filepath.Join(s.archive.spools, s.archive.instance+"-"+c.ID+spoolSuffix)
		f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if err != nil {
			s.archive.report(err)
			return
		}
		s.file = f
		s.record = append(s.record[:0], spoolMagic...)
		s.json(recordAbout, s.about)
	}
	sent := c.Sent
	body := sent.Body
	sent.Body = nil
	s.json(recordSent, sentRecord{c.ID, c.Start.UnixMicro(), sent, c.Caller, c.Changed, c.Waits})
	s.add(recordRequest, body)
	s.write()
}

// Head writes the head of the answer.
func (s *Spool) Head(c *wire.Capture) {
	s.json(recordHead, headRecord{c.Head, c.Timing, c.Decoded != nil, c.Redacted})
	s.write()
}

// Chunk writes bytes of the answer's text and when they arrived, in µs after the start.
func (s *Spool) Chunk(data []byte, atUS int64) {
	if s.file == nil {
		return
	}
	s.chunk(recordChunk, data, atUS)
	s.write()
}

// End writes the end. The file stays until the archive has the exchange: see Save.
func (s *Spool) End(c *wire.Capture) {
	if s.file == nil {
		return
	}
	if c.Decoded != nil {
		from := int64(0)
		for _, chunk := range c.Body.Chunks() {
			s.chunk(recordRaw, c.Body.Bytes(from, chunk.End), chunk.AtUS)
			s.write()
			from = chunk.End
		}
	}
	s.json(recordEnd, endRecord{c.End, c.Timing, c.Redacted, c.Dropped, callerOf(c)})
	s.write()
	if s.file != nil {
		s.archive.report(s.file.Close())
		s.file = nil
	}
}

// complete writes an exchange that has ended.
func (s *Spool) complete(c *wire.Capture) {
	s.Begin(c)
	if c.Head != nil {
		s.Head(c)
	}
	from := int64(0)
	for _, chunk := range c.Text().Chunks() {
		s.Chunk(c.Text().Bytes(from, chunk.End), chunk.AtUS)
		from = chunk.End
	}
	s.End(c)
}

func (s *Spool) chunk(kind byte, data []byte, atUS int64) {
	var at [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(at[:], uint64(atUS))
	s.record = append(s.record, kind)
	s.record = binary.AppendUvarint(s.record, uint64(n+len(data)))
	s.record = append(append(s.record, at[:n]...), data...)
}

func (s *Spool) json(kind byte, value any) {
	if s.file == nil {
		return
	}
	data, err := json.Marshal(value)
	if err != nil {
		panic("archive: a record is no JSON: " + err.Error()) // impossible for its types
	}
	s.add(kind, data)
}

func (s *Spool) add(kind byte, payload []byte) {
	s.record = append(s.record, kind)
	s.record = binary.AppendUvarint(s.record, uint64(len(payload)))
	s.record = append(s.record, payload...)
}

// write writes the added records. After a write error nothing is written: later records would refer
// to missing bytes.
func (s *Spool) write() {
	if s.file != nil {
		if _, err := s.file.Write(s.record); err != nil {
			s.archive.report(err)
			s.file.Close()
			s.file = nil
		}
	}
	s.record = s.record[:0]
}

// ErrSpool is the error of a file that is not a spool, or whose beginning is damaged.
var ErrSpool = errors.New("not a spool of gatehouse")

// readers reuses buffers: most spools are smaller than one.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 64<<10) }}

// spoolRecords reads the records of a spool.
type spoolRecords struct {
	file    *os.File
	r       *bufio.Reader
	payload []byte // reused
}

func openRecords(path string) (*spoolRecords, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &spoolRecords{file: f, r: readers.Get().(*bufio.Reader)}
	r.r.Reset(f)
	magic := make([]byte, len(spoolMagic))
	if _, err := io.ReadFull(r.r, magic); err != nil || string(magic) != spoolMagic {
		r.close()
		return nil, fmt.Errorf("%s: %w", path, ErrSpool)
	}
	return r, nil
}

func (r *spoolRecords) close() {
	r.file.Close()
	r.r.Reset(nil)
	readers.Put(r.r)
}

// next reads one record. The payload is valid until the next call. The error is io.EOF at the end of the file, and for
// a torn record io.ErrUnexpectedEOF or ErrSpool.
func (r *spoolRecords) next() (kind byte, payload []byte, err error) {
	if kind, err = r.r.ReadByte(); err != nil {
		return 0, nil, err
	}
	size, err := binary.ReadUvarint(r.r)
	if err != nil {
		return 0, nil, err
	}
	r.payload = r.payload[:0]
	for left := size; left > 0; { // a torn length must not make us allocate it
		n := min(left, 1<<20)
		at := len(r.payload)
		r.payload = append(r.payload, make([]byte, n)...)
		if _, err := io.ReadFull(r.r, r.payload[at:]); err != nil {
			return 0, nil, err
		}
		left -= n
	}
	return kind, r.payload, nil
}

// chunkOf returns the arrival and the bytes of a record of a body.
func chunkOf(payload []byte) (atUS int64, data []byte, err error) {
	at, n := binary.Uvarint(payload)
	if n <= 0 {
		return 0, nil, ErrSpool
	}
	return int64(at), payload[n:], nil
}

// atEnd reports whether an error is that of the end of a spool, or of its torn last record.
func atEnd(err error) bool {
	return err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrSpool)
}

// spoolReader reads the exchange of a spool. A torn last record is left out.
type spoolReader struct {
	path    string
	records *spoolRecords // nil: all is read
	about   history.About
	capture *wire.Capture
	text    []wire.Chunk // of the text that frames are cut from
	raw     []wire.Chunk // of a compressed body
	lastUS  int64
	size    int64 // of the file
	err     error // of reading the file
}

// openSpool reads a spool up to the head of the answer. The rest is read while the capture is replayed, so that a long
// stream is never in memory.
func openSpool(path string) (*spoolReader, error) {
	records, err := openRecords(path)
	if err != nil {
		return nil, err
	}
	r := &spoolReader{path: path, records: records, capture: &wire.Capture{Timing: wire.NoTiming()}}
	if info, err := records.file.Stat(); err == nil {
		r.size = info.Size()
	}
	for r.capture.Head == nil && r.step() {
	}
	if r.err == nil && r.capture.ID == "" {
		r.err = ErrSpool
	}
	if r.err != nil {
		r.close()
		return nil, fmt.Errorf("%s: %w", path, r.err)
	}
	r.capture.Rest = r.step
	return r, nil
}

func (r *spoolReader) close() {
	if r.records != nil {
		r.records.close()
		r.records = nil
	}
}

// step applies one record, and reports whether there was one; if not, the capture has ended. A spool without an end is
// that of a killed program: the capture has what had arrived, and ends with EndKilled.
func (r *spoolReader) step() bool {
	if r.records == nil {
		return false
	}
	kind, payload, err := r.records.next()
	if err == nil {
		err = r.apply(kind, payload)
	}
	if err == nil {
		return true
	}
	if !atEnd(err) {
		r.err = err
	}
	r.close()
	r.finish()
	return false
}

// bodyOf yields a body by its pieces, from the file again. r has the error of reading.
func (r *spoolReader) bodyOf(kind byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		records, err := openRecords(r.path)
		if err != nil {
			r.err = err
			return
		}
		defer records.close()
		for {
			is, payload, err := records.next()
			if err == nil && is == kind {
				_, payload, err = chunkOf(payload)
			}
			if err != nil && !atEnd(err) {
				r.err = err
			}
			if err != nil || is == kind && !yield(payload) {
				return
			}
		}
	}
}

func (r *spoolReader) apply(kind byte, payload []byte) error {
	c := r.capture
	switch kind {
	case recordAbout:
		return json.Unmarshal(payload, &r.about)
	case recordSent:
		var s sentRecord
		err := json.Unmarshal(payload, &s)
		c.ID, c.Start, c.Sent, c.Caller, c.Changed, c.Waits = s.ID, time.UnixMicro(s.Start), s.Sent, s.Caller, s.Changed, s.Waits
		return err
	case recordRequest:
		c.Sent.Body = append([]byte(nil), payload...)
	case recordHead:
		var h headRecord
		err := json.Unmarshal(payload, &h)
		c.Head, c.Timing, c.Redacted = h.Head, h.Timing, h.Redacted
		if h.Decoded {
			c.Decoded = &wire.Body{}
		}
		if h.Head != nil && wire.MediaType(h.Head.Header) != wire.EventStream && r.size >= minShared {
			c.Text().Reserve(r.size) // a document is joined to be read: no second copy of it
		}
		return err
	case recordChunk, recordRaw:
		at, data, err := chunkOf(payload)
		if err != nil {
			return err
		}
		body, chunks := c.Text(), &r.text
		if kind == recordRaw {
			body, chunks = &c.Body, &r.raw
		}
		body.Append(data, at)
		*chunks = append(*chunks, wire.Chunk{End: body.Len(), AtUS: at})
		if kind == recordRaw {
			body.Discard(body.Len())
		}
		r.lastUS = max(r.lastUS, at)
	case recordEnd:
		var e endRecord
		err := json.Unmarshal(payload, &e)
		c.End, c.Timing, c.Redacted, c.Dropped = e.End, e.Timing, e.Redacted, e.Dropped
		e.Caller.restore(c)
		return err
	}
	return nil // a kind of a later version
}

// finish ends the capture of a killed program.
func (r *spoolReader) finish() {
	c := r.capture
	c.Text().Trim()
	if c.End != nil {
		return
	}
	if c.Head != nil {
		r.lastUS = max(r.lastUS, c.Head.AtUS)
	}
	c.End = &wire.End{Cause: wire.EndKilled, Message: "gatehouse ended before the answer did, or could not store more of it", AtUS: r.lastUS}
	if c.Waits {
		c.End = &wire.End{Cause: wire.EndUnsent, Detail: wire.DetailWaited, Message: "gatehouse ended while the request waited"}
	}
	c.Timing.End = r.lastUS
}
