package main

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/request/validate"
)

// limit is a row of the document's table "Limits": values that just pass, and
// values that just do not, with the place that is named. They are written in
// place of @.
type limit struct {
	name, in   string
	pass, fail []string
	path       string
}

// TestLimits tries both sides of every limit of the document, with validate and with the gateway
// over HTTP.
func TestLimits(t *testing.T) {
	g := openGate(t)
	for _, l := range append(requestLimits(), pluginLimits()...) {
		t.Run(l.name, func(t *testing.T) { l.try(t, g, validate.ForResponses) })
	}
	for _, l := range []limit{
		{"documents", `{"model":"sim/bm25","query":"q","documents":@}`, []string{`["a"]`}, []string{`[]`}, "documents"},
		{"top_n", `{"model":"sim/bm25","query":"q","documents":["a"],"top_n":@}`, []string{"1", "1.0", "1000000"}, []string{"0", "-1", "0.5"}, "top_n"},
	} {
		t.Run(l.name, func(t *testing.T) { l.try(t, g, validate.ForRerank) })
	}
}

func (l limit) try(t *testing.T, g gate, as validate.Target) {
	for _, value := range l.pass {
		body := strings.Replace(l.in, "@", value, 1)
		if r := program(t, body, "validate", "--as", string(as)); r.code != exitOK {
			t.Errorf("validate refuses %.200s: %.300s", body, r.stdout)
		}
		if path := g.path(t, as, []byte(body)); path != "" {
			t.Errorf("the gateway refuses %.200s: %s", body, path)
		}
	}
	for _, value := range l.fail {
		body := strings.Replace(l.in, "@", value, 1)
		if r := program(t, body, "validate", "--as", string(as)); r.code != exitFailed || !strings.HasPrefix(r.stdout, l.path+": ") {
			t.Errorf("validate: %.200s: exit %d, %.300s, want a fault at %s", body, r.code, r.stdout, l.path)
		}
		if path := g.path(t, as, []byte(body)); path != l.path {
			t.Errorf("the gateway: %.200s: fault at %q, want %s", body, path, l.path)
		}
	}
}

// letters is a JSON string of n characters, each of several bytes: limits count
// characters.
func letters(n int) string { return `"` + strings.Repeat("é", n) + `"` }

// listOf is an array of n equal elements.
func listOf(n int, element string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

func requestLimits() []limit {
	long := letters(65)
	return []limit{
		{"max_tool_calls", `{"max_tool_calls":@}`, []string{"30", "30.0", "0", "null"}, []string{"31", "30.5", "1e2"}, "max_tool_calls"},
		{"max_tool_calls beside a condition", `{"stop_server_tools_when":[{"type":"step_count_is","step_count":1}],"max_tool_calls":@}`, []string{"30"}, []string{"31"}, "max_tool_calls"},
		{"metadata pairs", `{"metadata":@}`, []string{pairs(16), "{}"}, []string{pairs(17)}, "metadata"},
		{"metadata key", `{"metadata":{@:"v"}}`, []string{letters(64)}, []string{long}, "metadata[" + long + "]"},
		{"metadata opening bracket", `{"metadata":{"@":"v"}}`, []string{"a(b", "a{b"}, []string{"a[b"}, `metadata["a[b"]`},
		{"metadata closing bracket", `{"metadata":{"@":"v"}}`, []string{"a)b", "a}b"}, []string{"a]b"}, `metadata["a]b"]`},
		{"metadata value", `{"metadata":{"k":@}}`, []string{letters(512), `""`}, []string{letters(513)}, "metadata.k"},
		{"session_id", `{"session_id":@}`, []string{letters(256)}, []string{letters(257)}, "session_id"},
		{"user", `{"user":@}`, []string{letters(256)}, []string{letters(257)}, "user"},
	}
}

func pluginLimits() []limit {
	var all []limit
	for _, id := range []string{"auto-router", "auto-beta-router"} {
		for _, list := range []string{"allowed_models", "excluded_models"} {
			in, path := fmt.Sprintf(`{"plugins":[{"id":%q,%q:@}]}`, id, list), "plugins[0]."+list
			all = append(all,
				limit{id + " " + list + " patterns", in, []string{listOf(1024, `"no*"`)}, []string{listOf(1025, `"no*"`)}, path},
				limit{id + " " + list + " pattern", in, []string{"[" + letters(1024) + "]"}, []string{"[" + letters(1025) + "]"}, path + "[0]"},
				limit{id + " " + list + " total", in, []string{listOf(64, letters(1024)), listOf(1024, letters(64))},
					[]string{strings.TrimSuffix(listOf(64, letters(1024)), "]") + `,"x"]`}, path})
		}
		all = append(all, limit{id + " cost_quality_tradeoff", fmt.Sprintf(`{"plugins":[{"id":%q,"cost_quality_tradeoff":@}]}`, id),
			[]string{"0", "10", "-0", "10.0"}, []string{"-1", "11", "9.5"}, "plugins[0].cost_quality_tradeoff"})
	}
	fusion := func(member string) string {
		return fmt.Sprintf(`{"input":"hello","plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/writer"],%q:@}]}`, member)
	}
	return append(all,
		limit{"fusion analysis_models", `{"input":"hello","plugins":[{"id":"fusion","model":"sim/writer","analysis_models":@}]}`,
			[]string{listOf(1, `"sim/writer"`), listOf(8, `"sim/writer"`)}, []string{"[]", listOf(9, `"sim/writer"`)}, "plugins[0].analysis_models"},
		limit{"fusion tools", fusion("tools"), []string{"[]", listOf(8, `{"type":"x"}`)}, []string{listOf(9, `{"type":"x"}`)}, "plugins[0].tools"},
		limit{"fusion max_tool_calls", fusion("max_tool_calls"), []string{"1", "16"}, []string{"0", "17", "1.5"}, "plugins[0].max_tool_calls"},
		limit{"pareto min_coding_score", `{"plugins":[{"id":"pareto-router","min_coding_score":@}]}`,
			[]string{"0", "1", "1.0"}, []string{"-0.001", "1.001"}, "plugins[0].min_coding_score"},
		limit{"pareto max_price", `{"plugins":[{"id":"pareto-router","max_price":@}]}`, []string{"0", "0.001", "1e9"}, []string{"-0.001", "-1"}, "plugins[0].max_price"},
	)
}
