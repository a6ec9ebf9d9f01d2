package main

import (
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/gateway"
	"gatehouse/state/request/talk"
)

// TestWhatExportWroteOpens: each format that holds a request opens as that, an HTTP Archive
// with all that was received.
func TestWhatExportWroteOpens(t *testing.T) {
	for _, model := range []string{"sim/writer", "fault/cut", "fault/429"} {
		dir := newDataDir(t)
		var want sendPrinted
		if err := json.Unmarshal([]byte(inHistory(t, dir, "send", "-m", model, "--stream", "--json", "-p", "it's a question").stdout), &want); err != nil {
			t.Fatal(err)
		}
		exported := func(as string) string {
			r := inHistory(t, dir, "export", "last", "--as", as)
			r.wants(t, exitOK)
			return r.stdout
		}
		x := reopened(t, exported("har")).SentExchange()
		if x == nil || string(x.Verdict) != want.Status || x.Text() != want.Text || x.Head.Status != want.HTTPStatus || !x.Known.All() {
			t.Errorf("%s: the HAR opens as %+v", model, x)
		}
		body := strings.TrimSuffix(exported("json"), "\n")
		var o app.Options
		if err := openFile(t.Context(), host{}, []string{file(t, "request.json", body)}, &o); err != nil || !o.Session.Request {
			t.Fatal(err)
		}
		for _, conv := range []*talk.Conversation{o.Session.Conversation, openedRequest(t, exported("curl"))} {
			if next, err := conv.Body("", talk.BodyOptions{}); err != nil || !strings.Contains(string(next), "it's a question") || conv.Draft.Model() != model || !conv.Pending() {
				t.Errorf("%s: next goes out %s, %v", model, next, err)
			}
		}
		command := file(t, "ask.sh", exported("curl"))
		if again := program(t, "", "export", command, "--as", "json").stdout; again != body+"\n" {
			t.Errorf("%s: the command is exported as %q", model, again)
		}
	}
}

// openedRequest opens a file that holds no exchange.
func openedRequest(t *testing.T, text string) *talk.Conversation {
	t.Helper()
	var o app.Options
	if err := openFile(t.Context(), host{}, []string{file(t, "saved", text)}, &o); err != nil || o.Session == nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return o.Session.Conversation
}

// TestWhatCurlWroteOpens: with the head in front, by -i, and without.
func TestWhatCurlWroteOpens(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("there is no curl to run")
	}
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	for _, model := range []string{"sim/writer", "fault/cut", "fault/429", "fault/html-502"} {
		for _, stream := range []string{"true", "false"} {
			out, _ := exec.Command(curl, "-sN", "-i", server.URL+"/api/v1/responses", "-H", "Authorization: Bearer any",
				"--json", `{"model":"`+model+`","input":"hi","stream":`+stream+`}`).Output() // of a broken answer it fails
			var want sendPrinted
			if err := json.Unmarshal([]byte(program(t, "", "send", "-m", model, "--stream="+stream, "--json", "-p", "hi").stdout), &want); err != nil {
				t.Fatal(err)
			}
			x := reopened(t, string(out)).Exchange
			if string(x.Verdict) != want.Status || x.Head.Status != want.HTTPStatus || (x.Text() == "") != (want.Text == "") {
				t.Errorf("%s, stream %s: opens as %s %q, send said %s %q", model, stream, x.Verdict, x.Text(), want.Status, want.Text)
			}
			if _, body, _ := strings.Cut(string(out), "\r\n\r\n"); want.HTTPStatus == 200 && stream == "true" {
				if x := reopened(t, body).Exchange; string(x.Verdict) != want.Status {
					t.Errorf("%s: without the head it opens as %s", model, x.Verdict)
				}
			}
		}
	}
}

// TestAHAROnTheScreen: the program itself opens one.
func TestAHAROnTheScreen(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-m", "fault/cut", "-p", "a question of before").wants(t, exitFailed) // a short answer
	path := file(t, "one.har", inHistory(t, dir, "export", "last", "--as", "har").stdout)
	_, terminal := screen(t, []string{path})
	until(t, terminal, "a question of before")
}

func TestImport(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-m", "fault/cut", "-p", "hi")
	path := file(t, "one.har", inHistory(t, dir, "export", "last", "--as", "har").stdout)
	other := newDataDir(t)
	if r := inHistory(t, other, "import", path); r.code != exitOK || r.stdout != "1 exchange imported\n" || r.stderr != "" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	if r := inHistory(t, other, "import", path); r.code != exitOK || r.stdout != "0 exchanges imported, 1 was already in the history\n" {
		t.Errorf("exit %d, %q", r.code, r.stdout)
	}
	if found := listed(t, other, "origin:import", "verdict:truncated"); len(found) != 1 {
		t.Errorf("%v", found)
	}
	r := inHistory(t, other, "import", path, file(t, "x.jsonl", `{"custom_id":"a","method":"POST","url":"/v1/responses","body":{"input":"hi"}}`+"\nbroken\n"))
	if r.code != exitFailed || r.stdout != "1 exchange imported, 1 was already in the history, 1 fault\n" || !strings.Contains(r.stderr, "x.jsonl: line 2: ") {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	program(t, "", "import").wants(t, exitUsage, "give a FILE or a FOLDER")
	inHistory(t, other, "--no-persist", "import", path).wants(t, exitUsage, "--no-persist")
}
