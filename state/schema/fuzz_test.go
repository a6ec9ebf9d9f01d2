package schema_test

import (
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/schema"
)

// Schemas and values of any shape: nothing panics or runs on, and what is made
// is JSON that fits.
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
		made, err := schema.Made(text, value)
		if err != nil || len(text) == 0 || scan.Check(text) != nil {
			return
		}
		if scan.Check(made) != nil || schema.Fits(text, made) != nil {
			t.Fatalf("%s: %s", text, made)
		}
	})
}
