package gemini

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// addArguments adds to the arguments of a call what a piece of it has: all of them, or values by their
// places, of texts the next part (https://ai.google.dev/gemini-api/docs/function-calling, partialArgs).
func addArguments(args *assembly.Value, call json.RawMessage) {
	args.Object() // a call without arguments has no member
	if all := scan.Get(call, "args"); !scan.IsNull(all) {
		args.Set(all)
	}
	for _, piece := range scan.Elements(scan.Get(call, "partialArgs")) {
		path := scan.Text(scan.Get(piece, "jsonPath"))
		for m := range scan.Members(piece) {
			switch m.Key {
			case "nullValue":
				m.Value = []byte("null")
				fallthrough
			case "stringValue", "numberValue", "boolValue":
				if v := argumentAt(args, path); v != nil {
					v.MergeAs("", m.Value, assembly.Grows, 1)
				}
			}
		}
	}
}

// pathStep is a step of a JSON path: a name, the index of a list or a key in quotes.
var pathStep = regexp.MustCompile(`\.?([^.[\]]+)|\[(\d{1,9})\]|\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]`)

// argumentAt returns the value at a path in the arguments, $.days[0]['a.b'] say, which is added if there
// is none; nil if the path cannot be read, skips elements of a list or has more than 100 steps.
func argumentAt(args *assembly.Value, path string) *assembly.Value {
	path = strings.TrimPrefix(path, "$")
	steps, length := pathStep.FindAllStringSubmatch(path, 100), 0
	for _, s := range steps {
		length += len(s[0])
	}
	if length < len(path) || len(steps) == 0 || steps[0][2] != "" {
		return nil
	}
	v := args
	for _, s := range steps {
		key := s[1]
		if s[3] != "" { // escaped as in JSON, but for the quotes
			key = scan.Text([]byte(`"` + strings.NewReplacer(`\'`, `'`, `\\`, `\\`, `\"`, `\"`, `"`, `\"`).Replace(s[3][1:len(s[3])-1]) + `"`))
		}
		if s[2] == "" {
			v = v.Object().Member(key)
		} else if n, err := strconv.Atoi(s[2]); err != nil {
			return nil
		} else if v = v.List().Element(n); v == nil {
			return nil
		}
	}
	return v
}
