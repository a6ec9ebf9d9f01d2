package cassette

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/tree"
)

// Miss says why a request is not in a cassette.
type Miss struct {
	ID    string   // of the nearest exchange; empty where none is near
	Words string   // in one line what there is instead
	Lines []string // how the nearest request differs, each the path and both values
	More  int      // differences that are not among the lines
}

// The bounds of a miss.
const (
	mostLines    = 6       // differences that are told
	mostCompared = 4 << 20 // bytes of bodies that are compared, those that were recorded last
	mostShown    = 60      // runes of a value
)

// Miss compares a request that was not found with the recorded ones.
func (c *Cassette) Miss(sent wire.Sent) Miss {
	path, query := address(sent.URL)
	at := asked(path)
	var here, elsewhere []*held
	for _, h := range c.all {
		switch {
		case !slices.ContainsFunc(at, func(p string) bool { return slices.Contains(h.paths, p) }):
		case h.entry.Capture.Sent.Method == sent.Method:
			here = append(here, h)
		default:
			elsewhere = append(elsewhere, h)
		}
	}
	switch {
	case len(here) > 0:
		return c.nearest(sent, query, here)
	case len(elsewhere) > 0:
		return Miss{Words: fmt.Sprintf("No recorded request is a %s to %s; recorded: %s.", sent.Method, path, methods(elsewhere))}
	case len(c.all) == 0:
		return Miss{Words: "No exchange is recorded."}
	}
	return Miss{Words: fmt.Sprintf("No recorded request is to %s; recorded: %s.", path, c.addresses())}
}

// methods lists those of exchanges.
func methods(list []*held) string {
	var all []string
	for _, h := range list {
		if m := h.entry.Capture.Sent.Method; !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return strings.Join(all, ", ")
}

// addresses lists what was asked, as far as a line takes it.
func (c *Cassette) addresses() string {
	var all []string
	for _, h := range c.all {
		path := h.paths[0]
		if h.entry.About.BaseURL != "" {
			path = h.paths[len(h.paths)-1]
		}
		address := h.entry.Capture.Sent.Method + " " + path
		if slices.Contains(all, address) {
			continue
		}
		if len(all) == mostLines {
			return strings.Join(all, ", ") + " and others"
		}
		all = append(all, address)
	}
	return strings.Join(all, ", ")
}

// nearest is the one of some exchanges whose body differs least, the last of several.
func (c *Cassette) nearest(sent wire.Sent, query string, list []*held) Miss {
	body := c.ignored.Without(sent.Body)
	index, err := tree.New(body)
	var best *tree.Delta
	near, least, compared := list[len(list)-1], 0, 0
	for i := len(list) - 1; i >= 0 && err == nil && compared < mostCompared; i-- {
		recorded, wrong := tree.New(c.ignored.Without(list[i].entry.Capture.Sent.Body))
		if wrong != nil {
			continue
		}
		compared += len(recorded.Doc()) + len(body)
		delta := tree.Diff(recorded, index)
		differ, _ := delta.Differences()
		if list[i].query != query {
			differ++
		}
		if best == nil || differ < least {
			best, near, least = delta, list[i], differ
		}
	}
	m := Miss{ID: near.entry.Capture.ID, Words: "No recorded request has this body."}
	if near.query != query {
		m.add(fmt.Sprintf("parameters: recorded %s, asked %s", shown(near.query), shown(query)))
	}
	if best == nil {
		was := near.entry.Capture.Sent.Body
		if string(was) != string(sent.Body) {
			m.add(fmt.Sprintf("body: recorded %d bytes, asked %d bytes, not both of them JSON", len(was), len(sent.Body)))
		}
		return m
	}
	if least == 1 && near.query != query {
		m.Words = "No recorded request has these parameters."
	}
	m.differences(best)
	return m
}

// add adds a line, or counts it.
func (m *Miss) add(line string) {
	if len(m.Lines) == mostLines {
		m.More++
		return
	}
	m.Lines = append(m.Lines, line)
}

// differences adds the rows of a comparison that differ in meaning.
func (m *Miss) differences(d *tree.Delta) {
	for _, row := range d.Rows {
		path := d.Path(row)
		switch row.Kind {
		case tree.Changed:
			was, is := apart(string(d.A.Value(row.A)), string(d.B.Value(row.B)))
			m.add(fmt.Sprintf("%s: recorded %s, asked %s", path, was, is))
		case tree.Added:
			m.add(fmt.Sprintf("%s: not recorded, asked %s", path, shown(string(d.B.Value(row.B)))))
		case tree.Removed:
			m.add(fmt.Sprintf("%s: recorded %s, not asked", path, shown(string(d.A.Value(row.A)))))
		case tree.Moved:
			m.add(path + ": recorded at another place")
		}
	}
}

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
