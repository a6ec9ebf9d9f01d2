package expect

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/text/spelling"
)

const noMetadata = "no routing metadata"

// route reads which stages there must be, and why providers must have been skipped.
func route(f *file, name string, v *value) []Expectation {
	return f.parts(name, v, `route.stages = ["guardrail"]`, map[string]maker{"stages": stages, "skipped": skipped})
}

// stages reads the stages that must be in the pipeline, in this order; others may be between them. A stage
// is named by its type or its name.
func stages(f *file, name string, v *value) []Expectation {
	want, ok := f.ordered(name, v, `route.stages = ["guardrail", "plugin"]`)
	if !ok {
		return nil
	}
	return one(name, v, strings.Join(want, ", "), func(s *Subject) observed {
		r := read.Routing(s.Exchange.Routing)
		if r.PipelineAs != wire.Listed {
			return unknown("no pipeline in the routing metadata")
		}
		var got []string
		next := 0
		for _, stage := range r.Pipeline {
			if next < len(want) && (spelling.Wildcard(want[next], stage.Type) || spelling.Wildcard(want[next], stage.Name)) {
				next++
			}
			got = append(got, strings.TrimSpace(spelling.Word(cmp.Or(stage.Type, "untyped"))+" "+spelling.Word(stage.Name)))
		}
		return found(next == len(want), cmp.Or(strings.Join(got, ", "), "none"))
	})
}

func (f *file) ordered(name string, v *value, example string) (all []string, ok bool) {
	if !f.is(name, v, list, example) {
		return nil, false
	}
	all = f.texts(name, v, example, example)
	return all, all != nil
}

// skipped reads why providers, or models, must have been left out.
func skipped(f *file, name string, v *value) (all []Expectation) {
	example := `route.skipped.umbra = "context_length"`
	if !f.is(name, v, table, example) {
		return nil
	}
	for _, m := range v.members {
		if !f.is(name+"."+m.name, m.value, text, example) {
			continue
		}
		all = append(all, Expectation{name + "." + m.name, m.line, m.value.text, func(s *Subject) observed {
			if len(s.Exchange.Routing) == 0 {
				return unknown(noMetadata)
			}
			var why []string
			for _, d := range explain.Drops(read.Routing(s.Exchange.Routing)) {
				vendor, _, _ := strings.Cut(d.Model, "/")
				if slices.Contains([]string{d.Provider, d.Model, vendor}, m.name) && !slices.Contains(why, d.By) {
					why = append(why, d.By)
				}
			}
			if why == nil {
				return found(false, "not skipped")
			}
			return found(slices.ContainsFunc(why, func(by string) bool { return spelling.Wildcard(m.value.text, by) }), listed(why))
		}})
	}
	return all
}

// guardrail reads what guardrails must have done.
func guardrail(f *file, name string, v *value) []Expectation {
	return f.parts(name, v, "guardrail = { blocked = true }", map[string]maker{
		"blocked":  switched(blocked),
		"name":     guardrailWords("name", func(g wire.Stage) []string { return []string{g.Name} }),
		"patterns": guardrailWords("patterns", func(g wire.Stage) []string { return g.Patterns }),
	})
}

func blocked(s *Subject, want bool) observed {
	return ifAnswered(func(s *Subject) observed {
		got := explain.Blocked(s.Exchange)
		return found(got == want, strconv.FormatBool(got))
	})(s)
}

// guardrailWords reads words; each must be among those that guardrails report.
func guardrailWords(member string, of func(wire.Stage) []string) maker {
	return func(f *file, name string, v *value) (all []Expectation) {
		for _, want := range f.texts(name, v, member+` = "words"`, "the words") {
			all = append(all, Expectation{name, v.line, want, func(s *Subject) observed {
				guards := explain.Guardrails(s.Exchange)
				if guards == nil && len(s.Exchange.Routing) == 0 {
					return unknown(noMetadata)
				}
				var got []string
				for _, g := range guards {
					got = append(got, of(g)...)
				}
				return found(slices.ContainsFunc(got, func(g string) bool { return spelling.Wildcard(want, g) }), listed(got))
			}})
		}
		return all
	}
}
