package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/app/effect/jq"
	"gatehouse/client/proxy"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/json/tree"
)

// Rule changes the requests that a filter matches.
type Rule struct {
	When    string // a filter of the history on what is known of a request; "": all requests
	Request string // a jq program, whose result is sent
	Fault   string // of the answer, as --fault has it
	To      string // the target that gets them instead: its name, or a profile's
}

// String returns the rule as --set has it.
func (r Rule) String() string {
	does := r.Request
	if r.To != "" {
		does = strings.TrimSpace(does + " to " + r.To)
	}
	return strings.TrimSpace(r.When + " => " + strings.TrimSpace(does+" "+r.Fault))
}

// ParseRule reads a filter, =>, and what is done, such as example.
func ParseRule(text, example string) (when, does string, err error) {
	when, does, ok := strings.Cut(text, "=>")
	if !ok {
		return "", "", fmt.Errorf("%q has no =>; write it as '%s'", text, example)
	}
	return strings.TrimSpace(when), strings.TrimSpace(does), nil
}

// RuleSet applies rules to requests, each to what the program sent. It is proxy.Rules.
type RuleSet struct {
	rules   []parsedRule
	targets map[string]Target
	others  map[string]Target // by the To of rules
	ends    []func()          // of others
	args    []byte            // members with the values of --arg-file
	names   []string
	pool    jq.Pool
}

type parsedRule struct {
	Rule
	fault  proxy.Fault
	filter query.Query
}

// maxRuleTime bounds the work of all rules on a request.
const maxRuleTime = 5 * time.Second

// Opener returns a target that has credentials, by the name of a profile; end closes it.
type Opener func(name string) (t Target, end func(), err error)

// NewRules returns rules for targets. files are the NAME=FILE of variables, open returns where rules send
// requests to. The error names the rule and what is wrong with it.
func NewRules(rules []Rule, files []string, targets []Target, open Opener) (_ *RuleSet, err error) {
	s := &RuleSet{targets: map[string]Target{}, others: map[string]Target{}}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	for _, t := range targets {
		s.targets[t.Name] = t
	}
	if err := s.readArguments(files); err != nil {
		return nil, err
	}
	for _, r := range rules {
		q, err := query.Parse(r.When, time.Now())
		if err == nil {
			err = checkEarly(q)
		}
		if err == nil && r.To != "" {
			err = s.open(r.To, open)
		}
		var fault proxy.Fault
		if err == nil && r.Fault != "" {
			fault, err = proxy.ParseFault(r.Fault)
		}
		if err == nil && r.Request == "" && r.To == "" && r.Fault == "" {
			err = errors.New("it has no jq program, such as .temperature = 0")
		}
		if err == nil && r.Request != "" {
			err = tree.CheckFilter([]byte("{}"), s.program()+" | "+r.Request)
		}
		if err != nil {
			return nil, fmt.Errorf("the rule %q: %w", r.String(), err)
		}
		s.rules = append(s.rules, parsedRule{r, fault, q})
	}
	return s, nil
}

// open opens a target that rules send requests to, once.
func (s *RuleSet) open(name string, open Opener) error {
	if _, ok := s.others[name]; ok {
		return nil
	}
	t, end, err := open(name)
	if err != nil {
		return err
	}
	t.Name = name
	s.others[name], s.ends = t, append(s.ends, end)
	return nil
}

// readArguments reads the files whose texts are variables of the programs.
func (s *RuleSet) readArguments(files []string) error {
	for _, f := range files {
		name, path, ok := strings.Cut(f, "=")
		if !ok || tree.CheckFilter([]byte("{}"), ". as $"+name+" | $"+name) != nil {
			return fmt.Errorf("%q: write NAME=FILE, where NAME is a name of jq without $", f)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !utf8.Valid(text) {
			return fmt.Errorf("%s is no text in UTF-8", path)
		}
		s.names = append(s.names, name)
		s.args = append(append(append(s.args, ','), scan.Quote(name)...), ':')
		s.args = append(s.args, scan.Quote(string(text))...)
	}
	return nil
}

// checkEarly returns an error for a filter on what is known only after the answer.
func checkEarly(q query.Query) error {
	for _, all := range q.Any {
		for _, t := range all {
			switch {
			case t.Field == nil:
				return fmt.Errorf("words are looked for in the history alone; write a condition, such as model:*, not %q", t.Text)
			case !t.Field.Early:
				return fmt.Errorf("%s: is not known before the answer; a rule can ask for %s", t.Field.Name, strings.Join(earlyNames(), ", "))
			}
		}
	}
	return nil
}

func earlyNames() (names []string) {
	for _, c := range history.LocalColumns() {
		if f := c.Filter; f.Early && f.Name != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// program returns programs one after the other, with the variables.
func (s *RuleSet) program(programs ...string) string {
	var b strings.Builder
	b.WriteString(". as $gatehouse_input | ")
	for _, name := range s.names {
		b.WriteString("$gatehouse_input[" + string(scan.Quote(name)) + "] as $" + name + " | ")
	}
	b.WriteString(`.[""]`)
	for _, p := range programs {
		b.WriteString(" | (" + p + "\n)")
	}
	return b.String()
}

// Concern reports whether the filter of a rule may hold for a request, before its body is known.
func (s *RuleSet) Concern(t proxy.Target, sent wire.Sent, caller wire.Caller) bool {
	sent.Body = nil
	e := s.entry(t, sent, caller)
	for i := range s.rules {
		if mayHold(s.rules[i].filter, &e) {
			return true
		}
	}
	return false
}

// mayHold reports whether a query holds for some body: terms on the model, the session or the purpose are
// taken to hold.
func mayHold(q query.Query, e *history.Entry) bool {
	if len(q.Any) == 0 {
		return true
	}
	for _, all := range q.Any {
		var rest query.All
		for _, t := range all {
			if n := t.Field.Name; n != "model" && n != "session" && n != "purpose" {
				rest = append(rest, t)
			}
		}
		if len(rest) == 0 || query.Holds(query.Query{Any: []query.All{rest}}, e) == query.Yes {
			return true
		}
	}
	return false
}

// entry returns what is known of a request.
func (s *RuleSet) entry(t proxy.Target, sent wire.Sent, caller wire.Caller) history.Entry {
	c := &wire.Capture{Start: time.Now(), Sent: sent, Caller: &caller}
	target := s.targets[t.Name]
	kind := state.KindOf(sent)
	return history.Asking(target.About(kind), state.FromCapture(kind, c), c)
}

// Change applies the rules whose filters hold, in their order, in one call of jq.
// Of several targets the last is taken.
func (s *RuleSet) Change(ctx context.Context, t proxy.Target, sent wire.Sent, caller wire.Caller) (c proxy.Change, err error) {
	e := s.entry(t, sent, caller)
	var programs, by []string // by: whose programs they are
	for _, r := range s.rules {
		if query.Holds(r.filter, &e) != query.Yes {
			continue
		}
		if to, ok := s.others[r.To]; ok {
			c.To = &to.Target
			if err = nil; to.Local {
				err = checkTranslated(sent)
			}
		} else if len(sent.Body) == 0 && r.Fault == "" {
			continue // nothing to change
		}
		if r.Fault != "" {
			c.Fault = r.fault
		}
		c.By = append(c.By, r.String())
		if r.Request != "" && len(sent.Body) > 0 {
			programs, by = append(programs, r.Request), append(by, r.String())
		}
	}
	c.Body = sent.Body
	if len(programs) > 0 && err == nil {
		c.Body, err = s.run(ctx, programs, by, sent)
	}
	switch {
	case err != nil:
		return proxy.Change{}, err
	case c.To == nil && c.Fault == (proxy.Fault{}) && bytes.Equal(c.Body, bytes.TrimSpace(sent.Body)):
		return proxy.Change{}, nil
	}
	return c, nil
}

// checkTranslated returns an error for a request of an API that the local gateway has not.
func checkTranslated(sent wire.Sent) error {
	if kind := state.KindOf(sent); kind.IsForeign() && kind != state.Chat && kind != state.Messages {
		return fmt.Errorf("the local gateway has no API of the kind %s, and requests of it cannot be translated", kind)
	}
	return nil
}

// run applies programs to a request and returns its new body.
func (s *RuleSet) run(ctx context.Context, programs, by []string, sent wire.Sent) ([]byte, error) {
	if !utf8.Valid(sent.Body) || scan.KindOf(sent.Body) != scan.Object || !scan.Valid(sent.Body) {
		return nil, fmt.Errorf("%s: the request is no JSON object", by[0])
	}
	ctx, stop := context.WithTimeout(ctx, maxRuleTime)
	defer stop()
	doc := append(append(append([]byte(`{"":`), sent.Body...), s.args...), '}')
	got, err := s.pool.Run(ctx, doc, s.program(programs...))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", strings.Join(by, "; "), err)
	case got.Count != 1 || scan.KindOf(got.Doc) != scan.Object:
		return nil, fmt.Errorf("%s: the result is not one JSON object", strings.Join(by, "; "))
	}
	return tree.Respell(got.Doc, sent.Body), nil
}

// Close ends the process that runs jq, and closes the targets of rules.
func (s *RuleSet) Close() {
	s.pool.Close()
	for _, end := range s.ends {
		end()
	}
}
