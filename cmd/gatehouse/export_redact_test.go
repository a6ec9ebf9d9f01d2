package main

import (
	"strings"
	"testing"

	"gatehouse/state/share/redact"
)

const private = `{"model":"sim/writer","input":"write to bob@canary.example in /home/bobcanary/x, about acme-123456 and env-key-canary"}`

// patterned is a config with a pattern, and a profile whose key is in the environment.
func patterned(t *testing.T) (config string, env map[string]string) {
	t.Helper()
	return savedFile(t, "c.toml", "[redact]\npatterns = [\"acme-[0-9]{6}\"]\n[profiles.work]\nbase_url = \"https://gate.example/api/v1\"\nkey_env = \"WORK_KEY\"\n"),
		map[string]string{"WORK_KEY": "env-key-canary"}
}

func TestExportRedacts(t *testing.T) {
	config, env := patterned(t)
	dir := newDataDir(t)
	if r := inHistory(t, dir, "send", savedFile(t, "r.json", private)); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	r := programIn(t, env, "", "--data-dir", dir, "--config", config, "export", "last", "--as", "json", "--redact")
	want := `{"model":"sim/writer","input":"write to [e-mail 1] in /home/[home 1]/x, about [pattern 1] and [key 1]"}` + "\n"
	if r.code != exitOK || r.stdout != want {
		t.Errorf("exit %d: %s, want %s", r.code, r.stdout, want)
	}
	for _, line := range []string{
		"request body, input: e-mail address (18 bytes)", "request body, input: home directory (9 bytes)",
		"request body, input: own pattern acme-[0-9]{6} (11 bytes)", "request body, input: key in use (14 bytes)", "--no-redact writes them as they are",
	} {
		if !strings.Contains(r.stderr, "gatehouse: "+line) && !strings.Contains(r.stderr, line) {
			t.Errorf("no %q in\n%s", line, r.stderr)
		}
	}
	if strings.Contains(r.stderr, "canary") || strings.Contains(r.stderr, "123456") {
		t.Errorf("the hits tell what is masked:\n%s", r.stderr)
	}
	for _, more := range [][]string{nil, {"--no-redact"}} {
		r := programIn(t, env, "", append([]string{"--data-dir", dir, "export", "last", "--as", "json"}, more...)...)
		if r.stdout != private+"\n" || r.stderr != "" {
			t.Errorf("%v: %s%s", more, r.stdout, r.stderr)
		}
	}
}

func TestRedactTestWritesNothing(t *testing.T) {
	config, env := patterned(t)
	file := savedFile(t, "r.json", private)
	r := programIn(t, env, "", "--config", config, "export", file, "--redact-test")
	if r.code != exitOK || r.stdout != "" || !strings.Contains(r.stderr, "4 places would be masked; nothing was written") {
		t.Errorf("exit %d, %s, %s", r.code, r.stdout, r.stderr)
	}
	r = program(t, "", "export", savedFile(t, "r.json", `{"input":"hello"}`), "--redact-test")
	if r.code != exitOK || !strings.Contains(r.stderr, "nothing would be masked") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
}

func TestRedactRefuses(t *testing.T) {
	file := savedFile(t, "r.json", private)
	wrong := savedFile(t, "c.toml", "[redact]\npatterns = [\"a(b\"]\n")
	encoded := savedFile(t, "a.txt", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: x-mine\r\n\r\n\x01\x02\xff\xfe{}")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{file, "--as", "json", "--redact", "--no-redact"}, exitUsage, "give one of them"},
		{[]string{file, "--redact-test", "--no-redact"}, exitUsage, "give one of them"},
		{[]string{file, "--as", "json", "--redact", "--config", wrong}, exitUsage, `c.toml:2: redact.patterns: "a(b"`},
		{[]string{encoded, "--redact-test"}, exitFailed, "encoded as x-mine"},
	} {
		r := program(t, "", append([]string{"export"}, c.args...)...)
		if r.code != c.code || r.stdout != "" || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%q: exit %d, %q, want %q", c.args, r.code, r.stderr, c.want)
		}
	}
}

// TestRedactSaysWhatItLooksFor in the help, and where nothing is masked.
func TestRedactSaysWhatItLooksFor(t *testing.T) {
	file := savedFile(t, "r.json", private)
	help, plain := program(t, "", "export", "--help"), program(t, "", "export", file, "--as", "markdown")
	if !strings.Contains(help.stdout, "mask "+redact.Kinds+" (har, html, otlp: by default)") || strings.Contains(help.stdout, "personal") {
		t.Errorf("%s", help.stdout)
	}
	if plain.stderr != "gatehouse: nothing is masked; --redact masks "+redact.Kinds+"\n" || !strings.Contains(plain.stdout, "bob@canary.example") {
		t.Errorf("%s%s", plain.stdout, plain.stderr)
	}
}
