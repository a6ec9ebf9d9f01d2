package config

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// healthy returns what a wrong file says of the profiles that have no fault themselves, so
// that a slip in one does not take the others away. The others are named: a preset of that
// name is not the place that was asked for.
func healthy(path string, data []byte) *File {
	f := &File{Path: path, Profiles: map[string]Profile{}}
	for _, text := range tablesByProfile(data) {
		if one, faults := parse(path, text); len(faults) == 0 {
			maps.Copy(f.Profiles, one.Profiles)
		} else {
			f.Faulty = append(f.Faulty, profileNames(text)...)
		}
	}
	slices.Sort(f.Faulty)
	f.Faulty = slices.Compact(f.Faulty)
	for _, name := range f.Faulty {
		delete(f.Profiles, name)
	}
	return f
}

// tablesByProfile cuts a text at the headings of its tables, and joins those of one profile.
func tablesByProfile(data []byte) map[string][]byte {
	texts := map[string][]byte{}
	for _, text := range atHeadings(data) {
		name := ""
		if all := statements(text); len(all) > 0 && all[0].table {
			if !isProfiles(all[0].path[0]) {
				continue
			}
			name = strings.Join(all[0].path[:min(len(all[0].path), 2)], ".")
		}
		texts[name] = append(append(texts[name], text...), '\n')
	}
	return texts
}

// atHeadings cuts a text before each heading of a table: those that the parser finds and,
// behind the place where it stops, each line that begins like one.
func atHeadings(data []byte) (texts [][]byte) {
	cuts, read := []int{0}, 0
	for _, s := range statements(data) {
		if read = s.to; s.table {
			cuts = append(cuts, lineStart(data, s.from))
		}
	}
	for at := lineEnd(data, read); at < len(data); at = lineEnd(data, at+1) {
		if bytes.HasPrefix(bytes.TrimLeft(data[at+1:], " \t"), []byte("[")) {
			cuts = append(cuts, at+1)
		}
	}
	for i, from := range cuts {
		to := len(data)
		if i+1 < len(cuts) {
			to = cuts[i+1]
		}
		texts = append(texts, data[from:to])
	}
	return texts
}
