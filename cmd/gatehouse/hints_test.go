package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
)

// noHint wants no hint on a request, whatever else is wrong with it.
func noHint(t *testing.T, where string, request []byte) {
	t.Helper()
	word := validate.DefaultWord
	if bytes.Contains(request, []byte(`"openrouter:`)) {
		word = "openrouter"
	}
	for _, f := range validate.For(validate.Kind(request), request, validate.Service{Word: word}).Hints {
		t.Errorf("%s: %s\n%.400s", where, f, request)
	}
}

// requestsIn finds the requests in a text.
func requestsIn(text []byte) (list [][]byte) {
	for at := 0; at < len(text); at++ {
		if text[at] != '{' {
			continue
		}
		var found json.RawMessage
		if json.NewDecoder(bytes.NewReader(text[at:])).Decode(&found) != nil {
			continue
		}
		if scan.Get(found, "object") == nil && scan.Get(found, "role") == nil && scan.Get(found, "type") == nil &&
			(scan.Get(found, "input") != nil || scan.Get(found, "documents") != nil || scan.Get(found, "plugins") != nil) {
			list = append(list, found)
		}
		at += len(found) - 1
	}
	return list
}

// TestNoHintOnPublicRequests: those that public SDKs send, and those of our pages.
func TestNoHintOnPublicRequests(t *testing.T) {
	files, err := filepath.Glob("../../gateway/sdktest/requests/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		request, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == "unknown.json" { // which has unknown members on purpose
			if got := strings.Join(validate.Unknown(request), " "); got != "seed x_deep class" {
				t.Errorf("%s: unknown are %s", file, got)
			}
			continue
		}
		noHint(t, file, request)
	}
	n := 0
	for _, pattern := range []string{"../../README.md", "../../docs/*.md"} {
		pages, _ := filepath.Glob(pattern)
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, request := range requestsIn(text) {
				if !bytes.Contains(request, []byte(`"temprature"`)) { // which shows a hint
					n++
					noHint(t, page, request)
				}
			}
		}
	}
	if n == 0 {
		t.Error("the pages have no request")
	}
}

// TestNoHintOnWhatIsOffered: each field, plugin and tool as it is offered.
func TestNoHintOnWhatIsOffered(t *testing.T) {
	for _, tool := range field.Tools("service") {
		if tool.Type != "function" {
			noHint(t, tool.Type, []byte(`{"tools":[`+string(tool.Example)+`]}`))
		}
	}
	for _, plugin := range field.Plugins() {
		noHint(t, plugin.ID, []byte(`{"plugins":[`+string(plugin.New())+`]}`))
	}
}

// TestNoHintOnWhatTheProgramSaves: a conversation, and its answers of each kind, as `send` saves
// them and as they are exported, continues without a hint.
func TestNoHintOnWhatTheProgramSaves(t *testing.T) {
	tools := `,"tools":[` + string(mustTool(t, "function")) + `,{"type":"service:web_search"},` + string(mustTool(t, "custom")) + `]`
	for _, c := range []struct{ model, prompt, more string }{
		{"sim/writer", "hello", ""}, {"sim/reasoner", "think", `,"reasoning":{"effort":"high","summary":"auto"}`},
		{"sim/writer", "What is the weather in Bonn?", tools}, {"sim/writer", "run_query for all rows", tools},
		{"sim/writer", "search the web for lighthouses", tools}, {"service/auto", "hello", `,"plugins":[{"id":"auto-router","pin_model":true}]`},
		{"sim/writer", "please refuse", ""}, {"sim/structured", "a person", `,"text":{"format":{"type":"json_object"}}`},
	} {
		request := `{"model":"` + c.model + `","input":"` + c.prompt + `"` + c.more + `}`
		noHint(t, c.prompt, []byte(request))
		r := program(t, request, "send", "--json", "--no-persist")
		r.wants(t, exitOK)
		waits := strings.Contains(r.stdout, `"call_id"`)
		for _, prompts := range [][]string{nil, {"go on"}} {
			if waits && prompts != nil {
				continue // it continues with the output
			}
			next, err := talk.FromFile{File: []byte(scan.Get([]byte(r.stdout), "response")), Prompts: prompts}.Body()
			if err != nil {
				t.Fatal(err)
			}
			noHint(t, "after "+c.prompt, next)
		}
	}
}

func mustTool(t *testing.T, kind string) json.RawMessage {
	for _, tool := range field.Tools("service") {
		if tool.Type == kind {
			return tool.Example
		}
	}
	t.Fatalf("no tool %s", kind)
	return nil
}
