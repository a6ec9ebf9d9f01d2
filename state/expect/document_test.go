package expect_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"gatehouse/state/expect"
)

// TestDocumentCanBeSentAnywhere: every check of the document has a group, a unique name and
// an answer whose length is bounded, and names no other file, so that people can copy it.
func TestDocumentCanBeSentAnywhere(t *testing.T) {
	checks, err := expect.Parse(expect.DocumentName, expect.Document(), func(name string) ([]byte, error) {
		t.Errorf("it names the file %s", name)
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(expect.Document(), []byte("[[check]]"))
	names, groups := map[string]bool{}, map[string]int{}
	for _, c := range checks {
		if names[c.Name] {
			t.Errorf("two checks are called %q", c.Name)
		}
		names[c.Name] = true
		groups[c.Group]++
		if c.Repeat != 1 || c.Profile != "" || c.BaseURL != "" || c.Recorded != "" {
			t.Errorf("%q does not go where the command says, once", c.Name)
		}
		body := gjson.ParseBytes(c.Request)
		if c.Group != "rerank" && gjson.ValidBytes(c.Request) && !body.Get("max_output_tokens").Exists() {
			t.Errorf("the answer to %q has no bound", c.Name)
		}
		if model := body.Get("model").Str; !c.Send.FixedModel && gjson.ValidBytes(c.Request) && model != "sim/writer" && model != "sim/bm25" {
			t.Errorf("%q names the model %q, which nothing replaces", c.Name, model)
		}
	}
	for group := range groups {
		if group == "" || !strings.Contains(string(head), group) {
			t.Errorf("the head of the file does not name the group %q", group)
		}
	}
}
