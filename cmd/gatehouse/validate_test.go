package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name, file string
		args       []string
		code       int
		lines      []string // each line of stdout begins so, in this order
	}{
		{"no fault", `{"model":"a/b","input":"hi"}`, nil, 0, nil},
		{"the empty object", `{}`, nil, 0, nil},
		{"a type", `{"temperature":"warm"}`, nil, 1, []string{"temperature: "}},
		{"a deep path", `{"plugins":[{"id":"auto-router","allowed_models":["a",3]}]}`, nil, 1, []string{"plugins[0].allowed_models[1]: "}},
		{"a key with brackets", `{"metadata":{"a[0]":"x"}}`, nil, 1, []string{`metadata["a[0]"]: `}},
		{"several", `{"stream":1,"session_id":2}`, nil, 1, []string{"stream: ", "session_id: "}},
		{"broken JSON", "{\n \"a\": }", nil, 1, []string{".: "}},
		{"empty", "", nil, 1, []string{".: "}},
		{"no object", `[1]`, nil, 1, []string{".: "}},
		{"deprecated", `{"route":"fallback"}`, nil, 0, []string{"warning: route: "}},
		{"rerank by its members", `{"query":"q","documents":[]}`, nil, 1, []string{"model: ", "documents: "}},
		{"rerank by the flag", `{"input":"x"}`, []string{"--as", "rerank"}, 1, []string{"model: ", "query: ", "documents: ", "hint: input: "}},
		{"responses by the flag", `{"query":"q"}`, []string{"--as", "responses"}, 0, []string{"hint: query: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := program(t, c.file, append([]string{"validate"}, c.args...)...)
			r.wants(t, c.code)
			got := strings.Split(strings.TrimSuffix(r.stdout, "\n"), "\n")
			if r.stdout == "" {
				got = nil
			}
			if len(got) != len(c.lines) {
				t.Fatalf("stdout %q, want %q", got, c.lines)
			}
			for _, want := range c.lines {
				if !strings.Contains("\n"+r.stdout, "\n"+want) {
					t.Errorf("no line begins with %q in %q", want, r.stdout)
				}
			}
		})
	}
}

func TestValidateReportsLineAndColumn(t *testing.T) {
	r := program(t, "{\n \"a\": }", "validate")
	if !strings.Contains(r.stdout, "line 2") || !strings.Contains(r.stdout, "column 7") {
		t.Errorf("%q", r.stdout)
	}
}

func TestValidateUnreadable(t *testing.T) {
	dir := t.TempDir()
	program(t, "", "validate", dir).wants(t, exitUsage, dir, "a directory")
	program(t, "", "validate", filepath.Join(dir, "none")).wants(t, exitUsage, "no such file")
	program(t, "{}", "validate", "--as", "chat").wants(t, exitUsage, "responses or rerank")
	path := filepath.Join(dir, "request.json")
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	program(t, "", "validate", path).wants(t, exitOK)
}

func TestValidateIsSafeOnATerminal(t *testing.T) {
	r := program(t, `{"metadata":{"a\u001b[2J[\u202e":1}}`, "validate")
	r.wants(t, exitFailed)
	if strings.ContainsAny(r.stdout, "\x1b\u202e") {
		t.Errorf("%q", r.stdout)
	}
}

// TestAFaultOfTheRequestNamesItsFile: "." reads like a file. The lines of validate print it, as
// the path that they promise.
func TestAFaultOfTheRequestNamesItsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep.json")
	if err := os.WriteFile(file, []byte("{\n \"a\": }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"send", "rerank"} {
		program(t, "", command, file).wants(t, exitUsage, "gatehouse: "+file+": not JSON: line 2, column ")
		program(t, "{\n \"a\": }", command).wants(t, exitUsage, "gatehouse: standard input: not JSON: line 2, column ")
	}
	if r := program(t, "", "validate", file); !strings.HasPrefix(r.stdout, ".: not JSON: ") {
		t.Errorf("validate prints %q", r.stdout)
	}
}

// TestHintsLeaveTheExit: they are lines, and no faults. The local gateway's catalogue is known.
func TestHintsLeaveTheExit(t *testing.T) {
	const request = `{"model":"writer","messages":[],"input":"hi","temprature":1,"zzz":2,"route":"fallback"}`
	r := program(t, request, "validate")
	r.wants(t, exitOK)
	const want = "warning: route: deprecated\n" +
		"hint: messages: is not a member of /responses; input is, and is set too\n" +
		"hint: temprature: is not a member of /responses; did you mean temperature?\n" +
		"hint: model: \"writer\" has no vendor; did you mean sim/writer?\n" +
		"hint: zzz: is not a member of /responses\n"
	if r.stdout != want {
		t.Errorf("got\n%swant\n%s", r.stdout, want)
	}
	r = program(t, request, "validate", "--base-url", "http://127.0.0.1:1/api/v1")
	if strings.Contains(r.stdout, "vendor") {
		t.Errorf("a catalogue is known of a service that was not asked: %s", r.stdout)
	}
}

func TestValidateFix(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mended.json")
	for name, c := range map[string]struct {
		request, want string
		code          int
		says          []string
	}{
		"hints": {"{\"model\":\"sim/writer\",\n \"max_tokens\" : 5, \"zzz\":1}\n", "{\"model\":\"sim/writer\",\n \"max_output_tokens\" : 5, \"zzz\":1}\n", exitOK,
			[]string{"fixed: max_tokens: is not a member", "hint: zzz: "}},
		"a fault": {`{"temprature":"warm"}`, `{"temperature":"warm"}` + "\n", exitFailed, []string{"temperature: a string"}},
		"no JSON": {`{"a`, `{"a` + "\n", exitFailed, []string{".: not JSON"}},
		"another API": {`{"messages":[{"role":"user","content":"hi"}],"stop":["x"]}`,
			"{\n  \"input\": [\n    {\n      \"type\": \"message\",\n      \"role\": \"user\",\n      \"content\": \"hi\"\n    }\n  ]\n}\n", exitOK,
			[]string{"fixed: .: this is a request for chat completions", "leaves out stop"}},
		"nothing": {`{"input":"hi"}`, `{"input":"hi"}` + "\n", exitOK, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, c.request, "validate", "--fix")
			r.wants(t, c.code, c.says...)
			if r.stdout != c.want {
				t.Errorf("got %q, want %q", r.stdout, c.want)
			}
		})
	}
	program(t, `{"temprature":1}`, "validate", "--fix", "-o", file).wants(t, exitOK, "wrote "+file)
	if b, err := os.ReadFile(file); err != nil || string(b) != "{\"temperature\":1}\n" {
		t.Errorf("%q, %v", b, err)
	}
	program(t, `{}`, "validate", "--fix", "-o", file).wants(t, exitUsage, "already exists")
	program(t, `{}`, "validate", "-o", file+"2").wants(t, exitUsage, "add --fix")
}

func TestValidateStrict(t *testing.T) {
	const request = `{"tools":[{"type":"function","name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}]}`
	program(t, request, "validate", "--strict", "mistral").wants(t, exitUsage, "must be one of openai, anthropic, gemini")
	r := program(t, request, "validate", "--strict", "openai")
	r.wants(t, exitOK)
	if strings.Count(r.stdout, "hint: tools[0].parameters.") != 2 {
		t.Errorf("%s", r.stdout)
	}
	if r := program(t, request, "validate", "--strict", "gemini"); r.stdout != "" {
		t.Errorf("%s", r.stdout)
	}
	r = program(t, request, "validate", "--strict", "openai", "--fix")
	if want := `"properties":{"a":{"type":["string","null"]}},"additionalProperties": false,"required": ["a"]`; !strings.Contains(r.stdout, want) {
		t.Errorf("got %s, want %s", r.stdout, want)
	}
}

// TestSendSaysWhatIsHardlyMeant, and sends it all the same.
func TestSendSaysWhatIsHardlyMeant(t *testing.T) {
	r := program(t, `{"model":"sim/writer","input":"hi","max_tokens":5,"zzz":1}`, "send")
	r.wants(t, exitOK, "hint: max_tokens: is not a member of /responses; did you mean max_output_tokens?")
	if strings.Contains(r.stderr, "zzz") || r.stdout == "" {
		t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
	}
}
