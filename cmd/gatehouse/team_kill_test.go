package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/archive/team/teamtest"
)

var teamKills = flag.Int("teamkills", 4, "how many times each writer of a team is killed")

// cable is a network between members and their database, which can be cut.
type cable struct {
	net.Listener
	to    string
	mu    sync.Mutex
	conns []net.Conn
}

func newCable(t *testing.T, socket string) *cable {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	w := &cable{Listener: l, to: socket}
	go w.serve()
	return w
}

func (w *cable) serve() {
	for {
		from, err := w.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("unix", w.to)
		if err != nil {
			from.Close()
			continue
		}
		w.mu.Lock()
		w.conns = append(w.conns, from, to)
		w.mu.Unlock()
		go func() { _, _ = io.Copy(to, from); to.Close() }()
		go func() { _, _ = io.Copy(from, to); from.Close() }()
	}
}

// cut drops every connection in the middle of what it carries.
func (w *cable) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// TestWritersOfATeamAreKilled has two people and a proxy share everything while each of them is
// killed at random, the server of the database restarts, and its network drops: at the end the team
// has what the three histories have, once, and in order.
func TestWritersOfATeamAreKilled(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", 3**teamKills)
	}
	server := teamtest.New(t)
	direct := server.Database(t)
	database := direct[strings.LastIndexByte(direct[:strings.IndexByte(direct, '?')], '/')+1 : strings.IndexByte(direct, '?')]
	network := newCable(t, server.Socket())
	url := fmt.Sprintf("postgres://owner@%s/%s?sslmode=disable&connect_timeout=2", network.Addr(), database)
	service := httptest.NewServer(gateway.New(gateway.WithPace(50 * time.Microsecond)))
	defer service.Close()
	t.Setenv("GATEHOUSE_API_KEY", "")
	profile := fmt.Sprintf("\n[profiles.p]\nbase_url = '%s/api/v1'\nkey_command = ['echo', 'key']\n", service.URL)
	people := []member{newMember(t, url, "share = 'all'\nby = 'ann'"+profile), newMember(t, url, "share = 'all'\nby = 'bob'"+profile)}
	recorder := newMember(t, url, "by = 'proxy'"+profile)
	recorder.run(t, "team", "init").wants(t, exitOK)

	var all sync.WaitGroup
	for i, m := range people {
		all.Go(func() { sendAndKill(t, m, rand.New(rand.NewPCG(uint64(i), 5))) })
	}
	all.Go(func() { recordAndKill(t, recorder, service.URL, rand.New(rand.NewPCG(9, 5))) })
	for range *teamKills {
		network.cut()
		server.Stop()
		if err := server.Start(); err != nil {
			t.Error(err)
		}
	}
	all.Wait()

	store, err := team.Open(t.Context(), direct, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var want []string
	for _, m := range append(people, recorder) {
		m.run(t, "history", "list").wants(t, exitOK) // takes in what is left
		m.run(t, "team", "push").wants(t, exitOK)
		want = append(want, m.ids(t)...)
	}
	got, err := store.List(t.Context(), archive.Page{Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i, e := range got {
		if ids = append(ids, e.ID); i > 0 && e.Key >= got[i-1].Key {
			t.Errorf("%s is out of order", e.ID)
		}
		if _, err := store.Capture(t.Context(), e.Key); err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
	slices.Sort(ids)
	slices.Sort(want)
	if len(want) == 0 || !slices.Equal(ids, want) {
		t.Errorf("the team has %d exchanges, the histories %d:\n%v\n%v", len(ids), len(want), ids, want)
	}
}

// sendAndKill sends again and again; the program that sends, or the one that pushes, is killed.
func sendAndKill(t *testing.T, m member, r *rand.Rand) {
	for range *teamKills {
		cmd, stdout, _ := child(t, "", m.args("--profile", "p", "send", "-m", "sim/writer", "-p", "write 10 KB")...)
		_, _ = io.ReadFull(stdout, make([]byte, 1+r.IntN(8_000)))
		_ = cmd.Process.Signal(syscall.SIGKILL)
		_ = cmd.Wait()
		push, _, _ := child(t, "", m.args("team", "push")...)
		time.AfterFunc(time.Duration(r.IntN(400))*time.Millisecond, func() { _ = push.Process.Signal(syscall.SIGKILL) })
		_ = push.Wait()
	}
}

// recordAndKill sends through a proxy that is killed.
func recordAndKill(t *testing.T, m member, base string, r *rand.Rand) {
	for range *teamKills {
		cmd, stdout, _ := child(t, "", m.args("proxy", "--to", base+"/api/v1", "--addr", "127.0.0.1:0", "--team")...)
		line, err := stdout.ReadString('\n')
		if err != nil {
			t.Errorf("no address: %v", err)
			return
		}
		at, _, _ := strings.Cut(strings.TrimPrefix(line, "gatehouse: proxy on "), ",")
		for range 1 + r.IntN(4) {
			req, _ := http.NewRequest(http.MethodPost, at+"/responses", strings.NewReader(`{"model":"sim/writer","stream":true,"input":"write 4 KB"}`))
			req.Header.Set("Authorization", "Bearer any")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.CopyN(io.Discard, resp.Body, int64(r.IntN(20_000)))
			resp.Body.Close()
		}
		_ = cmd.Process.Signal(os.Kill)
		_ = cmd.Wait()
	}
}
