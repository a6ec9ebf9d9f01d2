package main

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"gatehouse/state/history/output"
)

// seenBy runs a command in a terminal, and returns what the terminal got.
func seenBy(t *testing.T, args ...string) string {
	t.Helper()
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	seen := make(chan string)
	go func() {
		all, _ := io.ReadAll(terminal) // ends in an error once nobody has the terminal
		seen <- strings.ReplaceAll(string(all), "\r\n", "\n")
	}()
	run(context.Background(), args, host{stdin: strings.NewReader(""), stdout: tty, stderr: tty, getenv: func(string) string { return "" }})
	tty.Close()
	return <-seen
}

// TestNoCommandPrintsWhatATerminalObeys: an exchange whose every part is hostile is shown by
// every command that shows exchanges, to a terminal.
func TestNoCommandPrintsWhatATerminalObeys(t *testing.T) {
	dir := t.TempDir()
	quoted, _ := json.Marshal(hostile)
	words := strings.ReplaceAll(string(quoted), `\u2028`, "\u2028")
	base := saying(t, message(words)+completed)
	request := `{"stream":true,"model":` + words + `,"input":` + words + `}`
	if r := program(t, request, "send", "--base-url", base, "--data-dir", dir); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	file := filepath.Join(dir, "request.json")
	if err := os.WriteFile(file, []byte(strings.Replace(request, `"stream"`, `"plugins":[{"id":`+words+`}],"stream"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"history", "list", "--json"}, {"history", "show", "last", "--json"}, {"history", "show", "last"}, {"history", "list"},
		{"history", "diff", "last", "last"}, {"export", "last", "--as", "har"}, {"export", "last", "--as", "json"},
		{"export", "last", "--as", "curl"}, {"export", "last", "--as", "markdown"}, {"validate", file}, {"doctor", "--json"},
		{"history", "list", hostile}, {"replay", hostile + ".har"}, {hostile}, {"send", hostile}, {"export", hostile, "--as", "har"},
	} {
		args = append(args, "--data-dir", dir)
		got := seenBy(t, args...)
		if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && output.Hidden(r) && r != '\u00ad' && r != '\ufe0f' }); i >= 0 {
			t.Errorf("%q: an unsafe character at %d of %q", args, i, got)
		}
		if args[len(args)-3] != "--json" {
			continue
		}
		var value any
		piped := program(t, "", args...).stdout
		if args[0] == "doctor" {
			piped = ""
		}
		if err := json.Unmarshal([]byte(got), &value); err != nil {
			t.Errorf("%q: %v in %q", args, err, got)
		}
		if back := unescaped(t, got); piped != "" && back != unescaped(t, piped) {
			t.Errorf("%q: to a terminal another value\n%s\n%s", args, back, piped)
		}
	}
}

// unescaped is a JSON text with its values written in one way.
func unescaped(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	out, _ := json.Marshal(value)
	return string(out)
}

// TestOnlyTheGuardHasTheTerminal: no command names the output of the process, which run puts under
// the guard. The doctor asks a file for its colours and writes nothing to it.
func TestOnlyTheGuardHasTheTerminal(t *testing.T) {
	for _, folder := range []string{".", "../../app/effect/answer", "../../app/plain", "../../app/effect/doctor", "../../app/effect/imports", "../../app/effect/relay", "../../app/effect/share"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == "main.go" {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					of, _ := s.X.(*ast.Ident)
					if of != nil && of.Name == "os" && (s.Sel.Name == "Stdout" || s.Sel.Name == "Stderr") || of != nil && of.Name == "fmt" && strings.HasPrefix(s.Sel.Name, "Print") {
						t.Errorf("%s writes to %s.%s", path, of.Name, s.Sel.Name)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := guarded(io.Discard).(terminal); ok {
		t.Error("a pipe is guarded")
	}
	near, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	defer tty.Close()
	if _, ok := guarded(tty).(terminal); !ok {
		t.Error("a terminal is not guarded")
	}
}
