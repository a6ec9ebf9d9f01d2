package diff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/raw"
	"gatehouse/views/body"
)

// stop is a step of the way of an exchange, as its routing metadata tells of
// it.
type stop struct {
	key    string // two with one key are one step on both sides
	line   string // what is said of it: that differs where the words do
	leaves []leaf // the rest of what is told of it
}

// leaf is a value that has no members, and its place as jq writes it.
type leaf struct{ path, value string }

// way reads the steps from what was requested to what was tried, and all else
// that the metadata holds. Nothing of it is taken to have a shape: what has
// another one than the document's is among the rest.
func way(metadata []byte) (stops []stop, rest []leaf) {
	add := func(key, line string, leaves []leaf) {
		stops = append(stops, stop{key, body.SanitizeLine(line), leaves}) // whole: they are compared
	}
	var told flattened
	lists := map[string][]byte{}
	facts := map[string]string{}
	read := func(path string, v []byte) {
		kind := raw.KindOf(v)
		label := labelOf(path)
		switch {
		case label != "" && kind != raw.Object && kind != raw.Array && facts[label] == "":
			facts[label] = word(v)
		case listed(path) && kind == raw.Array && lists[path] == nil && !empty(v):
			lists[path] = v
		default:
			told.add(path, v)
		}
	}
	for m := range raw.Members(metadata) {
		if m.Key != "endpoints" || raw.KindOf(m.Value) != raw.Object || empty(m.Value) {
			read(m.Key, m.Value)
			continue
		}
		for e := range raw.Members(m.Value) {
			read("endpoints."+e.Key, e.Value)
		}
	}
	for _, label := range []string{"requested", "strategy", "region", "summary", "is_byok", "served by attempt", "endpoints, total"} {
		if facts[label] != "" {
			add(label, label+" "+facts[label], nil)
		}
	}
	for _, v := range raw.Elements(lists["pipeline"]) {
		add(stage(v))
	}
	for _, v := range raw.Elements(lists["endpoints.available"]) {
		add(endpoint(v))
	}
	n := 0
	for _, v := range raw.Elements(lists["attempts"]) {
		n++
		add(attempt(n, v))
	}
	return stops, told.list
}

// labelOf names a simple member of the metadata; empty for one that is none of
// the document's.
func labelOf(path string) string {
	switch path {
	case "requested", "strategy", "region", "summary", "is_byok":
		return path
	case "attempt":
		return "served by attempt"
	case "endpoints.total":
		return "endpoints, total"
	}
	return ""
}

// listed reports whether the elements of a member are steps.
func listed(path string) bool {
	return path == "pipeline" || path == "endpoints.available" || path == "attempts"
}

// empty reports whether a value has neither members nor elements.
func empty(v []byte) bool {
	for range raw.Members(v) {
		return false
	}
	for range raw.Elements(v) {
		return false
	}
	return true
}

func stage(v []byte) (key, line string, leaves []leaf) {
	kind, name, summary := text(v, "type"), text(v, "name"), word(raw.Get(v, "summary"))
	shown := name
	if shown == "" {
		shown = text(v, "guardrail_id")
	}
	if shown == kind {
		shown = ""
	}
	line = words("◆", other(v), kind, shown)
	if summary != "" {
		line += ": " + summary
	}
	return "stage " + kind + "\x00" + name, line, flatten(v, "summary")
}

// other is an element of a list that is no object.
func other(v []byte) string {
	if raw.KindOf(v) == raw.Object {
		return ""
	}
	return word(v)
}

// words joins what there is.
func words(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(w string) bool { return w == "" }), " ")
}

func endpoint(v []byte) (key, line string, leaves []leaf) {
	provider, model := text(v, "provider"), text(v, "model")
	mark := "○"
	if string(raw.Get(v, "selected")) == "true" {
		mark = "●"
	}
	return "endpoint " + provider + "\x00" + model, words(mark, other(v), provider, model), flatten(v, "")
}

func attempt(n int, v []byte) (key, line string, leaves []leaf) {
	provider, model := text(v, "provider"), text(v, "model")
	line = words("attempt", strconv.Itoa(n), other(v), provider, model, word(raw.Get(v, "status")))
	return "attempt " + provider + "\x00" + model, line, flatten(v, "status")
}

// word writes a simple value as it came, a string without its quotes where it
// cannot be taken for another value without them.
func word(v []byte) string {
	if raw.KindOf(v) != raw.String {
		return string(v)
	}
	if s := raw.Text(v); s != "" && raw.Check([]byte(s)) != nil {
		return s
	}
	return string(v)
}

// The bounds of what is taken apart: beyond them a value is one, however much
// lies in it.
const (
	mostLeaves   = 2000
	deepestLeaf  = 16
	longestValue = 64 << 10
)

type flattened struct {
	list []leaf
	seen map[string]int
}

// flatten returns the leaves of an object, but a member that is shown already.
func flatten(object []byte, shown string) []leaf {
	var f flattened
	for m := range raw.Members(object) {
		if m.Key == shown {
			shown = "" // once
			continue
		}
		f.add(m.Key, m.Value)
	}
	return f.list
}

// add takes a value apart.
func (f *flattened) add(path string, v []byte) { f.value(path, v, 0) }

// value takes a value apart, down to some depth. A place that stands twice in
// the document is told from the first.
func (f *flattened) value(path string, v []byte, depth int) {
	kind := raw.KindOf(v)
	if depth < deepestLeaf && len(f.list) < mostLeaves {
		before, n := len(f.list), 0
		for m := range raw.Members(v) {
			if len(f.list) >= mostLeaves {
				f.list = append(f.list, leaf{path + " …", string(v[m.KeyAt:])})
				break
			}
			f.value(path+"."+m.Key, m.Value, depth+1)
		}
		for at, e := range raw.Elements(v) {
			if len(f.list) >= mostLeaves {
				f.list = append(f.list, leaf{path + " …", string(v[at:])})
				break
			}
			f.value(path+"["+strconv.Itoa(n)+"]", e, depth+1)
			n++
		}
		if len(f.list) > before {
			return
		}
	}
	if f.seen == nil {
		f.seen = map[string]int{}
	}
	if f.seen[path]++; f.seen[path] > 1 {
		path += fmt.Sprintf(" (%d)", f.seen[path])
	}
	if kind == raw.String && len(v) < longestValue {
		v = raw.Quote(raw.Text(v)) // one spelling for each text
	}
	f.list = append(f.list, leaf{path, string(v)})
}

// apart returns the leaves that differ, side by side; what one side has not is
// empty.
func apart(a, b []leaf) [][2]string {
	line := func(l leaf) string { return body.SanitizeLine(l.path + " " + l.value) }
	theirs := make(map[string]leaf, len(b))
	for _, l := range b {
		theirs[l.path] = l
	}
	var out [][2]string
	ours := make(map[string]bool, len(a))
	for _, l := range a {
		ours[l.path] = true
		other, ok := theirs[l.path]
		switch {
		case !ok:
			out = append(out, [2]string{line(l), ""})
		case other.value != l.value:
			out = append(out, [2]string{line(l), line(other)})
		}
	}
	for _, l := range b {
		if !ours[l.path] {
			out = append(out, [2]string{"", line(l)})
		}
	}
	return out
}
