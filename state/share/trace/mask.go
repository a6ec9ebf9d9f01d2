package trace

import "gatehouse/state/share/redact"

// Mask masks what the rules find in the texts of spans, as exports mask it. Names and ids that
// the program gave are left alone.
func Mask(rules *redact.Rules, spans []Span) {
	for i := range spans {
		s := &spans[i]
		s.Name, _ = rules.Text(s.Name, "name")
		s.State, _ = rules.Text(s.State, "tracestate")
		s.Message, _ = rules.Text(s.Message, "status")
		mask(rules, s.Attributes)
		for _, e := range s.Events {
			mask(rules, e.Attributes)
		}
	}
}

func mask(rules *redact.Rules, all []Attribute) {
	for i := range all {
		switch v := all[i].Value.(type) {
		case string:
			all[i].Value, _ = rules.Text(v, all[i].Key)
		case []string:
			for j := range v {
				v[j], _ = rules.Text(v[j], all[i].Key)
			}
		}
	}
}
