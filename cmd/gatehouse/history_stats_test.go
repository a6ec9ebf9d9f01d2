package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestStatsOfTheHistory(t *testing.T) {
	dir := newDataDir(t)
	for _, model := range []string{"sim/writer", "sim/writer", "fault/cut"} {
		inHistory(t, dir, "send", "-m", model, "-p", "hello")
	}
	r := inHistory(t, dir, "history", "stats", "--by", "asked")
	for _, want := range []string{"3 exchanges", "33 % failed", "sim/writer            2     0 %", "fault/cut             1   100 %"} {
		if r.code != exitOK || !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in exit %d %s\n%s", want, r.code, r.stderr, r.stdout)
		}
	}
	r = inHistory(t, dir, "history", "stats", "--by", "verdict", "--csv", "model:sim/writer")
	if lines := strings.Split(r.stdout, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "verdict,exchanges,failed,") || !strings.HasPrefix(lines[1], "completed,2,0,") {
		t.Errorf("CSV:\n%s", r.stdout)
	}
	r = inHistory(t, dir, "history", "stats", "--by", "asked", "--since", "1h", "--against", "1d", "--json")
	var got struct {
		By, Since string
		All       struct {
			Exchanges, Failed int
			Verdicts          map[string]int
		}
		Before struct{ Exchanges int }
		Groups []struct {
			Name    string
			Changes map[string]struct{ Verdict string }
		}
		Bins []any
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err, r.stdout)
	}
	if got.By != "asked" || got.All.Exchanges != 3 || got.All.Failed != 1 || got.All.Verdicts["truncated"] != 1 || got.Before.Exchanges != 0 ||
		len(got.Groups) != 2 || got.Groups[0].Name != "sim/writer" || got.Groups[0].Changes["ttft"].Verdict != "too few" || len(got.Bins) == 0 {
		t.Errorf("%+v", got)
	}
	if r := inHistory(t, dir, "history", "stats", "model:nobody"); r.code != exitOK || strings.TrimSpace(r.stdout) != "no exchanges" {
		t.Errorf("of none: exit %d, %q", r.code, r.stdout)
	}
}

func TestStatsFaults(t *testing.T) {
	dir := newDataDir(t)
	for _, c := range []struct{ args, says string }{
		{"--by model", "--by model: served is the model that answered, asked the one that was asked for"},
		{"--by nothing", "--by nothing: a group is one of served, provider"},
		{"--against 1d", "--against needs --since"},
		{"--since 1d --against soon", "--against soon is no length of time"},
		{"--since never", "--since never is no time"},
		{"--csv --json", "choose one of them"},
		{"--over-time money", "it is ttft, cost or tokens"},
		{"sesion:x", `no field "sesion"`},
	} {
		r := inHistory(t, dir, append([]string{"history", "stats"}, strings.Fields(c.args)...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%s: exit %d, %q", c.args, r.code, r.stderr)
		}
	}
}
