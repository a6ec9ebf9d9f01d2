package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
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

// TestManPages: every command that help lists has a page with its flags.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	program(t, "", "man", dir).wants(t, exitOK)
	for _, cmd := range newRoot(host{}).Commands() {
		if cmd.Hidden {
			continue
		}
		page, err := os.ReadFile(filepath.Join(dir, "gatehouse-"+cmd.Name()+".1"))
		if err != nil || !strings.Contains(string(page), roff(cmd.Short)) {
			t.Errorf("%s: %v, %.200s", cmd.Name(), err, page)
		}
	}
	program(t, "", "man").wants(t, exitUsage, "one directory")
}

// TestManPagesAreRoff: a page has only macros that man knows, and text that is shown as it
// stands.
func TestManPagesAreRoff(t *testing.T) {
	macros := []string{".TH", ".SH", ".SS", ".TP", ".PP", ".BR", ".RS", ".RE", ".EX", ".EE"}
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		page := newManPage(cmd, "2026-01-02")
		for i, line := range strings.Split(page, "\n") {
			macro, _, _ := strings.Cut(line, " ")
			switch {
			case strings.HasPrefix(line, ".") && !slices.Contains(macros, macro), strings.HasPrefix(line, "'"):
				t.Errorf("%s: line %d would be obeyed: %q", cmd.CommandPath(), i+1, line)
			case strings.ContainsAny(line, "\t\x1b"):
				t.Errorf("%s: line %d: %q", cmd.CommandPath(), i+1, line)
			}
		}
		if strings.Count(page, ".EX") != strings.Count(page, ".EE") {
			t.Errorf("%s: an example does not end:\n%s", cmd.CommandPath(), page)
		}
		for _, sub := range listedCommands(cmd) {
			check(sub)
		}
	}
	check(newRoot(host{}))
	for text, want := range map[string]string{".PP is text": `\&.PP is text`, "'tis": `\(aqtis`, "`~^'": `\(ga\(ti\(ha\(aq`, `C:\n --x`: `C:\en \-\-x`} {
		if got := roff(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// TestManExamplesCanBePasted: they keep their lines and what these are indented by.
func TestManExamplesCanBePasted(t *testing.T) {
	var p manPage
	p.text("Ask:\n\n    jq '.a^`~`' \\\n      --arg x\n    echo -n\n\nThat is all.", "")
	want := "Ask:\n.RS 4\n.EX\njq \\(aq.a\\(ha\\(ga\\(ti\\(ga\\(aq \\e\n  \\-\\-arg x\necho \\-n\n.EE\n.RE\n.PP\nThat is all.\n"
	if p.String() != want {
		t.Errorf("%q, want %q", p.String(), want)
	}
}

// TestManPageOfTheProgram: the first page explains every variable of the environment that
// the manual explains, and carries the day that the build says.
func TestManPageOfTheProgram(t *testing.T) {
	text, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Environment")
	page := newManPage(newRoot(host{}), "2026-01-02")
	names := regexp.MustCompile("`([A-Z_]{4,})`").FindAllStringSubmatch(table, -1)
	if len(names) < 5 {
		t.Fatalf("docs/commands.md names %q", names)
	}
	for _, m := range names {
		if !strings.Contains(page, m[1]) {
			t.Errorf("the man page does not explain %s", m[1])
		}
	}
	day, err := manDate("86400", time.Now())
	if err != nil || day != "1970-01-02" {
		t.Errorf("SOURCE_DATE_EPOCH=86400 is %s, %v", day, err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "yesterday")
	program(t, "", "man", t.TempDir()).wants(t, exitFailed, "SOURCE_DATE_EPOCH")
}
