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

// ErrTorn is the error of an entry that a file breaks off in.
var ErrTorn = errors.New("the file ends in the middle of it")

// End is where the entries of a file end, and further ones go. A file is appended to in
// place, however many entries it has: see Append.
type End struct {
	At      int64  // offset behind the last whole entry
	Tail    []byte // what closes the file from there on
	Entries int    // in front of it
	Torn    bool   // the file breaks off behind At: it must be cut there, and closed with Tail
	Lost    bool   // it breaks off in an entry
}

// tail closes a file that is written here.
const tail = "\n]}}\n"

// Empty is a file without entries, and its end.
func Empty() (file []byte, end End, err error) {
	frame, err := frameOf(nil, nil)
	if err != nil {
		return nil, End{}, err
	}
	return append(frame, tail...), End{At: int64(len(frame)), Tail: []byte(tail)}, nil
}

// EndOf finds the end of a file of any program. The error is a *scan.SyntaxError or
// ErrNotHAR; of a file that was written here, and breaks off in its last entry, there is
// none.
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

// torn finds the last whole entry of a file that was written here and breaks off behind it.
// A fault that more lines follow is another one, and so are bytes in whole entries that are
// no UTF-8: nothing is cut off there.
func torn(data []byte) (End, bool) {
	frame, _, ok := bytes.Cut(data, []byte("\n"))
	empty := slices.Concat(frame, []byte(tail))
	if !ok || scan.Check(empty) != nil {
		return End{}, false
	}
	if from, _, _ := scan.Find(empty, []string{"log", "entries"}); from != len(frame)-1 {
		return End{}, false
	}
	end := End{At: int64(len(frame)), Tail: []byte(tail), Torn: true}
	for at := len(frame); ; {
		at = scan.SkipSpace(data, at)
		if end.Entries > 0 {
			if at >= len(data) || data[at] != ',' {
				break
			}
			at = scan.SkipSpace(data, at+1)
		}
		behind, whole := scan.CheckValue(data, at, scan.MaxDepth)
		// What is left of the old tail may close an entry of which one byte was written.
		if !whole || scan.KindOf(data[at:]) != scan.Object || behind == at+len("{}") {
			break
		}
		at = behind
		end.At = int64(at)
		end.Entries++
	}
	rest := bytes.TrimLeft(data[end.At:], ", \n")
	end.Lost = len(bytes.TrimLeft(rest, "]}\n")) > 0
	_, more, _ := bytes.Cut(rest, []byte("\n"))
	return end, len(bytes.TrimSpace(more)) == 0 && utf8.Valid(data[:end.At])
}

// Append writes one more entry over the tail of a file, which it closes again, and moves the
// end behind it. A small entry is one write. After an error the file is to be closed with
// Tail at At, as before. It takes no secrets out.
func (e *End) Append(to io.WriterAt, x Entry) error {
	w := bufio.NewWriterSize(io.NewOffsetWriter(to, e.At), pieceSize)
	written := counter{to: w}
	before := "\n"
	if e.Entries > 0 {
		before = ",\n"
	}
	_, _ = io.WriteString(&written, before) // the writer keeps its first error
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

// counter counts what is written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}
