package export

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

func TestCurl(t *testing.T) {
	header := http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer canary"}, "X-Title": {"it's"},
		"User-Agent": {"gatehouse"}, "Content-Length": {"14"}, "Accept-Encoding": {"identity"}, "X-Empty": {""},
	}
	for _, c := range []struct {
		name, file, want string
		r                Request
	}{
		{"a key", "", `curl -sS --fail-with-body -N 'https://gate.example/api/v1/responses' \
  -H "Authorization: Bearer $GATEHOUSE_API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'X-Empty;' \
  -H 'X-Title: it'\''s' \
  --data-raw '{"a":"it'\''s"}'
`, Request{URL: "https://gate.example/api/v1/responses", Header: header, Body: []byte(`{"a":"it's"}`), Key: true}},
		{"other credentials", "", `curl -sS --fail-with-body -N -X POST 'http://h/x' \
  -H "X-Api-Key: $X_API_KEY" \
  -H 'X-Title: me'
`, Request{
			URL: "http://h/x", Header: http.Header{"X-Api-Key": {"canary"}, "X-Title": {"me"}},
		}},
		{"names of header fields that a shell would obey, or that none can have", "", `curl -sS --fail-with-body -N -X POST 'http://h/x' \
  -H 'x` + "`id`" + `-key: '"$X_ID__KEY"
`, Request{URL: "http://h/x", Header: http.Header{"x`id`-key": {"canary"}, ":authority": {"h"}, "a b": {"c"}}}},
		{"the local gateway", "my request.json", `# start it with: gatehouse gateway
curl -sS --fail-with-body -N 'http://127.0.0.1:8080/api/v1/responses' \
  --data-binary '@my request.json'
`, Request{Method: "POST", URL: "http://127.0.0.1:43117/api/v1/responses", Body: []byte("{}"), Local: true}},
		{"the local gateway, which wants some key", "", `# start it with: gatehouse gateway
# any key works: export GATEHOUSE_API_KEY=any
curl -sS --fail-with-body -N 'http://127.0.0.1:8080/api/v1/responses' \
  -H "Authorization: Bearer $GATEHOUSE_API_KEY" \
  --data-raw '{}'
`, Request{URL: "http://127.0.0.1:43117/api/v1/responses", Body: []byte("{}"), Local: true, Key: true}},
		{"another method", "", "curl -sS --fail-with-body -N --globoff -X GET 'http://[::1]:8080/models'\n", Request{Method: "GET", URL: "http://[::1]:8080/models"}},
		{"nothing to send", "", "curl -sS --fail-with-body -N -X POST 'http://h/x'\n", Request{URL: "http://h/x"}},
		{"a plain name", "session.json", "curl -sS --fail-with-body -N 'http://h/x' \\\n  --data-binary @session.json\n", Request{URL: "http://h/x"}},
		{"a file called -", "-", "curl -sS --fail-with-body -N 'http://h/x' \\\n  --data-binary @./-\n", Request{URL: "http://h/x"}},
	} {
		got := Curl(c.r, c.file)
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if strings.Contains(got, "canary") {
			t.Errorf("%s: the key is in it", c.name)
		}
	}
}

// received is what a server was sent.
type received struct {
	body   []byte
	header http.Header
}

// run runs a command in a shell against a server that stores what it is sent.
func runProgram(t *testing.T, command func(base string) string) received {
	t.Helper()
	for _, needed := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skip(needed + " is not on this machine")
		}
	}
	var got received
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got.header = r.Header
		got.body, _ = io.ReadAll(r.Body)
	}))
	defer server.Close()
	cmd := exec.Command("sh")
	cmd.Stdin = strings.NewReader(command(server.URL))
	cmd.Env = append(os.Environ(), KeyVariable+"=sk key$x", "NO_PROXY=*", "no_proxy=*")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return got
}

func TestAShellSendsTheVeryBytes(t *testing.T) {
	header := http.Header{"Content-Type": {"application/json"}, "X-Odd": {"it's $HOME `x` \"y\" \\"}, "X-Empty": {""}}
	send := func(body []byte) received {
		return runProgram(t, func(base string) string {
			return Curl(Request{URL: base + "/api/v1/responses", Header: header, Body: body, Key: true}, "")
		})
	}
	bodies := [][]byte{
		[]byte("{\n  \"a\": \"it's $HOME `id` \\\"\\\\ ! %s\"\n}\n\n"),
		[]byte(`@not-a-file`),
		[]byte(`{"big":"` + strings.Repeat("'x\\n%", 60_000) + `"}`),
	}
	texts := rapid.String()
	for seed := range 12 {
		bodies = append(bodies, append(append([]byte(`{"a":`), scan.Quote(strings.ReplaceAll(texts.Example(seed), "\x00", ""))...), '}'))
	}
	for _, body := range bodies {
		got := send(body)
		if !bytes.Equal(got.body, body) {
			t.Errorf("sent %.200q, received %.200q", body, got.body)
		}
		if a := got.header.Get("Authorization"); a != "Bearer sk key$x" {
			t.Errorf("the key became %q", a)
		}
		if x := got.header.Get("X-Odd"); x != header.Get("X-Odd") {
			t.Errorf("a field became %q", x)
		}
		if _, there := got.header["X-Empty"]; !there || got.header.Get("Content-Type") != "application/json" {
			t.Errorf("received %v", got.header)
		}
	}
}

func TestAShellSendsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "it's $a file.json")
	body := []byte("{\"a\": 1}\n")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	got := runProgram(t, func(base string) string { return Curl(Request{URL: base}, path) })
	if !bytes.Equal(got.body, body) {
		t.Errorf("received %q", got.body)
	}
}

func TestCurlOfBasicAuthentication(t *testing.T) {
	got := Curl(Request{URL: "https://gw.test/v1/responses", Header: http.Header{"Authorization": {"Basic ***"}}, Body: []byte(`{}`), Key: true}, "")
	if !strings.Contains(got, "\\\n  -u \"$GATEHOUSE_API_KEY\"") || strings.Contains(got, "Bearer") || strings.Contains(got, "***") {
		t.Error(got)
	}
}

// TestTheUserOfAnAddressIsAuthenticated: clients send it as Basic, unless there is another
// Authorization.
func TestTheUserOfAnAddressIsAuthenticated(t *testing.T) {
	for _, c := range []struct {
		url, authorization, want string
	}{
		{"https://me:***@gw.test/v1/responses", "", `-u "$GATEHOUSE_API_KEY"`},
		{"https://me:***@gw.test/v1/responses", "Bearer ***", `-H "Authorization: Bearer $GATEHOUSE_API_KEY"`},
		{"https://gw.test/v1/responses", "", ""},
	} {
		sent := wire.Sent{Method: "POST", URL: c.url, Header: http.Header{}, Body: []byte(`{}`)}
		if c.authorization != "" {
			sent.Header.Set("Authorization", c.authorization)
		}
		got := Curl(RequestOf(sent, false), "")
		if strings.Contains(got, KeyVariable) != (c.want != "") || !strings.Contains(got, c.want) || strings.Contains(got, "***") {
			t.Errorf("%s %s:\n%s", c.url, c.authorization, got)
		}
		for as, write := range map[string]func(Request) ([]byte, error){"go": goDocument, "python": pythonDocument, "typescript": typescriptDocument} {
			out, err := write(RequestOf(sent, false))
			if basic := strings.Contains(string(out), "Basic "); err != nil || basic != strings.HasPrefix(c.want, "-u") {
				t.Errorf("%s of %s %s: %v\n%s", as, c.url, c.authorization, err, out)
			}
		}
	}
}

// TestNoKeyIsAddedThatWasNotSent: a request whose only credential is another header is sent
// with only that.
func TestNoKeyIsAddedThatWasNotSent(t *testing.T) {
	r := RequestOf(wire.Sent{Method: "POST", URL: "https://h/api/v1/responses", Header: http.Header{"X-Api-Key": {"***"}}, Body: []byte(`{}`)}, false)
	if got := Curl(r, ""); strings.Contains(got, "Authorization") || !strings.Contains(got, "X-Api-Key") {
		t.Errorf("%s", got)
	}
}

// TestCurlOfADecodedRequest: a recorded body is decoded, so the command claims no encoding; a
// body that could not be decoded is not written at all.
func TestCurlOfADecodedRequest(t *testing.T) {
	sent := wire.Sent{Method: "POST", Header: http.Header{"Content-Encoding": {"zstd"}}, Body: []byte(`{"input":"hi"}`), Encoded: &wire.Encoded{Size: 9}}
	got := runProgram(t, func(base string) string {
		sent.URL = base
		return Curl(RequestOf(sent, false), "")
	})
	if string(got.body) != `{"input":"hi"}` || got.header.Get("Content-Encoding") != "" {
		t.Errorf("received %q, %v", got.body, got.header)
	}
	sent.Body, sent.Encoded = nil, &wire.Encoded{Size: 9, Fault: "its end is missing"}
	for _, as := range []string{"curl", "json", "go", "python", "typescript", "responses"} {
		d, _ := DocumentAs(as)
		if out, err := d.Write([]Exchange{{Capture: Unsent(sent)}}); err == nil || err.Error() != "its end is missing" {
			t.Errorf("%s: %v, %s", as, err, out)
		}
	}
}
