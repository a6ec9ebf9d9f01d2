package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rules writes a guardrail file.
func rules(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rules.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestGuardrailFile(t *testing.T) {
	file := rules(t, "[[rules]]\nname = \"colour\"\nengines = [\"phrases\"]\npatterns = [\"deep blue\"]\naction = \"block\"\n")
	cmd, stdout, _ := child(t, "", "gateway", "--addr", "127.0.0.1:0", "--guardrails", file)
	ready, err := stdout.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimPrefix(strings.TrimSuffix(ready, "\n"), "gatehouse: local gateway on ")
	// The file replaces the built-in rules: a card number passes.
	for input, status := range map[string]int{"a Deep  blue sea": 403, "a deep green sea": 200, "4111 1111 1111 1111": 200} {
		if p := sendTo(t, base, "k", `{"input":"`+input+`"}`); p.HTTP != status {
			t.Errorf("%q: status %d, want %d", input, p.HTTP, status)
		}
	}
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
}

func TestBrokenGuardrailFile(t *testing.T) {
	program(t, "", "gateway", "--guardrails", filepath.Join(t.TempDir(), "none.toml")).wants(t, exitUsage, "--guardrails", "none.toml")
	program(t, "", "gateway", "--guardrails", rules(t, "\nrulez = 1")).wants(t, exitUsage, "--guardrails", "line 2", "rulez")
}
