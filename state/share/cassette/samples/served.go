package samples

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette"
)

// Served are the samples as answers to requests. A request is matched by its path alone, so
// that every client can be pointed at one by its base URL.
type Served struct{ all []Sample }

// Serve returns the samples as answers to requests.
func Serve() *Served { return &Served{All()} }

// Len returns how many answers there are.
func (s *Served) Len() int { return 2 * len(s.all) }

// Find returns the answer that a POST asks for, whatever its body. A GET of anything gets a
// list of what there is.
func (s *Served) Find(sent wire.Sent) (cassette.Found, bool) {
	found := cassette.Found{Nth: 1, Of: 1}
	switch asked := read(sent.URL); sent.Method {
	case http.MethodGet, http.MethodHead:
		found.Entry = har.Entry{Capture: s.list(sent, asked)}
		return found, true
	case http.MethodPost:
		if one := s.of(asked); one != nil {
			found.Entry = har.Entry{Capture: one.Capture(asked.good)}
			return found, true
		}
	}
	return found, false
}

// Miss returns why a request has no answer, and what has one.
func (s *Served) Miss(sent wire.Sent) cassette.Miss {
	asked := read(sent.URL)
	known := s.rules(asked.api)
	switch {
	case sent.Method != http.MethodPost:
		return cassette.Miss{Words: fmt.Sprintf("There are answers to POST, and to GET a list of them; %s has none.", sent.Method)}
	case asked.other != "":
		return cassette.Miss{Words: fmt.Sprintf("No API has the path /%s. A path is /RULE or /RULE/good, then %s.", asked.other, endpoints())}
	case asked.rule == "":
		return cassette.Miss{Words: fmt.Sprintf("The path names no rule. There are: %s.", strings.Join(known, ", "))}
	case !slices.Contains(lint.Named(), asked.rule):
		return cassette.Miss{Words: fmt.Sprintf("There is no rule %q. There are: %s.", asked.rule, strings.Join(known, ", "))}
	}
	return cassette.Miss{Words: fmt.Sprintf("%s has no sample for %s. These have one: %s.", asked.rule, endpoint(asked.api), strings.Join(known, ", "))}
}

// asked is what a path asks for.
type asked struct {
	rule  string
	good  bool
	api   lint.API // Other where the path does not say which
	other string   // the path, which is no endpoint
}

// read reads an address: /RULE or /RULE/good, and what a client adds to its base URL, which
// says by its end which API is meant.
func read(address string) (a asked) {
	u, err := url.Parse(address)
	if err != nil {
		return asked{other: address}
	}
	rule, rest, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	a.rule = rule
	if behind, good := strings.CutPrefix(rest+"/", "good/"); good {
		a.good, rest = true, strings.TrimSuffix(behind, "/")
	}
	a.api = state.KindOf(wire.Sent{Method: http.MethodPost, URL: "/" + rest}).API()
	if a.api == lint.Other {
		a.other = rest
	}
	return a
}

func endpoints() string {
	var all []string
	for _, a := range apis {
		all = append(all, a.endpoint)
	}
	return strings.Join(all, ", ")
}

// of returns the sample of what is asked for; where that is no API, the first of the rule.
func (s *Served) of(a asked) *Sample {
	for i := range s.all {
		if one := &s.all[i]; one.Rule == a.rule && a.other == "" && (a.api == lint.Other || one.API == a.api) {
			return one
		}
	}
	return nil
}

// rules names the rules that have a sample for an API, or for any.
func (s *Served) rules(api lint.API) (names []string) {
	for _, one := range s.all {
		if (api == lint.Other || one.API == api) && !slices.Contains(names, one.Rule) {
			names = append(names, one.Rule)
		}
	}
	return names
}

// list returns the answer to a GET: the paths of a rule, or of all. One of a path that is none has
// the status 404.
func (s *Served) list(sent wire.Sent, a asked) *wire.Capture {
	status, only := http.StatusOK, slices.Contains(s.rules(lint.Other), a.rule)
	if a.rule != "" && (!only || a.other != "") {
		status = http.StatusNotFound
	}
	var b strings.Builder
	b.WriteString("Answers that break a rule of lint. Each has a good counterpart: POST to\n/RULE/good… instead. The base URL of a client ends with RULE, or with good.\n")
	rule := ""
	for i := range s.all {
		one := &s.all[i]
		if only && one.Rule != a.rule {
			continue
		}
		if one.Rule != rule {
			rule = one.Rule
			fmt.Fprintf(&b, "\n%s (%s)\n", lint.RuleOf(one.Rule, one.API).What, lint.RuleOf(one.Rule, one.API).Level)
		}
		fmt.Fprintf(&b, "  POST %s\n", one.Path(false))
	}
	c := &wire.Capture{
		ID: "list", Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Sent: sent, Timing: wire.NoTiming(),
		Head: &wire.Head{Status: status, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, AtUS: -1},
		End:  &wire.End{Cause: wire.EndClean, AtUS: -1},
	}
	c.Body.Append([]byte(b.String()), -1)
	return c
}
