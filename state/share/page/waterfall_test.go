package page_test

import (
	"strings"
	"testing"

	"gatehouse/state/answer/run"
	"gatehouse/state/history"
	"gatehouse/state/share/page"
)

// ofRun returns a run of three exchanges; the last continues the first.
func ofRun() (list []page.Exchange) {
	for i, name := range []string{"first", "sub", "last"} {
		of := made(`{"model":"m","input":"`+name+` <b>"}`, "application/json", `{"id":"r","status":"completed","model":"m","output":[{"type":"function_call","name":"read_`+name+`","arguments":"{}"}]}`)
		of.Listed = &history.Entry{Key: int64(i+1) * 10_000_000, Run: 7}
		of.About.Session = "main"
		list = append(list, of)
	}
	list[1].About.Session = "agent"
	list[2].Listed.Parent, list[2].Listed.Joined = list[0].Listed.Key, run.ByItems
	return list
}

// TestAPageOfARunHasItsWaterfall, of what is on the page, and no page of anything else has one.
func TestAPageOfARunHasItsWaterfall(t *testing.T) {
	list := ofRun()
	list[0].Listed.Words = "what was masked"
	doc := write(t, list...)
	for _, want := range []string{"Run 7", "3 exchanges", "tool calls 3", "read_first", "sub-agent of 1: → read_sub", "<title>tools "} {
		if !strings.Contains(doc+text(t, doc), want) {
			t.Errorf("%s is missing", want)
		}
	}
	if got := strings.Count(doc, `<td class="run">`); got != 3 {
		t.Errorf("%d bars", got)
	}
	if strings.Contains(doc, "what was masked") {
		t.Error("what the history has is on the page")
	}
	for name, change := range map[string]func(list []page.Exchange) []page.Exchange{
		"another run":        func(list []page.Exchange) []page.Exchange { list[1].Listed.Run = 8; return list },
		"in none":            func(list []page.Exchange) []page.Exchange { list[0].Listed.Run = 0; return list },
		"not from there":     func(list []page.Exchange) []page.Exchange { list[2].Listed = nil; return list },
		"one exchange of it": func(list []page.Exchange) []page.Exchange { return list[:1] },
	} {
		if doc := write(t, change(ofRun())...); strings.Contains(doc, `<td class="run">`) {
			t.Errorf("%s: there is a waterfall", name)
		}
	}
}
