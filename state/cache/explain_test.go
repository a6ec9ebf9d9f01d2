package cache_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/cache/fill"
)

// TestVerdicts finds hits, parts of them, what is first, short or not reported, and names no cause
// that is not proven.
func TestVerdicts(t *testing.T) {
	claude, gpt := &vendors[1], &vendors[2]
	for name, c := range map[string]struct {
		v      *vendor
		bytes  int
		of     []cache.Verdict
		change func(before, now *sent)
		want   cache.Verdict
	}{
		"all of it":                {v: claude, bytes: 1200, want: cache.Hit},
		"all of it, in steps":      {v: gpt, bytes: 1200, want: cache.Hit},
		"a part":                   {v: claude, bytes: 1200, change: func(_, n *sent) { n.cached /= 3 }, want: cache.Partial},
		"none, for no known cause": {v: gpt, bytes: 1200, change: func(_, n *sent) { n.cached = 0 }, want: cache.Unknown},
		"it is not reported":       {v: gpt, bytes: 1200, change: func(_, n *sent) { n.cached = -1 }, want: cache.NotReported},
		"too short":                {v: claude, bytes: 60, want: cache.BelowMinimum},
		"shorter than any provider stores, and another model": {v: gpt, bytes: 1, change: func(b, n *sent) {
			short := []block{{kind: "user", text: "Hi"}}
			b.blocks, n.blocks, b.in, n.in, n.cached = short, short, 8, 8, 0
			n.model = "other"
		}, want: cache.BelowMinimum},
		"another conversation": {v: claude, bytes: 1200, change: func(b, n *sent) {
			b.blocks, n.cached = conversation(rand.New(rand.NewPCG(9, 9)), 1200), 0
		}, want: cache.First},
		"a conversation with the same short instructions": {v: gpt, bytes: 1200, change: func(b, n *sent) {
			at := slices.IndexFunc(b.blocks, func(x block) bool { return x.kind == "user" })
			b.blocks = append([]block{{kind: "system", text: "Be brief."}}, b.blocks[at:]...)
			n.blocks, n.cached = append([]block{b.blocks[0]}, conversation(rand.New(rand.NewPCG(9, 9)), 1200)[at:]...), 0
		}, want: cache.First},
		"who served it is not reported":                  {v: claude, bytes: 1200, change: func(_, n *sent) { n.provider, n.cached = "", 0 }, want: cache.Unknown},
		"the answer before had not begun":                {v: claude, bytes: 1200, change: func(_, n *sent) { n.at, n.cached = 100*time.Millisecond, 0 }, want: cache.Unknown},
		"ten minutes, where five to sixty are published": {v: gpt, bytes: 1200, change: func(_, n *sent) { n.at, n.cached = 10*time.Minute, 0 }, want: cache.Unknown},
		"more was read than is known":                    {v: gpt, bytes: 1200, of: []cache.Verdict{cache.ToolsChanged}, change: func(_, n *sent) { n.cached = n.in * 3 / 4 }, want: cache.Partial},
		"an edit, and the beginning not read either": {v: claude, bytes: 1200, of: []cache.Verdict{cache.Edited}, change: func(b, n *sent) {
			for _, s := range []*sent{b, n} { // the tools have a mark too
				s.blocks[1].mark = true
			}
			b.blocks[1].text, n.blocks[1].text = prose(rand.New(rand.NewPCG(1, 1)), 20_000), prose(rand.New(rand.NewPCG(1, 1)), 20_000)
			b.in, n.in, n.cached = tokens(b.blocks), tokens(n.blocks), 0
		}, want: cache.Unknown},
	} {
		before, now := pair(4, c.v, c.bytes, c.of)
		if c.change != nil {
			c.change(&before, &now)
		}
		a := cache.Explain(use(t, c.v, state.Responses, now, "now", false), []*cache.Use{use(t, c.v, state.Responses, before, "before", true)})
		if a.Verdict != c.want {
			t.Errorf("%s: %s, want %s; read %d of %d, could %d, lost %d: %v", name, a.Verdict, c.want, a.Read, a.In, a.Could, a.Lost, verdicts(a))
		}
	}
}

// TestBytesThatAreNotThePromptProveNothing: a plugin may have changed the prompt, or the service has a
// part of it.
func TestBytesThatAreNotThePromptProveNothing(t *testing.T) {
	v := &vendors[0]
	before, now := pair(4, v, 1200, []cache.Verdict{cache.ToolsChanged})
	for _, setting := range []string{"", "plugins", "previous_response_id"} {
		u := use(t, v, state.Responses, now, "now", false)
		want := cache.ToolsChanged
		if setting != "" {
			u.Prompt.Settings, want = []run.Setting{{Name: setting, Value: "x"}}, cache.Unknown
		}
		if a := cache.Explain(u, []*cache.Use{use(t, v, state.Responses, before, "before", true)}); a.Verdict != want {
			t.Errorf("%q: %s, want %s", setting, a.Verdict, want)
		} else if setting != "" && a.Lost > 0 {
			t.Errorf("%q: %d tokens are lost, of a prompt that is not known", setting, a.Lost)
		}
	}
}

// TestTheProvidersWordIsTheCause, also through an archive and where the history has nothing before.
func TestTheProvidersWordIsTheCause(t *testing.T) {
	v := &vendors[1]
	before, now := pair(4, v, 1200, nil)
	was := use(t, v, state.Messages, before, "before", true)
	explained := func(word string, cached int, before ...*cache.Use) cache.Verdict {
		u := use(t, v, state.Messages, now, "now", false)
		u.Cached, u.Reported = cached, word
		r, err := cache.Unpack(cache.Pack(&u.Record))
		if err != nil {
			t.Fatal(err)
		}
		u.Record = r
		return cache.Explain(u, before).Verdict
	}
	for word, want := range map[string]cache.Verdict{"system_changed": cache.Edited, "tools_changed": cache.ToolsChanged, "model_changed": cache.ModelChanged, "unavailable": cache.Unknown, "": cache.Unknown} {
		if got := explained(word, 0, was); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
	if got := explained("system_changed", 0); got != cache.Edited {
		t.Errorf("with nothing before: %s", got)
	}
	if got := explained("system_changed", now.cached, was); got != cache.Hit {
		t.Errorf("where all was read: %s", got)
	}
	was.Provider = v.other
	if got := explained("messages_changed", 0, was); got != cache.Several {
		t.Errorf("by another provider: %s", got)
	}
}

// TestTokensArePartsOfBytes measures how far an estimate by bytes may be off: the texts of a prompt have
// between half and double as many bytes per token as all of it.
func TestTokensArePartsOfBytes(t *testing.T) {
	texts := map[string]string{
		"schema": `{"type":"function","name":"read_file","description":"Reads a file.","parameters":{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer","minimum":0}},"required":["path"],"additionalProperties":false}}`,
		"json":   `[{"id":17,"name":"Ada","tags":["a","b"],"score":0.75,"active":true,"parent":null},{"id":18,"name":"Grace","tags":[],"score":12.5,"active":false,"parent":17}]`,
		"code":   "func (e *explaining) last() *Use {\n\tfor i := range e.before {\n\t\tr := &e.before[i]\n\t\tif r.diff.Pieces > 0 {\n\t\t\treturn r.Use\n\t\t}\n\t}\n\treturn nil\n}\n",
		"prose":  "A provider reads a prompt from its cache up to the first byte that differs. The tab compares the exchange with those before it that begin in the same way, or belong to its run.",
	}
	counter := fill.NewCounter()
	bytes, all, each := 0, 0, map[string]float64{}
	for name, text := range texts {
		n, _ := counter.Count(text)
		bytes, all, each[name] = bytes+len(text), all+n, float64(len(text))/float64(n)
	}
	mean := float64(bytes) / float64(all)
	t.Logf("bytes per token: %.1f, of each %v", mean, each)
	for name, ratio := range each {
		if ratio < mean/2 || ratio > mean*2 {
			t.Errorf("%s has %.1f bytes per token, all together %.1f", name, ratio, mean)
		}
	}
}

// TestTheRouteThereAndBack: a provider that served it before, within the time, has it still; then who served it
// last is no cause.
func TestTheRouteThereAndBack(t *testing.T) {
	v := &vendors[1]
	first, now := pair(11, v, 1200, nil)
	between := first
	between.provider, between.at = v.other, time.Second*5
	uses := func(cached int) cache.Analysis {
		now.cached = cached
		return cache.Explain(use(t, v, state.Chat, now, "c", false), []*cache.Use{use(t, v, state.Chat, first, "a", true), use(t, v, state.Chat, between, "b", true)})
	}
	if a := uses(0); a.Verdict != cache.Unknown || a.Last == nil || a.Last.ID != "a" {
		t.Errorf("%s: %v, last %v", a.Verdict, verdicts(a), a.Last)
	}
	if a := uses(v.reads(first, now)); a.Verdict != cache.Hit {
		t.Errorf("%s: %v", a.Verdict, verdicts(a))
	}
}

// TestTheSameRouteCounts: the exchange by the same provider expired, and a newer one was by another.
func TestTheSameRouteCounts(t *testing.T) {
	v := &vendors[0]
	first, now := pair(11, v, 1200, nil)
	between := first
	between.provider, between.at, now.at, now.cached = v.other, 59*time.Minute, time.Hour, 0
	of := func(before ...*cache.Use) cache.Analysis {
		return cache.Explain(use(t, v, state.Chat, now, "c", false), before)
	}
	expired, other := use(t, v, state.Chat, first, "a", true), use(t, v, state.Chat, between, "b", true)
	if a := of(expired, other); a.Verdict != cache.Expired || a.Before.ID != "a" {
		t.Errorf("%s: %v", a.Verdict, verdicts(a))
	}
	if a := of(other); a.Verdict != cache.ProviderChanged {
		t.Errorf("%s: %v", a.Verdict, verdicts(a))
	}
}

// TestAUseKeepsWhatItReads: five minutes count from the last exchange that read it, not from the one that
// wrote it.
func TestAUseKeepsWhatItReads(t *testing.T) {
	v := &vendors[0]
	first, now := pair(12, v, 1200, nil)
	between, _ := pair(12, v, 1200, nil)
	between.blocks = append(slices.Clone(between.blocks), block{kind: "user", text: "and this?"})
	for i := range between.blocks {
		between.blocks[i].mark = false
	}
	between.at, now.at, between.cached, now.cached = 4*time.Minute, 8*time.Minute, v.reads(first, now), 0
	a := cache.Explain(use(t, v, state.Responses, now, "c", false), []*cache.Use{use(t, v, state.Responses, first, "a", true), use(t, v, state.Responses, between, "b", true)})
	if a.Verdict != cache.Unknown {
		t.Errorf("%s: %v", a.Verdict, verdicts(a))
	}
}

// TestOnlyWhatEndsAtAMarkIsKept: with one mark, at the end, a prompt whose instructions are others can read
// nothing of those before it, also where these read from one another.
func TestPromptsAreCachedUpToAMark(t *testing.T) {
	v := &vendors[0]
	first, _ := pair(12, v, 1200, nil)
	marked := func(s sent, more ...string) sent {
		s.blocks = slices.Clone(s.blocks)
		for _, text := range more {
			s.blocks = append(s.blocks, block{kind: "user", text: text})
		}
		for i := range s.blocks {
			s.blocks[i].mark = i == len(s.blocks)-1
		}
		s.in = tokens(s.blocks)
		return s
	}
	first = marked(first)
	between, now := marked(first, "and this?"), marked(first, "and this?", "and that?")
	between.at, between.cached, now.at, now.cached = time.Minute, first.in, 2*time.Minute, 0
	at := slices.IndexFunc(now.blocks, func(b block) bool { return b.kind == "system" })
	now.blocks[at].text = "Today is another day. " + now.blocks[at].text
	now.in = tokens(now.blocks)
	a := cache.Explain(use(t, v, state.Responses, now, "c", false), []*cache.Use{use(t, v, state.Responses, first, "a", true), use(t, v, state.Responses, between, "b", true)})
	if a.Verdict != cache.Edited || a.Could != 0 {
		t.Errorf("%s, %d in the cache: %v", a.Verdict, a.Could, verdicts(a))
	}
}

// TestDifferences checks the first difference of two prompts and its place.
func TestDifferences(t *testing.T) {
	const before = `{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":[{"role":"user","content":"one"},{"role":"user","content":[{"type":"input_text","text":"It is 14:02 now"}]},{"role":"assistant","content":"three"},{"role":"user","content":"four"}]}`
	for name, c := range map[string]struct {
		now    string
		change cache.Change
		path   string
		at     int
	}{
		"nothing but marks and white space": {`{ "instructions":"Be brief.","cache_control":{"type":"ephemeral"},"tools":[{"type":"function","name":"a","parameters":{"x":1, "y":2},"cache_control":{"type":"ephemeral"}},{"type":"function","name":"b"}],"input":[{"role":"user","content":"one"},{"role":"user","content":"It is 14:02 now"},{"role":"assistant","content":"three"},{"role":"user","content":"four"},{"role":"user","content":"five"}]}`, cache.Same, "", 0},
		"a message":                         {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":[{"role":"user","content":"one"},{"role":"user","content":"It is 14:03 now"},{"role":"assistant","content":"three"},{"role":"user","content":"four"}]}`, cache.Replaced, "input[1].content", 10},
		"white space":                       {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief. ","input":[]}`, cache.Spelling, "instructions", 9},
		"the order of members":              {`{"tools":[{"type":"function","name":"a","parameters":{"y":2,"x":1}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":"one"}`, cache.Spelling, "tools[0]", 45},
		"a tool less":                       {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}}],"instructions":"Be brief.","input":"one"}`, cache.ToolsOnly, "instructions", 0},
		"one added before":                  {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":[{"role":"user","content":"new"},{"role":"user","content":"one"}]}`, cache.Added, "input[0].content", 0},
		"one removed":                       {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":[{"role":"user","content":[{"type":"input_text","text":"It is 14:02 now"}]},{"role":"assistant","content":"three"}]}`, cache.Removed, "input[0].content[0].text", 0},
		"another order":                     {`{"tools":[{"type":"function","name":"a","parameters":{"x":1,"y":2}},{"type":"function","name":"b"}],"instructions":"Be brief.","input":[{"role":"user","content":"four"},{"role":"user","content":"one"}]}`, cache.Moved, "input[0].content", 0},
	} {
		a, err := run.PromptOf([]byte(c.now))
		if err != nil {
			t.Fatal(err)
		}
		b, err := run.PromptOf([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		d := cache.Diff(&a, &b)
		path := ""
		if d.Change != cache.Same {
			path = a.Pieces[d.Pieces].Path
		}
		if d.Change != c.change || path != c.path || d.At != c.at {
			t.Errorf("%s: %+v at %q", name, d, path)
		}
		for i := range a.Pieces {
			a.Pieces[i].Text = ""
		}
		if hashed := cache.Diff(&a, &b); hashed.Bytes != d.Bytes {
			t.Errorf("%s: %d bytes are the same with texts, %d without", name, d.Bytes, hashed.Bytes)
		}
	}
}

// long is a conversation whose request is a megabyte.
func long(turns int) []block {
	r := rand.New(rand.NewPCG(3, 3))
	list := []block{{kind: "tool", id: "t", text: prose(r, 4000)}, {kind: "system", text: prose(r, 20_000), mark: true}}
	for i := range turns {
		list = append(list, block{kind: "user", text: prose(r, 1_000_000/turns), mark: i == turns-1})
	}
	return list
}

// BenchmarkPair measures how long two requests of a megabyte take to be read and explained.
func BenchmarkPair(b *testing.B) {
	first := body(state.Responses, long(250))
	second := slices.Concat(first[:len(first)-len("edited\"}]}],")], first[len(first)-len("edited\"}]}],"):])
	for b.Loop() {
		p, _ := run.PromptOf(first)
		q, _ := run.PromptOf(second)
		cache.Explain(&cache.Use{Key: 2, ID: "b", In: 250_000, Record: cache.Record{Prompt: p}}, []*cache.Use{{Key: 1, ID: "a", In: 250_000, Record: cache.Record{Prompt: q}}})
	}
}

// BenchmarkRun measures how long an exchange takes to be held against 500 others of its run, as an
// archive has them.
func BenchmarkRun(b *testing.B) {
	p, err := run.PromptOf(body(state.Responses, long(250)))
	if err != nil {
		b.Fatal(err)
	}
	var packed [][]byte
	for n := range 500 {
		part := p
		part.Pieces = p.Pieces[:2+n/2]
		packed = append(packed, cache.Pack(&cache.Record{Prompt: part, Written: 100}))
	}
	size := 0
	for _, one := range packed {
		size += len(one)
	}
	for b.Loop() {
		before := make([]*cache.Use, len(packed))
		for i, one := range packed {
			u := &cache.Use{Key: int64(i), ID: fmt.Sprint(i), In: 100_000}
			if u.Record, err = cache.Unpack(one); err != nil {
				b.Fatal(err)
			}
			before[i] = u
		}
		cache.Explain(&cache.Use{Key: 1000, ID: "now", In: 250_000, Record: cache.Record{Prompt: p}}, before)
	}
	b.ReportMetric(float64(size)/1e6, "MB")
}
