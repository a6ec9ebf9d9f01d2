package sse

import (
	"bytes"
	"iter"

	"gatehouse/client/wire"
)

// lineEnd is how the last line ended.
type lineEnd uint8

const (
	endUnknown lineEnd = iota
	endCRLF
	endSingle // LF or CR alone
)

// lines finds the lines of a body that grows. A line ends at LF, CR LF or CR.
//
// A CR at the end of the body so far may be half of a CR LF. In a stream whose last line
// ended in CR LF, and at the first line, the next byte decides. Elsewhere the line ends at
// the CR at once, so that an event that has arrived does not wait; an LF that follows
// nevertheless is skipped and belongs to no frame. Both rules depend on bytes only, not on
// reads.
type lines struct {
	body  *wire.Body
	start int64 // of the open line
	pos   int64 // of the next byte to read
	last  lineEnd
	skim  bool // the line ended at a CR: an LF at pos belongs to it

	run    []byte // contiguous bytes of the body from runAt on
	runAt  int64
	lf, cr int // the next of each in run at or after pos; len(run): none; -1: not searched
}

// skip moves the start of the first line.
func (l *lines) skip(to int64) { l.start, l.pos = to, to }

// next returns the next line that is complete in body[:to], without its end, and its
// offset. If ended, a CR at the end completes a line.
func (l *lines) next(to int64, ended bool) (line []byte, start int64, ok bool) {
	for l.pos < to {
		l.load(to)
		from := int(l.pos - l.runAt)
		if l.skim {
			l.skim = false
			if l.run[from] == '\n' {
				l.last = endCRLF
				l.pos++
				l.start = l.pos
				continue
			}
		}
		i := min(seek(l.run, from, '\n', &l.lf), seek(l.run, from, '\r', &l.cr))
		end := l.runAt + int64(i)
		if i == len(l.run) {
			l.pos = end
			continue
		}
		next, ok := l.lineEnd(i, to, ended)
		if !ok {
			l.pos = end
			return nil, 0, false
		}
		start, line := l.start, l.text(end)
		l.start, l.pos = next, next
		return line, start, true
	}
	return nil, 0, false
}

// each yields the lines in [from, to) of a complete body, each with its offset; the last
// may lack its end.
func (l *lines) each(from, to int64) iter.Seq2[[]byte, int64] {
	return func(yield func([]byte, int64) bool) {
		l.skip(from)
		for {
			line, start, ok := l.next(to, true)
			if !ok {
				break
			}
			if !yield(line, start) {
				return
			}
		}
		if l.start < to {
			yield(l.text(to), l.start)
		}
	}
}

// load loads the run that has the byte at pos.
func (l *lines) load(to int64) {
	if l.pos >= l.runAt && l.pos < l.runAt+int64(len(l.run)) {
		return
	}
	l.run, l.runAt = l.body.Run(l.pos, to), l.pos
	l.lf, l.cr = -1, -1
}

// lineEnd returns the offset of the line after the line end at run[i]; ok is false if the
// next byte decides.
func (l *lines) lineEnd(i int, to int64, ended bool) (next int64, ok bool) {
	end := l.runAt + int64(i)
	if l.run[i] == '\n' {
		l.last = endSingle
		return end + 1, true
	}
	if l.last == endSingle {
		l.skim = true
		return end + 1, true
	}
	if end+1 == to && !ended {
		return 0, false
	}
	if b := l.body.Run(end+1, to); len(b) > 0 && b[0] == '\n' {
		l.last = endCRLF
		return end + 2, true
	}
	l.last = endSingle
	return end + 1, true
}

// text returns the open line up to end.
func (l *lines) text(end int64) []byte {
	if l.start >= l.runAt {
		return l.run[l.start-l.runAt : end-l.runAt : end-l.runAt]
	}
	return l.body.Bytes(l.start, end)
}

// seek returns the next index of b in run from an index on; len(run) for none. It reads
// each byte once: found remembers the index until from has passed it.
func seek(run []byte, from int, b byte, found *int) int {
	if *found >= from {
		return *found
	}
	i := bytes.IndexByte(run[from:], b)
	if i < 0 {
		*found = len(run)
	} else {
		*found = from + i
	}
	return *found
}
