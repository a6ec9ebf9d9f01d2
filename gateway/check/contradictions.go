package check

import (
	"fmt"
	"iter"
)

// contradictions finds well-formed requests that cannot be served: the 422 of the document
// ("Semantic validation failure").
func (c *Checker) contradictions(r *report, doc value) {
	tools, items := doc.get("tools"), doc.get("input")
	at := (*path)(nil).member("tools")
	c.checkDeferred(r, at, tools, items)
	checkNames(r, at, tools)
	checkToolChoice(r, (*path)(nil).member("tool_choice"), doc.get("tool_choice"), tools, items)
	checkOutputs(r, (*path)(nil).member("input"), items)
	for i, t := range tools.elements() {
		if p := t.get("parameters"); isFunction(t) && p.kind == '{' {
			c.schema(r, at.element(i).member("parameters"), p)
		}
	}
	if s := doc.get("text").get("format").get("schema"); s.kind != 0 {
		c.schema(r, (*path)(nil).member("text").member("format").member("schema"), s)
	}
}

func isFunction(t value) bool { return t.get("type").str() == "function" }

// allTools yields the elements of tools, and then the tools of additional_tools items, with the
// index -1.
func allTools(tools, items value) iter.Seq2[int, value] {
	return func(yield func(int, value) bool) {
		for i, t := range tools.elements() {
			if !yield(i, t) {
				return
			}
		}
		for _, it := range items.elements() {
			if it.get("type").str() != "additional_tools" {
				continue
			}
			for _, t := range it.get("tools").elements() {
				if !yield(-1, t) {
					return
				}
			}
		}
	}
}

// checkDeferred checks the two rules of defer_loading ("Tools"): it needs the tool-search tool, and
// another tool must remain visible. An additional_tools item may offer both.
func (c *Checker) checkDeferred(r *report, at *path, tools, items value) {
	first, search, visible := -1, false, false
	for i, t := range allTools(tools, items) {
		switch {
		case t.get("type").str() == c.word+":tool_search":
			search = true
		case isFunction(t) && t.get("defer_loading").kind == 't':
			if first < 0 {
				first = i
			}
		default:
			visible = true
		}
	}
	if first < 0 {
		return
	}
	at = at.element(first).member("defer_loading")
	if !search {
		r.add(at, fmt.Sprintf("needs the tool %s:tool_search in tools", c.word))
	}
	if !visible {
		r.add(at, "at least one tool besides tool search must not be deferred")
	}
}

func checkNames(r *report, at *path, tools value) {
	seen := map[string]bool{}
	for i, t := range tools.elements() {
		name := t.get("name").text()
		if !isFunction(t) {
			continue
		}
		if seen[name] {
			r.add(at.element(i).member("name"), fmt.Sprintf("another function tool has the name %s", excerpt(name)))
		}
		seen[name] = true
	}
}

// checkToolChoice checks that a chosen tool is offered. The words auto, none and required choose
// none.
func checkToolChoice(r *report, at *path, choice, tools, items value) {
	switch choice.get("type").str() {
	case "", "auto", "none", "required":
		return
	}
	have := offers(allTools(tools, items))
	if choice.get("type").str() != "allowed_tools" {
		checkChoice(r, at, choice, have)
		return
	}
	for i, t := range choice.get("tools").elements() {
		checkChoice(r, at.member("tools").element(i), t, have)
	}
}

// offer is a type of tool, or one tool by its name. Only functions and custom tools have names that
// distinguish them.
type offer struct {
	typ, name string
	named     bool
}

func offerOf(t value) offer {
	o := offer{typ: t.get("type").str()}
	if name := t.get("name"); name.kind == '"' && (o.typ == "function" || o.typ == "custom") {
		o.name, o.named = name.text(), true
	}
	return o
}

// offers returns what is offered, also in namespaces, which cannot be nested.
func offers(tools iter.Seq2[int, value]) map[offer]bool {
	have := map[offer]bool{}
	add := func(t value) {
		o := offerOf(t)
		have[o], have[offer{typ: o.typ}] = true, true
	}
	for _, t := range tools {
		add(t)
		if t.get("type").str() == "namespace" {
			for _, inner := range t.get("tools").elements() {
				add(inner)
			}
		}
	}
	return have
}

func checkChoice(r *report, at *path, choice value, have map[offer]bool) {
	o := offerOf(choice)
	switch {
	case o.typ == "" || have[o]:
	case o.named:
		r.add(at.member("name"), fmt.Sprintf("no tool of type %s named %s is offered in tools", excerpt(o.typ), excerpt(o.name)))
	default:
		r.add(at.member("type"), fmt.Sprintf("no tool of type %s is offered in tools", excerpt(o.typ)))
	}
}

// checkOutputs checks that a function's output that names a call belongs to a call in the same
// input: the service stores no calls. The document shows no members of the item, so an output
// without a call_id is allowed.
func checkOutputs(r *report, at *path, items value) {
	calls := map[string]bool{}
	for _, it := range items.elements() {
		if it.get("type").str() == "function_call" && it.get("call_id").kind == '"' {
			calls[it.get("call_id").text()] = true
		}
	}
	for i, it := range items.elements() {
		if it.get("type").str() != "function_call_output" {
			continue
		}
		switch id := it.get("call_id"); {
		case id.kind == 0, id.kind == 'n':
		case id.kind != '"':
			r.add(at.element(i).member("call_id"), "must be the call_id of a function_call in input")
		case !calls[id.text()]:
			r.add(at.element(i).member("call_id"), fmt.Sprintf("no function_call with the call_id %s is in input", excerpt(id.text())))
		}
	}
}
