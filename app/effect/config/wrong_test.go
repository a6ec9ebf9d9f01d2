package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/history/query"
)

// faultsOf are the faults of a text, a line each.
func faultsOf(t rapid.TB, text string) string {
	t.Helper()
	_, err := Parse("c", []byte(text))
	var wrong *Wrong
	if err == nil {
		return ""
	}
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	var all []string
	for _, f := range wrong.Faults {
		all = append(all, f.Text)
	}
	return strings.Join(all, "\n")
}

// TestEveryFaultIsNamed, in the order of the file, and none that follows from another one. What
// cannot be decoded is the only one.
func TestEveryFaultIsNamed(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"of all kinds": {
			"mouse = \"yes\"\n[profiles.a]\nbase_ulr = \"http://a.test\"\nmodel = 5\nauth = \"digest\"\n[History]\nkeep_days = 1\n",
			"c:1: mouse is a string; write true or false",
		},
		"several unknown keys": {
			"themme = \"dark\"\n[profiles.a]\napi_key = \"canary\"\nporxy = \"http://p:1\"\n",
			"c:1: unknown key themme; did you mean theme?\n" +
				"c:3: unknown key profiles.a.api_key: a key in the file would be in plain text; " + keyPlaces + "\n" +
				"c:4: unknown key profiles.a.porxy; did you mean proxy?",
		},
		"several in one profile": {
			"[profiles.a]\nbase_url = \"ftp://h\"\nservice = \"a b\"\nmax_body = \"much\"\n",
			"c:2: profiles.a.base_url: \"ftp://h\" is not an address; write for example https://host/api/v1\n" +
				"c:3: profiles.a.service: must be one word of letters, digits, \"-\" and \"_\"\n" +
				"c:4: profiles.a.max_body: \"much\" is no size; write a size in quotes, for example \"256MiB\"",
		},
		"a misspelled command": {
			"[tools.a]\ncomand = [\"a\"]\n[tools.c]\ntimeout = \"1s\"\n",
			"c:2: unknown key tools.a.comand; did you mean command?\n" +
				"c:3: tools.c: no command; write command = [\"program\", \"argument\"]",
		},
		"a misspelled command before a wrong one": {
			"[tools.a]\ncomand = [\"a\"]\n[tools.b]\ncommand = 3\n[tools.c]\ntimeout = \"1s\"\n",
			"c:4: tools.b.command is an integer; write a list of words, for example [\"./weather\", \"--json\"]",
		},
		"broken lines": {
			"theme = \"dark\n[profiles.a]\nbase_url = \"http://a.test\nmodle = \"m\"\n[history]\nkeep_days = -1\n",
			"c:1:14: the closing quote is missing",
		},
		"an open list": {
			"[tools.a]\ncommand = [\"a\",\n  \"b\"\ntimeout = \"soon\"\n",
			"c:4:1: expected ',' or ']' after array value",
		},
		"a heading of another program": {
			"[profile.a]\nmodel = 5\n[profile.b]\nmodel = \"m\"\n[redact]\npatterns = [\"a(b\", \"\"]\n",
			"c:1: unknown table [profile.a]; write [profiles.a]",
		},
		"an open heading": {
			"[profiles.a]\nmodel = \"m\"\n[profiles.b\nmodel = \"n\"\n[history]\nkeep_days = \"x\"\n",
			"c:3:12: expected ']' to close table name",
		},
		"of alerts": {
			"[alert.a]\nfilter = \"modle:x\"\ncost_day = 0\nfailures = 0\n[alert.b]\nfilter = \"since:1h\"\ncost_hour = nan\ncost_days = 1\n" +
				"[alert.\"c d\"]\nfilter = \"origin:proxy\"\n[alert.e]\ncost_day = 1\n" +
				"[alert.f]\nttft_p95 = \"2\"\ntotal_p95 = \"5s\"\n[alert.g]\ncost_hours = 1\n[alerts.h]\n",
			"c:2: alert.a.filter: character 1: no field \"modle\"; the fields are " + query.Names() + ". Put text with a colon in quotes.\n" +
				"c:3: alert.a.cost_day: not above 0 and up to 1000000; write a number of dollars, for example 5\n" +
				"c:4: alert.a.failures: less than 1; write a whole number of exchanges, for example 5\n" +
				"c:6: alert.b.filter: since and until do not belong here: each bound has its time; remove them\n" +
				"c:7: alert.b.cost_hour: not above 0 and up to 1000000; write a number of dollars, for example 0.5\n" +
				"c:8: unknown key alert.b.cost_days; did you mean cost_day?\n" +
				"c:9: alert.c d: the name must be one word of letters, digits, \"-\" and \"_\"\n" +
				"c:14: alert.f.ttft_p95: \"2\" is no time span; write a time span in quotes, for example \"2s\"\n" +
				"c:17: unknown key alert.g.cost_hours; did you mean cost_hour?\n" +
				"c:18: unknown key alerts.h; did you mean alert.h?",
		},
		"twice": {
			"theme = \"a\"\ntheme = \"b\"\n[profiles.a]\nmodel = \"m\"\n[profiles.a]\nmodel = \"n\"\nx = 1\n[history]\nkeep_day = 1\n",
			"c:2: theme: key theme is already defined; write \"auto\" or a theme's name, in quotes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := faultsOf(t, c.text); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestFaultsAreFoundWhereverTheyAre: each line of a file has one fault or none. Each
// unknown key is named once, or else the first line that cannot be decoded.
func TestFaultsAreFoundWhereverTheyAre(t *testing.T) {
	kinds := []struct {
		line           string
		unknown, stops bool
	}{
		{line: ""}, {line: "# [a] comment = \""}, {line: "headers.X-%d = \"v\""}, {line: "model%d = \"m\"", unknown: true},
		{line: "headers.Y-%d = 5", stops: true}, {line: "headers.Z-%d = ", stops: true}, {line: "headers.Q-%d = \"open", stops: true}, {line: "x%d y = 1", stops: true},
	}
	rapid.Check(t, func(r *rapid.T) {
		text, want, stopped := "[profiles.a]\n", []int(nil), false
		for n := range rapid.IntRange(0, 12).Draw(r, "lines") {
			k := rapid.SampledFrom(kinds).Draw(r, "kind")
			if strings.Contains(k.line, "%d") {
				text += fmt.Sprintf(k.line, n)
			} else {
				text += k.line
			}
			text += "\n"
			switch {
			case k.stops && !stopped:
				want, stopped = []int{n + 2}, true
			case k.unknown && !stopped:
				want = append(want, n+2)
			}
		}
		var got []int
		var wrong *Wrong
		if _, err := Parse("c", []byte(text)); errors.As(err, &wrong) {
			for _, f := range wrong.Faults {
				got = append(got, f.Line)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			r.Errorf("faults on the lines %v, want %v:\n%s\n%s", got, want, text, faultsOf(r, text))
		}
	})
}

// TestAnErrorOfSeveralFaultsIsOneLine: it counts the others.
func TestAnErrorOfSeveralFaultsIsOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\n":                      "known here: profile, theme, mouse, session_id, profiles, keys, tools, history, team, proxy, redact, alert, prices, otlp",
		"mouse = 1\ntheme = 1\n":       "c:1: mouse is an integer; write true or false",
		"thme = \"a\"\nb = 1\n":        "c:1: unknown key thme; did you mean theme? (and 1 more fault)",
		"thme = \"a\"\nb = 1\nc = 2\n": "c:1: unknown key thme; did you mean theme? (and 2 more faults)",
	} {
		if _, err := Parse("c", []byte(text)); err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestEndlessFaultsAreNotListedOneByOne, whether the decoder finds them or the checks do.
func TestEndlessFaultsAreNotListedOneByOne(t *testing.T) {
	for kind, line := range map[string]string{"unknown keys": "k%d = 1\n", "wrong values": "[profiles.p%d]\nauth = \"x\"\n"} {
		for n, want := range map[int]string{maxFaults: "", maxFaults + 1: "and many more faults; correct these first", 400: "and many more faults; correct these first"} {
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, line, i)
			}
			var wrong *Wrong
			if _, err := Parse("c", []byte(text.String())); !errors.As(err, &wrong) {
				t.Fatal(err)
			}
			listed := wrong.Listed()
			last := listed[len(listed)-1].Text
			if want == "" && len(listed) != maxFaults || want != "" && (len(listed) != maxFaults+1 || last != want || !strings.HasSuffix(wrong.Error(), " (and many more faults)")) {
				t.Errorf("of %d %s %d are told, at the end %s", n, kind, len(listed), last)
			}
		}
	}
}
