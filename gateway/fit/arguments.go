package fit

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/gateway/intent"

	"github.com/tidwall/gjson"
)

// Values is where the arguments of a call come from.
type Values int

// The sources of arguments.
const (
	FromPrompt Values = iota // of a tool that only looks
	FromOrder                // of a tool that changes something: what the prompt orders, and nothing made up
	Harmless                 // nothing: empty strings, and a file that does not exist
)

// Nowhere is a path under which no file can be: reading it fails, and so does
// writing it.
const Nowhere = "/dev/null/does-not-exist"

// Arguments is the arguments of a call that fit a schema, as JSON text, with the
// required members alone. complete is false where [FromOrder] finds no file or
// text for a member in the prompt.
func Arguments(schema string, in intent.Intent, values Values) (arguments string, complete bool) {
	if schema == "" || schema == "{}" {
		return "{}", true
	}
	c := &call{in: in, values: values, made: map[role]said{}}
	m := &maker{root: gjson.Parse(schema), left: budget, call: c}
	c.edits = values == FromOrder && replaces(m.root, 3)
	if values != Harmless {
		m.hints = hintsOf(in.Said)
	}
	return string(m.value(nil, m.expand(nil, m.root, 0), "", 0)), !c.lacks
}

// call is a call whose arguments are made.
type call struct {
	in     intent.Intent
	values Values
	edits  bool // the schema asks for the text that is replaced, so that no other is lost
	lacks  bool // a value that the prompt does not give
	made   map[role]said
	run    *string // the command that the prompt gives, once it was looked for
}

// said is what the prompt gives for a role.
type said struct {
	text string
	ok   bool
}

// role is what a member is for, by its name.
type role int

const (
	other role = iota
	path
	folder
	workdir
	command
	before
	after
	content
	link
)

func roleOf(name string) role {
	parts := intent.Split(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(words, p) })
	}
	alone := len(parts) == 1
	switch {
	case has("old", "before", "original"):
		return before
	case has("new", "replacement") && !has("path", "file", "name"):
		return after
	case has("url", "uri", "link", "href"):
		return link
	case has("cwd", "workdir", "working", "workspace"):
		return workdir
	case has("dir", "directory", "folder"):
		return folder
	case has("path", "paths", "file", "files", "filename", "filenames", "filepath"):
		return path
	case has("cmd", "command", "commands"), alone && has("script", "code", "sql", "program", "shell"):
		return command
	case has("content", "contents", "text", "body", "diff", "patch"):
		return content
	}
	return other
}

// text is a string for a member. ok is false where the member's name says
// nothing special: what the prompt has is then as good for it as for any.
func (c *call) text(name string) (string, bool) {
	r := roleOf(name)
	if r == command && c.values != Harmless {
		return c.commandLine(name), true // what it is depends on the name
	}
	was, ok := c.made[r]
	if !ok { // the prompt is searched once for all members
		was.text, was.ok = c.textFor(r)
		c.made[r] = was
	}
	return was.text, was.ok
}

func (c *call) textFor(r role) (s string, ok bool) {
	if c.values == Harmless {
		if r == path || r == folder || r == workdir {
			return Nowhere, true
		}
		return "", true
	}
	ordered := c.values == FromOrder
	switch {
	case r == path && ordered && c.edits:
		return c.known(c.in.Edited())
	case (r == path || r == folder) && ordered:
		return c.known(c.in.Target())
	case r == path:
		return cmp.Or(c.in.Path(), Nowhere), true
	case r == folder, r == workdir:
		return ".", true
	case r == link && c.in.Address() != "":
		return c.in.Address(), true
	case r == before && ordered:
		s, _, _ = c.in.Replacement()
		return c.known(s)
	case r == after && ordered:
		_, s, _ = c.in.Replacement()
		return c.known(s)
	case r == content && ordered:
		s, _ = c.in.Content()
		return c.known(s)
	}
	return "", false
}

// commandLine is what is run: what the prompt orders to be run, or of a tool that
// only looks, such as one for queries, what it quotes.
func (c *call) commandLine(name string) string {
	if c.run == nil {
		s := c.in.Command()
		if quotes := c.in.Quotes(); s == "" && c.values == FromPrompt && len(quotes) > 0 {
			s = quotes[0]
		}
		c.run = &s
	}
	if *c.run != "" {
		return *c.run
	}
	if intent.Runner(name) {
		return "echo 'simulated by the local gateway'"
	}
	return ""
}

// replaces reports whether a schema asks for a text that is to be replaced.
func replaces(s gjson.Result, depth int) (found bool) {
	if depth == 0 {
		return false
	}
	s.Get("properties").ForEach(func(name, rules gjson.Result) bool {
		found = roleOf(name.Str) == before || replaces(rules, depth-1) || replaces(rules.Get("items"), depth-1)
		return !found
	})
	return found
}

// known is a value of an order. Without it the order is not complete.
func (c *call) known(s string) (string, bool) {
	c.lacks = c.lacks || s == ""
	return s, true
}

// among chooses from an enum: what the prompt names, else the first that does no
// harm. One that does harm has to be ordered.
func (c *call) among(values []gjson.Result) string {
	harmless := ""
	for _, v := range values {
		harms := v.Type == gjson.String && intent.Harmful(v.Str)
		if harmless == "" && !harms {
			harmless = v.Raw
		}
		if v.Type != gjson.String || v.Str == "" || c.values == Harmless {
			continue
		}
		if harms && c.in.Wants(v.Str) || !harms && strings.Contains(strings.ToLower(c.in.Said), strings.ToLower(v.Str)) {
			return v.Raw
		}
	}
	if harmless == "" {
		return values[0].Raw
	}
	return harmless
}

// branch chooses from anyOf or oneOf: the first that is not null alone and whose
// constants do no harm, or are what the prompt orders.
func (c *call) branch(branches []gjson.Result) int {
	first := -1
	for i, b := range branches {
		if b.Get("type").Str == "null" {
			continue
		}
		if first < 0 {
			first = i
		}
		harms := false
		b.Get("properties").ForEach(func(_, rules gjson.Result) bool {
			only := rules.Get("const")
			if e := rules.Get("enum").Array(); len(e) == 1 {
				only = e[0]
			}
			harms = harms || only.Type == gjson.String && intent.Harmful(only.Str) && !(c.values == FromOrder && c.in.Wants(only.Str))
			return true
		})
		if !harms {
			return i
		}
	}
	return max(first, 0)
}

// nullable reports whether a member may be null: then it is, since it is not
// needed (strict functions list every member as required).
func nullable(n node) bool {
	if n.first("const").Exists() || n.first("enum").Exists() {
		return false
	}
	for _, s := range n {
		for _, t := range s.Get("type").Array() {
			if t.Str == "null" {
				return true
			}
		}
		for _, choice := range []string{"anyOf", "oneOf"} {
			for _, b := range s.Get(choice).Array() {
				if b.Get("type").Str == "null" {
					return true
				}
			}
		}
	}
	return false
}
