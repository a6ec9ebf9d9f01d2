package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestUserThemes: a theme next to the config file is taken by its name, and one that cannot
// be used is refused with place and reason.
func TestUserThemes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("themes/mine.toml", "base = \"light\"\naccent = \"5\"\n")
	write("themes/broken.toml", "text = \"1\"\nacent = \"5\"\n")
	write("themes/dark.toml", "")
	config := write("config.toml", "theme = \"mine\"\n")
	program(t, `{"input":"hi"}`, "send", "--config", config).wants(t, exitOK)
	program(t, `{"input":"hi"}`, "send", "--config", config, "--theme", "broken").wants(t, exitUsage, "broken.toml: line 2: there is no role \"acent\"")
	program(t, `{"input":"hi"}`, "send", "--config", config, "--theme", "mime").wants(t, exitUsage, "did you mean \"mine\"?")
	broken := write("broken.toml", "theme = \"broken\"\n") // a slip in a colour does not block a command
	program(t, `{"input":"hi"}`, "send", "--config", broken).wants(t, exitOK)
	found, faults := userThemes(config)
	if len(found) != 1 || found[0].Name != "mine" || faults["broken"] == nil || faults["dark"] == nil {
		t.Errorf("%+v, %v", found, faults)
	}
}
