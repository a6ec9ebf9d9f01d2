package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
	"gatehouse/state/wiretest"
)

// followed returns the cache report of a request that follows another at the local gateway, from which the
// given number of cached tokens was read.
func followed(t *testing.T, now, before string, read int) string {
	t.Helper()
	use := func(id, body string, key int64, read int) *cache.Use {
		p, err := run.PromptOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return &cache.Use{ID: id, Key: key, Ended: key + 2e6, Local: true, Asked: "m", Served: "m", Provider: "local", In: 1000, Cached: read, Record: cache.Record{Prompt: p, Written: -1}}
	}
	u := use("now", now, 60e6, read)
	r := report.Cache(report.Caching{Now: u, Found: cache.Explain(u, []*cache.Use{use("before", before, 30e6, 0)})})
	return fmt.Sprintf("%+v", r)
}

// An inserted text is not compared with the text that follows it.
func TestCacheDescribesFirstDifference(t *testing.T) {
	const (
		said   = `"input":[{"role":"user","content":"Explain the tides.","cache_control":{"type":"ephemeral"}}]`
		tool   = `"tools":[{"type":"function","name":"get_weather"}],`
		brief  = `"instructions":"Be brief.",`
		lively = `"instructions":"Be lively.",`
		image  = `"input":[{"role":"user","content":[{"type":"input_text","text":"Explain the tides.","cache_control":{"type":"ephemeral"}},{"type":"input_image","image_url":"https://a.test/b.png"}]}]`
	)
	for name, c := range map[string]struct {
		now, before  string
		want, absent []string
	}{
		"a tool":                      {tool + said, said, []string{"tools[0] was added.", "Text:+  Role"}, []string{"Text:-  Role", "instructions changed"}},
		"a tool and instructions":     {tool + lively + said, brief + said, []string{"tools[0] was added. The instructions changed too."}, []string{"Text:-  Role"}},
		"a tool less":                 {said, tool + said, []string{"A tool was removed before input[0].content.", "Text:-  Role"}, []string{"Text:+  Role"}},
		"another tool":                {strings.Replace(tool, "weather", "tides", 1) + said, tool + said, []string{"The tools changed, first at tools[0].", "Text:-  Role", "Text:+  Role"}, nil},
		"a tool, and a picture in it": {tool + image, image, []string{"tools[0] was added.", "Label:lost Value:[{Text:not known"}, []string{"~"}},
		"words more": { // nothing is gone, where the end of what is shown is not in the other
			`"instructions":"You are careful. The time is 14:00. ` + strings.Repeat("Keep to the style of the repository. ", 20) + `",` + said, `"instructions":"You are careful. ` + strings.Repeat("Keep to the style of the repository. ", 20) + `",` + said,
			[]string{"{Text:The time is 14:00.  Role:" + fmt.Sprint(report.Added) + "}"}, []string{"style of th Role:" + fmt.Sprint(report.Removed), "style of t Role:" + fmt.Sprint(report.Removed)},
		},
		"no mark before": {
			`"input":[{"role":"user","content":"Hi"},{"role":"user","content":"Explain.","cache_control":{"type":"ephemeral"}}]`, `"input":[{"role":"user","content":"Hi"}]`,
			[]string{"The exchange 30.0 s before had no cache_control mark that asks the local gateway to store it. This request has one", "input[1] (5 min)"}, []string{"No cache_control mark"},
		},
	} {
		got := followed(t, "{"+c.now+"}", "{"+c.before+"}", 0)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", name, w, got)
			}
		}
		for _, w := range c.absent {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q in\n%s", name, w, got)
			}
		}
	}
}

// TestCacheTitleIsTheCause in the words of the history's list and of the page.
func TestCacheTitleIsTheCause(t *testing.T) {
	for _, c := range []struct {
		verdict  cache.Verdict
		read, in int
		want     string
	}{
		{cache.ModelChanged, 0, 48_120, "Not read: another model served, 0 of 48,120 tokens"},
		{cache.Edited, 12_288, 48_120, "Partly read: prompt changed, 12,288 of 48,120 tokens"},
		{cache.Partial, 12_288, 48_120, "Partly read, 12,288 of 48,120 tokens"},
		{cache.Unknown, 0, 48_120, "Not read: cause not known, 0 of 48,120 tokens"},
		{cache.Hit, 4_800, 5_000, "Read, 4,800 of 5,000 tokens"},
		{cache.First, 0, 5_000, "first, 0 of 5,000 tokens"},
		{cache.NotReported, -1, 5_000, "not reported"},
	} {
		now := &cache.Use{In: c.in, Cached: c.read}
		r := report.CacheInShort(report.Caching{Now: now, Found: cache.Analysis{Verdict: c.verdict, Read: c.read, In: c.in}})
		if got := r.Sum.Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.verdict, got, c.want)
		}
	}
}

// TestAShortPromptHasAQuietCachePage: no provider that is known stores so little, unless a mark asks for it.
func TestAShortPromptHasAQuietCachePage(t *testing.T) {
	for _, c := range []struct {
		in, read int
		mark     string
		quiet    bool
	}{{63, 0, "", true}, {64, 0, "", false}, {63, 20, "", false}, {63, 0, `,"cache_control":{"type":"ephemeral"}`, false}} {
		p, err := run.PromptOf([]byte(`{"input":[{"role":"user","content":"Hi"` + c.mark + `}]}`))
		if err != nil {
			t.Fatal(err)
		}
		u := &cache.Use{ID: "now", Key: 60e6, Ended: 62e6, Asked: "m", Served: "m", In: c.in, Cached: c.read, Record: cache.Record{Prompt: p, Written: -1}}
		got := fmt.Sprintf("%+v", report.Cache(report.Caching{Now: u, Found: cache.Explain(u, nil)}))
		if quiet := strings.Contains(got, "Too short for a cache: 63 tokens. The least that a known provider stores is 64 (DeepSeek: api-docs.deepseek.com"); quiet != c.quiet || quiet == strings.Contains(got, "USES") {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestContinuationShowsNoPromptTree: its tokens are mostly those of what the service puts before it.
func TestContinuationShowsNoPromptTree(t *testing.T) {
	use := func(id, body string, key int64, read int) *cache.Use {
		p, err := run.PromptOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return &cache.Use{ID: id, Key: key, Ended: key + 2e6, Asked: "gpt-5", Served: "gpt-5", Provider: "OpenAI", In: 5000, Cached: read, Record: cache.Record{Prompt: p, Written: -1}}
	}
	before := use("before", `{"model":"gpt-5","input":"Explain the tides."}`, 30e6, 0)
	for setting, want := range map[string]bool{"": true, `"previous_response_id":"r1",`: false, `"prompt":{"id":"p1"},`: false} {
		now := use("now", `{"model":"gpt-5",`+setting+`"input":"and?"}`, 60e6, 4000)
		now.Parent = before.Key
		r := report.Cache(report.Caching{Now: now, Found: cache.Explain(now, []*cache.Use{before})})
		if got := strings.Contains(fmt.Sprintf("%+v", r), report.PieceRow); got != want {
			t.Errorf("%s: a tree %v, want %v", setting, got, want)
		}
	}
}

// TestContinuationOfWhatIsNotKnown has nothing to compare with.
func TestContinuationOfWhatIsNotKnown(t *testing.T) {
	p, err := run.PromptOf([]byte(`{"model":"gpt-5","previous_response_id":"r1","input":"and?"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []int{0, 4000} {
		now := &cache.Use{ID: "now", Key: 60e6, Asked: "gpt-5", Served: "gpt-5", In: 5000, Cached: read, Record: cache.Record{Prompt: p, Written: -1}}
		if got := fmt.Sprintf("%+v", report.Cache(report.Caching{Now: now, Found: cache.Explain(now, nil)})); !strings.Contains(got, "there is nothing to compare.") {
			t.Error(got)
		}
	}
}

// TestWhatFollowsAReadPromptIsNew, by however few tokens.
func TestWhatFollowsAReadPromptIsNew(t *testing.T) {
	const said = `{"role":"user","content":[{"type":"input_text","text":"Explain the tides, the moon, the sun, and all of the rest of the sky to me, please.","cache_control":{"type":"ephemeral"}}]}`
	got := followed(t, `{"input":[`+said+`,{"role":"user","content":"y"}]}`, `{"input":[`+said+`]}`, 1000)
	if !strings.Contains(got, "Text:read   breakpoint") || !strings.Contains(got, "Text:new Role") {
		t.Error(got)
	}
}

// TestDifferencesAreListedInTheOrderOfThePrompt where no cause is proven, and only those.
func TestDifferencesAreListedInTheOrderOfThePrompt(t *testing.T) {
	const before = `{"tools":[{"type":"function","name":"a"}],"instructions":"Be brief.","tool_choice":"auto","input":[{"role":"user","content":"Explain the tides."}]}`
	use := func(id, body string, key int64, provider string) *cache.Use {
		p, err := run.PromptOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return &cache.Use{ID: id, Key: key, Ended: key + 1e6, Asked: "acme/large", Served: "acme/large", Provider: provider, In: 9000, Record: cache.Record{Prompt: p, Written: -1}}
	}
	for name, c := range map[string]struct {
		now      string
		provider string
		reported string
		want     []string
	}{
		"nothing": {before, "Acme", "", []string{"The cause is not known. Nothing that is known differs from the exchange 30.0 s before."}},
		"settings, tools, instructions and the route": {
			`{"tools":[{"type":"function","name":"b"}],"instructions":"Be lively.","tool_choice":"none","plugins":[{"id":"web"}],"input":[{"role":"user","content":"Explain the tides."}]}`, "", "",
			[]string{"The cause is not known. What differs from the exchange 30.0 s before:", "Settings: tool_choice, plugins.", "The tools changed, first at tools[0]. The instructions changed too.", "Who served it is not reported: another provider may have."},
		},
		"by the provider's word": {before, "Acme", "service_tier_changed", []string{"The provider reports service_tier_changed. Nothing that is known differs"}},
	} {
		now := use("now", c.now, 60e6, c.provider)
		now.Reported = c.reported
		got := fmt.Sprintf("%+v", report.Cache(report.Caching{Now: now, Found: cache.Explain(now, []*cache.Use{use("before", before, 30e6, "Acme")})}))
		at := 0
		for _, w := range c.want {
			next := strings.Index(got[at:], w)
			if next < 0 {
				t.Fatalf("%s: no %q after %d in\n%s", name, w, at, got)
			}
			at += next
		}
		if n := strings.Count(got, "Level:"+fmt.Sprint(report.Note)); n != len(c.want)-1 {
			t.Errorf("%s: %d differences in\n%s", name, n, got)
		}
	}
}

// With several causes, or none that is known, the request may not have
// asked for a cache.
func TestCacheNoteNeedsARequestForACache(t *testing.T) {
	for _, c := range []struct {
		verdict string
		lost    float64
		want    string
	}{
		{"edited", -1, "← prompt changed, cache lost"},
		{"edited", 0.25, "← prompt changed"},
		{"several", 0.25, "← several causes"},
		{"several", -1, ""},
		{"unknown", 0.25, "← cause not known"},
		{"unknown", 0, ""},
		{"not-asked", 0.25, ""},
		{"hit", 0, ""},
	} {
		if got := report.CacheNote(&history.Entry{Cache: c.verdict, Lost: c.lost}); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.verdict, c.lost, got, c.want)
		}
	}
}

// TestARowOfARunNamesTheFirstProvenCause where there are several, if a cache was lost.
func TestARowOfARunNamesTheFirstProvenCause(t *testing.T) {
	for lost, want := range map[float64]string{0.25: "← provider changed and more: go on", -1: "go on"} {
		r := waterfall.Row{Entry: &history.Entry{Cache: "several", Lost: lost, Words: "go on"}, Cause: "provider changed"}
		if got := report.What(&r); got != want {
			t.Errorf("lost %v: %q, want %q", lost, got, want)
		}
	}
}

func TestLostByRunNamesTheMainCause(t *testing.T) {
	for want, of := range map[string]waterfall.Sum{
		"": {Cost: 3},
		"~$2.00 of it because the cache was not read: prompt changed":         {Cost: 3, Lost: 2, LostFor: map[string]float64{"edited": 2}},
		"~$2.00 of it because the cache was not read: mostly cause not known": {Cost: 3, Lost: 2, LostFor: map[string]float64{"expired": 0.9, "unknown": 1.1}},
		"~$2.00 of it because the cache was not read":                         {Cost: 3, Lost: 2, LostFor: map[string]float64{"expired": 1, "edited": 1}},
		"~$2.00 lost because the cache was not read: expired":                 {Cost: 1, Lost: 2, LostFor: map[string]float64{"expired": 2}},
	} {
		if got := report.LostByRun(&of); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestReceiptsIncludeCacheLosses(t *testing.T) {
	sum := receipt.Sum{Exchanges: 2, Reported: decimal.RequireFromString("3"), Reporting: 2}
	if r := fmt.Sprintf("%+v", report.Receipts(receipt.Sum{Exchanges: 2}, 0)); !strings.Contains(r, "reported Value:[{Text:–") {
		t.Errorf("nothing is reported: %s", r)
	}
	for lost, want := range map[float64]string{0: "", 2: "~$2.00 of it because the cache was not read."} {
		got := ""
		for _, b := range report.Receipts(sum, lost).Blocks {
			if f, is := b.(report.Finding); is {
				got = f.Message
			}
		}
		if got != want {
			t.Errorf("%v: %q, want %q", lost, got, want)
		}
	}
}

// TestTokensNameWhatIsBilledInAddition to those of the answer.
func TestTokensNameWhatIsBilledInAddition(t *testing.T) {
	x := state.New(state.Messages, "x", []byte(`{}`))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":200,"iterations":[{"type":"compaction","input_tokens":180000,"output_tokens":3500},{"type":"message","input_tokens":1000,"output_tokens":200}]}}`))
	if got := fmt.Sprintf("%+v", report.Tokens(report.Subject{Exchange: x})); !strings.Contains(got, "billed in addition: compaction 180,000 + 3,500 ") {
		t.Error(got)
	}
}

// TestAnotherCacheKeyIsAPossibleCause: claude-code and codex have one in each session.
func TestAnotherCacheKeyIsAPossibleCause(t *testing.T) {
	const said = `"input":[{"role":"user","content":"Explain the tides.","cache_control":{"type":"ephemeral"}}]}`
	for settings, want := range map[[2]string]bool{
		{`{"prompt_cache_key":"s1",`, `{"prompt_cache_key":"s2",`}: true,
		{`{`, `{"prompt_cache_key":"s2",`}:                         true,
		{`{"prompt_cache_key":"s1",`, `{`}:                         true,
		{`{"prompt_cache_key":"s1",`, `{"prompt_cache_key":"s1",`}: false,
		{`{"session_id":"s1",`, `{"session_id":"s2",`}:             false,
	} {
		if got := followed(t, settings[0]+said, settings[1]+said, 0); strings.Contains(got, "another prompt_cache_key") != want {
			t.Errorf("%q:\n%s", settings, got)
		}
	}
}
