package diff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// stop is a step of the way of an exchange, as its routing metadata tells of
// it.
type stop struct {
	key   string // two with one key are one step on both sides
	line  string // what is said of it: that differs where the words do
	rest  []byte // all else that is told of it, an object; nil for nothing
	nth   string // before the line: it says the place among its like, which what comes before it moves
	twice bool   // its words begin with its name, which the line does not say again
}

// way reads the steps from what was requested to what was tried, and all else
// that the metadata holds, as a document. Nothing of it is taken to have a shape:
// what has another one than the document's is among the rest.
func way(metadata []byte) (stops []stop, rest []byte) {
	lists := map[string][]byte{}
	facts := map[string]string{}
	read := func(path string, v []byte) (rest []byte) {
		kind := scan.KindOf(v)
		label := labelOf(path)
		switch {
		case label != "" && kind != scan.Object && kind != scan.Array && facts[label] == "":
			facts[label] = word(v)
		case listed(path) && kind == scan.Array && lists[path] == nil && !empty(v):
			lists[path] = v
		default:
			return v
		}
		return nil
	}
	rest = kept(metadata, func(m scan.Member) []byte {
		if m.Key != "endpoints" || scan.KindOf(m.Value) != scan.Object || empty(m.Value) {
			return read(m.Key, m.Value)
		}
		inner := kept(m.Value, func(e scan.Member) []byte { return read("endpoints."+e.Key, e.Value) })
		if empty(inner) {
			return nil
		}
		return inner
	})
	if facts["attempt"] == "0" && lists["attempts"] == nil {
		facts["attempt"] = "0 (no provider reached)"
	}
	for _, label := range []string{"requested", "strategy", "region", "summary", "is_byok", "attempt", "endpoints, total"} {
		if facts[label] != "" {
			stops = append(stops, stop{key: label, line: label + " " + facts[label]})
		}
	}
	for _, v := range scan.Elements(lists["pipeline"]) {
		stops = append(stops, stage(v))
	}
	failed := failures(lists["attempts"])
	for _, v := range scan.Elements(lists["endpoints.available"]) {
		stops = append(stops, endpoint(v, failed))
	}
	n := 0
	for _, v := range scan.Elements(lists["attempts"]) {
		n++
		stops = append(stops, attempt(n, v))
	}
	return stops, rest
}

// labelOf names a simple member of the metadata; empty for one that is none of
// the document's.
func labelOf(path string) string {
	switch path {
	case "requested", "strategy", "region", "summary", "is_byok", "attempt":
		return path
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
	for range scan.Members(v) {
		return false
	}
	for range scan.Elements(v) {
		return false
	}
	return true
}

func stage(v []byte) stop {
	kind, name, summary := stringAt(v, "type"), stringAt(v, "name"), word(scan.Get(v, "summary"))
	said, shown := []string{"summary"}, name
	if shown == "" {
		shown = stringAt(v, "guardrail_id")
		said = append(said, "guardrail_id")
	}
	if shown == kind {
		shown, said = "", said[:1]
	}
	line := words("◆", other(v), kind, shown)
	summary, twice := strings.CutPrefix(summary, cmp.Or(shown, kind)+": ")
	if summary != "" {
		line += ": " + summary
	}
	return stop{key: "stage " + kind + "\x00" + name, line: line, rest: without(v, said...), twice: twice}
}

// other is an element of a list that is no object.
func other(v []byte) string {
	if scan.KindOf(v) == scan.Object {
		return ""
	}
	return word(v)
}

// words joins what there is.
func words(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(w string) bool { return w == "" }), " ")
}

// failures are the providers and models of which the first attempt failed, as the
// route's page tells it.
func failures(attempts []byte) map[[2]string]bool {
	failed := map[[2]string]bool{}
	for _, v := range scan.Elements(attempts) {
		who := [2]string{stringAt(v, "provider"), stringAt(v, "model")}
		if _, ok := failed[who]; !ok {
			status, err := strconv.Atoi(string(scan.Get(v, "status")))
			failed[who] = err == nil && status >= 0 && (status < 200 || status >= 300)
		}
	}
	return failed
}

func endpoint(v []byte, failed map[[2]string]bool) stop {
	provider, model := stringAt(v, "provider"), stringAt(v, "model")
	mark, said := "·", []string(nil) // whether it was selected is not told
	switch string(scan.Get(v, "selected")) {
	case "true":
		mark, said = "●", []string{"selected"}
	case "false":
		mark, said = "○", []string{"selected"}
		if failed[[2]string{provider, model}] {
			mark = "✗"
		}
	}
	return stop{key: "endpoint " + provider + "\x00" + model, line: words(mark, other(v), provider, model), rest: without(v, said...)}
}

func attempt(n int, v []byte) stop {
	provider, model := stringAt(v, "provider"), stringAt(v, "model")
	return stop{key: "attempt " + provider + "\x00" + model, nth: "attempt " + strconv.Itoa(n),
		line: words(other(v), provider, model, word(scan.Get(v, "status"))), rest: without(v, "status")}
}

// without is an object but for members that are said already, of each name the
// first; nil for what is none, which is said whole.
func without(object []byte, said ...string) []byte {
	if scan.KindOf(object) != scan.Object {
		return nil
	}
	return kept(object, func(m scan.Member) []byte {
		if i := slices.Index(said, m.Key); i >= 0 {
			said = slices.Delete(said, i, i+1)
			return nil
		}
		return m.Value
	})
}

// word writes a simple value as it came, a string without its quotes where it
// cannot be taken for another value without them.
func word(v []byte) string {
	if scan.KindOf(v) != scan.String {
		return string(v)
	}
	if s := scan.Text(v); s != "" && scan.Check([]byte(s)) != nil {
		return s
	}
	return string(v)
}
