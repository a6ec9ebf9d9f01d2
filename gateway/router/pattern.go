package router

import (
	"slices"
	"strings"
)

// matches reports whether a slug is of a pattern, in which * stands for any run
// of characters, / included; all else is literal, with case.
func matches(pattern, slug string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == slug
	}
	rest, ok := strings.CutPrefix(slug, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	// Each part as early as it can stand: that leaves the most for the others.
	for _, part := range parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[last])
}

func anyMatches(patterns []string, slug string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, slug) })
}
