package validate

import (
	"slices"

	"gatehouse/state/request/field"
)

// The rules of most members follow from state/request/field, from which forms are made.

// undocumented are the members whose structure the document does not show. What public services are known to
// take (wire-notes §2) is there instead, so findings are hints.
var undocumented = []string{"provider", "reasoning", "text"}

// opaque are the members into which the checks do not look.
var opaque = []string{"max_price", "prompt", "prompt_cache_options", "stop_server_tools_when", "trace", "user_location"}

// kindTypes are the JSON types of the values of a kind of field.
var kindTypes = map[field.Kind]types{
	field.Text: text, field.Choice: text, field.Integer: integer, field.Number: number, field.Toggle: boolean,
	field.List: array, field.Objects: array, field.Object: object, field.Pairs: object, field.JSON: object,
}

// addFields adds rules for the fields of an object; soft ones give hints.
func (r *rule) addFields(list []field.Field, soft bool) *rule {
	if r.fields == nil {
		r.fields = fields{}
	}
	for i := range list {
		f := &list[i]
		r.fields[f.Name] = ruleOf(f, soft)
		if f.Required && !soft {
			r.required = append(r.required, f.Name)
		}
	}
	return r
}

// ruleOf returns the rule for a field.
func ruleOf(f *field.Field, soft bool) *rule {
	r := &rule{types: kindTypes[f.Kind], limits: limitsOf(f), least: f.MinItems, most: f.MaxItems, soft: soft}
	if f.Nullable {
		r.types |= null
	}
	if f.Else != nil {
		r.types |= kindTypes[f.Else.Kind]
	}
	inner := soft || slices.Contains(undocumented, f.Name)
	strings := r // the rule for the strings that the field lists
	switch {
	case slices.Contains(opaque, f.Name):
	case f.Kind == field.Object:
		r.addFields(f.Fields, inner)
	case f.Kind == field.Objects:
		r.items = (&rule{types: object}).addFields(f.Fields, inner)
	case f.Kind == field.List:
		r.items = &rule{types: text}
		strings = r.items
	case f.Kind == field.Pairs:
		r.values = &rule{types: text}
		if f.Values != nil {
			r.values.types = 0
		}
		for _, k := range f.Values {
			r.values.types |= kindTypes[k]
		}
		strings = r.values
	case f.Kind == field.JSON && soft:
		r.types = 0
	}
	strings.runes = f.MaxLength
	if f.Kind == field.Choice || f.Kind == field.List {
		words := &strings.known
		if f.Closed || soft {
			words = &strings.only
		}
		for _, o := range f.Options {
			*words = append(*words, o.Value)
		}
	}
	if f.MaxTotal > 0 {
		r.also = patternTotal
	}
	return r
}

func limitsOf(f *field.Field) (l limits) {
	if f.Min != nil {
		l.min, l.hasMin = *f.Min, true
	}
	if f.Max != nil {
		l.max, l.hasMax = *f.Max, true
	}
	return l
}
