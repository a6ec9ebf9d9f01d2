package config

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// healthy returns the profiles of a wrong file that have no fault themselves, so that a slip
// in one leaves the others usable. Faulty names the others: a preset of that name may have
// another address.
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

// tablesByProfile splits a text at the headings of its tables, and joins those of one profile.
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

// atHeadings splits a text before each heading of a table: those that the parser finds and,
// after the place where it stops, each line that begins like one.
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

// isProfiles reports whether a key names the profiles, or was meant to.
func isProfiles(key string) bool {
	return strings.EqualFold(key, "profiles") || strings.EqualFold(key, "profile")
}

// ofProfile matches the heading of a profile's table and a dotted key of one, also after the
// place where the parser stops.
var ofProfile = regexp.MustCompile(`(?mi)^[ \t\[]*profiles?[ \t]*\.[ \t]*["']?([a-z0-9_-]+)`)

// profileNames returns the names of the profiles in a text with a fault; one may repeat.
func profileNames(text []byte) (names []string) {
	read := 0
	for _, s := range statements(text) {
		if read = s.to; len(s.path) > 1 && isProfiles(s.path[0]) {
			names = append(names, s.path[1])
		}
	}
	for _, found := range ofProfile.FindAllSubmatch(text[read:], -1) {
		names = append(names, string(found[1]))
	}
	var inline struct {
		Profiles map[string]any `toml:"profiles"`
	}
	if toml.Unmarshal(text, &inline) == nil {
		names = slices.AppendSeq(names, maps.Keys(inline.Profiles))
	}
	return names
}
