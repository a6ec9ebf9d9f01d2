package inspect

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/viewstest"
)

// use is the nth exchange of a conversation whose instructions contain the time.
func use(t *testing.T, n int, clock, provider string, cached int) *cache.Use {
	t.Helper()
	input := ""
	for i := range n + 2 {
		input += fmt.Sprintf(`{"role":"user","content":[{"type":"input_text","text":"%d %s","cache_control":{"type":"ephemeral"}}]},`, i, strings.Repeat("and more ", 500))
	}
	body := fmt.Sprintf(`{"tools":[{"type":"function","name":"read","description":"%s"}],"instructions":"Be très brief. Today is Thursday, %s. Be kind.","input":[%s]}`,
		strings.Repeat("reads a file ", 300), clock, strings.TrimSuffix(input, ","))
	p, err := run.PromptOf([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 11, 28, 14, n, 0, 0, time.UTC)
	u := cache.Of(&history.Entry{
		ID: fmt.Sprint("exchange", n), Key: start.UnixMicro(), Start: start, About: history.About{BaseURL: "https://openrouter.ai/api/v1"},
		Asked: "anthropic/claude-sonnet-4.5", Served: "anthropic/claude-sonnet-4.5", Provider: provider, Verdict: state.Completed, TTFBUS: 300_000, TotalUS: 2_000_000,
		Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: len(body) / 4, usage.CacheRead: cached, usage.Output: 9}},
	}, cache.Record{Prompt: p, Written: len(body)/4 - cached})
	return &u
}

// cachePage is the page of an exchange after another, and its tab.
func cachePage(before, now *cache.Use, width, height int) (*reports.Tab, *caching) {
	styles, c := themes.Dark(), &caching{}
	tab := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), c.cache())
	tab.SetSize(width, height)
	tab.SetSubject(views.Subject{Exchange: state.NewExchange("x", nil)})
	tab.Subject.Exchange.Verdict = state.Completed
	c.set("x", report.Caching{Now: now, Found: cache.Explain(now, []*cache.Use{before})}, "")
	return tab, c
}

// shownCache is cachePage drawn.
func shownCache(before, now *cache.Use) string {
	tab, _ := cachePage(before, now, 120, 60)
	return ansi.Strip(tab.View())
}

func TestCachePageSaysWhereThePromptDiffersAndLeadsThere(t *testing.T) {
	before, now := use(t, 0, "14:02", "Anthropic", 0), use(t, 1, "14:03", "Anthropic", 0)
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		m, _ := cachePage(before, now, size[0], 60)
		got := ansi.Strip(m.View())
		for _, want := range []string{"Not read: prompt changed, 0 of", "The instructions changed: instructions, character 39", "Today is Thursday, 14:03", "← differs", "sent again in full", "Anthropic: caches what ends at a mark"} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", size, want, got)
			}
		}
		for range 40 {
			if row, _ := m.Selected(); row.ID == report.PieceRow+"instructions" {
				break
			}
			viewstest.Press(m, "j")
		}
		if there, ok := viewstest.Press(m, "enter").(views.ShowSent); !ok || there.Offset < 3900 {
			t.Errorf("enter leads to %+v", there)
		}
	}
}

// TestWhatOnlyBeginsAsBeforeIsNew: a message that repeats one from before was not sent in the prompt before.
func TestWhatOnlyBeginsAsBeforeIsNew(t *testing.T) {
	message := fmt.Sprintf(`{"role":"user","content":"%s"}`, strings.Repeat("the same words ", 600))
	before, now := use(t, 0, "", "Anthropic", 0), use(t, 1, "", "Anthropic", 0)
	for _, u := range []struct {
		of                  *cache.Use
		instructions, input string
	}{{before, "one", message}, {now, "other", message + "," + message}} {
		p, err := run.PromptOf(fmt.Appendf(nil, `{"instructions":"%s","input":[%s]}`, u.instructions, u.input))
		if err != nil {
			t.Fatal(err)
		}
		u.of.Prompt = p
	}
	got := shownCache(before, now)
	for _, want := range []string{"input\\[0\\].* sent again in full", "input\\[1\\].* new"} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestSeveralCausesAreAllShown(t *testing.T) {
	got := shownCache(use(t, 0, "14:02", "Anthropic", 0), use(t, 1, "14:03", "Amazon Bedrock", 0))
	for _, want := range []string{"Not read: several causes, 0 of", "Each of these by itself would have prevented a read:", "← Amazon Bedrock served it; the exchange 1m 00s before", "← The instructions changed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestDifferencesAreListedWhereNoCauseIsKnown(t *testing.T) {
	got := shownCache(use(t, 0, "14:02", "Anthropic", 0), use(t, 1, "14:02", "", 0))
	for _, want := range []string{"Not read: cause not known, 0 of", "The cause is not known. What differs from the exchange 1m 00s before:", "Who served it is not reported: another provider may have."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestWhatTheProviderSaysIsShown in the provider's words, in addition to the verdict.
func TestWhatTheProviderSaysIsShown(t *testing.T) {
	m, c := cachePage(use(t, 0, "14:02", "Anthropic", 0), use(t, 1, "14:03", "Anthropic", 0), 120, 60)
	x := m.Subject.Exchange
	x.Request = []byte(`{"diagnostics":{"previous_message_id":"msg_1"}}`)
	x.Response = []byte(`{"diagnostics":{"cache_miss_reason":{"type":"system_changed","cache_missed_input_tokens":4321}}}`)
	c.changes++
	got := ansi.Strip(m.View())
	for _, want := range []string{"Not read: prompt changed, 0 of", "reported   +system_changed +~4,321 tokens after that +compared with msg_1\\s+diagnostics.cache_miss_reason of the answer"} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestReportTabsWithoutAnExchangeAreDrawn(t *testing.T) {
	styles, c := themes.Dark(), &caching{}
	for _, source := range []reports.Source{linted, c.cache(), c.receipt()} {
		m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), source)
		for _, size := range [][2]int{{0, 0}, {1, 1}, {80, 24}} {
			m.SetSize(size[0], size[1])
			m.View()
		}
		if intent := viewstest.Press(m, "enter", ">", "y"); intent != nil {
			t.Errorf("%s: %+v", source.Name, intent)
		}
	}
}
