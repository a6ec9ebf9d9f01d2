package export

import (
	"net/url"
	"strings"

	"gatehouse/client/wire"
)

// address is the address of a request, with what is written of it apart.
type address struct {
	base  string // without path's end, query and fragment; no user in it
	path  string // below base: "/responses", "/rerank", or all of another path
	query []parameter
}

// A parameter is one of a query, with its name and value decoded; of a credential it has
// the variable that holds it.
type parameter struct {
	Field
	spelled string // in the address; of a credential without its value
}

// address takes the address to pieces. The user and password of one go into
// Authorization, see Fields; a fragment is never sent.
func (r *Request) address() address {
	text := r.URL
	if u, err := url.Parse(text); err == nil && (u.User != nil || r.Local) {
		if r.Local {
			u.Scheme, u.Host = "http", localHost
		}
		u.User = nil
		text = u.String()
	}
	text, _, _ = strings.Cut(text, "#")
	text, query, _ := strings.Cut(text, "?")
	a := address{base: text, query: parameters(query)}
	for _, end := range []string{responsesPath, "/rerank"} {
		if base, ok := strings.CutSuffix(text, end); ok {
			a.base, a.path = base, end
			return a
		}
	}
	if scheme := strings.Index(text, "://"); scheme >= 0 {
		if slash := strings.IndexByte(text[scheme+3:], '/'); slash >= 0 {
			a.base, a.path = text[:scheme+3+slash], text[scheme+3+slash:]
		}
	}
	return a
}

// parameters reads a query.
func parameters(query string) []parameter {
	var list []parameter
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		p := parameter{Field{Name: decoded(name), Value: decoded(value)}, pair}
		if wire.Credential(p.Name) {
			p = parameter{Field{Name: p.Name, Variable: Variable(p.Name)}, name + "="}
		}
		list = append(list, p)
	}
	return list
}

// decoded returns a part of a query without its percent-codes; one that has a fault stays.
func decoded(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		return plain
	}
	return part
}
