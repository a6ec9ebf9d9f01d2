package relay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/jq"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

func TestMain(m *testing.M) {
	if jq.IsChild(os.Args) {
		os.Exit(jq.Child(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func ruleSet(t *testing.T, files []string, rules ...string) (*RuleSet, error) {
	t.Helper()
	var all []Rule
	for _, text := range rules {
		rule, err := RuleFlags[0].Parse(text)
		if err != nil {
			return nil, err
		}
		all = append(all, rule)
	}
	s, err := NewRules(all, files, []Target{{Target: proxy.Target{Name: "gw", Base: "https://h/v1", Client: client.New()}}}, nil)
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, err
}

// TestRulesChangeWhatMatches, each by what the program sent; what stays is spelled as it was.
func TestRulesChangeWhatMatches(t *testing.T) {
	prompt := filepath.Join(t.TempDir(), "prompt")
	if err := os.WriteFile(prompt, []byte("Be \"brief\".\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ruleSet(t, []string{"SYS=" + prompt},
		`model:gpt-* path:/responses => .model = "sim/coder" # another`, `model:gpt-5 => .temperature = 0`, `model:sim/coder => .never = 1`,
		`caller:codex => .instructions = $SYS`, `purpose:title => .model = "cheap"`, `path:/wrong => 1, 2`, `path:/none => .`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, caller, body, want, fault string }{
		{"/responses", "", `{"model": "gpt-5","z":1.0,"a":"\u00e9"}`, `{"model":"sim/coder","z":1.0,"a":"\u00e9","temperature":0}`, ""},
		{"/chat/completions", "", `{"model":"gpt-4"}`, "", ""},
		{"/responses", "codex/1", `{"model":"a"}`, `{"model":"a","instructions":"Be \"brief\".\n"}`, ""},
		{"/responses", "", `{"model":"a","input":[{"role":"system","content":"You are a title generator."},{"role":"user","content":"x"}]}`, `{"model":"cheap","input":[{"role":"system","content":"You are a title generator."},{"role":"user","content":"x"}]}`, ""},
		{"/wrong", "", `{}`, "", "not one JSON object"},
		{"/wrong", "", `{"model":`, "", "': the request is malformed JSON"},
		{"/wrong", "", `[]`, "", "the request is no JSON object; give the rule a filter that leaves it out"},
		{"/none", "", `{ "a" : 1 }`, "", ""},
	} {
		sent, caller := wire.Sent{Method: "POST", URL: "https://h/v1" + c.path, Body: []byte(c.body)}, wire.Caller{UserAgent: c.caller, Address: "127.0.0.1:1"}
		got, err := s.Change(t.Context(), proxy.Target{Name: "gw"}, sent, caller)
		body, by := got.Body, got.By
		if string(body) != c.want || (len(by) > 0) != (c.want != "") || (err != nil) != (c.fault != "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s %s: %s %q %v", c.path, c.body, body, by, err)
		}
	}
}

// TestRulesAreReadOnlyWhereTheyMayMatch: a body is not read for a path that no filter has.
func TestRulesAreReadOnlyWhereTheyMayMatch(t *testing.T) {
	s, err := ruleSet(t, nil, `path:/responses model:gpt-* => .a = 1`)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/responses": true, "/embeddings": false} {
		if got := s.Concern(proxy.Target{Name: "gw"}, wire.Sent{Method: "POST", URL: "https://h/v1" + path}, wire.Caller{}); (got == "--set '"+`path:/responses model:gpt-* => .a = 1'`) != want || (got == "") == want {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// TestWrongRules name what is wrong.
func TestWrongRules(t *testing.T) {
	for rule, want := range map[string]string{
		"model:a":                  "has no =>",
		"verdict:failed => .a = 1": "not known before the answer",
		"cost>1 => .a = 1":         "a rule can ask for model, origin, connection, method, path, caller, session, purpose",
		"hello => .a = 1":          "words",
		"nothing:a => .a = 1":      "nothing",
		"model:a => .a =":          "jq",
		"model:a => $NO":           "NO",
		"model:a =>":               "no => with what is done",
		"model:a => .) | (.a = 1":  "jq",
	} {
		if _, err := ruleSet(t, nil, rule); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", rule, err, want)
		}
	}
	for file, want := range map[string]string{"a": "NAME=FILE", "a b=c": "NAME=FILE", "A=/does/not/exist": "no such file"} {
		if _, err := ruleSet(t, []string{file}, "=> .a = 1"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
