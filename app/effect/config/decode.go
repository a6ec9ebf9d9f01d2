package config

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxFaults is how many faults are searched and listed: a file with more is no config.
const maxFaults = 50

// decode reads a text. Where the decoder stops, it blanks the faulty part and decodes the
// text again, so that all faults are found at once. It returns the text without those parts;
// complete is false if a part was not read.
func (f *File) decode(data []byte) (rest []byte, faults []Fault, complete bool) {
	path := f.Path
	for range maxFaults + 1 { // one more shows that there are more
		*f = File{Path: path}
		d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
		err := d.Decode(f)
		var unknown *toml.StrictMissingError
		switch {
		case err == nil:
			return data, faults, true
		case errors.As(err, &unknown):
			for i := range unknown.Errors {
				faults = append(faults, unknownKey(path, &unknown.Errors[i]))
			}
			return data, faults, true
		}
		fault := wrongValue(path, data, err)
		from, to, in := faulty(data, err, fault)
		if fault.key == "" {
			fault.key = in
		}
		faults = append(faults, fault)
		blanked := blank(data, from, to)
		if bytes.Equal(blanked, data) {
			return data, faults, false
		}
		data = blanked
	}
	return data, faults, false
}

// faulty returns the part of a text at which the decoder stopped, and its table.
func faulty(data []byte, err error, fault Fault) (from, to int, in string) {
	line, broken := fault.Line, true
	var at *toml.DecodeError
	if errors.As(err, &at) {
		broken = at.Key() == nil
	}
	all := statements(data)
	read := 0 // where the statements end that could be parsed
	first, last, counted := 1, 1, 0
	for i, s := range all {
		if s.table {
			in = strings.Join(s.path, ".")
		}
		first, counted = last+bytes.Count(data[counted:s.from], []byte("\n")), s.to
		last = first + bytes.Count(data[s.from:s.to], []byte("\n"))
		switch read = s.to; {
		case line < first || line > last || broken && i == len(all)-1 && unread(data, s.to):
		case s.table:
			return s.from, tableEnd(all[i+1:], len(data)), in
		default:
			return s.from, s.to, in
		}
	}
	return read, resumes(data, read), in
}

// unread reports whether a line has more than a comment after the parsed part.
func unread(data []byte, at int) bool {
	text, _, _ := bytes.Cut(data[at:lineEnd(data, at)], []byte("#"))
	return len(bytes.TrimSpace(text)) > 0
}

// tableEnd returns where the next table begins, or end.
func tableEnd(following []statement, end int) int {
	for _, s := range following {
		if s.table {
			return s.from
		}
	}
	return end
}

// Lines that look like the beginning of a statement, and one whose value spans lines.
var (
	heading = regexp.MustCompile(`(?m)^[ \t]*\[\[?[ \t]*[\w."'-][^\],]*\]\]?[ \t]*(#.*)?\r?$`)
	setting = regexp.MustCompile(`(?m)^[ \t]*[\w."'-]+[ \t]*=`)
	spans   = regexp.MustCompile(`=[ \t]*(\[|\{|"""|\'\'\')`)
)

// resumes returns where a text that cannot be parsed at from can be read again: after
// that line, or after the value or table that begins there.
func resumes(data []byte, from int) int {
	for from < len(data) && !unread(data, from) {
		from = min(lineEnd(data, from)+1, len(data))
	}
	end := lineEnd(data, from)
	first := bytes.TrimLeft(data[from:end], " \t")
	next := []*regexp.Regexp{heading, setting}
	switch {
	case bytes.HasPrefix(first, []byte("[")): // what follows belongs to that table
		next = next[:1]
	case !spans.Match(first):
		return end
	}
	to := len(data)
	for _, looks := range next {
		if at := looks.FindIndex(data[end:]); at != nil {
			to = min(to, end+at[0])
		}
	}
	return to
}

// blank replaces a part of a text by spaces, except for its line breaks.
func blank(data []byte, from, to int) []byte {
	data = bytes.Clone(data)
	for i := from; i < to; i++ {
		if data[i] != '\n' {
			data[i] = ' '
		}
	}
	return data
}
