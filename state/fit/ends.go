package fit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errCircle is the error of a schema that asks for itself about the same
// value: a validator that followed it would never come to an end.
var errCircle = errors.New("it refers to itself in a circle")

// maxDepth bounds how deep a schema may be nested, maxWeight how many schemas
// one value may be checked against: references can double with each step.
const (
	maxDepth  = 200
	maxWeight = 100_000
)

// ends reports whether checking a value against a schema comes to an end: no
// chain of keywords that speak of one and the same value leads back to where it
// began (JSON Schema 2020-12, 9.4.1 calls such schemas undefined).
func ends(tree any) error {
	w := &walk{root: tree, weight: map[string]int{}}
	return w.all(tree, "", 0)
}

type walk struct {
	root   any
	weight map[string]int // by place: of the schemas that speak of one value; 0 while they are looked at
}

// all looks at every object of the tree as if it were a schema: those that are
// none have no such keywords, or do no harm.
func (w *walk) all(v any, at string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("it is nested deeper than %d", maxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		if _, named := v["$id"].(string); named && at != "" {
			return errors.New("a part of it has an $id of its own")
		}
		if _, err := w.same(v, at, 0); err != nil {
			return err
		}
		for key, child := range v {
			if err := w.all(child, at+"/"+escape(key), depth+1); err != nil {
				return err
			}
		}
	case []any:
		for i, child := range v {
			if err := w.all(child, at+"/"+strconv.Itoa(i), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// same follows the keywords of the schema at a place that speak of the value
// itself, not of what is in it, and returns how many schemas that makes.
func (w *walk) same(v any, at string, depth int) (int, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return 1, nil
	}
	if weight, seen := w.weight[at]; seen {
		if weight == 0 {
			return 0, errCircle
		}
		return weight, nil
	}
	if depth > maxDepth {
		return 0, fmt.Errorf("its references are nested deeper than %d", maxDepth)
	}
	w.weight[at] = 0
	weight := 1
	for key, child := range s {
		more, err := w.keyword(key, child, at+"/"+escape(key), depth)
		if err != nil {
			return 0, err
		}
		if weight += more; weight > maxWeight {
			return 0, fmt.Errorf("it holds more than %d schemas for one value", maxWeight)
		}
	}
	w.weight[at] = weight
	return weight, nil
}

func (w *walk) keyword(key string, v any, at string, depth int) (weight int, err error) {
	below := map[string]any{}
	switch key {
	case "$ref", "$dynamicRef", "$recursiveRef":
		ref, ok := v.(string)
		if !ok {
			return 0, nil
		}
		target, err := w.target(ref)
		if err != nil {
			return 0, err
		}
		return w.same(target, strings.TrimPrefix(ref, "#"), depth+1)
	case "not", "if", "then", "else":
		return w.same(v, at, depth+1)
	case "allOf", "anyOf", "oneOf":
		list, _ := v.([]any)
		for i, one := range list {
			below[strconv.Itoa(i)] = one
		}
	case "dependentSchemas", "dependencies":
		below, _ = v.(map[string]any)
	}
	for name, one := range below {
		more, err := w.same(one, at+"/"+escape(name), depth+1)
		if err != nil {
			return 0, err
		}
		weight += more
	}
	return weight, nil
}

// target finds what a reference names.
func (w *walk) target(ref string) (any, error) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local || pointer != "" && pointer[0] != '/' || strings.Contains(pointer, "%") {
		return nil, fmt.Errorf("%q: only # and # with a JSON Pointer can be followed", ref)
	}
	v := w.root
	if pointer == "" {
		return v, nil
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		switch at := v.(type) {
		case map[string]any:
			v = at[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return nil, fmt.Errorf("%q leads nowhere", ref)
			}
			v = at[i]
		default:
			return nil, fmt.Errorf("%q leads nowhere", ref)
		}
	}
	return v, nil
}

func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
