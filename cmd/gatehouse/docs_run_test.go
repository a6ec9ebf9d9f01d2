package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/app/effect/relay"
	"gatehouse/state/archive/team/teamtest"

	"github.com/creack/pty"
)

// TestCommandsOfTheManual runs every shell block of the README and of docs/ unchanged, one page
// after the other, each in a new directory and HOME. A comment before a block describes what is
// special about it:
//
//	not run: REASON   it needs what a test does not have
//	exit N            the block ends with this code
//	serves            it runs until the page ends; its address stands for the usual one
//	in a terminal     it opens the playground, which is quit at once
func TestCommandsOfTheManual(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program many times")
	}
	t.Parallel()
	for _, p := range manual(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			r := newReader(t, p)
			_, blocks := p.split()
			for _, b := range blocks {
				if b.language == "sh" {
					r.follow(b)
				}
			}
		})
	}
}

// reader does what a page says.
type reader struct {
	t        *testing.T
	page     manualPage
	dir      string
	env      []string
	serving  map[string]*exec.Cmd // by their usual address
	replaced []string             // what stands for names that differ here: ids, addresses
}

// manualFiles are the files that the pages' commands name.
var manualFiles = map[string]string{
	"request.json": `{"model":"sim/writer","input":"hello"}`,
	"rerank.json":  `{"model":"sim/bm25","query":"rotate a key","documents":["Rotate a key in the console.","Keys expire.","Billing is monthly."]}`,
	"notes.txt":    "Rotate a key in the console.\nKeys expire after 90 days.\nBilling is monthly.\n",
	"set.json": `{"kind":"rerank-set","queries":[{"query":"rotate a key","marks":{"0":3,"1":1}},{"query":"billing","marks":{"2":2}}],` +
		`"documents":["Rotate a key in the console.","Keys expire.","Billing is monthly."],"models":["sim/bm25","sim/trigram"]}`,
	"other.run": "1 Q0 1 1 9.5 search\n1 Q0 3 2 4 search\n2 Q0 3 1 7 search\n",
	"notes.csv": "id,text\n1,Rotate a key in the console.\n2,Billing is monthly.\n",
}

// newReader prepares a directory with the files that pages name, and the program under
// its name in PATH. A page that names the ids of two exchanges finds two.
func newReader(t *testing.T, p manualPage) *reader {
	dir := t.TempDir()
	r := &reader{t: t, page: p, dir: filepath.Join(dir, "work"), serving: map[string]*exec.Cmd{}}
	bin := filepath.Join(dir, "bin")
	for _, d := range []string{r.dir, bin} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nGATEHOUSE_TEST_PROGRAM=1 exec " + strconv.Quote(program) + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "gatehouse"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range manualFiles {
		if p.name == "README.md" {
			break // a newcomer has none: it makes what it uses
		}
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "XDG_") && !strings.HasPrefix(name, "GATEHOUSE_") && name != "PATH" && name != "HOME" && name != "TERM" {
			r.env = append(r.env, variable)
		}
	}
	r.env = append(r.env, "HOME="+dir, "TERM=screen-256color", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if strings.Contains(p.text, "TEAM_URL") {
		r.env = append(r.env, "TEAM_URL="+teamtest.Database(t))
	}
	if strings.Contains(p.text, "m3xa") {
		r.replaced = append(r.replaced, "7k2f", r.sent(), "m3xa", r.sent())
	}
	return r
}

// sent sends something and returns the exchange's id.
func (r *reader) sent() string {
	r.t.Helper()
	if out, err := r.command("gatehouse send --no-stream -p 'rotate a key'").CombinedOutput(); err != nil {
		r.t.Fatalf("%v\n%s", err, out)
	}
	out, err := r.command("gatehouse history list --json --limit 1").Output()
	var entry struct{ ID string }
	if err == nil {
		err = json.Unmarshal(out, &entry)
	}
	if err != nil || entry.ID == "" {
		r.t.Fatalf("no id in %q: %v", out, err)
	}
	return entry.ID
}

func (r *reader) command(text string) *exec.Cmd {
	cmd := exec.Command("sh", "-e", "-c", strings.NewReplacer(r.replaced...).Replace(text))
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd
}

// follow does what a block says.
func (r *reader) follow(b block) {
	t := r.t
	word, rest, _ := strings.Cut(b.mark, " ")
	reason, skipped := strings.CutPrefix(b.mark, "not run: ")
	switch {
	case skipped && reason != "":
		t.Logf("%s:%d is not run: %s\n%s", r.page.name, b.line, reason, b.text)
	case b.mark == "serves":
		r.serve(b)
	case b.mark == "in a terminal":
		r.play(b)
	case word == "exit" || b.mark == "":
		want, _ := strconv.Atoi(rest)
		var exit *exec.ExitError
		cmd, got := r.command(b.text), 0
		cmd.Stdin = strings.NewReader("")
		out, err := cmd.CombinedOutput()
		if errors.As(err, &exit) {
			got = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s:%d: exit code %d, want %d\n%s\n%s", r.page.name, b.line, got, want, b.text, out)
		}
	default:
		t.Errorf("%s:%d: %q says nothing about how to run a block", r.page.name, b.line, b.mark)
	}
}

// ready finds the address in the line that a server begins with.
var ready = regexp.MustCompile(` on (http://[^\s,]+)`)

// serve starts a server, on a port that is free, and takes its address for the usual one
// in what follows.
func (r *reader) serve(b block) {
	usual := "http://127.0.0.1:8080/api/v1"
	if strings.Contains(b.text, "gatehouse proxy") || strings.Contains(b.text, "gatehouse replay") {
		usual = "http://" + relay.DefaultAddress
	}
	if before := r.serving[usual]; before != nil { // the reader has stopped it
		_ = before.Process.Signal(os.Interrupt)
		_ = before.Wait()
	}
	cmd := r.command("exec " + strings.TrimSpace(b.text) + " --addr 127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		r.t.Fatalf("%s:%d: %v\n%s", r.page.name, b.line, err, &said)
	}
	address := ready.FindStringSubmatch(line)
	if address == nil {
		r.t.Fatalf("%s:%d: no address in %q", r.page.name, b.line, line)
	}
	r.serving[usual] = cmd
	r.replaced = append([]string{usual, address[1]}, r.replaced...)
}

// play opens the playground in a terminal and quits when it is drawn.
func (r *reader) play(b block) {
	cmd := r.command(b.text)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 30, Cols: 100})
	if err != nil {
		r.t.Fatal(err)
	}
	defer tty.Close()
	var drawn []byte
	for more := make([]byte, 4<<10); !bytes.Contains(drawn, []byte("quit")) && !bytes.Contains(drawn, []byte("F1")); {
		n, err := tty.Read(more)
		drawn = append(drawn, more[:n]...)
		if err != nil {
			r.t.Fatalf("%s:%d: ended before it was drawn: %q", r.page.name, b.line, drawn)
		}
	}
	_, _ = io.WriteString(tty, "\x11\x11") // ctrl+q, once more where it asks
	_, _ = io.Copy(io.Discard, tty)
	if err := cmd.Wait(); err != nil {
		r.t.Errorf("%s:%d: %v", r.page.name, b.line, err)
	}
}
