package har

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// ErrTorn is the error of a truncated entry at the end of a file.
var ErrTorn = errors.New("the file ends in the middle of it")

// End is the end of the entries of a file, where Append writes more.
type End struct {
	At      int64  // offset after the last complete entry
	Tail    []byte // the text after it, which closes the file
	Entries int    // before it
	Torn    bool   // the file is truncated after At: it must be cut there, and closed with Tail
	Lost    bool   // it is truncated in an entry
}

// tail closes a file that is written here.
const tail = "\n]}}\n"

// Empty returns a file without entries, and its end.
func Empty() (file []byte, end End, err error) {
	frame, err := frameOf(nil, nil)
	if err != nil {
		return nil, End{}, err
	}
	return append(frame, tail...), End{At: int64(len(frame)), Tail: []byte(tail)}, nil
}

// EndOf finds the end of a file of any program. The error is a *scan.SyntaxError or
// ErrNotHAR; a file that was written here and is truncated in its last entry is no error.
func EndOf(data []byte) (End, error) {
	mark := len(data) - len(wire.TrimBOM(data))
	data = data[mark:]
	if err := scan.Check(data); err != nil {
		end, ok := torn(data)
		if !ok {
			return End{}, err
		}
		end.At += int64(mark)
		return end, nil
	}
	from, to, ok := scan.Find(data, []string{"log", "entries"})
	if !ok || scan.KindOf(data[from:to]) != scan.Array {
		return End{}, ErrNotHAR
	}
	end := End{At: int64(from + 1)}
	for at, entry := range scan.Elements(data[from:to]) {
		end.Entries++
		end.At = int64(from + at + len(entry))
	}
	end.Tail = bytes.Clone(data[end.At:])
	end.At += int64(mark)
	return end, nil
}

// torn finds the last complete entry of a file that was written here and is truncated after
// it; ok is false if more lines follow the fault, or if complete entries are not UTF-8:
// those faults are no truncation.
func torn(data []byte) (end End, ok bool) {
	frame, _, ok := bytes.Cut(data, []byte("\n"))
	empty := slices.Concat(frame, []byte(tail))
	if !ok || scan.Check(empty) != nil {
		return End{}, false
	}
	if from, _, _ := scan.Find(empty, []string{"log", "entries"}); from != len(frame)-1 {
		return End{}, false
	}
	end = End{At: int64(len(frame)), Tail: []byte(tail), Torn: true}
	for at := len(frame); ; {
		at = scan.SkipSpace(data, at)
		if end.Entries > 0 {
			if at >= len(data) || data[at] != ',' {
				break
			}
			at = scan.SkipSpace(data, at+1)
		}
		after, valid := scan.CheckValue(data, at, scan.MaxDepth)
		// The rest of the old tail may close an entry whose first byte alone was written.
		if !valid || scan.KindOf(data[at:]) != scan.Object || after == at+len("{}") {
			break
		}
		at = after
		end.At = int64(at)
		end.Entries++
	}
	rest := bytes.TrimLeft(data[end.At:], ", \n")
	end.Lost = len(bytes.TrimLeft(rest, "]}\n")) > 0
	_, more, _ := bytes.Cut(rest, []byte("\n"))
	return end, len(bytes.TrimSpace(more)) == 0 && utf8.Valid(data[:end.At])
}

// Append writes one more entry over the tail of a file, closes the file again, and moves the
// end after the entry. A small entry is one write. After an error the file must be closed
// with Tail at At, as before. Secrets are not removed.
func (e *End) Append(to io.WriterAt, x Entry) error {
	w := bufio.NewWriterSize(io.NewOffsetWriter(to, e.At), pieceSize)
	written := counter{to: w}
	before := "\n"
	if e.Entries > 0 {
		before = ",\n"
	}
	_, _ = io.WriteString(&written, before) // Flush returns the first error
	if err := writeEntry(&written, x, ""); err != nil {
		return err
	}
	_, _ = w.Write(e.Tail)
	if err := w.Flush(); err != nil {
		return err
	}
	e.At += written.n
	e.Entries++
	return nil
}

// counter counts the bytes written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}
