// Package schema reports whether a JSON value fits a JSON Schema. Schemas come from files
// and from models: whatever they refer to, the work is bounded.
package schema

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
)

// ErrSchema is the error of an unusable schema: it is invalid, refers to another document
// or in a circle, or takes too much work.
var ErrSchema = errors.New("the schema cannot be used")

// Misfit is the error of a value that does not fit a schema.
type Misfit struct {
	Path    string // as jq writes it, without the leading dot; "." for the value itself
	Message string // what is wrong and what is required
}

func (m *Misfit) Error() string { return m.Path + ": " + m.Message }

// maxSteps bounds the work of one check: a step is one schema for one value, or stepBytes bytes
// of the value. maxDepth bounds the nesting of schemas.
const (
	maxSteps  = 200_000
	stepBytes = 512
	maxDepth  = 500
)

// Fits returns nil when the value, valid JSON, fits the schema, else the first
// *Misfit that was found, or an error that wraps ErrSchema. It knows the keywords
// of draft 2020-12 that look at values, but for the unevaluated ones and for
// format, which the draft does not ask to be checked.
func Fits(schema, value []byte) error {
	f := &fitter{root: schema}
	return f.fits(schema, value, "", 0)
}

type fitter struct {
	root  []byte
	steps int
}

func misfit(at, format string, args ...any) error {
	if at = strings.TrimPrefix(at, "."); at == "" {
		at = "."
	}
	return &Misfit{at, fmt.Sprintf(format, args...)}
}

// isMisfit reports whether an error is that of a value that does not fit, not of an
// unusable schema.
func isMisfit(err error) bool {
	var m *Misfit
	return errors.As(err, &m)
}

func (f *fitter) fits(schema, v []byte, at string, depth int) error {
	if f.steps += 1 + len(schema)/stepBytes; f.steps > maxSteps || depth > maxDepth {
		return fmt.Errorf("%w: it refers to itself in a circle, or is nested too deeply", ErrSchema)
	}
	switch scan.KindOf(schema) {
	case scan.Bool:
		if string(schema) == "false" {
			return misfit(at, "no value is allowed here")
		}
		return nil
	case scan.Object:
	default:
		return fmt.Errorf("%w: a schema must be an object, true or false", ErrSchema)
	}
	if err := f.same(schema, v, at, depth); err != nil {
		return err
	}
	if err := f.plain(schema, v, at); err != nil {
		return err
	}
	switch scan.KindOf(v) {
	case scan.Object:
		return f.object(schema, v, at, depth)
	case scan.Array:
		return f.array(schema, v, at, depth)
	}
	return nil
}

// plain checks a value against the keywords without schemas.
func (f *fitter) plain(schema, v []byte, at string) error {
	if t := scan.Get(schema, "type"); t != nil && !ofType(t, v) {
		return misfit(at, "%s, must be %s", Describe(v), typeNames(t))
	}
	if c := scan.Get(schema, "const"); c != nil && !tree.Equal(c, v) {
		return misfit(at, "%s, must be %s", Excerpt(v), Excerpt(c))
	}
	if e := scan.Get(schema, "enum"); e != nil {
		found := false
		for _, one := range scan.Elements(e) {
			found = found || tree.Equal(one, v)
		}
		if !found {
			return misfit(at, "%s, allowed: %s", Excerpt(v), Excerpt(e))
		}
	}
	switch scan.KindOf(v) {
	case scan.Number:
		return numberFits(schema, v, at)
	case scan.String:
		return textFits(schema, v, at)
	}
	return nil
}

// same checks a value against the schemas for the value itself.
func (f *fitter) same(schema, v []byte, at string, depth int) error {
	if ref := scan.Get(schema, "$ref"); ref != nil {
		target := resolve(f.root, scan.Text(ref))
		if target == nil {
			return fmt.Errorf("%w: $ref %s not found", ErrSchema, Excerpt(ref))
		}
		if err := f.fits(target, v, at, depth+1); err != nil {
			return err
		}
	}
	for _, one := range scan.Elements(scan.Get(schema, "allOf")) {
		if err := f.fits(one, v, at, depth+1); err != nil {
			return err
		}
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if list := scan.Get(schema, word); list != nil {
			if err := f.some(list, v, at, depth, word == "oneOf"); err != nil {
				return err
			}
		}
	}
	if no := scan.Get(schema, "not"); no != nil {
		switch err := f.fits(no, v, at, depth+1); {
		case err == nil:
			return misfit(at, "%s matches a schema that it must not match", Excerpt(v))
		case !isMisfit(err):
			return err
		}
	}
	if cond := scan.Get(schema, "if"); cond != nil {
		return f.conditional(cond, schema, v, at, depth)
	}
	return nil
}

// some checks a value against anyOf or oneOf.
func (f *fitter) some(list, v []byte, at string, depth int, one bool) error {
	fit, n := 0, 0
	var first error
	for _, s := range scan.Elements(list) {
		n++
		switch err := f.fits(s, v, at, depth+1); {
		case err == nil:
			if fit++; !one {
				return nil
			}
		case !isMisfit(err):
			return err
		case first == nil:
			first = err
		}
	}
	switch {
	case fit == 1 || n == 0:
		return nil
	case fit > 1:
		return misfit(at, "%s matches %d of the alternatives, must match one", Excerpt(v), fit)
	case n == 1:
		return first
	}
	return misfit(at, "%s matches none of %d alternatives; the first: %s", Excerpt(v), n, first)
}

func (f *fitter) conditional(cond, schema, v []byte, at string, depth int) error {
	branch := "then"
	if err := f.fits(cond, v, at, depth+1); err != nil {
		if !isMisfit(err) {
			return err
		}
		branch = "else"
	}
	if s := scan.Get(schema, branch); s != nil {
		return f.fits(s, v, at, depth+1)
	}
	return nil
}

// resolve follows a reference within a document, a JSON Pointer after #; nil when it leads
// elsewhere or nowhere.
func resolve(root []byte, ref string) []byte {
	pointer, ok := strings.CutPrefix(ref, "#")
	path, is := scan.PathOf(pointer)
	if !ok || !is {
		return nil
	}
	from, to, ok := scan.Find(root, path)
	if !ok {
		return nil
	}
	return root[from:to]
}
