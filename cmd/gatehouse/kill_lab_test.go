package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/json/tree"
	"gatehouse/state/lab"
)

// killedAt runs a command that sends requests to a local gateway, and kills it with SIGKILL as one of them arrives. asked
// counts them.
func killedAt(t *testing.T, dir string, last int64, args ...string) (baseURL string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	kill := make(chan struct{})
	local := gateway.New(gateway.WithPace(0))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && asked.Add(1) == last {
			_, _ = io.Copy(io.Discard, r.Body)
			close(kill)
			<-r.Context().Done()
			return
		}
		local.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("profile = 'p'\n[profiles.p]\nbase_url = '"+server.URL+"/api/v1'\nkey_command = ['echo', 'key']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, _, _ := child(t, "", append([]string{"--data-dir", dir, "--config", config}, args...)...)
	<-kill
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	return server.URL + "/api/v1", asked
}

// TestKilledInTheMiddleOfARerankRun: every ranking that was asked for is there once, with its query, and a complete one has
// all its results.
func TestKilledInTheMiddleOfARerankRun(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	const queries = 60
	var lines strings.Builder
	for i := range queries {
		fmt.Fprintln(&lines, "query", i)
	}
	from, documents := filepath.Join(t.TempDir(), "queries.txt"), filepath.Join(t.TempDir(), "documents.txt")
	if os.WriteFile(from, []byte(lines.String()), 0o600) != nil || os.WriteFile(documents, []byte("a query\nanother\nquery 7\n"), 0o600) != nil {
		t.Fatal("no files")
	}
	random := rand.New(rand.NewPCG(5, uint64(*kills)))
	for i := range *kills {
		dir := newDataDir(t)
		_, asked := killedAt(t, dir, int64(1+random.IntN(queries)), "rerank", documents, "--queries", from, "-m", "sim/rerank-lexical")
		a, seen := historyIn(t, dir), map[string]bool{}
		for e, err := range archive.Each(t.Context(), a, query.Query{}, 0) {
			if err != nil {
				t.Fatal(err)
			}
			c, err := a.Capture(t.Context(), e.Key)
			if err != nil {
				t.Fatal(err)
			}
			x := files.Fold(e.About, c)
			if asked := string(c.Sent.Body); seen[asked] || !strings.Contains(asked, `"query`) {
				t.Errorf("kill %d: %s is there twice", i, asked)
			}
			seen[string(c.Sent.Body)] = true
			if whole := x.Ranking != nil && len(x.Ranking.Results) == 3; (x.Verdict == state.Completed) != whole {
				t.Errorf("kill %d: %s has %s", i, x.Verdict, c.Text().All())
			}
		}
		if int64(len(seen)) < asked.Load() {
			t.Errorf("kill %d: %d were asked for, and %d are there", i, asked.Load(), len(seen))
		}
		a.Close()
	}
}

// TestKilledInTheMiddleOfALab kills a lab with SIGKILL at random moments, as one of its requests arrives: every answer
// before it is there, the rest runs, and no request that was answered is sent again.
func TestKilledInTheMiddleOfALab(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	const requests = 12 // of the lab below
	path := writeLab(t, strings.NewReplacer("fault/500", "sim/coder", "repeat = 2", "repeat = 3").Replace(labFile))
	random := rand.New(rand.NewPCG(1, 2))
	for range *kills {
		dir, last := newDataDir(t), int64(1+random.IntN(requests))
		baseURL, asked := killedAt(t, dir, last, "lab", path, "--jobs", "1", "--yes")
		l := labAgain(t, path, baseURL)
		a := historyIn(t, dir)
		l.Requests[0][0].To.Archive = a
		w := progress.Begin(t.Context(), checks.Step(0, 0))
		if err := l.Recall(w, a); err != nil {
			t.Fatal(err)
		}
		if _, left := l.Left(); left != requests-int(last)+1 {
			t.Errorf("killed at request %d: %d are left of %d", last, left, requests)
		}
		r, why, err := l.Run(w)
		if err != nil || why != "" || r.Summary(0).Passed+r.Summary(1).Passed != requests || asked.Load() != requests+1 {
			t.Errorf("killed at request %d: %d requests, of %v and %v passed: %q %v", last, asked.Load(), r.Summary(0).Passed, r.Summary(1).Passed, why, err)
		}
	}
}

// labAgain prepares a lab as the screen does.
func labAgain(t *testing.T, path, baseURL string) *checks.Lab {
	t.Helper()
	file, err := checks.ReadLab(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := checks.Expand(file, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	to := &checks.Gateway{
		Client: client.New(client.WithBaseURL(baseURL), client.WithKey("key")), Prices: func() (none prices.Book) { return none },
		About: history.About{Origin: history.Lab, Connection: "p", BaseURL: baseURL, Service: "service"},
	}
	var all []checks.Request
	for _, one := range list {
		all = append(all, checks.Request{Check: one, To: to})
		all[len(all)-1].Prepare(t.Context(), tree.Filter)
	}
	l := checks.NewLab(file, all)
	l.Filter = tree.Filter
	l.Carry(nil)
	return l
}

// TestAMarkedAnswerIsRecalledRatherThanALaterOne: a run in the shell does not lose what was judged.
func TestAMarkedAnswerIsRecalledRatherThanALaterOne(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	path, a := writeLab(t, strings.Replace(labFile, "fault/500", "sim/coder", 1)), historyIn(t, newDataDir(t))
	w := progress.Begin(t.Context(), checks.Step(0, 0))
	var ids []string // of the first case's first answer, of each run
	for range 2 {
		l := labAgain(t, path, server.URL+"/api/v1")
		l.Requests[0][0].To.Archive = a
		r, _, err := l.Run(w)
		if err != nil || a.Flush(t.Context()) != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.Trials[0][0][0].ID)
	}
	for marked, want := range map[string]string{"": ids[1], ids[0]: ids[0]} {
		l := labAgain(t, path, server.URL+"/api/v1")
		l.Marks = []lab.Mark{{Answer: marked, Mark: 2}}
		if err := l.Recall(w, a); err != nil || l.Known.Trials[0][0][0].ID != want {
			t.Errorf("with a mark on %q the answer is %q, want %q: %v", marked, l.Known.Trials[0][0][0].ID, want, err)
		}
	}
}
