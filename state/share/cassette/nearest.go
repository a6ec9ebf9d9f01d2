package cassette

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/json/tree"
)

// Miss is why a request is not in a cassette.
type Miss struct {
	ID    string   // of the nearest exchange; empty where none is near
	Words string   // what there is instead, in one line
	Lines []string // how the nearest request differs, each the path and both values
	More  int      // lines that are left out
	// Generated are the jq paths of the members that differ and look like they do in every
	// run, such as ids: those that may be left out of the comparison.
	Generated []string
}

// The bounds of a miss.
const (
	maxLines    = 6       // differences that are shown
	maxCompared = 4 << 20 // bytes of bodies, on both sides of all comparisons, the last recorded ones
)

// Miss compares a request that was not found with the recorded ones. It takes long for large bodies,
// and does not block Find and Add.
func (c *Cassette) Miss(sent wire.Sent) Miss {
	path, query := address(sent.URL)
	routes := asked(sent.URL)
	var here, elsewhere []candidate
	all := c.exchanges()
	for _, h := range all {
		switch w, ok := h.route(routes); {
		case !ok:
		case h.entry.Capture.Sent.Method == sent.Method:
			here = append(here, candidate{h, w})
		default:
			elsewhere = append(elsewhere, candidate{h, w})
		}
	}
	switch {
	case len(here) > 0 && mixed(here):
		return Miss{Words: fmt.Sprintf("Several targets have a %s; begin the path with the name of one. Recorded: %s.", path, addresses(all))}
	case len(here) > 0 && sent.Undecoded() != "":
		return Miss{Words: "It cannot be compared: " + sent.Undecoded() + "."}
	case len(here) > 0:
		return c.nearest(sent, query, here)
	case len(elsewhere) > 0:
		return Miss{Words: fmt.Sprintf("No recorded request is a %s of %s. Recorded: %s.", sent.Method, path, methods(elsewhere))}
	case len(all) == 0:
		return Miss{Words: "Nothing recorded yet."}
	}
	return Miss{Words: fmt.Sprintf("No recorded request has the path %s. Recorded: %s.", path, addresses(all))}
}

// candidate is an exchange whose path was asked for.
type candidate struct {
	*recorded
	route route
}

// route returns the first of the routes that leads to an exchange, with the parameters that are
// recorded for it.
func (h *recorded) route(asked []route) (route, bool) {
	for _, a := range asked {
		for _, w := range h.routes {
			if w.path == a.path && w.named == a.named {
				return w, true
			}
		}
	}
	return route{}, false
}

// mixed reports whether some exchanges with the same path went to several targets.
func mixed(list []candidate) bool {
	return slices.ContainsFunc(list, func(c candidate) bool {
		return !c.route.named && c.target() != list[0].target()
	})
}

// methods lists those of exchanges.
func methods(list []candidate) string {
	var all []string
	for _, h := range list {
		if m := h.entry.Capture.Sent.Method; !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return strings.Join(all, ", ")
}

// addresses lists the recorded addresses that fit in a line.
func addresses(list []*recorded) string {
	var all []string
	for _, h := range list {
		w := h.routes[0]
		if h.entry.About.BaseURL != "" {
			w = h.routes[len(h.routes)-1]
		}
		address := h.entry.Capture.Sent.Method + " " + w.path
		if slices.Contains(all, address) {
			continue
		}
		if len(all) == maxLines {
			return strings.Join(all, ", ") + " and others"
		}
		all = append(all, address)
	}
	return strings.Join(all, ", ")
}

// nearest returns the one of some exchanges whose body differs in the fewest bytes, the last of
// several.
func (c *Cassette) nearest(sent wire.Sent, query string, list []candidate) Miss {
	body := c.ignored.Without(sent.Body)
	index, err := tree.New(body)
	var best []difference
	near, least, compared, why := list[len(list)-1], -1, 0, "not both of them JSON"
	var nearBody []byte
	for i := len(list) - 1; i >= 0 && err == nil; i-- {
		was := c.ignored.Without(list[i].entry.Capture.Asked().Body)
		if compared += len(was) + len(body); compared > maxCompared {
			why = "too large to compare"
			break
		}
		before, wrong := tree.New(was)
		if wrong != nil {
			continue
		}
		differ, size := differences(tree.Diff(before, index)), 0
		for _, d := range differ {
			size += d.size
		}
		if list[i].route.query != query {
			size += len(list[i].route.query) + len(query)
		}
		if least < 0 || size < least {
			best, near, least, nearBody = differ, list[i], size, was
		}
	}
	m := Miss{ID: near.entry.Capture.ID, Words: "No recorded request has this body."}
	if near.route.query != query {
		m.add(fmt.Sprintf("parameters: recorded %s, asked %s", shown(masked(c.rules, near.route.query)), shown(masked(c.rules, query))))
		if len(best) == 0 {
			m.Words = "No recorded request has these parameters."
		}
	}
	if was := near.entry.Capture.Asked().Body; least < 0 && string(was) != string(sent.Body) {
		m.Words = "No recorded request has this body."
		m.add(fmt.Sprintf("body: recorded %d bytes, asked %d bytes, %s", len(was), len(sent.Body), why))
	}
	if len(best) > 0 {
		m.describe(best, masked(c.rules, string(nearBody)), masked(c.rules, string(body)))
	}
	return m
}

// add adds a line, or counts it.
func (m *Miss) add(line string) {
	if len(m.Lines) == maxLines {
		m.More++
		return
	}
	m.Lines = append(m.Lines, line)
}
