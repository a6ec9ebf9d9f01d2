package main

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"gatehouse/state/share/export"
)

// encodedAs returns a body with a list of codings applied, as Content-Encoding names them.
func encodedAs(t *testing.T, codings, body string) string {
	t.Helper()
	for coding := range strings.SplitSeq(codings, ", ") {
		var b bytes.Buffer
		var z io.WriteCloser
		switch coding {
		case "gzip", "x-gzip":
			z = gzip.NewWriter(&b)
		case "deflate":
			z = zlib.NewWriter(&b)
		case "br":
			z = brotli.NewWriter(&b)
		case "zstd":
			var err error
			if z, err = zstd.NewWriter(&b); err != nil {
				t.Fatal(err)
			}
		default:
			continue
		}
		if _, err := io.WriteString(z, body); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		body = b.String()
	}
	return body
}

// The keys of a program: in its header and again in its prompt, in a member of its body, and
// one of a known shape that is masked where exchanges are handed over.
const (
	encodedBearer = "canary-bearer-71c0aa5e"
	encodedMember = "canary-member-0d93be46"
	encodedShape  = "sk-or-v1-0c4a11aa22334455667788"
)

// encodedTurn is the first or the second request of a run.
func encodedTurn(word string, second bool) string {
	first := fmt.Sprintf(`{"type":"message","role":"user","content":"%s: the keys are %s and %s"}`, word, encodedBearer, encodedShape)
	if second {
		first += `,{"type":"message","role":"assistant","content":"hi"},{"type":"message","role":"user","content":"go on"}`
	}
	return fmt.Sprintf(`{"model":"m/x","stream":true,"metadata":{"api_key":"%s"},"input":[%s]}`, encodedMember, first)
}

// receiving is a server that answers hi and stores what it receives.
func receiving(t *testing.T) (base string, received func() []string) {
	var mu sync.Mutex
	var all []string
	base = answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		all = append(all, r.Header.Get("Content-Encoding")+" "+string(body))
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, message(`"hi"`)+completed)
	})
	return base, func() []string { mu.Lock(); defer mu.Unlock(); return all }
}

// TestNoKeyOfAnEncodedRequestIsFoundAnywhere sends requests in every encoding through the
// proxy. The server receives the bytes of the program. Model, prompt, search and runs are
// there, and no key is in what is printed, stored, exported, sent as spans or read by MCP.
func TestNoKeyOfAnEncodedRequestIsFoundAnywhere(t *testing.T) {
	dir, spans := newDataDir(t), collect(t)
	cassette := filepath.Join(t.TempDir(), "c.har")
	config := savedFile(t, "config.toml", fmt.Sprintf("[otlp]\nurl = '%s'\ncontent = true\n", spans.URL))
	base, received := receiving(t)
	words := map[string]string{"gzip": "alder", "x-gzip": "birch", "deflate": "cedar", "br": "dogwood", "zstd": "elm", "gzip, zstd": "fir", "identity": "gorse"}
	s := listening(t, "proxy", "--data-dir", dir, "--config", config, "--to", base, "--record", cassette)
	for codings, word := range words {
		for _, second := range []bool{false, true} {
			body := encodedAs(t, codings, encodedTurn(word, second))
			ask(t, s.address+"/responses", body, "Content-Encoding", codings, "Authorization", "Bearer "+encodedBearer, "Content-Type", "application/json")
			if all := received(); all[len(all)-1] != codings+" "+body {
				t.Errorf("%s: the server received other bytes", codings)
			}
		}
	}
	ask(t, s.address+"/responses", "\x00\xff "+encodedBearer, "Content-Encoding", "x-mine", "Authorization", "Bearer "+encodedBearer)
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	left := bytes.NewBufferString(s.log.String() + spans.all())
	var stored bytes.Buffer // may have keys that are only masked where exchanges are handed over
	runs := func(args ...string) ran {
		t.Helper()
		r := program(t, "", append([]string{"--data-dir", dir}, args...)...)
		to := left
		if args[0] == "history" || args[len(args)-1] == "--no-redact" {
			to = &stored
		}
		to.WriteString(r.stdout + r.stderr)
		return r
	}
	for codings, word := range words {
		found := listed(t, dir, word)
		if len(found) != 1 || found[0]["asked"] != "m/x" || len(listed(t, dir, fmt.Sprint("run:", found[0]["run"]))) != 2 {
			t.Errorf("%s: found %v", codings, found)
			continue
		}
		id := found[0]["id"].(string)
		if r := runs("history", "show", id); !strings.Contains(r.stdout, word+": the keys are *") || strings.Contains(r.stdout, "sent as    "+codings) != (codings != "identity") {
			t.Errorf("%s: %s", codings, r.stdout)
		}
		for _, d := range export.Documents() {
			for _, redact := range []string{"--redact", "--no-redact"} {
				if !d.Redact && redact == "--redact" && d.As != "otlp" {
					redact = "--no-redact"
				}
				if r := runs("export", id, "--as", d.As, redact); r.code != exitOK {
					t.Errorf("%s as %s: exit %d, %s", codings, d.As, r.code, r.stderr)
				}
			}
		}
		if r := runs("export", id, "--as", "har"); !strings.Contains(r.stdout, word) || codings != "identity" && (strings.Contains(r.stdout, "Content-Encoding") || !strings.Contains(r.stderr, "the request body was compressed")) {
			t.Errorf("%s: %s %s", codings, r.stderr, r.stdout)
		}
	}
	if r := runs("history", "list", "--json", "warning:request_encoding"); strings.Count(r.stdout, "\n") != 1 {
		t.Errorf("requests that could not be decoded: %s %s", r.stdout, r.stderr)
	}
	a := newAgent(t, nil, "--data-dir", dir)
	for _, id := range idsOf(t, dir) {
		for name, args := range everyCall(t, id, "last") {
			left.WriteString(strings.Join(texts(a.result(strings.Fields(name)[0], args)), "\n"))
		}
	}
	for _, root := range []string{filepath.Dir(dir), filepath.Dir(cassette)} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				data, _ := os.ReadFile(path)
				stored.Write(data)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{encodedBearer, encodedMember} {
		absent(t, append(stored.Bytes(), left.Bytes()...), key, key)
	}
	absent(t, left.Bytes(), "a key of a known shape", encodedShape)
	if !strings.Contains(spans.all(), "elm: the keys are") {
		t.Error("the spans have no prompt of a request that was sent as zstd")
	}
}

// TestUndeclaredEncodedRequestIsStoredDecoded: with its keys masked, if no header says that it is encoded.
func TestUndeclaredEncodedRequestIsStoredDecoded(t *testing.T) {
	dir := newDataDir(t)
	cassette := filepath.Join(t.TempDir(), "c.har")
	base, received := receiving(t)
	s := listening(t, "proxy", "--data-dir", dir, "--to", base, "--record", cassette)
	words := map[string]string{"gzip": "alder", "zstd": "birch", "gzip, zstd": "cedar"}
	for codings, word := range words {
		for _, header := range [][]string{nil, {"Content-Encoding", "identity"}, {"Content-Encoding", ""}} {
			body := encodedAs(t, codings, encodedTurn(word, false))
			ask(t, s.address+"/responses", body, append(header, "Authorization", "Bearer "+encodedBearer, "Content-Type", "application/json")...)
			if all := received(); !strings.HasSuffix(all[len(all)-1], " "+body) {
				t.Errorf("%s: the server received other bytes", codings)
			}
		}
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	for codings, word := range words {
		found := listed(t, dir, word)
		if len(found) != 3 {
			t.Errorf("%s: found %v", codings, found)
			continue
		}
		for _, one := range found {
			id := one["id"].(string)
			show := inHistory(t, dir, "history", "show", id)
			if !strings.Contains(show.stdout, word+": the keys are *") || !strings.Contains(show.stdout, "sent as    encoded, ") || one["asked"] != "m/x" {
				t.Errorf("%s: %s", codings, show.stdout)
			}
			if r := inHistory(t, dir, "export", id, "--as", "har"); !strings.Contains(r.stderr, "the request body was compressed") || strings.Contains(r.stdout, encodedShape) {
				t.Errorf("%s: %s %s", codings, r.stderr, r.stdout)
			}
			for _, key := range []string{encodedBearer, encodedMember} {
				absent(t, []byte(show.stdout), key, key)
			}
		}
	}
	data, err := os.ReadFile(cassette)
	if err != nil || strings.Count(string(data), "cedar: the keys are *") != 3 {
		t.Errorf("%v: %s", err, data)
	}
	for _, key := range []string{encodedBearer, encodedMember} {
		absent(t, data, key, key)
	}
}

// TestEncodedRequestsAreReplayed: what is asked in one encoding is answered by what was
// recorded in another, and a request that cannot be decoded by nothing.
func TestEncodedRequestsAreReplayed(t *testing.T) {
	cassette := filepath.Join(t.TempDir(), "c.har")
	base, _ := receiving(t)
	header := func(codings string) []string {
		return []string{"Content-Encoding", codings, "Authorization", "Bearer " + encodedBearer}
	}
	s := listening(t, "proxy", "--no-persist", "--to", base, "--record", cassette)
	ask(t, s.address+"/responses", encodedAs(t, "zstd", encodedTurn("elm", false)), header("zstd")...)
	ask(t, s.address+"/responses", encodedAs(t, "identity", encodedTurn("gorse", false)), header("identity")...)
	ask(t, s.address+"/responses", "\x00\xff one", header("x-mine")...)
	s.stop()
	s = listening(t, "replay", cassette, "--speed", "0")
	for _, codings := range []string{"identity", "gzip", "zstd", "br, gzip"} {
		for _, word := range []string{"elm", "gorse"} {
			if status, answer := ask(t, s.address+"/responses", encodedAs(t, codings, encodedTurn(word, false)), header(codings)...); status != http.StatusOK || !strings.Contains(answer, "hi") {
				t.Errorf("%s, %s: %d %s", word, codings, status, answer)
			}
		}
	}
	for body, codings := range map[string]string{"\x00\xff one": "x-mine", "\x00\xff two": "x-mine", "\x00\xff": "gzip"} {
		if status, answer := ask(t, s.address+"/responses", body, header(codings)...); status != http.StatusNotFound || !strings.Contains(answer, "It cannot be compared: the ") {
			t.Errorf("%q: %d %s", body, status, answer)
		}
	}
	if status, answer := ask(t, s.address+"/responses", ""); status != http.StatusNotFound {
		t.Errorf("no body: %d %s", status, answer)
	}
}
