package explain

import (
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// WhySelected says why the selected endpoint serves, as far as the metadata gives reasons:
// what its params say, and the attempts that failed before. It is empty where there are none.
func WhySelected(r wire.Routing) string {
	var words []string
	for m := range scan.Members(scan.Get(r.Raw, "params")) {
		if why := reason(m.Key, m.Value); why != "" {
			words = append(words, why)
		}
	}
	at := slices.IndexFunc(r.Endpoints, func(e wire.Endpoint) bool { return e.Selected })
	if at < 0 {
		return strings.Join(words, "; ")
	}
	served, failed := r.Endpoints[at], ""
	for _, a := range r.Attempts {
		switch ended := attemptEnd(a); {
		case a.Provider == served.Provider && a.Model == served.Model:
			if failed != "" {
				words = append(words, "fallback: "+failed)
			}
			return strings.Join(words, "; ")
		case ended != "":
			failed = who(a) + " " + ended
		}
	}
	return strings.Join(words, "; ")
}

// reason puts a param in words; empty for one that is not set, and for what was taken away,
// which is told apart.
func reason(name string, value []byte) string {
	given := ""
	switch scan.KindOf(value) {
	case scan.String, scan.Number:
		given = named(scan.AnyText(value))
	case scan.Array:
		var list []string
		for _, one := range scan.Elements(value) {
			if scan.KindOf(one) == scan.String {
				list = append(list, named(scan.Text(one)))
			}
		}
		given = strings.Join(list, ", ")
	case scan.Bool:
		if string(value) != "true" {
			return ""
		}
		return label(name)
	}
	if given == "" || name == "dropped" {
		return ""
	}
	return label(name) + ": " + given
}

// label names a param that decides, in plain words where it is one that services have.
func label(name string) string {
	switch name {
	case "session", "session_id", "sticky", "sticky_session":
		return "sticky session"
	case "order":
		return "first available of provider.order"
	case "sort":
		return "first by provider.sort"
	case "cache", "cached", "prompt_cache":
		return "prompt cache"
	case "price", "max_price":
		return "price"
	case "fallback":
		return "fallback"
	}
	return named(name)
}
