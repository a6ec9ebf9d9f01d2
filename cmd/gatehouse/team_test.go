package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state/archive/team/teamtest"
)

// member is a user of a team on another machine: a history and a config.
type member struct{ dir, config string }

func newMember(t *testing.T, url, settings string) member {
	t.Helper()
	m := member{newDataDir(t), filepath.Join(t.TempDir(), "config.toml")}
	text := fmt.Sprintf("[team]\nurl = '%s'\n%s\n", url, settings)
	if err := os.WriteFile(m.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m member) args(args ...string) []string {
	return append([]string{"--data-dir", m.dir, "--config", m.config}, args...)
}

func (m member) run(t *testing.T, args ...string) outputs {
	t.Helper()
	return outputs{program(t, "", m.args(args...)...)}
}

// outputs is what a command printed, on both outputs.
type outputs struct{ ran }

func (r outputs) wants(t *testing.T, code int, words ...string) {
	t.Helper()
	r.ran.wants(t, code)
	for _, w := range words {
		if !strings.Contains(r.stdout+r.stderr, w) {
			t.Errorf("no %q in\n%s%s", w, r.stdout, r.stderr)
		}
	}
}

// inTeam are the ids that the team's history has, the newest first.
func (m member) inTeam(t *testing.T, query ...string) []string {
	t.Helper()
	return m.ids(t, append([]string{"--team", "--"}, query...)...)
}

// ids are those of all exchanges that a list with some flags and a query has.
func (m member) ids(t *testing.T, args ...string) (ids []string) {
	t.Helper()
	r := m.run(t, append([]string{"history", "list", "--json", "--limit", "0"}, args...)...)
	r.wants(t, exitOK)
	for line := range strings.Lines(r.stdout) {
		var e struct{ ID string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	return ids
}

func TestATeamSharesItsHistory(t *testing.T) {
	url := teamtest.Database(t)
	owner := newMember(t, url, "")
	owner.run(t, "team", "status").wants(t, exitFailed, "gatehouse team init makes it")
	owner.run(t, "team", "init").wants(t, exitOK)
	owner.run(t, "team", "init").wants(t, exitOK)
	teamtest.Do(t, url, "DROP ROLE IF EXISTS ann", "DROP ROLE IF EXISTS bob", "DROP ROLE IF EXISTS eve",
		"CREATE ROLE ann LOGIN IN ROLE gatehouse_write", "CREATE ROLE bob LOGIN IN ROLE gatehouse_write", "CREATE ROLE eve LOGIN IN ROLE gatehouse_read")
	ann := newMember(t, teamtest.As(url, "ann"), "share = 'all'\nby = 'ann'")
	bob := newMember(t, teamtest.As(url, "bob"), "share = 'verdict:failed'")
	eve := newMember(t, teamtest.As(url, "eve"), "share = 'all'")

	ann.run(t, "send", "-m", "sim/writer", "-p", "quixotic hello to bob.canary@acme.example")
	ann.run(t, "send", "-m", "fault/cut", "-p", "second")
	bob.run(t, "send", "-m", "sim/writer", "-p", "not shared")
	bob.run(t, "send", "-m", "fault/429", "-p", "third")
	ann.run(t, "team", "status").wants(t, exitOK, "2 exchanges, the oldest of", "may read and write")
	ann.run(t, "team", "push").wants(t, exitOK, "pushed 2 exchanges")
	bob.run(t, "team", "push").wants(t, exitOK, "pushed 1 exchange")
	ids := bob.inTeam(t)
	if len(ids) != 3 || len(bob.inTeam(t, "quixotic")) != 1 || len(bob.inTeam(t, "by:ann")) != 2 || len(bob.inTeam(t, "verdict:failed", "or", "verdict:truncated")) != 2 {
		t.Errorf("the team has %v", ids)
	}
	first := ids[2]
	bob.run(t, "history", "show", "team:"+first).wants(t, exitOK, "quixotic", "shared by", "ann")
	bob.run(t, "history", "show", "--team", first).wants(t, exitOK, "quixotic")
	bob.run(t, "history", "diff", "team:"+first, "team:"+ids[0]).wants(t, exitOK, "fault/429")
	bob.run(t, "history", "diff", "team:"+first, "last").wants(t, exitUsage, "one history")
	bob.run(t, "history", "stats", "--team", "--csv").wants(t, exitOK, "sim/writer,1,")
	bob.run(t, "export", "team:"+first, "--as", "json").wants(t, exitOK, "quixotic")
	bob.run(t, "history", "show", "team:zzzz").wants(t, exitUsage, "no such exchange in the history of the team: zzzz; gatehouse history --team lists the ids")
	bob.run(t, "history", "show", first).wants(t, exitUsage, "no such exchange")
	_, terminal := screen(t, bob.args("team:"+first))
	until(t, terminal, "shared by")
	absent(t, everythingOf(t, url), "an address", "bob.canary@acme.example")

	bob.run(t, "team", "push", "not", "shared").wants(t, exitOK, "pushed 1 exchange")
	eve.run(t, "send", "-m", "sim/writer", "-p", "fourth")
	eve.run(t, "team", "push").wants(t, exitFailed, "eve may only read this history; GRANT gatehouse_write TO eve lets it share", "1 exchange waits to be pushed")
	eve.run(t, "team", "init").wants(t, exitFailed, "eve may not make the history")
	eve.run(t, "team", "prune", "--all").wants(t, exitFailed, "eve may not remove days; only the owner")
	if got := eve.inTeam(t); len(got) != 4 {
		t.Errorf("a reader sees %d exchanges", len(got))
	}
	bob.run(t, "team", "prune", "--own", "team:"+first, "--yes").wants(t, exitOK, "shared nothing that matches") // ann shared it
	bob.run(t, "team", "prune", "--own", "team:"+ids[0]).wants(t, exitOK, "would remove 1 exchange")
	bob.run(t, "team", "prune", "--own", "by:*", "--yes").wants(t, exitOK, "removed 2 exchanges")
	bob.run(t, "team", "status").wants(t, exitOK, "here     0 exchanges shared")
	bob.run(t, "team", "push").wants(t, exitOK, "pushed 0 exchanges")
	if got := eve.inTeam(t); len(got) != 2 {
		t.Errorf("%d exchanges are left, want those of ann", len(got))
	}
	ann.run(t, "team", "prune", "--all", "--yes").wants(t, exitFailed, "ann may not remove days", "only the owner of this history, owner, may")
	owner.run(t, "team", "prune", "--all").wants(t, exitOK, "would remove 2 exchanges")
	owner.run(t, "team", "prune", "--all", "--yes").wants(t, exitOK, "removed 2 exchanges")
	ann.run(t, "team", "status").wants(t, exitOK, "here     2 exchanges shared") // the owner's machine knows nothing of ann's
	if got := eve.inTeam(t); len(got) != 0 {
		t.Errorf("%d exchanges are left", len(got))
	}
	ann.run(t, "team", "push", "last").wants(t, exitOK, "pushed 1 exchange") // a day is made again
}

// TestRowsOfATeamThatNobodyCanUse: each command reports what is wrong, where, and the remedy, and fails; the others
// continue.
func TestRowsOfATeamThatNobodyCanUse(t *testing.T) {
	url := teamtest.Database(t)
	ann := newMember(t, url, "share = 'all'\nby = 'ann'")
	ann.run(t, "team", "init").wants(t, exitOK)
	ann.run(t, "send", "-m", "sim/writer", "-p", "hello")
	ann.run(t, "send", "-m", "sim/writer", "-p", "again")
	ann.run(t, "team", "push").wants(t, exitOK)
	id := ann.inTeam(t)[0]
	for _, cost := range []string{"'NaN'", "'Infinity'", "1e15", "1e308"} {
		teamtest.Do(t, url, "UPDATE gatehouse.exchange SET cost = "+cost+" WHERE name = '"+id+"'")
		ann.run(t, "history", "stats", "--team").wants(t, exitOK, "sim/writer")
		if list := ann.run(t, "history", "list", "--team"); strings.Contains(list.stdout, "000000") || strings.Contains(list.stdout, "Inf") || strings.Contains(list.stdout, "NaN") {
			t.Errorf("%s: %s", cost, list.stdout)
		}
	}
	teamtest.Do(t, url, "UPDATE gatehouse.exchange SET size = 1 WHERE name = '"+id+"'")
	ann.run(t, "history", "show", "team:"+id).wants(t, exitFailed, "team:"+id+" in the history of the team: the request is too large to show")
	ann.run(t, "export", "team:"+id, "--as", "json").wants(t, exitFailed, "too large to show")
	teamtest.Do(t, url, "DROP TABLE gatehouse.exchange CASCADE")
	for _, command := range [][]string{{"history", "list", "--team"}, {"history", "stats", "--team"}, {"history", "show", "team:" + id}, {"team", "prune", "--own", "by:*"}} {
		ann.run(t, command...).wants(t, exitFailed, "the team's database at ", "gatehouse team init makes it again")
	}
}

// TestAnExchangeOfTheTeamThatIsNotOpened: one that cannot be named is wrong usage; where it is not
// known before the program has started, that says it.
func TestAnExchangeOfTheTeamThatIsNotOpened(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "team:").wants(t, exitUsage, "names no exchange")
	inHistory(t, dir, "--plain", "team:abc").wants(t, exitUsage, "gatehouse history show --team abc")
	wrong := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(wrong, []byte("team = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	for words, args := range map[string][]string{
		"no team is set": {"--data-dir", dir, "team:abc"},
		"is not opened: what the settings say of the team is not": {"--data-dir", dir, "--config", wrong, "team:abc"},
		"is not opened: the team's database":                      newMember(t, "postgres://ann@/none?host="+t.TempDir(), "").args("team:abc"),
	} {
		t.Run(words, func(t *testing.T) {
			_, terminal := screen(t, args)
			until(t, terminal, words)
		})
	}
}

func TestTeamWithoutSettings(t *testing.T) {
	for _, args := range [][]string{{"team", "init"}, {"team", "status"}, {"team", "push"}, {"team", "prune", "--all"}, {"history", "--team"}, {"history", "show", "team:abc"}, {"proxy", "--to", "local", "--team"}} {
		inHistory(t, newDataDir(t), args...).wants(t, exitUsage, "no team is set")
	}
	unset := newMember(t, "", "")
	if err := os.WriteFile(unset.config, []byte("[team]\nurl_env = 'NO_SUCH_ADDRESS'"), 0o600); err != nil {
		t.Fatal(err)
	}
	unset.run(t, "team", "push").wants(t, exitOK, "pushed 0 exchanges") // nothing waits, so nothing is opened
	unset.run(t, "team", "init").wants(t, exitFailed, "NO_SUCH_ADDRESS is not set ([team] url_env)")
	inHistory(t, newDataDir(t), "history", "prune", "--team", "--all").wants(t, exitUsage, "--team")
}

// TestProxyWithoutTeamReadsNoAddress: without --team the proxy does not run url_command.
func TestProxyWithoutTeamReadsNoAddress(t *testing.T) {
	m := member{newDataDir(t), filepath.Join(t.TempDir(), "config.toml")}
	ran := filepath.Join(t.TempDir(), "ran")
	if err := os.WriteFile(m.config, fmt.Appendf(nil, "[team]\nurl_command = ['touch', '%s']\n", ran), 0o600); err != nil {
		t.Fatal(err)
	}
	listening(t, m.args("proxy", "--to", "local")...).stop()
	if _, err := os.Stat(ran); err == nil {
		t.Error("url_command ran")
	}
}

// TestAProxyOfATeamSaysWhereItShares: as whom, where to, without the password, and that nothing is reached.
func TestAProxyOfATeamSaysWhereItShares(t *testing.T) {
	m := newMember(t, "postgres://login:secret-word@127.0.0.1:1/history", "by = 'ann'")
	proxy := listening(t, m.args("proxy", "--to", "local", "--team")...)
	for _, want := range []string{"sharing with the team as ann, in 127.0.0.1:1/history", "what is saved waits here", "at 127.0.0.1:1 cannot be reached: connection refused"} {
		for deadline := time.Now().Add(time.Minute); !strings.Contains(proxy.log.String(), want); {
			if time.Now().After(deadline) {
				t.Fatalf("no %q in %s", want, proxy.log)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	proxy.stop()
	if strings.Contains(proxy.log.String(), "secret-word") {
		t.Errorf("the password is said: %s", proxy.log)
	}
}
