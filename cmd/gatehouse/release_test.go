package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompletion: every shell's script is printed, and the values that are known here
// are completed.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := program(t, "", "completion", shell); r.code != exitOK || !strings.Contains(r.stdout, "gatehouse") {
			t.Errorf("%s: exit %d, %.100q", shell, r.code, r.stdout)
		}
	}
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("[profiles.work]\nbase_url = \"https://work.example/v1\"\n[profiles.slip]\nbase_ulr = \"x\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, names := range map[string][]string{
		"send --profile": {"work", "local", "ollama"},
		"send --theme":   {"auto", "dark", "light"},
		"export --as":    {"curl", "har"},
		"validate --as":  {"responses", "rerank"},
	} {
		var offered strings.Builder
		args := append([]string{"__complete", "--config", config}, strings.Fields(typed)...)
		run(t.Context(), append(args, ""), host{stdout: &offered, stderr: io.Discard})
		for _, name := range names {
			if !slices.Contains(strings.Fields(offered.String()), name) {
				t.Errorf("%s does not offer %s: %q", typed, name, &offered)
			}
		}
	}
}
