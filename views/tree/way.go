package tree

import (
	"regexp"
	"strings"

	jsontree "gatehouse/state/tree"
)

// A layer over others holds what jq made of the one below, or what a text of it
// says. Its way is the jq expression that leads there from the content, so that a
// path that is copied leads from the content too.

// plainPath is a way to which a path can be put as it stands.
var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*|\.?\[(-?[0-9]+|"[^"\\]*")\])+$`)

// pathOf writes the path of a node of the layer as jq takes it.
func (l *layer) pathOf(node int) string {
	return further(l.way, jqPath(l.x.Path(node)))
}

// further is a way, and then a path or another expression.
func further(way, then string) string {
	switch {
	case way == "" || way == ".":
		return then
	case then == ".":
		return way
	case !plainPath.MatchString(way) || !plainPath.MatchString(then):
		return way + " | " + then
	case strings.HasPrefix(then, ".["):
		then = then[1:]
	}
	return way + then
}

// filteredWay is the way to what a filter gave: several results stand in an array.
func filteredWay(way, filter string, result jsontree.Filtered) string {
	if filter = strings.TrimSpace(filter); strings.Contains(filter, "#") && !plainPath.MatchString(filter) {
		filter += "\n" // ends a comment
	}
	way = further(way, filter)
	if result.Count != 1 {
		way = "[" + way + "]"
	}
	return way
}

// jqPath writes the path of an index as jq takes it.
func jqPath(path string) string {
	if path == "." {
		return path
	}
	return "." + path
}
