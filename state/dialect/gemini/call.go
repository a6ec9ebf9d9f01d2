package gemini

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// addArguments adds to the arguments of a call what a piece of it has: all of them, or values by their
// places, of texts the next part (https://ai.google.dev/gemini-api/docs/function-calling, partialArgs).
func addArguments(args *assembly.Value, call json.RawMessage) {
	if all := scan.Get(call, "args"); !scan.IsNull(all) {
		args.Set(all)
	}
	for _, piece := range scan.Elements(scan.Get(call, "partialArgs")) {
		path := scan.Text(scan.Get(piece, "jsonPath"))
		for m := range scan.Members(piece) {
			switch m.Key {
			case "stringValue":
				if v := argumentAt(args, path); v != nil {
					v.Take("", m.Value, assembly.Grows, 1)
				}
			case "numberValue", "boolValue":
				if v := argumentAt(args, path); v != nil {
					v.Set(m.Value)
				}
			case "nullValue":
				if v := argumentAt(args, path); v != nil {
					v.Set(json.RawMessage("null"))
				}
			}
		}
	}
}

// argumentAt returns the value at a path in the arguments, which is added if there is none; nil if the
// path cannot be read or skips elements of a list.
func argumentAt(args *assembly.Value, path string) *assembly.Value {
	steps := pathSteps(path)
	if len(steps) == 0 || steps[0].index >= 0 {
		return nil
	}
	v := args
	for _, s := range steps {
		if s.index < 0 {
			v = v.Object().Member(s.key)
		} else if v = v.List().Element(s.index); v == nil {
			return nil
		}
	}
	return v
}

// pathStep is a key of an object, or if not negative an index of a list.
type pathStep struct {
	key   string
	index int
}

// maxPathSteps bounds how deep a piece nests the arguments.
const maxPathSteps = 100

// pathSteps returns the steps of a JSON path, $.days[0]['a.b'] say; nil if it cannot be read.
func pathSteps(path string) (steps []pathStep) {
	path = strings.TrimPrefix(path, "$")
	for path != "" && len(steps) < maxPathSteps {
		step, ok := pathStep{index: -1}, true
		switch {
		case strings.HasPrefix(path, "['"), strings.HasPrefix(path, `["`):
			step.key, path, ok = quotedKey(path[1:])
		case path[0] == '[':
			var digits string
			digits, path, ok = strings.Cut(path[1:], "]")
			n, err := strconv.ParseUint(digits, 10, 31)
			step.index, ok = int(n), ok && err == nil
		default:
			path = strings.TrimPrefix(path, ".")
			end := strings.IndexAny(path+".", ".[")
			step.key, path, ok = path[:end], path[end:], end > 0
		}
		if !ok {
			return nil
		}
		steps = append(steps, step)
	}
	if path != "" {
		return nil
	}
	return steps
}

// quotedKey returns the key in quotes that a path begins with, and what follows its bracket.
func quotedKey(path string) (key, rest string, ok bool) {
	spelled := []byte{'"'} // as a string of JSON, which escapes the same but for quotes
	for i := 1; i < len(path); i++ {
		switch c := path[i]; {
		case c == path[0]:
			rest, ok = strings.CutPrefix(path[i+1:], "]")
			return scan.Text(append(spelled, '"')), rest, ok
		case c == '\\' && strings.HasPrefix(path[i+1:], "'"):
			spelled = append(spelled, '\'')
			i++
		case c == '\\' && i+1 < len(path):
			spelled = append(spelled, c, path[i+1])
			i++
		case c == '"':
			spelled = append(spelled, `\"`...)
		default:
			spelled = append(spelled, c)
		}
	}
	return "", "", false
}
