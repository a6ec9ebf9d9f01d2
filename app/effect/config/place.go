package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// set writes the value of a member of a table, or removes the member if there is none.
func set(data []byte, path []string, m member) []byte {
	at := append(slices.Clone(path), m.name)
	all := statements(data)
	old := slices.IndexFunc(all, func(s statement) bool { return !s.table && slices.Equal(s.path, at) })
	switch {
	case m.text == "":
		return remove(data, at)
	case old >= 0:
		return replace(data, all[old].value, all[old].to, m.text)
	}
	data = remove(data, at) // a table of that name
	if len(path) == 0 {
		return insertFirst(data, keyText(at)+" = "+m.text+"\n")
	}
	last, heading := place(data, path)
	if last < 0 {
		data = appendTable(data, path)
		last, heading = place(data, path)
	}
	line := keyText(at[heading:]) + " = " + m.text + "\n"
	end := lineEnd(data, last)
	if end == len(data) {
		return append(append(bytes.Clone(data), '\n'), line...)
	}
	return replace(data, end+1, end+1, line)
}

// setEach writes each member of a table that changed, so that comments on its other lines
// are preserved.
func setEach(data []byte, path []string, was, now map[string]string) []byte {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, stays := now[name]; !stays {
			data = set(data, path, member{name: name})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if old, there := was[name]; !there || old != now[name] {
			data = set(data, path, member{name, quote(now[name])})
		}
	}
	return data
}

// place returns where a further member of a table is added: after its last one, or else after
// its heading; -1 if it has neither. heading is the number of names in the heading above.
func place(data []byte, path []string) (last, heading int) {
	last = -1
	var above []string
	for _, s := range statements(data) {
		switch {
		case s.table:
			if above = s.path; slices.Equal(above, path) {
				last, heading = s.to, len(above)
			}
		case len(s.path) > len(path) && s.under(path) && len(above) <= len(path):
			last, heading = s.to, len(above)
		}
	}
	return last, heading
}

// hasLines reports whether a table is written on several lines, not as an inline table.
func hasLines(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.under(path) && (s.table || len(s.path) > len(path)) })
}

func hasHeading(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.table && slices.Equal(s.path, path) })
}

// remove removes the lines of all members at a path or below it, and tables from the heading
// to the last member.
func remove(data []byte, path []string) []byte {
	for {
		all := statements(data)
		at := slices.IndexFunc(all, func(s statement) bool { return s.under(path) })
		if at < 0 {
			return data
		}
		to := all[at].to
		for _, s := range all[at+1:] {
			if !all[at].table || s.table || !s.under(path) {
				break
			}
			to = s.to
		}
		from, end := lineStart(data, all[at].from), lineEnd(data, to)
		if end < len(data) {
			end++
		}
		if all[at].table && bytes.HasPrefix(data[end:], []byte("\n")) {
			end++ // the empty line after it
		}
		data = replace(data, from, end, "")
	}
}

func replace(data []byte, from, to int, with string) []byte {
	return slices.Concat(data[:from], []byte(with), data[to:])
}

// insertFirst adds a line at the beginning.
func insertFirst(data []byte, line string) []byte {
	if len(bytes.TrimSpace(data)) > 0 && !bytes.HasPrefix(data, []byte("\n")) {
		line += "\n"
	}
	return replace(data, 0, 0, line)
}

// appendTable adds the heading of a table at the end.
func appendTable(data []byte, path []string) []byte {
	data = bytes.Clone(data)
	if n := len(data); n > 0 && data[n-1] != '\n' {
		data = append(data, '\n')
	}
	if len(data) > 0 {
		data = append(data, '\n')
	}
	return fmt.Appendf(data, "[%s]\n", keyText(path))
}
