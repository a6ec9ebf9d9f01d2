package validate

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/request/field"
)

// TestLimitsOfForms tries each limit that a form shows on both sides.
func TestLimitsOfForms(t *testing.T) {
	for _, g := range field.Groups() {
		for _, f := range g.Fields {
			limitsHold(t, f.Name, f, func(v string) string { return fmt.Sprintf(`{"stream":true,%q:%s}`, f.Name, v) })
		}
	}
	for _, p := range field.Plugins() {
		for _, f := range p.Fields {
			limitsHold(t, "plugins[0]."+f.Name, f, func(v string) string {
				return fmt.Sprintf(`{"plugins":[{"id":%q,%q:%s}]}`, p.ID, f.Name, v)
			})
		}
	}
}

func limitsHold(t *testing.T, at string, f field.Field, in func(value string) string) {
	t.Helper()
	try := func(value string, ok bool) {
		t.Helper()
		r := For(ForResponses, []byte(in(value)), Service{})
		if r.OK() != ok || !ok && !strings.HasPrefix(r.Faults[0].Path, at) {
			t.Errorf("%s: %s: %v, want ok: %v", at, clip(value), r.Faults, ok)
		}
	}
	if f.Kind == field.Fixed {
		try(`true`, false)
	}
	for _, bound := range []struct {
		at *float64
		by float64
	}{{f.Min, -1}, {f.Max, 1}} {
		if bound.at != nil {
			try(fmt.Sprint(*bound.at), true)
			try(fmt.Sprint(*bound.at+bound.by), false)
		}
	}
	element := `"x"`
	if f.Kind == field.Objects {
		element = `{"type":"x"}`
	}
	switch {
	case f.Kind == field.Pairs && f.MaxItems > 0:
		try(pairs(f.MaxItems, f.MaxKey, f.MaxLength), true)
		try(pairs(f.MaxItems+1, f.MaxKey, f.MaxLength), false)
		try(pairs(1, f.MaxKey+1, 1), false)
		try(pairs(1, f.MaxKey, f.MaxLength+1), false)
		for _, c := range f.BadInKey {
			try(`{"a`+string(c)+`":"x"}`, false)
		}
	case f.Kind == field.List && f.MaxLength > 0:
		try(`["`+rep("é", f.MaxLength)+`"]`, true)
		try(`["`+rep("é", f.MaxLength+1)+`"]`, false)
	case f.MaxLength > 0:
		try(`"`+rep("é", f.MaxLength)+`"`, true)
		try(`"`+rep("é", f.MaxLength+1)+`"`, false)
	}
	if f.MaxTotal > 0 {
		try(list(`"`+rep("x", f.MaxLength)+`"`, f.MaxTotal/f.MaxLength), true)
		try(strings.Replace(list(`"`+rep("x", f.MaxLength)+`"`, f.MaxTotal/f.MaxLength), "]", `,"x"]`, 1), false)
	}
	if f.Kind != field.Pairs && f.MaxItems > 0 {
		try(list(element, f.MaxItems), true)
		try(list(element, f.MaxItems+1), false)
	}
	if f.MinItems > 0 {
		try(list(element, f.MinItems-1), false)
	}
}

// pairs writes n pairs with keys and values of these lengths.
func pairs(n, key, value int) string {
	var out []string
	for i := range n {
		k := fmt.Sprintf("%02d", i)
		out = append(out, fmt.Sprintf("%q:%q", k+rep("é", key-len(k)), rep("é", value)))
	}
	return "{" + strings.Join(out, ",") + "}"
}

// TestInertIsWarnedOf: a form greys a field out exactly where the checks warn
// that it has no effect, in the same words.
func TestInertIsWarnedOf(t *testing.T) {
	tried := 0
	for _, body := range []string{
		`{"debug":{}}`, `{"debug":{},"stream":true}`, `{"debug":{},"stream":false}`,
		`{"max_tool_calls":3}`, `{"max_tool_calls":3,"stop_server_tools_when":[]}`, `{"max_tool_calls":3,"stop_server_tools_when":null}`,
	} {
		for _, g := range field.Groups() {
			for _, f := range g.Fields {
				tried += sameInert(t, body, []byte(body), f, f.Name)
			}
		}
	}
	for _, plugin := range []string{
		`{"id":"auto-router","cost_quality_tradeoff":3}`, `{"id":"auto-beta-router","cost_quality_tradeoff":3,"cost_tier":"low"}`,
		`{"id":"pareto-router","min_coding_score":0.5}`, `{"id":"pareto-router","min_coding_score":0.5,"max_price":1}`,
		`{"id":"fusion","preset":"general-high","model":"a"}`, `{"id":"fusion","preset":"general-high","model":"a","analysis_models":["a"]}`,
	} {
		for _, p := range field.Plugins() {
			for _, f := range p.Fields {
				if strings.Contains(plugin, `"`+p.ID+`"`) {
					tried += sameInert(t, `{"plugins":[`+plugin+`]}`, []byte(plugin), f, "plugins[0]."+f.Name)
				}
			}
		}
	}
	if tried < 9 {
		t.Errorf("only %d were tried", tried)
	}
}

func sameInert(t *testing.T, body string, owner []byte, f field.Field, at string) int {
	t.Helper()
	if f.Inert == nil || !strings.Contains(body, `"`+f.Name+`":`) {
		return 0
	}
	warned := ""
	for _, w := range For(ForResponses, []byte(body), Service{}).Warnings {
		if w.Path == at && strings.Contains(w.Message, "effect") {
			warned = w.Message
		}
	}
	got := f.Inert([]byte(body), owner)
	if (got == "") != (warned == "") || !strings.Contains(warned, "effect "+strings.TrimPrefix(got, "has no effect ")) && got != "" {
		t.Errorf("%s: the form says %q, the checks %q", body, got, warned)
	}
	return 1
}
