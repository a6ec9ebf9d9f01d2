package form

import (
	"cmp"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
)

// fitting returns the field for a value: the alternative field if the value has its type.
func fitting(f *field.Field, value []byte) *field.Field {
	if value == nil || f.Else == nil || fits(f, value) || !fits(f.Else, value) {
		return f
	}
	other := *f.Else
	other.Name, other.Help, other.Nullable = cmp.Or(other.Name, f.Name), cmp.Or(other.Help, f.Help), other.Nullable || f.Nullable
	if other.Inert == nil {
		other.Inert = f.Inert
	}
	return &other
}

// fits reports whether a field's control can show a value of this JSON type.
// Whether the value is right is for the checks to say.
func fits(f *field.Field, value []byte) bool {
	kind := scan.KindOf(value)
	if kind == scan.Null {
		return f.Nullable || f.Kind == field.JSON
	}
	switch f.Kind {
	case field.Text, field.Choice:
		return kind == scan.String
	case field.Integer, field.Number:
		return kind == scan.Number
	case field.Toggle:
		return kind == scan.Bool
	case field.List, field.Objects:
		return kind == scan.Array
	case field.Pairs, field.Object:
		return kind == scan.Object
	}
	return true
}

// elementOf returns the field of one element of a list.
func elementOf(f *field.Field) *field.Field {
	switch f.Kind {
	case field.Objects:
		return &field.Field{Kind: field.Object, Fields: f.Fields, Help: f.Help}
	case field.Pairs:
		return &field.Field{Kind: field.Text, MaxLength: f.MaxLength, Values: f.Values, Help: f.Help, Long: f.Long}
	}
	e := &field.Field{
		Kind: field.Text, Options: f.Options, Closed: f.Closed, Source: f.Source,
		MaxLength: f.MaxLength, Help: f.Help, Long: f.Long,
	}
	if len(f.Options) > 0 {
		e.Kind = field.Choice
	}
	return e
}

// kinds returns the kinds that a pair's value may have.
func kinds(f *field.Field) []field.Kind {
	if len(f.Values) == 0 {
		return []field.Kind{field.Text}
	}
	return f.Values
}

// fitsPair reports whether a pair's value has an allowed type.
func fitsPair(f *field.Field, value []byte) bool {
	return slices.ContainsFunc(kinds(f), func(k field.Kind) bool { return fits(&field.Field{Kind: k}, value) })
}

// isText reports whether a field's values are written as plain text.
func isText(f *field.Field) bool { return f.Kind == field.Text || f.Kind == field.Choice }

// values returns what a choice may be, as JSON: its options, and null where it
// may be null.
func values(f *field.Field) []string {
	var out []string
	for _, o := range f.Options {
		out = append(out, string(scan.Quote(o.Value)))
	}
	if f.Nullable && !slices.Contains(out, "null") {
		out = append(out, "null")
	}
	return out
}
