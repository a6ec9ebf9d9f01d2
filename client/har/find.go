package har

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// contents are the parts of a file that are read.
type contents struct {
	pages   []byte
	entries []piece
}

// piece is the JSON of an entry, or why it cannot be read.
type piece struct {
	raw []byte
	err error
}

// find finds the entries of a file. The file may be truncated, and an entry may be invalid:
// the others are found nevertheless. The error is a *scan.SyntaxError or ErrNotHAR.
func find(data []byte) (found contents, err error) {
	fault := scan.Check(data)
	ok := false
	members(data, 0, func(name string, at int) int {
		if name != "log" || at >= len(data) || data[at] != '{' {
			return scan.ValueEnd(data, at)
		}
		return members(data, at, func(name string, at int) int {
			end := scan.ValueEnd(data, at)
			switch {
			case name == "pages":
				found.pages = data[at:end]
			case name == "entries" && at < len(data) && data[at] == '[':
				ok = true
				found.entries, end = elements(data, at, fault == nil)
			}
			return end
		})
	})
	switch {
	case fault != nil && len(found.entries) == 0:
		return contents{}, fault
	case !ok:
		return contents{}, ErrNotHAR
	}
	return found, nil
}

// members calls value with the members of an object that begins at i, up to its first fault;
// value returns the offset after the value. The result is the offset after the object.
func members(data []byte, i int, value func(name string, at int) int) int {
	if i = scan.SkipSpace(data, i); i >= len(data) || data[i] != '{' {
		return i
	}
	for i++; ; {
		if i = scan.SkipSpace(data, i); i < len(data) && data[i] == ',' {
			i = scan.SkipSpace(data, i+1)
		}
		if i >= len(data) || data[i] != '"' {
			return min(i+1, len(data))
		}
		end := scan.StringEnd(data, i)
		name := scan.Text(data[i:end])
		if i = scan.SkipSpace(data, end); i >= len(data) || data[i] != ':' {
			return i
		}
		i = value(name, scan.SkipSpace(data, i+1))
	}
}

// elements returns the elements of the list that begins at i, and the offset after it. Each
// element is checked unless the file is valid.
func elements(data []byte, i int, valid bool) (list []piece, end int) {
	faults := places{data: data, line: 1, column: 1}
	for i++; ; {
		if i = scan.SkipSpace(data, i); i < len(data) && data[i] == ',' {
			i = scan.SkipSpace(data, i+1)
		}
		if i >= len(data) || data[i] == ']' {
			return list, min(i+1, len(data))
		}
		end := scan.ValueEnd(data, i)
		p := piece{raw: data[i:end]}
		switch {
		case valid:
		case end == i && len(bytes.Trim(data[i:], "]} \t\r\n")) == 0: // the rest of the old tail
			return list, len(data)
		case end == i: // no value begins here: further entries cannot be found
			return append(list, piece{err: faults.fault(i, scan.Check(data[i:]))}), len(data)
		case string(p.raw) == "{}": // an entry whose first byte alone was written, and the rest of the old tail
			p.err = ErrTorn
		default:
			if _, ok := scan.CheckValue(data, i, scan.MaxDepth); !ok {
				fault := scan.Check(p.raw)
				if p.err = faults.fault(i, fault); end == len(data) && isOpen(p.raw) {
					p.err = ErrTorn
				}
			}
		}
		list, i = append(list, p), end
	}
}

// places counts the lines of a file, and the characters of the last one, from one fault to
// the next, because each entry may have one.
type places struct {
	data             []byte
	at, line, column int
}

// advance counts up to an offset.
func (p *places) advance(offset int) {
	between := p.data[p.at:offset]
	if lines := bytes.Count(between, []byte("\n")); lines > 0 {
		p.line, p.column = p.line+lines, 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	p.at, p.column = offset, p.column+utf8.RuneCount(between)
}

// fault returns the fault of a part of the file that begins at an offset, with its place in
// the file. It must be after the fault before.
func (p *places) fault(at int, fault error) error {
	wrong, ok := fault.(*scan.SyntaxError)
	if !ok {
		return fmt.Errorf("it nests deeper than %d levels", scan.MaxDepth)
	}
	p.advance(at + wrong.Offset)
	what := wrong.What
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(p.data[p.at:], []byte(word)) {
			what = word + " is not a number in JSON"
		}
	}
	return &scan.SyntaxError{Offset: p.at, Line: p.line, Column: p.column, What: what}
}

// isOpen reports whether a value is truncated.
func isOpen(data []byte) bool {
	i := scan.SkipSpace(data, 0)
	return scan.ValueEnd(append(data[:len(data):len(data)], ' '), i) > len(data)
}
