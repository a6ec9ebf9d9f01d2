package main

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/client/profile"
)

// TestATeamsHistoryThatMayGoUnencrypted is a warning of its commands, of what pushes, and of the
// playground; not on this machine, and not where encryption is asked for.
func TestATeamsHistoryThatMayGoUnencrypted(t *testing.T) {
	const words = "may go unencrypted to db.invalid"
	for address, want := range map[string]bool{
		"postgres://ann@db.invalid/d":                                  true,
		"postgres://ann@db.invalid/d?sslmode=disable":                  true,
		"postgres://ann@db.invalid/d?sslmode=allow":                    true,
		"postgres://ann@localhost,db.invalid/d?sslmode=prefer":         true,
		"postgres://ann@db.invalid/d?sslmode=require":                  false,
		"postgres://ann@db.invalid/d?sslmode=verify-full":              false,
		"postgres://ann@localhost/d":                                   false,
		"postgres://ann@[::1]/d?sslmode=disable":                       false,
		"postgres://ann@/d?host=/var/run/postgresql&sslmode=disable":   false,
		"host=db.invalid user=ann dbname=d sslmode=prefer password=xx": true,
	} {
		if got := strings.Contains(exposedTeam(address), words); got != want {
			t.Errorf("%s: %q", address, exposedTeam(address))
		}
	}
	m := newMember(t, "postgres://ann@db.invalid/d", "") // a name that is never found (RFC 2606)
	for _, command := range [][]string{{"team", "init"}, {"team", "status"}, {"team", "prune", "--all"}, {"history", "list", "--team"}} {
		r := m.run(t, command...)
		if r.wants(t, exitFailed, "warning: the history of the team "+words, "sslmode=verify-full"); strings.Count(r.stderr, words) != 1 {
			t.Errorf("%v: it says %s", command, r.stderr)
		}
	}
	m.run(t, "send", "-m", "sim/writer", "-p", "hello").wants(t, exitOK)
	if r := m.run(t, "team", "push", "last"); r.code != exitFailed || strings.Count(r.stderr, "warning: the history of the team "+words) != 1 {
		t.Errorf("it says %s", r.stderr)
	}
	var o app.Options
	var said []string
	h, s, c := host{getenv: func(string) string { return "" }}, config.Settings{Team: config.Team{URL: "postgres://ann@db.invalid/d"}}, &common{}
	if err := c.playTeam(h, s, "", false, &o); err != nil || len(o.Warnings) != 1 || !strings.Contains(o.Warnings[0], words) {
		t.Errorf("the playground says %q, %v", o.Warnings, err)
	}
	if _, err := c.pusher(h, s, nil, func(err error) { said = append(said, err.Error()) }).Rules(); err != nil || len(said) != 0 {
		t.Errorf("it is said again: %q, %v", said, err)
	}
}

// TestAKeyOverPlainHTTPIsAWarning: a line of send, and a notice of the
// playground.
func TestAKeyOverPlainHTTPIsAWarning(t *testing.T) {
	const words = "plain http"
	env := map[string]string{"GATEHOUSE_API_KEY": "canary"}
	// A name that is never found (RFC 2606): nothing is sent.
	r := programIn(t, env, `{"stream":true}`, "send", "--base-url", "http://gw.invalid/api/v1")
	r.wants(t, exitFailed, words, "gw.invalid")
	if strings.Contains(r.stderr, "canary") {
		t.Error(r.stderr)
	}
	if r := programIn(t, nil, `{"stream":true}`, "send", "--base-url", "http://gw.invalid/api/v1"); strings.Contains(r.stderr, words) {
		t.Errorf("without a key: %s", r.stderr)
	}
	base := saying(t, message(`"x"`)+completed)
	if r := programIn(t, env, `{"stream":true}`, "send", "--base-url", base); strings.Contains(r.stderr, words) {
		t.Errorf("to this machine: %s", r.stderr)
	}
	for _, s := range []config.Settings{
		{BaseURL: "http://gw.invalid", Key: profile.Key{Value: "canary"}},
		{BaseURL: "http://gw.invalid", Headers: map[string]string{"X-Api-Key": "canary"}},
	} {
		options, err := playOptions(t.Context(), host{getenv: func(string) string { return "" }}, s, nil)
		if err != nil || !slices.ContainsFunc(options.Warnings, func(w string) bool { return strings.Contains(w, words) && !strings.Contains(w, "canary") }) {
			t.Errorf("%+v: %q, %v", s, options.Warnings, err)
		}
	}
}
