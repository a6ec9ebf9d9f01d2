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
		{"rerank by the flag", `{"input":"x"}`, []string{"--as", "rerank"}, 1, []string{"model: ", "query: ", "documents: "}},
		{"responses by the flag", `{"query":"q"}`, []string{"--as", "responses"}, 0, nil},
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

func TestValidateTellsLineAndColumn(t *testing.T) {
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

// TestAFaultOfTheWholeRequestNamesItsFile: "." reads like a file. The lines of validate
// keep it, as the path that they promise.
func TestAFaultOfTheWholeRequestNamesItsFile(t *testing.T) {
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
