package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/client/har"
	"gatehouse/gateway"
)

// listened is a command that serves.
type listened struct {
	address string // http://host:port, with the path of the first line
	log     *safeLog
	stop    func() int // ends it, and returns its exit code
}

// listening starts a command that serves, on a port that is free.
func listening(t *testing.T, args ...string) listened {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, stdout := io.Pipe()
	s, ended := listened{log: &safeLog{}}, make(chan int, 1)
	go func() {
		ended <- run(ctx, append(args, "--addr", "127.0.0.1:0"), host{
			stdin: strings.NewReader(""), stdout: stdout, stderr: s.log, getenv: func(string) string { return "" },
		})
		stdout.Close()
	}()
	s.stop = sync.OnceValue(func() int { cancel(); return <-ended })
	t.Cleanup(func() { s.stop() })
	line, err := bufio.NewReader(out).ReadString('\n')
	address := ready.FindStringSubmatch(line)
	if err != nil || address == nil {
		t.Fatalf("%q, %v: exit %d, %s", line, err, s.stop(), s.log)
	}
	go io.Copy(io.Discard, out)
	s.address = address[1]
	return s
}

// ask posts a body, and returns the status and the complete answer.
func ask(t *testing.T, address, body string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("POST", address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		return resp.StatusCode, string(got) + " … " + err.Error()
	}
	return resp.StatusCode, string(got)
}

// TestACassetteHoldsNoCredentials: what a program sends as one, and what answers repeat of it, is
// in none of the file's bytes; with --no-persist only the file is written.
func TestACassetteHoldsNoCredentials(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "sid=canary-set-cookie-value")
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		fmt.Fprintf(w, "%v %s %s", r.Header, r.URL, body)
	}))
	defer upstream.Close()
	dir, path := newDataDir(t), filepath.Join(t.TempDir(), "a.har")
	s := listening(t, "proxy", "--no-persist", "--data-dir", dir, "--to", upstream.URL, "--record", path)
	status, answer := ask(t, s.address+"/v1/x?key=canary-in-the-query", `{"said":"canary-authorization","arguments":"{\"said\":\"canary-\\u0061uthorization\",\"token\":\"canary-of-arguments\"}"}`,
		"Authorization", "Bearer canary-authorization", "X-Api-Key", "canary-api-key", "Cookie", "sid=canary-cookie-of-a-session", "X-Some-Token", "canary-some-token", "X-My-Secret", "canary-my-secret")
	if status != 200 || strings.Count(answer, "canary-") != 9 {
		t.Errorf("the program got %d %s", status, answer)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	file, err := os.ReadFile(path)
	entries, wrong := har.Read(file)
	if err != nil || wrong != nil || len(entries) != 1 || entries[0].Capture.Sent.Method != "POST" {
		t.Errorf("%v %v %s", err, wrong, file)
	}
	if strings.Contains(string(file), "canary") || strings.Contains(s.log.String(), "canary") {
		t.Errorf("kept: %s\n%s", file, s.log)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a history was made")
	}
}

// TestAKeyOfABodyIsNowhere: a program may have it in its path, its parameters and its
// User-Agent as well; it is not in the cassette, nor in the log of the proxy or the replay.
func TestAKeyOfABodyIsNowhere(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("fine")) }))
	defer upstream.Close()
	path := filepath.Join(t.TempDir(), "a.har")
	calls := func(s listened) {
		for _, called := range []string{"/responses?x=canary-body-key-1", "/of/canary-body-key-1/responses"} {
			ask(t, s.address+called, `{"metadata":{"api_key":"canary-body-key-1"}}`, "User-Agent", "me canary-body-key-1")
		}
		s.stop()
		if log := s.log.String(); strings.Contains(log, "canary") || strings.Count(log, "/responses") < 2 {
			t.Errorf("the log: %s", log)
		}
	}
	calls(listening(t, "proxy", "--no-persist", "--to", upstream.URL, "--record", path))
	file := string(contents(t, path))
	if strings.Contains(file, "canary") || !strings.Contains(file, `"path":"/responses?x=*****************"`) || !strings.Contains(file, `"path":"/of/*****************/responses"`) {
		t.Errorf("kept: %s", file)
	}
	calls(listening(t, "replay", path, "--speed", "0"))
}

// TestRecordingGoesOnInTheFile: a cassette that is there is appended to, and others get no
// more rights to it; what is none is refused, before anything listens.
func TestRecordingGoesOnInTheFile(t *testing.T) {
	upstream := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer upstream.Close()
	dir, path := newDataDir(t), filepath.Join(t.TempDir(), "a.har")
	for run := range 2 {
		s := listening(t, "proxy", "--data-dir", dir, "--to", upstream.URL+"/api/v1", "--record", path)
		if held := strings.Contains(s.log.String(), "holds 1 exchange; new ones are appended"); held != (run == 1) {
			t.Errorf("run %d: %s", run, s.log)
		}
		if said := strings.Contains(s.log.String(), "other users could open"); said != (run == 1) {
			t.Errorf("run %d: %s", run, s.log)
		}
		ask(t, s.address+"/responses", `{"model":"sim/writer","input":"hello","stream":true}`, "Authorization", "Bearer any")
		s.stop()
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("run %d: %v, %v", run, info.Mode(), err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, _ := os.ReadFile(path)
	entries, err := har.Read(file)
	if err != nil || len(entries) != 2 || entries[1].Verdict != "completed" || entries[1].Capture.Body.Len() == 0 || entries[1].About.Origin != "proxy" {
		t.Errorf("%v: %d entries", err, len(entries))
	}
	notes := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notes, []byte("my notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := program(t, "", "proxy", "--to", "http://h", "--record", notes); r.code != exitUsage || !strings.Contains(r.stderr, "notes.txt: not an HTTP Archive (HAR)") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

// TestACassetteSurvivesKills: after a SIGKILL at any moment the file opens, and holds every
// exchange that was reported as ended.
func TestACassetteSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	upstream := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer upstream.Close()
	path := filepath.Join(t.TempDir(), "a.har")
	random := rand.New(rand.NewPCG(2, uint64(*kills)))
	ended := 0
	for i := range *kills {
		ended += len(killed(t, path, upstream.URL+"/api/v1", 1+random.IntN(12), time.Duration(random.IntN(3000))*time.Microsecond))
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		end, err := har.EndOf(file)
		if err != nil || end.Entries < ended {
			t.Fatalf("kill %d: %v; %d exchanges had ended, %d are there", i, err, ended, end.Entries)
		}
		ended = end.Entries
	}
}

// killed records to a file, and kills the program a moment after the given number of exchanges
// have ended. It returns the log lines of these and of those that ended meanwhile.
func killed(t *testing.T, path, to string, after int, moment time.Duration) (lines []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "proxy", "--no-persist", "--to", to, "--record", path, "--addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "GATEHOUSE_TEST_PROGRAM=1", "GATEHOUSE_BASE_URL=", "GATEHOUSE_API_KEY=", "GATEHOUSE_PROFILE=")
	out, _ := cmd.StdoutPipe()
	log, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first, _ := bufio.NewReader(out).ReadString('\n')
	address := ready.FindStringSubmatch(first)
	if address == nil {
		t.Fatalf("%q", first)
	}
	ctx, stop := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for ctx.Err() == nil {
				req, _ := http.NewRequestWithContext(ctx, "POST", address[1]+"/responses", strings.NewReader(`{"model":"sim/writer","input":"write 4 KB","stream":true}`))
				req.Header.Set("Authorization", "Bearer any")
				if resp, err := http.DefaultClient.Do(req); err == nil {
					_, _ = io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				}
			}
		})
	}
	scanner := bufio.NewScanner(log)
	for scanner.Scan() {
		if !strings.Contains(scanner.Text(), "  completed  ") {
			continue
		}
		if lines = append(lines, scanner.Text()); len(lines) == after {
			time.AfterFunc(moment, func() { _ = cmd.Process.Kill() })
		}
	}
	stop()
	asking.Wait()
	_ = cmd.Wait()
	return lines
}
