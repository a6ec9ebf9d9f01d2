package config

import (
	"bytes"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// statement is a line of a TOML document that sets a key, or that begins a table.
type statement struct {
	path     []string // of the key from the root, or of the table
	table    bool
	from, to int // of its bytes, without what follows on the line
	value    int // where the value begins; its end is to
}

// statements returns the statements of a document that can be parsed, in its order.
func statements(data []byte) []statement {
	var p unstable.Parser
	p.Reset(data)
	var all []statement
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		var key []string
		first, end := -1, 0
		for it := e.Key(); it.Next(); {
			n := it.Node()
			key = append(key, string(n.Data))
			if first < 0 {
				first = int(n.Raw.Offset)
			}
			end = int(n.Raw.Offset + n.Raw.Length)
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = key
			from := bytes.LastIndexByte(data[:first], '[')
			if e.Kind == unstable.ArrayTable {
				from--
			}
			all = append(all, statement{path: key, table: true, from: from, to: lineEnd(data, end)})
		case unstable.KeyValue:
			value := end + bytes.IndexByte(data[end:], '=') + 1
			for value < len(data) && (data[value] == ' ' || data[value] == '\t') {
				value++
			}
			path := append(table[:len(table):len(table)], key...)
			all = append(all, statement{path: path, from: first, to: valueEnd(data, value), value: value})
		}
	}
	return all
}

// under reports whether a statement is at a path or below it.
func (s statement) under(path []string) bool {
	return len(s.path) >= len(path) && slices.Equal(s.path[:len(path)], path)
}

// lineEnd returns where the line of a byte ends, before its line break.
func lineEnd(data []byte, at int) int {
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(data)
}

func lineStart(data []byte, at int) int { return bytes.LastIndexByte(data[:at], '\n') + 1 }

// valueEnd returns where a value ends in a document that can be parsed (TOML 1.0, "Key/Value
// Pair" to "Inline Table").
func valueEnd(data []byte, at int) int {
	depth := 0
	for at < len(data) {
		switch c := data[at]; {
		case c == '"' || c == '\'':
			if at = stringEnd(data, at); depth == 0 {
				return at
			}
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		case c == '#' && depth > 0:
			at = lineEnd(data, at)
			continue
		case depth == 0 && (c == '#' || c == '\n' || c == '\r'):
			return len(bytes.TrimRight(data[:at], " \t"))
		}
		at++
	}
	return len(bytes.TrimRight(data, " \t"))
}

// stringEnd returns where the string that begins at a quotation mark ends.
func stringEnd(data []byte, at int) int {
	mark := data[at : at+1]
	if long := bytes.Repeat(mark, 3); bytes.HasPrefix(data[at:], long) {
		mark = long
	}
	at += len(mark)
	for at < len(data) && !bytes.HasPrefix(data[at:], mark) {
		if data[at] == '\\' && mark[0] == '"' {
			at++
		}
		at++
	}
	at += len(mark)
	for len(mark) == 3 && at < len(data) && data[at] == mark[0] { // up to two more belong to the text
		at++
	}
	return min(at, len(data))
}
