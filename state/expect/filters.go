package expect

import (
	"gatehouse/state/json/tree"
)

// filters reads jq filters; each must return something other than false and null.
func filters(of func(*Subject) ([]byte, error)) maker {
	return func(f *file, name string, v *value) (all []Expectation) {
		wants, err := f.texts(name, v, false, name+" = ['.status == \"completed\"']")
		if err != nil && v.kind == list && len(v.list) == 0 {
			f.fault(v.line, "%s is an empty list; write a filter", name)
		}
		for _, filter := range wants {
			if err := tree.CheckFilter(nil, filter); err != nil {
				f.fault(v.line, "%s: %v", name, err)
				continue
			}
			all = append(all, Expectation{name, v.line, filter, func(s *Subject) seen {
				doc, err := of(s)
				if err != nil {
					return unknown(err.Error())
				}
				got, err := s.Filter(doc, filter)
				switch {
				case err != nil:
					return unknown(err.Error())
				case got.Count != 1:
					return found(false, shown(string(got.Doc)))
				}
				word := string(got.Doc)
				return found(word != "false" && word != "null", clipped(word))
			}})
		}
		return all
	}
}
