package validate

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state/request/field"
)

// TestMembersAreChecked tries a wrong value of each member that a form shows: where the document shows
// the member's structure it is a fault, else a hint, and of what may hold anything neither.
func TestMembersAreChecked(t *testing.T) {
	for body, want := range map[string]string{
		`{"service_tier":"slow"}`:                                                         `fault service_tier: "slow", allowed: auto, default, fast, flex, priority, scale`,
		`{"truncation":"slow"}`:                                                           `hint truncation: "slow", known: auto, disabled`,
		`{"models":[1]}`:                                                                  `fault models[0]: 1, must be a string`,
		`{"modalities":["smell"]}`:                                                        `fault modalities[0]: "smell", allowed: text, image`,
		`{"image_config":{"size":true}}`:                                                  `fault image_config.size: true, must be a string, a number or an array`,
		`{"cache_control":{"ttl":"5m"}}`:                                                  `fault cache_control.type: is required but missing; allowed: ephemeral`,
		`{"debug":{"echo_upstream_body":1},"stream":true}`:                                `fault debug.echo_upstream_body: 1, must be true or false`,
		`{"reasoning":{"effort":"deep"}}`:                                                 `hint reasoning.effort: "deep", allowed: max, xhigh, high, medium, low, minimal, none`,
		`{"reasoning":3}`:                                                                 `fault reasoning: 3, must be an object`,
		`{"text":{"format":{"type":"yaml"}}}`:                                             `hint text.format.type: "yaml", allowed: text, json_object, json_schema`,
		`{"text":{"format":{"schema":true}}}`:                                             ``,
		`{"provider":{"sort":1}}`:                                                         `hint provider.sort: 1, must be a string, an object or null`,
		`{"provider":{"max_price":{"prompt":1}}}`:                                         ``,
		`{"prompt":{}}`:                                                                   ``,
		`{"trace":{"trace_id":1}}`:                                                        ``,
		`{"plugins":[{"id":"web","user_location":{"city":1}}]}`:                           ``,
		`{"plugins":[{"id":"web-fetch","max_uses":"many"}]}`:                              ``,
		`{"plugins":[{"id":"fusion","tools":[{"parameters":{}}]}]}`:                       `fault plugins[0].tools[0].type: is required but missing`,
		`{"plugins":[{"id":"file-parser","pdf":{"engine":"eyes"}}]}`:                      `hint plugins[0].pdf.engine: "eyes", known: mistral-ocr, native, cloudflare-ai, pdf-text`,
		`{"plugins":[{"id":"moderation","enabled":1}]}`:                                   `hint plugins[0].enabled: is not a member of the plugin moderation`,
		`{"model":"m","query":"q","documents":[{"image":1}]}`:                             `hint documents[0].image: 1, must be a string`,
		`{"model":"m","query":"q","documents":["d"],"provider":{"allow_fallbacks":null}}`: `fault provider.allow_fallbacks: null, must be true or false`,
		`{"model":"m","query":"q","documents":[]}`:                                        `fault documents: no items, at least 1 required`,
	} {
		r := For(Kind([]byte(body)), []byte(body), Service{})
		var found []string
		for _, f := range r.Faults {
			found = append(found, "fault "+f.String())
		}
		for _, f := range r.Hints {
			if !f.Likely {
				found = append(found, "hint "+f.String())
			}
		}
		if got := strings.Join(found, "; "); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestFormsHaveTheFunctionTool(t *testing.T) {
	tool, ok := field.FindTool([]byte(`{"type":"function"}`))
	if !ok {
		t.Fatal("no function tool")
	}
	shown := slices.DeleteFunc(tool.Fields, func(f field.Field) bool { return f.Name == "strict" }) // of public services
	sameFields(t, "tool.", toolRule().variant([]byte(`{"type":"function"}`)), shown, false)
}

func toolRule() *rule { return tool() }

// sameFields compares a table of rules with a list of fields, by name. Soft
// means that what is found there is a hint.
func sameFields(t *testing.T, at string, table fields, list []field.Field, soft bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.Name] {
			t.Errorf("%s%s stands twice in the forms", at, f.Name)
		}
		seen[f.Name] = true
		r := table[f.Name]
		if r == nil {
			t.Errorf("%s%s is unknown to the checks", at, f.Name)
			continue
		}
		sameField(t, at+f.Name, r, f, soft || r.soft)
	}
	for name := range table {
		if !seen[name] {
			t.Errorf("%s%s is in no form", at, name)
		}
	}
}

func sameField(t *testing.T, at string, r *rule, f field.Field, soft bool) {
	t.Helper()
	if f.Kind == field.Fixed {
		return // it is tested with the limits
	}
	if got := ruleOf(&f, false).types; r.types != 0 && got != r.types {
		t.Errorf("%s: the form takes %s, the checks %s", at, got, r.types)
	}
	of := r // whose strings are listed
	if r.items != nil && f.Kind == field.List {
		of = r.items
	}
	values := slices.Concat(of.only, of.known)
	if f.Kind == field.Choice || f.Kind == field.List {
		if got := valuesOf(f); !slices.Equal(got, values) {
			t.Errorf("%s: the form offers %v, the checks know %v", at, got, values)
		}
	}
	if closed := of.only != nil && !soft; closed != f.Closed {
		t.Errorf("%s: closed %v, want %v", at, f.Closed, closed)
	}
	if got, want := limitsOf(&f), r.limits; got != want {
		t.Errorf("%s: limits %+v, want %+v", at, got, want)
	}
	if f.Kind != field.Pairs && (f.MinItems != r.least || f.MaxItems != r.most || f.MaxLength != of.runes) {
		t.Errorf("%s: %d to %d items of %d, want %d to %d of %d", at, f.MinItems, f.MaxItems, f.MaxLength, r.least, r.most, of.runes)
	}
	members := r.fields
	if f.Kind == field.Objects && r.items != nil {
		members = r.items.fields
	}
	if members != nil {
		sameFields(t, at+".", members, f.Fields, soft)
	}
	must := r.required
	if f.Kind == field.Objects && r.items != nil {
		must = r.items.required
	}
	for _, inner := range f.Fields {
		if members != nil && !soft && inner.Required != slices.Contains(must, inner.Name) {
			t.Errorf("%s.%s: required %v", at, inner.Name, inner.Required)
		}
	}
}

func valuesOf(f field.Field) []string {
	var out []string
	for _, o := range f.Options {
		out = append(out, o.Value)
	}
	return out
}
