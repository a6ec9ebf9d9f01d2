package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gatehouse/client/scan"
)

// ErrNothing is the error of a schema for which no value was found.
var ErrNothing = errors.New("no value found that matches the schema")

// Made returns a value that fits a JSON Schema, always the same one. It has the members of
// given, an object, where they fit. Without a schema it is given itself, or an empty
// object. The error is ErrNothing, or wraps ErrSchema.
func Made(schema, given []byte) (json.RawMessage, error) {
	if scan.Check(given) != nil || scan.KindOf(given) != scan.Object {
		given = []byte("{}")
	}
	if len(schema) == 0 {
		return json.RawMessage(given), nil
	}
	var err error
	for variant := range variants {
		m := &maker{root: schema, variant: variant, left: budget}
		made := m.value(m.expand(nil, schema, 0), 0, 0)
		if err = Fits(schema, made); err == nil {
			return taken(schema, made, given), nil
		}
	}
	if errors.Is(err, ErrSchema) {
		return nil, err
	}
	return nil, fmt.Errorf("%w; last attempt: %w", ErrNothing, err)
}

// mostGiven bounds how many members of given are tried.
const mostGiven = 64

// taken replaces made members by those of given, where the whole still fits.
func taken(schema, made, given []byte) json.RawMessage {
	tried := 0
	for m := range scan.Members(given) {
		if tried++; tried > mostGiven {
			break
		}
		var out strings.Builder
		rest := 0
		for old := range scan.Members(made) {
			if old.Key == m.Key {
				out.Write(made[rest:old.At])
				out.Write(m.Value)
				rest = old.End()
			}
		}
		out.Write(made[rest:])
		if next := []byte(out.String()); rest > 0 && Fits(schema, next) == nil {
			made = next
		}
	}
	return made
}
