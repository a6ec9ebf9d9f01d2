package relay

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

	InFile bool `toml:"-"` // config.toml has it, not a flag
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

// String returns the rule as flags have it; that of the file it names so.
func (r Rule) String() string {
	var all []string
	for _, f := range RuleFlags {
		what := *f.What(&r)
		if what == "" {
			continue
		}
		text := spelling.ShellQuote(strings.TrimSpace(r.When + " => " + what))
		if !r.InFile {
			text = f.Name + " " + text
		}
		all = append(all, text)
	}
	if r.InFile && len(all) > 0 {
		return "the rule " + strings.Join(all, ", ") + " of config.toml"
	}
	return strings.Join(all, " ")
}
