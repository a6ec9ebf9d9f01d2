package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// MaxInflated is how long all streams of a file may be together, unpacked.
const MaxInflated = 64 << 20

// maxDepth is how deep arrays and dictionaries may nest: a parser goes as deep
// as they do, and the stack of a goroutine has an end.
const maxDepth = 1000

var (
	// Numbers that the reader would make room for before it looks at anything.
	tooLarge = regexp.MustCompile(`/(?:Columns|Size|Count|N)\s+\d{7,}`)
	// Filters that unpack what was unpacked already, or that stand elsewhere.
	nested = regexp.MustCompile(`/Filter\s*(?:\[[^\]]*Flate[^\]]*Flate|\d+\s+\d+\s+R|\[\s*\d+\s+\d+\s+R)`)
)

// bounded reports why a file is not to be opened: a small file can unpack to any
// length, and can nest without end.
func bounded(file []byte) error {
	switch {
	case len(file) > MaxFile:
		return fmt.Errorf("the PDF is larger than %d bytes", MaxFile)
	case tooLarge.Match(file):
		return errors.New("the PDF claims a size that it cannot have")
	case nested.Match(file):
		return errors.New("the PDF packs its streams in a way that is not read here")
	}
	m := &meter{left: MaxInflated}
	if _, err := m.Write(file); err != nil {
		return err
	}
	// Every stream begins behind this word, wherever a table says that it is.
	for rest := file; ; {
		_, after, found := bytes.Cut(rest, []byte("stream"))
		if !found {
			return nil
		}
		rest = after
		if err := m.inflate(bytes.TrimLeft(after, "\r\n")); err != nil {
			return err
		}
	}
}

// meter takes so many bytes, which nest only so deep.
type meter struct {
	left  int64
	depth int
	fault error // why it took no more
}

func (m *meter) Write(b []byte) (int, error) {
	if m.left -= int64(len(b)); m.left < 0 {
		m.fault = fmt.Errorf("the PDF unpacks to more than %d bytes", MaxInflated)
	}
	for _, c := range b {
		switch c {
		case '[', '<':
			m.depth++
		case ']', '>':
			m.depth = max(0, m.depth-1)
		}
		if m.depth > maxDepth {
			m.fault = errors.New("the PDF nests too deep")
		}
	}
	return len(b), m.fault
}

// inflate unpacks what may be a stream. One that is none, or that is broken, is
// not the meter's affair.
func (m *meter) inflate(b []byte) error {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil
	}
	m.depth = 0
	_, _ = io.Copy(m, z)
	return m.fault
}
