package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/history/query"
)

var killEntries = flag.Int("killentries", 200, "exchanges of an import that is killed")

// TestKilledInTheMiddleOfACommand kills import, prune and recover at random moments and runs them again: nothing is lost, nothing
// is there twice, nothing is torn.
func TestKilledInTheMiddleOfACommand(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", 3**kills)
	}
	t.Parallel()
	har, full := filepath.Join(t.TempDir(), "calls.har"), newDataDir(t)
	if err := os.WriteFile(har, archiveOf(*killEntries), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := inHistory(t, full, "import", har); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	all := completeIn(t, full)
	aside := filepath.Join(t.TempDir(), "history.db.damaged")
	copyFile(t, filepath.Join(full, "history.db"), aside)
	for _, c := range []struct {
		args        []string
		begins, end []string // what is in the history before it and after it
	}{
		{[]string{"import", har}, nil, all},
		{[]string{"history", "recover", aside}, nil, all},
		{[]string{"history", "prune", "--older", "2000d", "--yes"}, all, all[len(all)/2:]},
	} {
		t.Run(strings.Join(c.args[:min(2, len(c.args))], " "), func(t *testing.T) {
			random, took := rand.New(rand.NewPCG(3, uint64(*kills))), time.Second
			fresh := func() string {
				dir := newDataDir(t)
				if c.begins != nil {
					if err := os.MkdirAll(dir, 0o700); err != nil {
						t.Fatal(err)
					}
					copyFile(t, aside, filepath.Join(dir, "history.db"))
				}
				return dir
			}
			dir := fresh()
			for i := range *kills {
				cmd, stdout, _ := child(t, "", append([]string{"--data-dir", dir}, c.args...)...)
				began := time.Now()
				kill := time.AfterFunc(time.Duration(random.Int64N(int64(took))), func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
				_, _ = io.Copy(io.Discard, stdout)
				if cmd.Wait() == nil {
					took = time.Since(began)
				}
				kill.Stop()
				got := completeIn(t, dir)
				for _, id := range got {
					if !slices.Contains(all, id) {
						t.Errorf("kill %d: an exchange %s that nobody made", i, id)
					}
				}
				for _, id := range c.end {
					if c.begins != nil && !slices.Contains(got, id) {
						t.Errorf("kill %d: %s is lost", i, id)
					}
				}
				if slices.Equal(got, c.end) {
					dir = fresh()
				}
			}
			if r := inHistory(t, dir, c.args...); r.code != exitOK {
				t.Fatal(r.stderr)
			}
			if got := completeIn(t, dir); !slices.Equal(got, c.end) {
				t.Errorf("%d exchanges are left, want %d", len(got), len(c.end))
			}
		})
	}
}

// archiveOf returns an HTTP Archive of some exchanges, half of them of 2016.
func archiveOf(n int) []byte {
	type object = map[string]any
	headers := []object{{"name": "content-type", "value": "application/json"}}
	var entries []object
	for i := range n {
		at := time.Date(2016, 5, 1, 0, 0, i, 0, time.UTC)
		if i >= n/2 {
			at = time.Now().Add(time.Duration(i-n) * time.Second).UTC()
		}
		request := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"question %d"}]}`, i)
		response := fmt.Sprintf(`{"id":"r%d","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"answer"}}]}`, i)
		entries = append(entries, object{
			"startedDateTime": at.Format(time.RFC3339Nano), "time": 500, "cache": object{}, "timings": object{"send": 1, "wait": 400, "receive": 99},
			"request": object{"method": "POST", "url": "https://api.example.com/v1/chat/completions", "httpVersion": "HTTP/1.1", "headers": headers,
				"postData": object{"mimeType": "application/json", "text": request}},
			"response": object{"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": headers,
				"content": object{"size": len(response), "mimeType": "application/json", "text": response}},
		})
	}
	text, _ := json.Marshal(object{"log": object{"version": "1.2", "creator": object{"name": "test", "version": "1"}, "entries": entries}})
	return text
}

// completeIn returns the exchanges of a history, the oldest first. Each has its request and its answer.
func completeIn(t *testing.T, dir string) (ids []string) {
	t.Helper()
	a := historyIn(t, dir)
	defer a.Close()
	for e, err := range archive.Each(t.Context(), a, query.Query{}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c, err := a.Capture(t.Context(), e.Key); err != nil || len(c.Sent.Body) == 0 || c.Text().Len() == 0 {
			t.Errorf("%s is torn: %v", e.ID, err)
		}
		ids = append(ids, e.ID)
	}
	slices.Reverse(ids)
	return ids
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestKilledInTheMiddleOfAChangedRequest kills a proxy with a rule in the middle of the answer: what the program
// sent and what was sent are in the history, once.
func TestKilledInTheMiddleOfAChangedRequest(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	dir, random := newDataDir(t), rand.New(rand.NewPCG(4, uint64(*kills)))
	server := httptest.NewServer(gateway.New(gateway.WithPace(100 * time.Microsecond)))
	defer server.Close()
	for i := range *kills {
		cmd, stdout, _ := child(t, "", "--data-dir", dir, "proxy", "--to", server.URL+"/api/v1", "--addr", "127.0.0.1:0", "--set", "path:/responses => .temperature = 0.5")
		line, err := stdout.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		at, _, _ := strings.Cut(strings.TrimPrefix(line, "gatehouse: proxy on "), ",")
		sent := fmt.Sprintf(`{"model":"sim/writer","stream":true,"input":"write 64 KB, %d"}`, i)
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/responses", strings.NewReader(sent))
		r.Header.Set("Authorization", "Bearer any")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		for recorded := int64(0); recorded == 0; { // the record is a little late
			if _, err := io.CopyN(io.Discard, resp.Body, 1+random.Int64N(20_000)); err != nil {
				t.Fatal(err)
			}
			if spools, _ := filepath.Glob(filepath.Join(dir, "spool", "*.spool")); len(spools) > 0 {
				file, _ := os.Stat(spools[0])
				recorded = file.Size()
			}
		}
		_ = cmd.Process.Signal(syscall.SIGKILL)
		resp.Body.Close()
		_ = cmd.Wait()
		c := lastOf(t, dir, i).Capture
		if c.Changed == nil || c.Changed.Body != sent || !strings.Contains(string(c.Sent.Body), `"temperature":0.5`) {
			t.Errorf("%d: the history has %s", i, c.Sent.Body)
		}
	}
	if list, err := historyIn(t, dir).List(t.Context(), archive.Page{Limit: -1}); err != nil || len(list) != *kills {
		t.Errorf("the history has %d exchanges (%v), want %d", len(list), err, *kills)
	}
}
