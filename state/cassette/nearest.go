package cassette

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/tree"
)

// Miss says why a request is not in a cassette.
type Miss struct {
	ID    string   // of the nearest exchange; empty where none is near
	Words string   // in one line what there is instead
	Lines []string // how the nearest request differs, each the path and both values
	More  int      // lines that are left out
	// Generated are the jq paths of the members that differ and look like they do in every
	// run, such as ids: those that may be left out of the comparison.
	Generated []string
}

// The bounds of a miss.
const (
	mostLines    = 6       // differences that are told
	mostCompared = 4 << 20 // bytes of bodies that are compared, those that were recorded last
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
		return Miss{Words: "Nothing recorded yet."}
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

// nearest is the one of some exchanges whose body differs in the fewest bytes, the last of
// several.
func (c *Cassette) nearest(sent wire.Sent, query string, list []*held) Miss {
	body := c.ignored.Without(sent.Body)
	index, err := tree.New(body)
	var best []difference
	near, least, compared := list[len(list)-1], -1, 0
	for i := len(list) - 1; i >= 0 && err == nil && compared < mostCompared; i-- {
		recorded, wrong := tree.New(c.ignored.Without(list[i].entry.Capture.Sent.Body))
		if wrong != nil {
			continue
		}
		compared += len(recorded.Doc()) + len(body)
		differ, size := differences(tree.Diff(recorded, index)), 0
		for _, d := range differ {
			size += d.size
		}
		if list[i].query != query {
			size += len(list[i].query) + len(query)
		}
		if least < 0 || size < least {
			best, near, least = differ, list[i], size
		}
	}
	m := Miss{ID: near.entry.Capture.ID, Words: "No recorded request has this body."}
	if near.query != query {
		m.add(fmt.Sprintf("parameters: recorded %s, asked %s", shown(near.query), shown(query)))
		if len(best) == 0 {
			m.Words = "No recorded request has these parameters."
		}
	}
	if was := near.entry.Capture.Sent.Body; least < 0 && string(was) != string(sent.Body) {
		m.Words = "No recorded request has this body."
		m.add(fmt.Sprintf("body: recorded %d bytes, asked %d bytes, not both of them JSON", len(was), len(sent.Body)))
	}
	m.tell(best)
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
