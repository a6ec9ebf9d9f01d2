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
	for flag, names := range map[string][]string{
		"--profile": {"work", "local", "ollama"},
		"--theme":   {"auto", "dark", "light"},
	} {
		var offered strings.Builder
		run(t.Context(), []string{"__complete", "--config", config, "send", flag, ""}, host{stdout: &offered, stderr: io.Discard})
		for _, name := range names {
			if !slices.Contains(strings.Fields(offered.String()), name) {
				t.Errorf("%s does not offer %s: %q", flag, name, &offered)
			}
		}
	}
}

// TestManPages: every command that help lists has a page with its flags.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	program(t, "", "man", dir).wants(t, exitOK)
	for _, cmd := range newRoot(host{}).Commands() {
		if cmd.Hidden {
			continue
		}
		page, err := os.ReadFile(filepath.Join(dir, "gatehouse-"+cmd.Name()+".1"))
		if err != nil || !strings.Contains(string(page), cmd.Short) {
			t.Errorf("%s: %v, %.200s", cmd.Name(), err, page)
		}
	}
	program(t, "", "man").wants(t, exitUsage, "one directory")
}
