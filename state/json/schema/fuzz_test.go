package schema_test

import (
	"testing"

	"gatehouse/state/json/schema"
)

// Schemas and values of any shape: nothing panics or runs on.
func FuzzFits(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"required":["a"],"$defs":{"b":{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#"}}]}}}`,
		`{"enum":[1,"x"],"not":{"const":1}}`, `{"oneOf":[{"multipleOf":1e-300},{"minimum":1e400}]}`, `{"type":["integer","string"],"pattern":"a{1000}","maxLength":-1}`,
		`{"minItems":1e9,"items":{"minProperties":1e9}}`, `{"items":[true,false],"contains":{},"uniqueItems":true}`, `{"properties":5,"required":{},"allOf":"x","$ref":7}`,
	} {
		f.Add([]byte(s), []byte(`{"a":[{"a":null}],"b":"x"}`))
	}
	f.Fuzz(func(t *testing.T, text, value []byte) {
		_ = schema.Fits(text, value)
	})
}
