// Package fit checks JSON values against JSON Schemas that a person wrote or
// a file brought along, so that none of them can hang or break the program.
package fit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"gatehouse/state/raw"
)

// The errors of a schema and of a value.
var (
	ErrSchema = errors.New("the schema cannot be used")
	ErrUnfit  = errors.New("it does not fit the schema")
)

// Schema is a JSON Schema (draft 2020-12 or draft-07) that is ready to check
// values.
type Schema struct{ resolved *jsonschema.Resolved }

// Compile reads a schema. What it refers to must stand in the schema itself,
// written as # or as # and a JSON Pointer: nothing is fetched. The error wraps
// ErrSchema.
func Compile(doc []byte) (*Schema, error) {
	fail := func(why any) (*Schema, error) { return nil, fmt.Errorf("%w: %v", ErrSchema, why) }
	if err := raw.Check(doc); err != nil {
		return fail(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(doc, &s); err != nil {
		return fail(err)
	}
	read, err := json.Marshal(&s) // as it was understood: names in any case count there
	if err != nil {
		return fail(err)
	}
	var tree any
	if err := json.Unmarshal(read, &tree); err != nil {
		return fail(err)
	}
	if err := ends(tree); err != nil {
		return fail(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return fail(err)
	}
	return &Schema{resolved: resolved}, nil
}

// Validate checks a JSON value. The error says at which place what does not
// fit, and wraps ErrUnfit; of several faults it names the first that is found.
func (s *Schema) Validate(value []byte) error {
	if err := raw.Check(value); err != nil {
		return unfit("no JSON: " + err.Error())
	}
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		return unfit(err.Error())
	}
	if err := s.resolved.Validate(v); err != nil {
		return unfit(strings.ReplaceAll(strings.TrimPrefix(err.Error(), "validating root: "), "validating ", ""))
	}
	return nil
}

// unfit says what does not fit.
type unfit string

func (e unfit) Error() string { return string(e) }

// Is makes it an ErrUnfit.
func (e unfit) Is(target error) bool { return target == ErrUnfit }
