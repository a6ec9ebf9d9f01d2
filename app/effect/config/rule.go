package config

import (
	"fmt"
	"strings"

	"gatehouse/state/text/spelling"
)

// Rule is a rule of the proxy for the requests that a filter matches.
type Rule struct {
	When    string `toml:"when"`    // a filter of the history on what is known of a request; empty: all requests
	Request string `toml:"request"` // a jq program, whose result is sent
	To      string `toml:"to"`      // the target that gets them instead: its name, or a profile's
	Fault   string `toml:"fault"`   // of the answer: cut@N, reset@N, stall@N, status:CODE or slow:TIME
}

// RuleFlags are the flags of gatehouse proxy whose values are rules, FILTER => WHAT.
var RuleFlags = []RuleFlag{
	{"--set", func(r *Rule) *string { return &r.Request }, "path:/responses => .temperature = 0"},
	{"--redirect", func(r *Rule) *string { return &r.To }, "model:gpt-* => local"},
	{"--fault", func(r *Rule) *string { return &r.Fault }, "path:/responses => cut@1000"},
}

// RuleFlag is a flag whose value is a rule.
type RuleFlag struct {
	Name    string
	What    func(*Rule) *string // what it does with the requests
	Example string
}

// Parse reads the value of the flag.
func (f RuleFlag) Parse(text string) (r Rule, err error) {
	when, what, _ := strings.Cut(text, "=>")
	r.When, *f.What(&r) = strings.TrimSpace(when), strings.TrimSpace(what)
	if *f.What(&r) == "" {
		err = fmt.Errorf("%s %s: it has no => with what is done after it; write it as %s", f.Name, spelling.ShellQuote(text), spelling.ShellQuote(f.Example))
	}
	return r, err
}

// String returns the rule as flags have it.
func (r Rule) String() string {
	var flags []string
	for _, f := range RuleFlags {
		if what := *f.What(&r); what != "" {
			flags = append(flags, f.Name+" "+spelling.ShellQuote(strings.TrimSpace(r.When+" => "+what)))
		}
	}
	return strings.Join(flags, " ")
}
