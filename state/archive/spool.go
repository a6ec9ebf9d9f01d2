package archive

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"

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
	ID     string
	Start  int64 // Unix time in µs
	Sent   wire.Sent
	Caller *wire.Caller `json:",omitempty"`
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

// Begin creates the file and writes what is sent. An archive that cannot be written has no spools:
// without a lock, others would take them for those of a killed program.
func (s *Spool) Begin(c *wire.Capture) {
	if s.archive.readOnly != nil {
		return
	}
	s.path = filepath.Join(s.archive.spools, s.archive.instance+"-"+c.ID+spoolSuffix)
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		s.archive.report(err)
		return
	}
	s.file = f
	s.record = append(s.record[:0], spoolMagic...)
	sent := c.Sent
	body := sent.Body
	sent.Body = nil
	s.json(recordAbout, s.about)
	s.json(recordSent, sentRecord{c.ID, c.Start.UnixMicro(), sent, c.Caller})
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
