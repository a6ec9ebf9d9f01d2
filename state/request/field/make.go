package field

import "gatehouse/client/scan"

// The tables are written with the functions of this file: one makes a field of
// a kind, a method adds what is not usual about it.

func text(name, help string) Field    { return Field{Name: name, Kind: Text, Help: help} }
func integer(name, help string) Field { return Field{Name: name, Kind: Integer, Help: help} }
func number(name, help string) Field  { return Field{Name: name, Kind: Number, Help: help} }
func toggle(name, help string) Field  { return Field{Name: name, Kind: Toggle, Help: help} }
func list(name, help string) Field    { return Field{Name: name, Kind: List, Help: help} }
func value(name, help string) Field   { return Field{Name: name, Kind: JSON, Help: help} }

// choice returns a string field with some known values.
func choice(name, help string, values ...string) Field {
	return Field{Name: name, Kind: Choice, Help: help, Options: options(values...)}
}

// enum returns a choice of values that the document lists: another one is a fault.
func enum(name, help string, values ...string) Field {
	return choice(name, help, values...).closed()
}

func object(name, help string, fields ...Field) Field {
	return Field{Name: name, Kind: Object, Help: help, Fields: fields}
}

func objects(name, help string, fields ...Field) Field {
	return Field{Name: name, Kind: Objects, Help: help, Fields: fields}
}

func options(values ...string) []Option {
	out := make([]Option, len(values))
	for i, v := range values {
		out[i].Value = v
	}
	return out
}

func (f Field) long() Field                    { f.Long = true; return f }
func (f Field) orNull() Field                  { f.Nullable = true; return f }
func (f Field) required() Field                { f.Required = true; return f }
func (f Field) closed() Field                  { f.Closed = true; return f }
func (f Field) usually(value string) Field     { f.Default = value; return f }
func (f Field) deprecated(use string) Field    { f.Deprecated = use; return f }
func (f Field) from(s Source) Field            { f.Source = s; return f }
func (f Field) length(most int) Field          { f.MaxLength = most; return f }
func (f Field) items(least, most int) Field    { f.MinItems, f.MaxItems = least, most; return f }
func (f Field) atLeast(min float64) Field      { f.Min = &min; return f }
func (f Field) atMost(max float64) Field       { f.Max = &max; return f }
func (f Field) with(o ...Option) Field         { f.Options = o; return f }
func (f Field) of(values ...string) Field      { f.Options = options(values...); return f }
func (f Field) or(other Field) Field           { other.Name = f.Name; f.Else = &other; return f }
func (f Field) inert(why reason) Field         { f.Inert = why; return f }
func (f Field) between(min, max float64) Field { return f.atLeast(min).atMost(max) }

// orNull makes every field of a list take null.
func orNull(fields []Field) []Field {
	for i := range fields {
		fields[i].Nullable = true
	}
	return fields
}

// reason returns why a field has no effect; see Field.Inert. The words are those of the warnings in
// state/request/validate.
type reason = func(request, object []byte) string

// excludedBy: another member of the same object silences the field.
func excludedBy(other string) reason {
	return func(_, object []byte) string {
		if scan.IsNull(scan.Get(object, other)) {
			return ""
		}
		return "has no effect with " + other
	}
}

// withoutStream: the field is for streams.
func withoutStream(request, _ []byte) string {
	if string(scan.Get(request, "stream")) == "true" {
		return ""
	}
	return "has no effect without stream"
}

// excludedByBoth: two members together leave nothing for the field to decide.
func excludedByBoth(one, other string) reason {
	return func(_, object []byte) string {
		if scan.IsNull(scan.Get(object, one)) || scan.IsNull(scan.Get(object, other)) {
			return ""
		}
		return "has no effect with " + one + " and " + other
	}
}

// ofType: the member belongs to objects whose type is one of these.
func ofType(types ...string) reason {
	return func(_, object []byte) string {
		kind, words := scan.Text(scan.Get(object, "type")), ""
		for i, t := range types {
			if t == kind {
				return ""
			}
			if i > 0 {
				words += " or "
			}
			words += t
		}
		return "applies only to type " + words
	}
}
