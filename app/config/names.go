package config

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// isProfiles reports whether a key is that of the profiles, or was meant to be.
func isProfiles(key string) bool {
	return strings.EqualFold(key, "profiles") || strings.EqualFold(key, "profile")
}

// ofProfile matches the heading of a profile's table and a dotted key of one, also behind
// the place where the parser stops.
var ofProfile = regexp.MustCompile(`(?mi)^[ \t\[]*profiles?[ \t]*\.[ \t]*["']?([a-z0-9_-]+)`)

// profileNames are the names of the profiles that a text with a fault speaks of, each once
// or more.
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
