package archive

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// ErrSpool is the error of a file that is not a spool, or whose beginning is damaged.
var ErrSpool = errors.New("not a spool of gatehouse")

// readers reuses buffers: most spools are smaller than one.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 64<<10) }}

// readSpool reads the exchange of a spool. A spool without an end is that of a killed program: the
// capture has what had arrived, and ends with EndKilled. A torn last record is left out.
func readSpool(path string) (history.About, *wire.Capture, error) {
	f, err := os.Open(path)
	if err != nil {
		return history.About{}, nil, err
	}
	defer f.Close()
	buffered := readers.Get().(*bufio.Reader)
	buffered.Reset(f)
	defer func() {
		buffered.Reset(nil)
		readers.Put(buffered)
	}()
	r := &spoolReader{r: buffered, capture: &wire.Capture{Timing: wire.NoTiming()}}
	if info, err := f.Stat(); err == nil {
		r.size = info.Size()
	}
	magic := make([]byte, len(spoolMagic))
	if _, err := io.ReadFull(r.r, magic); err != nil || string(magic) != spoolMagic {
		return history.About{}, nil, fmt.Errorf("%s: %w", path, ErrSpool)
	}
	for {
		kind, payload, err := r.next()
		if err == nil {
			err = r.take(kind, payload)
		}
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrSpool) {
			break // the end of the file, or a torn record
		}
		if err != nil {
			return history.About{}, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if r.capture.ID == "" {
		return history.About{}, nil, fmt.Errorf("%s: %w", path, ErrSpool)
	}
	r.finish()
	return r.about, r.capture, nil
}

type spoolReader struct {
	r       *bufio.Reader
	about   history.About
	capture *wire.Capture
	payload []byte // reused
	lastUS  int64
	size    int64 // of the file
}

// next reads one record. The payload is valid until the next call.
func (r *spoolReader) next() (kind byte, payload []byte, err error) {
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

func (r *spoolReader) take(kind byte, payload []byte) error {
	c := r.capture
	switch kind {
	case recordAbout:
		return json.Unmarshal(payload, &r.about)
	case recordSent:
		var s sentRecord
		err := json.Unmarshal(payload, &s)
		c.ID, c.Start, c.Sent, c.Caller = s.ID, time.UnixMicro(s.Start), s.Sent, s.Caller
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
		at, n := binary.Uvarint(payload)
		if n <= 0 {
			return ErrSpool
		}
		body := c.Text()
		if kind == recordRaw {
			body = &c.Body
		}
		body.Append(payload[n:], int64(at))
		r.lastUS = max(r.lastUS, int64(at))
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
	c.End = &wire.End{Cause: wire.EndKilled, Message: "gatehouse ended before the answer did", AtUS: r.lastUS}
	c.Timing.End = r.lastUS
}
