package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/gateway/fault"
)

func TestSendUnreachable(t *testing.T) {
	for name, c := range map[string]struct{ base, code string }{
		"refused": {nowhere(t), "connect"},
		"no host": {"http://host.invalid", "dns"},
		"no TLS":  {strings.Replace(saying(t, completed), "http:", "https:", 1), "tls"},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, `{}`, "send", "--json", "--base-url", c.base)
			r.wants(t, exitFailed, "failed")
			p := decode(t, r.stdout)
			if p.HTTP != 0 || p.Status != "failed" || p.Error == nil || p.Error.Code != c.code || string(p.Response) != "null" {
				t.Errorf("%s", r.stdout)
			}
		})
	}
	silent := answering(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	r := program(t, `{}`, "send", "--json", "--timeout", "50ms", "--base-url", silent)
	r.wants(t, exitFailed)
	if p := decode(t, r.stdout); p.Error == nil || p.Error.Code != "timeout" {
		t.Errorf("%s", r.stdout)
	}
}

func TestSendWrongKey(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"code":401,"message":"no such key: %s"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	})
	for _, flag := range []string{"--json", "--events", "--metadata"} {
		r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": "canary-key-123"}, `{}`, "send", flag, "--base-url", base)
		r.wants(t, exitFailed, "401")
		if strings.Contains(r.stdout+r.stderr, "canary") {
			t.Errorf("%s prints the key: %q %q", flag, r.stdout, r.stderr)
		}
	}
}

func TestSendBadInput(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		stdin string
		args  []string
		word  string
	}{
		"broken JSON":         {`{"input":`, nil, "line 1"},
		"wrong type":          {`{"input":"a","temperature":"warm"}`, nil, "temperature"},
		"no object":           {`17`, nil, "object"},
		"flag on broken JSON": {`{`, []string{"--stream"}, "not a JSON object"},
		"directory":           {"", []string{dir}, "a directory"},
		"missing":             {"", []string{filepath.Join(dir, "none")}, "no such file; was it meant as a prompt? gatehouse send -p TEXT"},
		"nothing":             {" \n", nil, "nothing to send"},
		"both outputs":        {`{}`, []string{"--json", "--events"}, "cannot be combined"},
		"both streams":        {`{}`, []string{"--stream", "--no-stream"}, "cannot be combined"},
		"prompt on a number":  {`{"input":3}`, []string{"-p", "x"}, "input"},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, c.stdin, append([]string{"send"}, c.args...)...)
			r.wants(t, exitUsage, c.word)
			if r.stdout != "" {
				t.Errorf("stdout %q", r.stdout)
			}
		})
	}
}

func TestForceSendsWhatTheChecksRefuse(t *testing.T) {
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.WriteHeader(http.StatusBadRequest)
	})
	program(t, `{"input":`, "send", "--force", "--base-url", base).wants(t, exitFailed, "400")
	if got != `{"input":` {
		t.Errorf("sent %q", got)
	}
	// The gateway, whose checks were written apart, refuses it too.
	p := decode(t, program(t, `{"temperature":"warm"}`, "send", "--force", "--json").stdout)
	if p.HTTP != 400 || p.Error == nil || !strings.HasPrefix(p.Error.Message, "temperature") {
		t.Errorf("%+v", p)
	}
}

func TestFaultTextIsWhatTheTableMeans(t *testing.T) {
	r := program(t, request("fault/comments", true), "send")
	if r.stdout != fault.Text || !strings.HasSuffix(fault.Text, ".") {
		t.Errorf("%q", r.stdout)
	}
}

// TestTheMissingKeyAdviceLeadsOut: of a profile that the file alone chose, setting the
// variable alone would not help.
func TestTheMissingKeyAdviceLeadsOut(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"code":401,"message":"no key"}}`)
			return
		}
		fmt.Fprint(w, `{"object":"response","status":"completed","output":[]}`)
	})
	path := configured(t, "profile = \"mygw\"\n[profiles.mygw]\nbase_url = \""+base+"\"\n")
	env := map[string]string{"GATEHOUSE_API_KEY": "canary-key-123"}
	advice := "mygw has no key: set one on the connection screen (F7), or set GATEHOUSE_API_KEY and pass --profile mygw"
	programIn(t, nil, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, advice)
	programIn(t, env, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, advice)
	programIn(t, env, "", "--config", path, "--profile", "mygw", "send", "-p", "hi").wants(t, exitOK)
}
