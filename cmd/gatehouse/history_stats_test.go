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

// TestStatsFailIf reports each figure that is above its limit, or that no exchange has.
func TestStatsFailIf(t *testing.T) {
	dir := newDataDir(t)
	for _, model := range []string{"sim/writer", "sim/writer", "fault/cut"} {
		inHistory(t, dir, "send", "-m", model, "-p", "hello")
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--fail-if cost>100 --fail-if failures>1 --fail-if failed>50% --fail-if tokens>1000000 --fail-if total_p95>10m", exitOK, ""},
		{"--fail-if failures>0", exitFailed, "--fail-if failures>0: it is 1\n"},
		{"--fail-if failed>0.3 --fail-if cost>5", exitFailed, "--fail-if failed>0.3: it is 33.3 %\n"},
		{"--fail-if tokens>1 --json", exitFailed, "--fail-if tokens>1: it is "},
		{"--fail-if total_p95>1ns", exitFailed, "--fail-if total_p95>1ns: it is "},
		{"model:fault/cut --fail-if cost>5", exitFailed, "--fail-if cost>5: not known: none of 1 exchanges reports it\n"},
		{"--fail-if total_p95>1ns --fail-if tokens>1M", exitFailed, " ms\n"},
		{"model:nobody --fail-if cost>0", exitFailed, "--fail-if cost>0: no exchange matches\n"},
		{"--until 1h --fail-if failures>0", exitFailed, "no exchange matches"},
	} {
		r := inHistory(t, dir, append([]string{"history", "stats"}, strings.Fields(c.args)...)...)
		if r.code != c.code || c.says == "" && r.stderr != "" || !strings.Contains(r.stderr, c.says) || r.stdout == "" {
			t.Errorf("%s: exit %d, %q", c.args, r.code, r.stderr)
		}
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
		{"--until soon", "--until soon is no time"},
		{"--since 1h --until 1d", "--until 1d is not after --since 1h"},
		{"--fail-if speed>3", "write FIGURE>VALUE, where FIGURE is one of cost, failures, failed, ttft_p95, total_p95, tokens"},
		{"--fail-if cost=3", "write FIGURE>VALUE"},
		{"--fail-if cost>much", "\"much\" is no value for cost, which is dollars, as 5 or 0.25"},
		{"--fail-if failed>5", "\"5\" is no value for failed, which is a share, as 5% or 0.05"},
		{"--fail-if ttft_p95>2", "\"2\" is no value for ttft_p95, which is a time"},
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
