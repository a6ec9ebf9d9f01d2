package relay

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/app/effect/jq"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/json/tree"
)

// RuleSet applies rules to requests, each to what the program sent. It is proxy.Rules.
type RuleSet struct {
	rules   []parsedRule
	targets map[string]Target
	others  map[string]Target // by the To of rules
	ends    []func()          // of others
	args    []byte            // members with the values of --arg-file
	names   []string
	pool    jq.Pool
	Pauses  *Pauses // has requests wait after the rules were applied
}

type parsedRule struct {
	Rule
	text   string // what it changes in requests, as it is written; empty: nothing
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
	s := &RuleSet{targets: map[string]Target{}, others: map[string]Target{}, Pauses: new(Pauses)}
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
		one, err := s.parse(r, open)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmp.Or(r.String(), "the rule with when = "+strconv.Quote(r.When)), err)
		}
		s.rules = append(s.rules, one)
	}
	return s, nil
}

// parse reads a rule. The error is what is wrong with it, and the remedy.
func (s *RuleSet) parse(r Rule, open Opener) (one parsedRule, err error) {
	one.Rule, one.text = r, Rule{When: r.When, Request: r.Request, To: r.To, InFile: r.InFile}.String()
	if one.filter, err = query.Parse(r.When, time.Now()); err != nil {
		return one, err
	}
	if err := checkEarly(one.filter); err != nil {
		return one, err
	}
	if r.Request+r.To+r.Fault == "" {
		return one, errors.New(`it does nothing; give it request, to or fault, such as request = ".temperature = 0"`)
	}
	if r.To != "" {
		if err := s.open(r.To, open); err != nil {
			return one, err
		}
	}
	if r.Fault != "" {
		if one.fault, err = proxy.ParseFault(r.Fault); err != nil {
			return one, err
		}
		one.fault.Rule = Rule{When: r.When, Fault: r.Fault, InFile: r.InFile}.String()
	}
	if r.Request != "" {
		err = tree.CheckFilter([]byte("{}"), s.program()+" | "+r.Request)
	}
	return one, err
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
			return fmt.Errorf("--arg-file %s: write NAME=FILE, where NAME is a name of jq without $", f)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("--arg-file %s: %w", f, err)
		}
		if !utf8.Valid(text) {
			return fmt.Errorf("--arg-file %s: the file is no text in UTF-8; convert it", f)
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
				return fmt.Errorf("a rule cannot look for words such as %q; write a condition, such as model:gpt-*", t.Text)
			case !t.Field.Early:
				return fmt.Errorf("%s: is not known before the answer; a rule can ask for %s", t.Field.Name, strings.Join(earlyNames(), ", "))
			}
		}
	}
	return nil
}

func earlyNames() (names []string) {
	for _, c := range history.LocalColumns() {
		if f := c.Filter; f.Early && f.Name != "" && f.Name != "case" && f.Name != "variant" { // those are of the lab alone
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

// Concern returns the first rule whose filter may hold for a request, before its body is known; "" for none.
func (s *RuleSet) Concern(t proxy.Target, sent wire.Sent, caller wire.Caller) (rule string) {
	if len(s.rules) == 0 && !s.Pauses.IsSet() {
		return ""
	}
	e := s.entry(t, sent, caller)
	for i := range s.rules {
		if mayHold(s.rules[i].filter, &e) {
			return cmp.Or(s.rules[i].text, s.rules[i].fault.Rule)
		}
	}
	if s.Pauses.mayMatch(&e) {
		return "the breakpoint"
	}
	return ""
}

// mayHold reports whether a query holds for some body: terms on what a body may have are taken to hold.
func mayHold(q query.Query, e *history.Entry) bool {
	if len(q.Any) == 0 {
		return true
	}
	for _, all := range q.Any {
		var rest query.All
		for _, t := range all {
			if !t.Field.InBody {
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
// Of several targets and faults the last is taken.
func (s *RuleSet) Change(ctx context.Context, t proxy.Target, sent wire.Sent, caller wire.Caller) (c proxy.Change, err error) {
	e := s.entry(t, sent, caller)
	var programs, by []string // by: whose programs they are
	var to parsedRule
	connects := sent.OpensResponses()
	for _, r := range s.rules {
		if query.Holds(r.filter, &e) != query.Yes {
			if connects && r.To != "" && mayHold(r.filter, &e) {
				return c, &client.UnsentError{Detail: wire.DetailSocket, Why: r.text + " may be for messages on this WebSocket, which leads to one target; let the program use HTTP, or give the rule a filter that does not ask for the body, such as path:/responses"}
			}
			continue
		}
		if connects && r.To == "" {
			continue
		}
		if r.fault != (proxy.Fault{}) && !connects {
			c.Fault = r.fault
		}
		if r.To != "" {
			to = r
		}
		if r.Request != "" && len(sent.Body) > 0 {
			programs, by = append(programs, r.Request), append(by, r.text)
		} else if r.To == "" {
			continue
		}
		c.By = append(c.By, r.text)
	}
	if target, ok := s.others[to.To]; ok {
		c.To = &target.Target
		if kind := state.KindOf(sent); target.Local && kind.IsForeign() && kind != state.Chat && kind != state.Messages {
			return proxy.Change{}, fmt.Errorf("%s: the local gateway has no API of the kind %s, and requests of it cannot be translated; give the rule a filter that leaves them out, such as path:/responses", to.text, kind)
		}
	}
	c.Body = sent.Body
	if len(programs) > 0 {
		if c.Body, err = s.run(ctx, programs, by, sent); err != nil {
			return proxy.Change{}, err
		}
	}
	if c.To == nil && bytes.Equal(c.Body, bytes.TrimSpace(sent.Body)) {
		c = proxy.Change{Fault: c.Fault}
	}
	if !connects && c.Fault.Status == 0 && s.Pauses.matches(&e) {
		c.Wait = s.Pauses.wait
	}
	return c, nil
}

// run applies programs to a request and returns its new body.
func (s *RuleSet) run(ctx context.Context, programs, by []string, sent wire.Sent) ([]byte, error) {
	switch {
	case !utf8.Valid(sent.Body) || !scan.Valid(sent.Body):
		return nil, fmt.Errorf("%s: the request is malformed JSON", by[0])
	case scan.KindOf(sent.Body) != scan.Object:
		return nil, fmt.Errorf("%s: the request is no JSON object; give the rule a filter that leaves it out", by[0])
	}
	ctx, stop := context.WithTimeout(ctx, maxRuleTime)
	defer stop()
	doc := append(append(append([]byte(`{"":`), sent.Body...), s.args...), '}')
	got, err := s.pool.Run(ctx, doc, s.program(programs...))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", strings.Join(by, "; "), err)
	case got.Count != 1 || scan.KindOf(got.Doc) != scan.Object:
		return nil, fmt.Errorf("%s: its result is not one JSON object; end the program with the document, as .temperature = 0 does", strings.Join(by, "; "))
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
