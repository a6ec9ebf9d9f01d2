package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// proxied adds a request of another program to the history.
func proxied(t *testing.T, dir, url, body string) {
	t.Helper()
	answered(t, dir, url, body, nil)
}

// answered adds a request of another program and its answer to the history.
func answered(t *testing.T, dir, url, body string, answer []byte) {
	t.Helper()
	c := &wire.Capture{ID: "x1", Start: time.Unix(1_700_000_000, 0), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 900}}
	c.Sent = wire.Sent{Method: http.MethodPost, URL: url, Body: []byte(body)}
	if answer != nil {
		c.Head = &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
		c.Body.Append(answer, 500)
	}
	about := history.About{Origin: history.Proxy, Kind: state.KindOf(c.Sent)}
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err == nil {
		_, err = a.Import(t.Context(), about, files.Fold(about, c), c)
	}
	if err == nil {
		err = a.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestExportTranslatesAChat: what cannot be translated is on stderr, a line each, and
// gatehouse validate finds no fault in the rest.
func TestExportTranslatesAChat(t *testing.T) {
	chat := `{"model":"m","seed":7,"stop":["x"],"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}]}`
	dir := newDataDir(t)
	proxied(t, dir, "https://gate.example/v1/chat/completions", chat)
	want := `{
  "model": "m",
  "instructions": "Be brief.",
  "input": [
    {
      "type": "message",
      "role": "user",
      "content": "hi"
    }
  ]
}
`
	for _, of := range []string{"last", savedFile(t, "chat.json", chat)} {
		r := inHistory(t, dir, "export", of, "--as", "responses")
		if r.code != exitOK || r.stdout != want {
			t.Errorf("%s: exit %d, %s\n%s", of, r.code, r.stderr, r.stdout)
		}
		for _, line := range []string{"gatehouse: not translated: seed: /responses has no seed\n", "gatehouse: not translated: stop: /responses has no stop sequences\n"} {
			if !strings.Contains(r.stderr, line) {
				t.Errorf("%s: no %q in %q", of, line, r.stderr)
			}
		}
		if r := program(t, "", "validate", savedFile(t, "r.json", r.stdout)); r.code != exitOK {
			t.Errorf("exit %d, %s%s", r.code, r.stdout, r.stderr)
		}
	}
}

func TestExportAsResponsesLeavesResponsesRequestsUnchanged(t *testing.T) {
	request := `{"model":"m",  "input":"hi"}`
	if r := program(t, "", "export", savedFile(t, "r.json", request), "--as", "responses"); r.stdout != request+"\n" || r.stderr != "" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	r := program(t, "", "export", savedFile(t, "k.json", `{"model":"sim/bm25","query":"q","documents":["a"]}`), "--as", "responses")
	if r.code != exitUsage || !strings.Contains(r.stderr, "/responses request: requests of this API cannot be translated") {
		t.Errorf("exit %d, %q", r.code, r.stderr)
	}
}
