package archive_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/archive"
	"gatehouse/state/history"
)

func TestQueries(t *testing.T) {
	a := open(t, newDir(t))
	for _, request := range []string{
		`{"model":"sim/writer","stream":true,"input":"alpha beta gamma"}`,
		`{"model":"sim/coder","input":"alpha gamma"}`,
		`{"model":"fault/403","input":"quixotic"}`,
		`{"model":"fault/guardrail","input":"zephyrs"}`,
		`{"model":"sim/coder","stream":true,"input":"what is the weather in Paris?","tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]}`,
	} {
		x, c := ask(t, request)
		a.Keep(history.About{Origin: history.Playground}, x, c, nil)
	}
	flush(t, a)
	for text, want := range map[string]string{
		"":                                 "weather zephyrs quixotic alpha-gamma alpha-beta-gamma",
		"verdict:failed":                   "zephyrs quixotic",
		"-verdict:failed":                  "weather alpha-gamma alpha-beta-gamma",
		"status:403":                       "zephyrs quixotic",
		"status:4xx -guardrail:*":          "quixotic",
		"guardrail:*":                      "zephyrs",
		"model:SIM/coder":                  "weather alpha-gamma",
		"model:sim/* alpha":                "alpha-gamma alpha-beta-gamma",
		`"alpha gamma"`:                    "alpha-gamma",
		"alpha -beta":                      "alpha-gamma",
		"quixotic or zephyrs":              "zephyrs quixotic",
		"tool:get_*":                       "weather",
		"origin:send":                      "",
		"since:1h tokens>0 verdict:failed": "",
		"ttft>0 until:today":               "",
		"gam* model:*writer":               "alpha-beta-gamma",
	} {
		var got []string
		for _, e := range list(t, a, text) {
			c, err := a.Capture(t.Context(), e.Key)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, nickname(string(c.Sent.Body)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", text, strings.Join(got, " "), want)
		}
		totals, err := a.Totals(t.Context(), parsed(t, text))
		if err != nil || totals.Count != len(got) {
			t.Errorf("%q counts %d (%v), found %d", text, totals.Count, err, len(got))
		}
	}
}

func TestPagesGoOnWhereTheLastEnded(t *testing.T) {
	a := open(t, newDir(t))
	x, c := ask(t, `{"model":"sim/writer","input":"common words"}`)
	for i := range 25 {
		a.Keep(history.About{}, x, another(c, fmt.Sprint("page", i), c.Start), nil)
	}
	flush(t, a)
	for _, text := range []string{"", "common", "verdict:completed"} {
		seen := map[string]bool{}
		before := int64(0)
		for {
			page, err := a.List(t.Context(), archive.Page{Query: parsed(t, text), Before: before, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			for _, e := range page {
				if before > 0 && e.Key >= before {
					t.Fatalf("%q: an entry at %d, before %d was asked for", text, e.Key, before)
				}
				seen[e.ID] = true
			}
			before = page[len(page)-1].Key
		}
		if len(seen) != 25 {
			t.Errorf("%q: %d entries on all pages, want 25", text, len(seen))
		}
	}
}
