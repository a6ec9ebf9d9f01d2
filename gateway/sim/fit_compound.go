package sim

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// object appends an object with the required members and, in a value that is not deep, all other
// members of the schema. The arguments of a call have only the required ones.
func (m *maker) object(b []byte, n node, depth int) []byte {
	names, required := n.members()
	b = append(b, '{')
	count := 0
	add := func(name string, rules node) {
		if count > 0 {
			b = append(b, ',')
		}
		b = output.AppendString(b, name)
		b = append(b, ':')
		if m.call && isNullable(rules) {
			b = append(b, "null"...)
		} else {
			b = m.value(b, rules, name, depth+1)
		}
		count++
	}
	for _, name := range names {
		if !slices.Contains(required, name) && (depth >= deep || m.call) {
			continue
		}
		if depth >= maxDepth {
			break // no finite value fits the schema
		}
		add(name, m.member(n, name))
	}
	minCount, _ := n.highest("minProperties")
	for i := 1; count < int(minCount) && i <= 100; i++ {
		add(fmt.Sprintf("more_%d", i), m.expand(nil, n.first("additionalProperties"), depth))
	}
	return append(b, '}')
}

const maxMembers = 2000

// members returns the names of all members in the order of the schemas, and the required ones.
func (n node) members() (names, required []string) {
	for _, s := range n {
		s.Get("properties").ForEach(func(name, rules gjson.Result) bool {
			if !slices.Contains(names, name.Str) && rules.Type != gjson.False {
				names = append(names, name.Str)
			}
			return len(names) < maxMembers
		})
	}
	for _, s := range n {
		for _, name := range s.Get("required").Array() {
			if len(required) == maxMembers {
				break
			}
			required = append(required, name.Str)
			if !slices.Contains(names, name.Str) {
				names = append(names, name.Str)
			}
		}
	}
	return names, required
}

// member returns the schemas of one member.
func (m *maker) member(n node, name string) (rules node) {
	found := false
	for _, s := range n {
		if m.left -= len(s.Raw) / 4096; m.left < 0 { // reads all of it
			return nil
		}
		s.Get("properties").ForEach(func(key, value gjson.Result) bool {
			if key.Str == name {
				rules, found = m.expand(rules, value, 0), true
			}
			return true
		})
	}
	if !found {
		rules = m.expand(rules, n.first("additionalProperties"), 0)
	}
	return rules
}

// array appends an array with the minimum number of elements, at least one if allowed.
func (m *maker) array(b []byte, n node, name string, depth int) []byte {
	fixed := n.first("prefixItems").Array()
	items := n.first("items")
	if items.IsArray() { // draft 7 wrote prefixItems so
		fixed, items = items.Array(), n.first("additionalItems")
	}
	minCount, _ := n.highest("minItems")
	count := max(int(minCount), len(fixed), 1)
	if depth >= deep {
		count = int(minCount)
	}
	if maxCount, ok := n.lowest("maxItems"); ok {
		count = min(count, int(maxCount))
	}
	if items.Type == gjson.False {
		count = min(count, len(fixed))
	}
	b = append(b, '[')
	for i := range min(count, 1000) {
		if depth >= maxDepth {
			break
		}
		if i > 0 {
			b = append(b, ',')
		}
		s := items
		if i < len(fixed) {
			s = fixed[i]
		}
		b = m.value(b, m.expand(nil, s, 0), strings.TrimSuffix(name, "s"), depth+1, i)
	}
	return append(b, ']')
}

// resolve returns the target of a reference within the schema: # or a JSON pointer after it. Any
// value fits other references.
func (m *maker) resolve(ref string) gjson.Result {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return gjson.Result{}
	}
	at := m.root
	if pointer == "" {
		return at
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next := gjson.Result{}
		at.ForEach(func(key, value gjson.Result) bool {
			if key.String() == step {
				next = value
			}
			return !next.Exists()
		})
		if at.IsArray() {
			next = at.Get(step)
		}
		at = next
	}
	return at
}

// isNullable reports whether a member may be null, which it then is in a call (strict functions
// list every member as required).
func isNullable(n node) bool {
	if n.first("const").Exists() || n.first("enum").Exists() {
		return false
	}
	null := func(types gjson.Result) bool {
		return slices.ContainsFunc(types.Array(), func(t gjson.Result) bool { return t.Str == "null" })
	}
	return slices.ContainsFunc(n, func(s gjson.Result) bool {
		return null(s.Get("type")) || null(s.Get("anyOf.#.type")) || null(s.Get("oneOf.#.type"))
	})
}
