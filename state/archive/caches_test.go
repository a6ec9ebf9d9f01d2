package archive

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/cache"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// asked is the nth exchange of a conversation: instructions, and the turns so far. read is what
// it reports of its cache.
func asked(n int, instructions, provider string, read int) *wire.Capture {
	c := answered(0, 2)
	c.ID = fmt.Sprintf("asked%d", n)
	c.Start = c.Start.Add(time.Duration(n) * time.Minute)
	text := strings.Repeat(instructions+" ", 1000)
	input := ""
	for i := range n + 1 {
		if i > 0 {
			input += fmt.Sprintf(`{"role":"assistant","content":"answer %d"},`, i)
		}
		input += fmt.Sprintf(`{"role":"user","content":[{"type":"input_text","text":"%s %d","cache_control":{"type":"ephemeral"}}]},`, strings.Repeat("more ", 400), i)
	}
	c.Sent.Body = fmt.Appendf(nil, `{"model":"anthropic/claude-sonnet-4.5","instructions":"%s","input":[%s]}`, text, strings.TrimSuffix(input, ","))
	c.Body = wire.Body{}
	c.Body.Append(fmt.Appendf(nil, `{"id":"r%d","status":"completed","model":"anthropic/claude-sonnet-4.5","provider":"%s","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"answer %d"}]}],
		"usage":{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d,"cache_write_tokens":%d},"output_tokens":3,"total_tokens":%d},
		"openrouter_metadata":{"endpoints":{"available":[{"provider":"%s","model":"anthropic/claude-sonnet-4.5","selected":true}]}}}`,
		n, provider, n+1, len(c.Sent.Body)/4, read, len(c.Sent.Body)/4-read, len(c.Sent.Body)/4+3, provider), 50)
	return c
}

// day is a conversation in which the provider changes once, and the instructions once.
func day() []*wire.Capture {
	size := func(c *wire.Capture) int { return len(c.Sent.Body)/4 - 40 }
	all := []*wire.Capture{asked(0, "be brief", "Anthropic", 0)}
	for n, step := range []struct {
		instructions, provider string
		read                   bool
	}{{"be brief", "Anthropic", true}, {"be brief", "Amazon Bedrock", false}, {"be brief", "Amazon Bedrock", true}, {"be short", "Amazon Bedrock", false}} {
		read := 0
		if step.read {
			read = size(all[n])
		}
		all = append(all, asked(n+1, step.instructions, step.provider, read))
	}
	return all
}

func verdictsOf(t *testing.T, a *Archive) (found []string) {
	t.Helper()
	list, err := a.List(t.Context(), Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range slices.Backward(list) {
		found = append(found, e.Cache)
		q, err := query.Parse("cache:"+e.Cache, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if same, err := a.List(t.Context(), Page{Query: q, Limit: 100}); err != nil || !slices.ContainsFunc(same, func(o history.Entry) bool { return o.ID == e.ID }) || query.Holds(q, &e) != query.Yes {
			t.Errorf("%v: cache:%s does not find %s", err, e.Cache, e.ID)
		}
	}
	return found
}

// explainAll waits until all pending work is done.
func explainAll(t *testing.T, a *Archive) {
	t.Helper()
	for more := true; more; {
		if err := a.wait(context.Background(), func() (err error) { more, err = a.indexNext(); return err }); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExchangesAreWrittenWithWhatTheirCachesDid, also where one is written before those that it follows.
func TestExchangesAreWrittenWithWhatTheirCachesDid(t *testing.T) {
	const want = "first hit provider-changed hit edited"
	for _, order := range []string{"forward", "backward"} {
		t.Run(order, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a")
			a, err := Open(t.Context(), dir, Options{Fold: folded})
			if err != nil {
				t.Fatal(err)
			}
			list := day()
			if order == "backward" {
				slices.Reverse(list)
			}
			for _, c := range list {
				about := history.About{Origin: history.Proxy, BaseURL: "https://openrouter.ai/api/v1"}
				a.SaveNow(t.Context(), about, folded(about, c), c)
			}
			defer a.Close()
			explainAll(t, a)
			if got := strings.Join(verdictsOf(t, a), " "); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			now, found, err := a.Caching(t.Context(), "asked4")
			if err != nil || found.Verdict != cache.Edited || found.Before.ID != "asked3" || now.Prompt.Pieces[found.Diff.Pieces].Path != "instructions" || found.Diff.At != 3 {
				t.Errorf("%v: %s, before %s %d at %d of %+v", err, found.Verdict, found.Before.ID, len(found.Before.Prompt.Pieces[0].Text), found.Diff.At, found.Diff)
			}
			d, _ := stats.DimensionOf("cache")
			x, err := a.Figures(t.Context(), query.Query{}, d)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range x.Groups(d, 0, time.UTC) {
				lost := g.Lost.Sum > 0
				if lost != (g.Name == "edited" || g.Name == "provider-changed") {
					t.Errorf("%s: %d of a dollar's trillionths are lost", g.Name, g.Lost.Sum)
				}
			}
		})
	}
}

// BenchmarkCaching measures how long the last exchange of a run of 500, each with a request of a
// megabyte, takes to be held against the others.
func BenchmarkCaching(b *testing.B) {
	a, err := Open(b.Context(), filepath.Join(b.TempDir(), "a"), Options{Fold: folded})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	about := history.About{Origin: history.Proxy, Session: "s"}
	messages := ""
	for i := range 200 {
		messages += fmt.Sprintf(`{"role":"user","content":"%d %s"},`, i, strings.Repeat("words ", 850))
	}
	for n := range 500 {
		c := asked(0, "be brief", "Anthropic", 0)
		c.ID, c.Start = fmt.Sprintf("long%d", n), c.Start.Add(time.Duration(n)*time.Second)
		c.Sent.Body = fmt.Appendf(nil, `{"model":"m","input":[%s{"role":"user","content":"%d"}]}`, messages, n)
		a.SaveNow(b.Context(), about, folded(about, c), c)
	}
	for b.Loop() {
		if _, _, err := a.Caching(b.Context(), "long499"); err != nil {
			b.Fatal(err)
		}
	}
}
