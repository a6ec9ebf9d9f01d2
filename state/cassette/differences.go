package cassette

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/tree"
)

// difference is one value that differs.
type difference struct {
	path string // as faults are named
	text string
	size int // bytes that differ, of both
}

// differences are those of a comparison in meaning. Elements that only one side has, each
// at the place of the other, are one that was changed: ids are new in every run.
func differences(d *tree.Delta) (list []difference) {
	added := map[string]int{}
	for _, row := range d.Rows {
		if row.Kind == tree.Added {
			added[d.B.Path(row.B)] = row.B
		}
	}
	replaced := map[string]bool{}
	for _, row := range d.Rows {
		path := d.Path(row)
		switch row.Kind {
		case tree.Changed:
			list = append(list, changed(path, d.A.Value(row.A), d.B.Value(row.B)))
		case tree.Added:
			if !replaced[path] {
				is := string(d.B.Value(row.B))
				list = append(list, difference{path, "not recorded, asked " + shown(is), len(is)})
			}
		case tree.Removed:
			was := d.A.Value(row.A)
			if at, ok := added[path]; ok {
				replaced[path] = true
				list = append(list, within(path, was, d.B.Value(at))...)
				continue
			}
			list = append(list, difference{path, "recorded " + shown(string(was)) + ", not asked", len(was)})
		case tree.Moved:
			list = append(list, difference{path, "recorded at another place", 1})
		}
	}
	return list
}

// within compares two values at one path.
func within(path string, was, is []byte) []difference {
	a, wrongA := tree.New(was)
	b, wrongB := tree.New(is)
	if wrongA != nil || wrongB != nil || !a.Container(0) || !b.Container(0) || a.Kind(0) != b.Kind(0) {
		return []difference{changed(path, was, is)}
	}
	inside := differences(tree.Diff(a, b))
	for i, one := range inside {
		switch {
		case one.path == ".":
			inside[i].path = path
		case strings.HasPrefix(one.path, "["):
			inside[i].path = path + one.path
		default:
			inside[i].path = path + "." + one.path
		}
	}
	return inside
}

func changed(path string, was, is []byte) difference {
	a, b := apart(string(was), string(is))
	size := len(was) + len(is) - 2*same(was, is)
	return difference{path, fmt.Sprintf("recorded %s, asked %s", a, b), size}
}

// same is how many bytes two values share at their beginning and their end.
func same(a, b []byte) int {
	n, short := 0, min(len(a), len(b))
	for n < short && a[n] == b[n] {
		n++
	}
	end := 0
	for end < short-n && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return n + end
}

// element matches the place in an array.
var element = regexp.MustCompile(`\[\d+\]`)

// tell adds a line for each place; members of that name in several elements share one.
func (m *Miss) tell(list []difference) {
	times := map[string]int{}
	for _, d := range list {
		times[element.ReplaceAllString(d.path, "[]")]++
	}
	told := map[string]bool{}
	for _, d := range list {
		place := element.ReplaceAllString(d.path, "[]")
		if told[place] {
			continue
		}
		told[place] = true
		if generated(place) {
			m.Generated = append(m.Generated, "."+strings.TrimPrefix(place, "."))
		}
		line := d.path + ": " + d.text
		if n := times[place]; n > 1 {
			line += fmt.Sprintf(" (1 of %d at %s)", n, place)
		}
		m.add(line)
	}
}

// mostShown is how much of a value is shown, in runes.
const mostShown = 60

// apart shortens two values to where they differ.
func apart(a, b string) (string, string) {
	const before = 12 // bytes of what both have
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if same <= before || max(len(a), len(b)) <= mostShown {
		return shown(a), shown(b)
	}
	for same -= before; same > 0 && !utf8.RuneStart(a[same]); same-- {
	}
	return "…" + shown(a[same:]), "…" + shown(b[same:])
}

// shown is a value on a line of its own: an object or array by its beginning.
func shown(value string) string {
	if value == "" {
		return "none"
	}
	value = strings.ToValidUTF8(value, "\uFFFD")
	if kind := scan.KindOf([]byte(value)); kind == scan.Object || kind == scan.Array {
		value = strings.Join(strings.Fields(value), " ")
	}
	if utf8.RuneCountInString(value) <= mostShown {
		return value
	}
	return string([]rune(value[:min(len(value), 4*mostShown)])[:mostShown]) + "…"
}
