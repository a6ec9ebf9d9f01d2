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

// piece is an entry as it is written, or why it cannot be read.
type piece struct {
	raw []byte
	err error
}

// find finds the entries of a file. It need not be whole, nor all of it JSON: an entry that is
// wrong, or that the file breaks off in, costs no other. The error is a *scan.SyntaxError or
// ErrNotHAR.
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

// members calls value with the members of an object that begins at i, as far as it is one;
// value returns the offset behind the value. The result is the offset behind the object.
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

// elements are those of the list that begins at i, and the offset behind it. Of a list that
// is no valid JSON each is checked.
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
		case end == i && len(bytes.Trim(data[i:], "]} \t\r\n")) == 0: // what was left of the old end
			return list, len(data)
		case end == i: // no value begins here: the rest cannot be told apart
			return append(list, piece{err: faults.fault(i, scan.Check(data[i:]))}), len(data)
		case string(p.raw) == "{}": // an entry of which one byte was written, and what was left of the old end
			p.err = ErrTorn
		default:
			if _, whole := scan.CheckValue(data, i, scan.MaxDepth); !whole {
				fault := scan.Check(p.raw)
				if p.err = faults.fault(i, fault); end == len(data) && isOpen(p.raw) {
					p.err = ErrTorn
				}
			}
		}
		list, i = append(list, p), end
	}
}

// places counts the lines of a file, and the characters of the last one, on from one fault
// to the next: a file may have one in each entry.
type places struct {
	data             []byte
	at, line, column int
}

// to goes on to an offset.
func (p *places) to(offset int) {
	between := p.data[p.at:offset]
	if lines := bytes.Count(between, []byte("\n")); lines > 0 {
		p.line, p.column = p.line+lines, 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	p.at, p.column = offset, p.column+utf8.RuneCount(between)
}

// fault says where in the file a part of it that begins at an offset is wrong. It lies behind
// the fault before.
func (p *places) fault(at int, fault error) error {
	wrong, ok := fault.(*scan.SyntaxError)
	if !ok {
		return fmt.Errorf("it nests deeper than %d levels", scan.MaxDepth)
	}
	p.to(at + wrong.Offset)
	what := wrong.What
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} { // that a program wrote for what is no number
		if bytes.HasPrefix(p.data[p.at:], []byte(word)) {
			what = word + " stands in the place of a number; JSON has no such number"
		}
	}
	return &scan.SyntaxError{Offset: p.at, Line: p.line, Column: p.column, What: what}
}

// isOpen reports whether a value stops in its middle.
func isOpen(data []byte) bool {
	i := scan.SkipSpace(data, 0)
	return scan.ValueEnd(append(data[:len(data):len(data)], ' '), i) > len(data)
}
