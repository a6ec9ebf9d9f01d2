package validate_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
)

func TestPointers(t *testing.T) {
	report := validate.For(validate.ForResponses, []byte(`{"metadata": {"a/b": 1, "~": 2, "x[0]": 3, "q\"": 4, "": 5}, "plugins": [{"id": "web", "max_results": "many"}, 7]}`), validate.Service{})
	want := map[string]string{
		`metadata["a/b"]`: "/metadata/a~1b", `metadata["~"]`: "/metadata/~0", `metadata["x[0]"]`: "/metadata/x[0]",
		`metadata["q\""]`: `/metadata/q"`, `metadata[""]`: "/metadata/", `plugins[0].max_results`: "/plugins/0/max_results", `plugins[1]`: "/plugins/1",
	}
	for _, f := range report.Faults {
		if p, ok := want[f.Path]; ok && p == f.Pointer {
			delete(want, f.Path)
		} else if ok {
			t.Errorf("%s is %q as a pointer, want %q", f.Path, f.Pointer, p)
		}
	}
	for p := range want {
		t.Errorf("no fault at %s", p)
	}
	if f := validate.For(validate.ForResponses, []byte("[]"), validate.Service{}).Faults[0]; f.Path != "." || f.Pointer != "" {
		t.Errorf("the document is %q, %q", f.Path, f.Pointer)
	}
}

// TestFindingPointers: whatever a member is called, the pointer of what
// is wrong with it leads to its value.
func TestFindingPointers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := strings.ToValidUTF8(rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune(`~/[]"\01a.`)))).Draw(t, "key"), "")
		doc := []byte(`{"metadata":{"z":"fine",` + string(scan.Quote(key)) + `:[5]}}`)
		for _, f := range validate.For(validate.ForResponses, doc, validate.Service{}).Faults {
			if from, to, ok := talk.SpanOf(doc, f.Pointer); ok && string(doc[from:to]) == "[5]" {
				return
			}
		}
		t.Fatalf("no fault's pointer leads to the value in %s", doc)
	})
}
