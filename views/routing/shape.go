package routing

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// What the metadata leaves out is not told, and never none; what comes in
// another shape than the interface's is shown as it came.

// cameAs says that a list came as something else.
func cameAs(v []byte) string {
	return "unexpected type: " + map[scan.Kind]string{
		scan.Object: "object", scan.Array: "array", scan.String: "string", scan.Number: "number", scan.Bool: "boolean",
	}[scan.KindOf(v)]
}

// bent begins a part whose list came in another shape, and lets it unfold.
func (b *builder) bent(title string, path ...string) {
	v := scan.Get(b.routing.Raw, path[0])
	if len(path) > 1 && scan.KindOf(v) == scan.Object {
		v = scan.At(v, path[1:]...)
	}
	b.heading(title, cameAs(v))
	b.value("bent/"+path[0], path[0], v)
}

// value shows a member as it came: what has members unfolds.
func (b *builder) value(id, name string, v []byte) {
	switch kind := scan.KindOf(v); {
	case len(v) == 0 || kind == scan.Invalid:
	case kind == scan.Object || kind == scan.Array:
		b.Unfolding(id, b.Styles.Text.Render(text.SafeLine(name))+"  "+b.Styles.Dim.Render(figures.Size(len(v))), v)
	case kind == scan.String:
		b.Facts(id, page.Fact{Name: name, Value: scan.Text(v)})
	default:
		b.Facts(id, page.Fact{Name: name, Value: string(v)})
	}
}

// members shows the members of an object that have no place of their own.
func (b *builder) members(id string, object []byte, known string) {
	i := 0
	for m := range scan.Members(object) {
		if !strings.Contains(known, " "+m.Key+" ") {
			b.value(id+"/"+strconv.Itoa(i), m.Key, m.Value)
		}
		i++
	}
}

// The bounds of what stands beside a row: members, and bytes of a word.
const (
	mostBeside  = 12
	longestWord = 120
)

// extra are the members of an endpoint or an attempt that have no place of
// their own, as they came; whole is what the row unfolds to for them, and nil
// where there are none.
func extra(of []byte, known string) (words string, whole []byte) {
	if scan.KindOf(of) != scan.Object {
		return "received: " + text.Clip(string(of), longestWord), of
	}
	var list []string
	for m := range scan.Members(of) {
		kind := scan.KindOf(m.Value)
		if strings.Contains(known, " "+m.Key+" ") && (m.Key != "selected" || kind == scan.Bool || kind == scan.Null) {
			continue
		}
		if len(list) == mostBeside {
			list = append(list, "…")
			break
		}
		list = append(list, text.Clip(m.Key, longestWord)+": "+spelled(m.Value))
	}
	if len(list) == 0 {
		return "", nil
	}
	return strings.Join(list, "   "), of
}

// spelled writes a value in little room.
func spelled(v []byte) string {
	switch scan.KindOf(v) {
	case scan.Object:
		return "{…}"
	case scan.Array:
		return "[…]"
	case scan.String:
		return text.Clip(scan.Text(v), longestWord)
	}
	return text.Clip(string(v), longestWord)
}

// result is how an attempt ended, in words; of one that is no object it is among
// what came. A status of success was told before the answer came to its end.
func (b *builder) result(a wire.Attempt) string {
	if scan.KindOf(a.Raw) != scan.Object {
		return ""
	}
	words := explain.AttemptWords(a)
	switch {
	case a.Status < 200 || a.Status >= 300 || !b.x.HasOutput():
	case b.x.Verdict == state.Failed && b.x.Stream:
		words += ", then failed mid-stream"
	case b.x.Verdict == state.Failed:
		words += ", then failed"
	case b.x.Verdict == state.Truncated:
		words += ", then the answer was cut off"
	}
	return words
}

// untried says of attempts that are not listed what is known of them.
func (b *builder) untried() string {
	told := scan.Get(b.routing.Raw, "attempt")
	switch {
	case b.routing.AttemptsAs == wire.Malformed:
		return "unexpected type"
	case b.routing.Attempt == 0:
		return "none"
	case b.routing.Attempt > 0:
		return strconv.Itoa(b.routing.Attempt) + ", not listed"
	case b.routing.AttemptsAs == wire.Listed:
		return "none listed"
	case !scan.IsNull(told):
		return spelled(told) + ", not listed"
	}
	return "not reported"
}

// noneLeft reports whether the metadata tells that no endpoint was left: its
// list is empty, and none was tried.
func (b *builder) noneLeft() bool {
	r := b.routing
	return r.EndpointsAs == wire.Listed && len(r.Endpoints) == 0 && b.x.Verdict == state.Failed && r.Attempt <= 0 && len(r.Attempts) == 0
}

// server is who gave the answer, or began it. Nobody is told only of a request
// that failed without one.
func (b *builder) server() (model, provider string, nobody bool) {
	model = b.x.Model
	for _, e := range b.routing.Endpoints {
		if e.Selected {
			return or(model, e.Model), e.Provider, false
		}
	}
	return model, "", b.x.Verdict == state.Failed && !b.x.HasOutput()
}
