package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSendPrintsTheTextAndNothingElse(t *testing.T) {
	for slug, want := range map[string]string{"fault/crlf": "all", "fault/cut": "part", "fault/incomplete": "part"} {
		r := program(t, request(slug, true), "send")
		checkText(t, want, r.stdout)
	}
	r := program(t, request("fault/cut", true), "send")
	r.wants(t, exitFailed, "truncated", "no_terminal")
}

func TestSendPromptAlone(t *testing.T) {
	r := program(t, "", "send", "-p", "hello", "-m", "fault/keepalive", "--events")
	r.wants(t, exitOK)
	if lines := eventLines(t, r.stdout); len(lines) < 10 {
		t.Errorf("-p alone is not streamed: %d lines", len(lines))
	}
}

// TestSendSendsTheFileUnchanged compares what a server received to the byte.
func TestSendSendsTheFileUnchanged(t *testing.T) {
	const odd = "{ \"unknown\" : 1.50,\n\t\"input\":\"\\u0068i\", \"stream\":false }"
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	for _, c := range []struct {
		name, file string
		args       []string
		want       string
	}{
		{"as it stands", "\n\t" + odd + "\r\n ", nil, odd},
		{"text as input", `"h\u0069"`, nil, `{"input":"h\u0069"}`},
		{"list as input", `[ {"role":"user","content":"hi"} ]`, nil, `{"input":[ {"role":"user","content":"hi"} ]}`},
		{"stream flag", odd, []string{"--stream"}, strings.Replace(odd, "false", "true", 1)},
		{"no stream flag", `{"stream": true,"x":[ 1 ]}`, []string{"--no-stream"}, `{"stream": false,"x":[ 1 ]}`},
		{"model flag", `{"model":"a/b", "input":"<&>"}`, []string{"-m", "c/d<"}, `{"model":"c/d<", "input":"<&>"}`},
		{"prompt behind text", `{"input":"a\u0062","n":1E5}`, []string{"-p", "<c>"}, `{"input":[{"type":"message","role":"user","content":"a\u0062"},{"type":"message","role":"user","content":"<c>"}],"n":1E5}`},
		{"prompt behind a list", `{"input":[{"role":"user","content":"a"}]}`, []string{"-p", "b"}, `{"input":[{"role":"user","content":"a"},{"type":"message","role":"user","content":"b"}]}`},
		{"prompt without input", `{"input":null}`, []string{"-p", "b"}, `{"input":[{"type":"message","role":"user","content":"b"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got = ""
			r := program(t, c.file, append([]string{"send", "--base-url", base}, c.args...)...)
			r.wants(t, exitOK)
			if got != c.want {
				t.Errorf("sent %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestSendContinuesAfterASavedResponse(t *testing.T) {
	first := decode(t, program(t, `{"model":"sim/writer","input":"hi"}`, "send", "--json").stdout)
	path := filepath.Join(t.TempDir(), "response.json")
	if err := os.WriteFile(path, first.Response, 0o600); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Stream *bool
		Input  []struct{ Type, Role string }
	}
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&got)
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	program(t, "", "send", "--base-url", base, path, "-p", "and now?").wants(t, exitOK)
	if n := len(got.Input); n != 2 || got.Input[0].Role != "assistant" || got.Input[1].Role != "user" || got.Stream != nil {
		t.Errorf("sent %+v", got)
	}
}

func TestSendHeadersAndMetadata(t *testing.T) {
	var got http.Header
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	env := map[string]string{"GATEHOUSE_API_KEY": "canary"}
	r := programIn(t, env, `{}`, "send", "--base-url", base, "--header", "X-One:  two ", "--metadata", "--service", "gate")
	r.wants(t, exitOK)
	for name, want := range map[string]string{"X-One": "two", "X-Gate-Metadata": "enabled", "Authorization": "Bearer canary", "Accept": "application/json"} {
		if got.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.Get(name), want)
		}
	}
	program(t, `{}`, "send", "--base-url", base).wants(t, exitOK)
	if _, sent := got["Authorization"]; sent {
		t.Error("without a key an Authorization header is sent")
	}
	for _, bad := range []string{"authorization: Bearer x", "no colon", "a b: c", "X: a\nb"} {
		program(t, `{}`, "send", "--base-url", base, "--header", bad).wants(t, exitUsage, "--header")
	}
}

func TestMetadataComesFromTheLocalGatewayUnderAnyWord(t *testing.T) {
	for _, word := range []string{"service", "gate"} {
		p := decode(t, program(t, `{"input":"hi"}`, "send", "--json", "--metadata", "--service", word).stdout)
		if !strings.Contains(string(p.Metadata), `"requested"`) || !strings.Contains(string(p.Response), word+"_metadata") {
			t.Errorf("service %s: metadata %s", word, p.Metadata)
		}
	}
	if p := decode(t, program(t, `{"input":"hi"}`, "send", "--json").stdout); string(p.Metadata) != "null" {
		t.Errorf("metadata nobody asked for: %s", p.Metadata)
	}
}

// TestADeepDocumentIsRefused: Go cannot recover from a stack overflow, so a
// reader that recurses would end the program without a word.
func TestADeepDocumentIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("documents of ten million levels, read by one goroutine")
	}
	deep := strings.Repeat("[", 10_000_000)
	for _, args := range [][]string{
		{"send"}, {"send", "-p", "hi"}, {"rerank"}, {"rerank", "--model", "sim/bm25"}, {"rerank", "--model", "sim/bm25", "--query", "x", "--field", "a"},
	} {
		if r := program(t, `{"input":`+deep, args...); r.code != exitUsage || r.stderr == "" {
			t.Errorf("%q: exit %d, %.200s", args, r.code, r.stderr)
		}
	}
}
