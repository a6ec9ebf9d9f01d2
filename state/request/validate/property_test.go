package validate

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slot is a place of a request that the document gives a type, with values
// that are right and values that are wrong there. It is written from the
// document, apart from the rules' tables.
type slot struct {
	path         string
	right, wrong []string
}

// slots lists places at top level.
func slots() []slot {
	notText := []string{"1", "true", "[]", "{}"}
	notNumber := []string{`"1"`, "true", "[]", "{}"}
	notFlag := []string{`"true"`, "0", "[]", "{}"}
	return []slot{
		{"model", []string{`"a/b"`, `""`}, append(notText, "null")},
		{"models", []string{`[]`, `["a/b","c/d"]`}, []string{"null", `"a"`, "{}"}},
		{"instructions", []string{`"x"`, "null"}, notText},
		{"stream", []string{"true", "false"}, append(notFlag, "null")},
		{"store", []string{"false"}, []string{"true", "null", "0"}},
		{"previous_response_id", []string{"null"}, []string{`"r"`, "0", "false"}},
		{"background", []string{"true", "null"}, notFlag},
		{"frequency_penalty", []string{"-2.5", "0", "null"}, notNumber},
		{"temperature", []string{"0", "99.5", "null"}, notNumber},
		{"top_k", []string{"0", "-4", "40.0"}, append(notNumber, "null", "0.5")},
		{"top_logprobs", []string{"5", "null"}, append(notNumber, "0.5")},
		{"max_output_tokens", []string{"1", "null"}, append(notNumber, "1.5")},
		{"max_tool_calls", []string{"30", "0", "null"}, append(notNumber, "31", "2.5")},
		{"parallel_tool_calls", []string{"false", "null"}, notFlag},
		{"service_tier", []string{`"auto"`, `"scale"`, "null"}, append(notText, `"gold"`)},
		{"session_id", []string{`"` + rep("é", 256) + `"`}, append(notText, "null", `"`+rep("é", 257)+`"`)},
		{"user", []string{`""`}, append(notText, "null", `"`+rep("x", 257)+`"`)},
		{"prompt_cache_key", []string{`"k"`, "null"}, notText},
		{"safety_identifier", []string{`"k"`, "null"}, notText},
		{"modalities", []string{`["text"]`, "[]"}, []string{"null", `"text"`, "{}"}},
		{"include", []string{`["code_interpreter_call.outputs"]`, "null"}, []string{"{}", `"x"`}},
		{"metadata", []string{`{"a":"b"}`, "null", "{}"}, []string{"[]", `"x"`}},
		{"cache_control", []string{`{"type":"ephemeral"}`}, []string{"null", "[]", `"ephemeral"`}},
		{"image_config", []string{`{"a":1}`}, []string{"null", "[]"}},
		{"trace", []string{`{"x":1}`}, []string{`"x"`, "[]"}},
		{"input", []string{`"hi"`, `[]`, `[{"role":"user","content":"hi"}]`}, []string{"null", "5", "{}"}},
		{"plugins", []string{`[]`, `[{"id":"web"}]`}, []string{"null", "{}"}},
		{"tools", []string{`[]`, `[{"type":"service:datetime"}]`}, []string{"null", "{}"}},
	}
}

// pluginSlots lists places in plugins, by id.
func pluginSlots() map[string][]slot {
	flag := slot{"enabled", []string{"true", "false"}, []string{"null", "1", `"yes"`}}
	router := []slot{
		flag,
		{"allowed_models", []string{`["*"]`, `[]`}, []string{`"*"`, "null"}},
		{"excluded_models", []string{`["a/*"]`}, []string{"{}"}},
		{"cost_tier", []string{`"low"`, `"max"`}, []string{`"lowest"`, "1", "null"}},
		{"cost_quality_tradeoff", []string{"0", "10"}, []string{"-1", "11", "1.5", `"5"`}},
	}
	return map[string][]slot{
		"auto-router":         append([]slot{{"pin_model", []string{"true"}, []string{`"true"`, "null"}}}, router...),
		"auto-beta-router":    router,
		"context-compression": {flag, {"engine", []string{`"middle-out"`, `"x"`}, []string{"5"}}},
		"file-parser":         {flag, {"pdf", []string{`{"engine":"native"}`, "{}"}, []string{`"native"`, "[]"}}},
		"fusion": {flag,
			{"analysis_models", []string{list(`"a"`, 1), list(`"a"`, 8)}, []string{"[]", list(`"a"`, 9), `"a"`}},
			{"model", []string{`"a"`}, []string{"null"}}, {"preset", []string{`"general-high"`}, []string{`"high"`}},
			{"max_tool_calls", []string{"1", "16"}, []string{"0", "17", "1.5", "null"}},
			{"tools", []string{"[]", list(`{"type":"t"}`, 8)}, []string{list(`{"type":"t"}`, 9), "{}"}},
		},
		"moderation":       {{"enabled", []string{"5", "null"}, nil}},
		"pareto-router":    {flag, {"max_price", []string{"0", "0.5", "1e9"}, []string{"-1", "null", `"1"`}}, {"min_coding_score", []string{"0", "1", "0.66"}, []string{"1.1", "-0.1"}}, {"price_source", []string{`"prompt"`}, []string{`"list"`}}},
		"response-healing": {flag},
		"web": {flag, {"engine", []string{`"exa"`, `"x"`}, []string{"1"}}, {"mode", []string{`"deep"`}, []string{"{}"}}, {"max_results", []string{"5", "-1"}, []string{`"5"`, "0.5"}},
			{"include_domains", []string{`["*.a/b"]`}, []string{`"a"`}}, {"search_prompt", []string{`""`}, []string{"null"}}, {"user_location", []string{"{}"}, []string{`"here"`}}},
		"web-fetch": {flag, {"max_uses", []string{"5", `"x"`, "null"}, nil}},
	}
}

// assemble writes an object with a value for some of the slots, and returns
// the slots that were filled.
func assemble(t *rapid.T, all []slot, first ...string) (members []string, used []slot) {
	members = append(members, first...)
	for _, s := range all {
		if rapid.Bool().Draw(t, s.path) {
			members = append(members, fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.right).Draw(t, "right")))
			used = append(used, s)
		}
	}
	return members, used
}

func braces(members []string) string { return "{" + strings.Join(members, ",") + "}" }

// TestOneWrongValueIsOneFault: right requests pass, and one wrong value in an otherwise right request is
// one fault at its path.
func TestOneWrongValueIsOneFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members, _ := assemble(t, slots())
		if r := For(ForResponses, []byte(braces(members)), Service{}); !r.OK() {
			t.Fatalf("%s: %v", braces(members), r.Faults)
		}
		s := rapid.SampledFrom(slots()).Draw(t, "slot")
		wrong := rapid.SampledFrom(s.wrong).Draw(t, "wrong")
		doc := braces(append(dropMember(members, s.path), fmt.Sprintf("%q:%s", s.path, wrong)))
		if got := paths(For(ForResponses, []byte(doc), Service{}).Faults); got != s.path {
			t.Fatalf("%s: faults at %q, want %q", doc, got, s.path)
		}
	})
}

func dropMember(members []string, name string) []string {
	var kept []string
	for _, m := range members {
		if !strings.HasPrefix(m, strconv.Quote(name)+":") {
			kept = append(kept, m)
		}
	}
	return kept
}

func TestOneWrongPluginValueIsOneFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []string
		n := rapid.IntRange(1, 4).Draw(t, "plugins")
		at := rapid.IntRange(0, n-1).Draw(t, "at")
		want := ""
		for i := range n {
			ids := []string{"auto-router", "auto-beta-router", "context-compression", "file-parser", "fusion", "moderation", "pareto-router", "response-healing", "web", "web-fetch"}
			id := rapid.SampledFrom(ids).Draw(t, "id")
			all := pluginSlots()[id]
			members, _ := assemble(t, all, fmt.Sprintf(`"id":%q`, id))
			if s := rapid.SampledFrom(all).Draw(t, "slot"); i == at && len(s.wrong) > 0 {
				members = append(dropMember(members, s.path), fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.wrong).Draw(t, "wrong")))
				want = fmt.Sprintf("plugins[%d].%s", i, s.path)
			}
			list = append(list, braces(members))
		}
		doc := `{"plugins":[` + strings.Join(list, ",") + `]}`
		if got := paths(For(ForResponses, []byte(doc), Service{}).Faults); got != want {
			t.Fatalf("%s: faults at %q, want %q", doc, got, want)
		}
	})
}

// TestFaultsDoNotHideEachOther: what is wrong in one place does not change the
// faults of another.
func TestFaultsDoNotHideEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var members []string
		var want []string
		for _, s := range slots() {
			switch rapid.IntRange(0, 2).Draw(t, s.path) {
			case 0:
				members = append(members, fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.right).Draw(t, "right")))
			case 1:
				members = append(members, fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.wrong).Draw(t, "wrong")))
				want = append(want, s.path)
			}
		}
		doc := braces(members)
		if got := paths(For(ForResponses, []byte(doc), Service{}).Faults); got != strings.Join(want, " ") {
			t.Fatalf("%s: faults at %q, want %q", doc, got, want)
		}
	})
}

// TestPathsLeadToTheFault: each path, read by the steps that jq would take,
// leads to a place of the document or to a member that is missing there.
func TestPathsLeadToTheFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom([]string{"a", "a.b", "[0]", `"`, "é", "", "1"})
		inner := fmt.Sprintf(`{%q:5,%q:%s}`, key.Draw(t, "k")+"x", key.Draw(t, "k")+"y", rapid.SampledFrom([]string{"[]", "null", `"ok"`}).Draw(t, "v"))
		doc := `{"metadata":` + inner + `,"plugins":[{"id":"web"},{"id":"fusion","tools":[{"type":"x"},{}]}]}`
		var decoded any
		if err := json.Unmarshal([]byte(doc), &decoded); err != nil {
			t.Fatal(err)
		}
		for _, f := range For(ForResponses, []byte(doc), Service{}).Faults {
			if err := follow(decoded, f.Path); err != nil {
				t.Fatalf("%s: %s: %v", doc, f.Path, err)
			}
		}
	})
}

// follow walks a path in jq's notation; the last step may lead to nothing.
func follow(v any, path string) error {
	for path != "" {
		var step any
		switch {
		case strings.HasPrefix(path, `["`):
			end := strings.Index(path, `"]`)
			for strings.HasSuffix(path[:end], `\`) && !strings.HasSuffix(path[:end], `\\`) {
				end += 2 + strings.Index(path[end+2:], `"]`)
			}
			name := ""
			if err := json.Unmarshal([]byte(path[1:end+1]), &name); err != nil {
				return err
			}
			step, path = name, path[end+2:]
		case path[0] == '[':
			number, rest, _ := strings.Cut(path[1:], "]")
			n, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			step, path = n, rest
		default:
			path = strings.TrimPrefix(path, ".")
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			step, path = path[:end], path[end:]
		}
		switch at := v.(type) {
		case map[string]any:
			name, ok := step.(string)
			if !ok {
				return fmt.Errorf("%v is no name", step)
			}
			if v, ok = at[name]; !ok && path != "" {
				return fmt.Errorf("no member %q", name)
			}
		case []any:
			n, ok := step.(int)
			if !ok || n >= len(at) {
				return fmt.Errorf("no element %v", step)
			}
			v = at[n]
		default:
			return fmt.Errorf("nothing below %v", v)
		}
	}
	return nil
}

// TestRandomRerankRequests: the same for rerank.
func TestRandomRerankRequests(t *testing.T) {
	all := []slot{
		{"model", []string{`"m"`, `""`}, []string{"null", "1"}},
		{"query", []string{`"q"`, `""`}, []string{"null", "[]"}},
		{"documents", []string{`["d"]`, `[{"text":"d"},{"image":"https://i"},"e"]`}, []string{"[]", "null", `"d"`, "{}"}},
	}
	optional := []slot{
		{"top_n", []string{"1", "1000"}, []string{"0", "-1", "1.5", "null", `"1"`}},
		{"provider", []string{"{}", `{"allow_fallbacks":false,"order":["a"]}`}, []string{"null", "[]"}},
		{"anything", []string{"null", "5"}, []string{}},
	}
	rapid.Check(t, func(t *rapid.T) {
		members, _ := assemble(t, optional)
		want := []string{}
		for _, s := range all {
			switch rapid.IntRange(0, 3).Draw(t, s.path) {
			case 0:
				members = append(members, fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.wrong).Draw(t, "wrong")))
				want = append(want, s.path)
			default:
				members = append(members, fmt.Sprintf("%q:%s", s.path, rapid.SampledFrom(s.right).Draw(t, "right")))
			}
		}
		if rapid.Bool().Draw(t, "without") {
			lost := rapid.SampledFrom(all).Draw(t, "lost").path
			members = dropMember(members, lost)
			others := []string{}
			for _, p := range want {
				if p != lost {
					others = append(others, p)
				}
			}
			want = append(others, lost) // missing members are reported last
		}
		doc := braces(members)
		if got := paths(For(ForRerank, []byte(doc), Service{}).Faults); got != strings.Join(want, " ") {
			t.Fatalf("%s: faults at %q, want %q", doc, got, want)
		}
	})
}
