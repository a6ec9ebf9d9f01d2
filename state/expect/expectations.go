package expect

import (
	"maps"
	"slices"
	"strings"

	"gatehouse/state/text/spelling"
)

// maker reads an expectation of one name to what it tests.
type maker func(f *file, name string, v *value) []Expectation

// makers returns the expectations by their names.
func makers() map[string]maker {
	all := map[string]maker{
		"verdict": word(verdict, isVerdict), "http_status": word(httpStatus, isStatus), "exit": word(exit, nil),
		"served": word(served, nil), "provider": word(provider, nil), "asked": word(asked, nil),
		"warnings": warnings, "lint": findings, "receipt": receiptIs,
		"route": route, "guardrail": guardrail,
		"text_contains": texts(contains), "text_not_contains": texts(lacks), "text_matches": texts(matches), "text_schema": textSchema,
		"events": events, "done_last": switched(doneLast), "sequence": sequence, "deltas_equal_final": switched(deltasEqualFinal),
		"ranking": ranking,
		"jq":      filters(func(s *Subject) ([]byte, error) { return s.Object() }), "frames_jq": filters(func(s *Subject) ([]byte, error) { return s.Frames() }),
	}
	for name, figure := range figuresOf() {
		all[name] = bounded(figure)
	}
	return all
}

// Names returns the names of all expectations, in the order of the alphabet.
func Names() []string { return slices.Sorted(maps.Keys(makers())) }

// members reads the members of a table, each with the maker of its name.
func (f *file) members(prefix string, v *value, makers map[string]maker) (all []Expectation) {
	f.known("check.expect."+prefix, v, slices.Sorted(maps.Keys(makers))...)
	for _, m := range v.members {
		if make := makers[m.name]; make != nil {
			all = append(all, make(f, prefix+m.name, m.value)...)
		}
	}
	return all
}

// parts reads an expectation that is a table of expectations.
func (f *file) parts(name string, v *value, example string, makers map[string]maker) []Expectation {
	if !f.is(name, v, table, example) {
		return nil
	}
	if len(v.members) == 0 {
		f.fault(v.line, "%s is empty; write %s", name, example)
	}
	return f.members(name+".", v, makers)
}

// one returns a list of a single expectation.
func one(name string, v *value, want string, test func(*Subject) observed) []Expectation {
	return []Expectation{{name, v.line, want, test}}
}

func switched(test func(s *Subject, want bool) observed) maker {
	return func(f *file, name string, v *value) []Expectation {
		if !f.is(name, v, truth, name+" = true") {
			return nil
		}
		return one(name, v, v.text, func(s *Subject) observed { return test(s, v.text == "true") })
	}
}

func alternatives(all []string) string {
	if len(all) == 1 {
		return all[0]
	}
	return "one of " + strings.Join(all, ", ")
}

// listed says all of several words, which may have been received.
func listed(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	words := make([]string, len(all))
	for i, word := range all {
		words[i] = spelling.Word(word)
	}
	return strings.Join(words, ", ")
}
