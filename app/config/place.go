package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// set gives a member of a table its value, or takes it away.
func set(data []byte, path []string, m member) []byte {
	at := append(slices.Clone(path), m.name)
	all := statements(data)
	own := slices.IndexFunc(all, func(s statement) bool { return !s.table && slices.Equal(s.path, at) })
	switch {
	case m.text == "":
		return remove(data, at)
	case own >= 0:
		return replace(data, all[own].value, all[own].to, m.text)
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

// setEach gives the members of a table that has lines of its own their new values, so that
// the other lines keep their comments.
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

// place is where a further member of a table goes: behind its last one, or else behind its
// heading; -1 where it has neither. heading is how much of a path the heading above says.
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

// hasLines reports whether the members of a table have lines of their own.
func hasLines(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.under(path) && (s.table || len(s.path) > len(path)) })
}

// there reports whether a table with a heading of its own is there.
func there(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.table && slices.Equal(s.path, path) })
}

// remove takes away all that is at a path or below it: the lines of its members, and from
// a table's heading to its last member.
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
			end++ // the empty line behind it
		}
		data = replace(data, from, end, "")
	}
}

func replace(data []byte, from, to int, with string) []byte {
	return slices.Concat(data[:from], []byte(with), data[to:])
}

// insertFirst puts a line before all that there is.
func insertFirst(data []byte, line string) []byte {
	if len(bytes.TrimSpace(data)) > 0 && !bytes.HasPrefix(data, []byte("\n")) {
		line += "\n"
	}
	return replace(data, 0, 0, line)
}

// appendTable puts the heading of a table behind all that there is.
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
