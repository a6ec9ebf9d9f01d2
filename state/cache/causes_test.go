package cache_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// The pairs of this file are made by a simulated provider, which does not know how causes are found: it
// stores beginnings of what it is sent, and reads the longest that is alive. The cost of a cause is what it
// reads without it.

// block is a part of a conversation, in no API's form.
type block struct {
	kind, id, text string // kind: tool, system, user, answer, call, output
	mark           bool
}

// sent is a request and how it was served.
type sent struct {
	blocks          []block
	provider, model string
	at              time.Duration
	cached, in      int
}

// vendor is a provider that is simulated.
type vendor struct {
	name, model, provider, host, connection string
	marks                                   bool // it stores what ends at a mark
	least                                   int  // tokens
	ttl                                     time.Duration
	other                                   string // another provider of the model
	otherModel                              string
	step                                    int
}

var vendors = []vendor{
	{name: "local", model: "driftwood/schooner", provider: "Driftwood", connection: history.Local, marks: true, ttl: 5 * time.Minute, other: "Cobalt", otherModel: "driftwood/sloop", step: 1},
	{name: "claude", model: "anthropic/claude-sonnet-4.5", provider: "Anthropic", host: "openrouter.ai", marks: true, least: 1024, ttl: 5 * time.Minute, other: "Amazon Bedrock", otherModel: "anthropic/claude-opus-4.1", step: 1},
	{name: "gpt", model: "openai/gpt-5.1", provider: "OpenAI", host: "openrouter.ai", least: 1024, ttl: 24 * time.Hour, other: "Azure", otherModel: "openai/gpt-5.2", step: 128},
}

func tokens(blocks []block) (n int) {
	for _, b := range blocks {
		n += (len(b.text) + 3) / 4
	}
	return n
}

// reads returns how many tokens a vendor reads for a request that follows another.
func (v *vendor) reads(before, now sent) int {
	if before.provider != now.provider || before.model != now.model || now.at-before.at >= v.ttl {
		return 0
	}
	common := 0
	for common < min(len(before.blocks), len(now.blocks)) && before.blocks[common].kind == now.blocks[common].kind &&
		before.blocks[common].id == now.blocks[common].id && before.blocks[common].text == now.blocks[common].text {
		common++
	}
	read := 0
	if v.marks {
		for i := range common {
			if before.blocks[i].mark {
				read = tokens(now.blocks[:i+1])
			}
		}
	} else if read = tokens(now.blocks[:common]); common < min(len(before.blocks), len(now.blocks)) {
		a, b := before.blocks[common], now.blocks[common]
		same := 0
		for a.kind == b.kind && same < min(len(a.text), len(b.text)) && a.text[same] == b.text[same] {
			same++
		}
		read += same / 4
	}
	if read < v.least {
		return 0
	}
	return read / v.step * v.step
}

func prose(r *rand.Rand, bytes int) string {
	var b strings.Builder
	for b.Len() < bytes {
		fmt.Fprintf(&b, "%x ", r.Uint32()%100_000)
	}
	return b.String()
}

// conversation has blocks of the given number of bytes, with marks as agents set them.
func conversation(r *rand.Rand, bytes int) (list []block) {
	for i := range 2 + r.IntN(4) {
		list = append(list, block{kind: "tool", id: fmt.Sprint("tool", i), text: prose(r, bytes/2)})
	}
	list = append(list, block{kind: "system", text: prose(r, bytes*2), mark: r.IntN(2) == 0})
	for i := range 2 + r.IntN(8) {
		list = append(list, block{kind: "user", text: prose(r, bytes)}, block{kind: "call", id: fmt.Sprint("c", i), text: prose(r, bytes/4)},
			block{kind: "output", id: fmt.Sprint("c", i), text: prose(r, bytes)}, block{kind: "answer", text: prose(r, bytes/2)})
	}
	list = append(list, block{kind: "user", text: prose(r, bytes/2), mark: true})
	return list
}

// causes change the second request of a pair, or both.
var causes = map[cache.Verdict]func(r *rand.Rand, v *vendor, before, now *sent){
	cache.Edited: func(r *rand.Rand, _ *vendor, _, now *sent) {
		at := 0
		for now.blocks[at].kind != "system" {
			at++
		}
		at += r.IntN(3)
		b := &now.blocks[at]
		from := r.IntN(len(b.text) / 2)
		b.text = b.text[:from] + "14:03" + b.text[from+5:]
	},
	cache.Reordered: func(r *rand.Rand, _ *vendor, _, now *sent) {
		at := 0
		for now.blocks[at].kind != "user" {
			at++
		}
		other := at + 4
		now.blocks[at], now.blocks[other] = now.blocks[other], now.blocks[at]
	},
	cache.ToolsChanged: func(r *rand.Rand, _ *vendor, _, now *sent) {
		switch r.IntN(3) {
		case 0:
			now.blocks[0].text = prose(r, 300)
		case 1:
			now.blocks = now.blocks[1:]
		default:
			now.blocks = slices.Insert(now.blocks, 1, block{kind: "tool", id: "new", text: prose(r, 300)})
		}
	},
	cache.ProviderChanged: func(_ *rand.Rand, v *vendor, _, now *sent) { now.provider = v.other },
	cache.ModelChanged:    func(_ *rand.Rand, v *vendor, _, now *sent) { now.model = v.otherModel },
	cache.Expired: func(r *rand.Rand, v *vendor, _, now *sent) {
		now.at += v.ttl + time.Duration(r.IntN(600))*time.Second + time.Minute
	},
	cache.NotAsked: func(_ *rand.Rand, _ *vendor, before, now *sent) {
		for _, s := range []*sent{before, now} {
			for i := range s.blocks {
				s.blocks[i].mark = false
			}
		}
	},
}

// applies reports whether a cause can be one with a vendor.
func applies(c cache.Verdict, v *vendor) bool { return c != cache.NotAsked || v.marks }

// pair is two requests with causes, and what was read of the second.
func pair(seed uint64, v *vendor, bytes int, of []cache.Verdict) (before, now sent) {
	r := rand.New(rand.NewPCG(seed, 7))
	before = sent{blocks: conversation(r, bytes), provider: v.provider, model: v.model}
	now = sent{blocks: slices.Clone(before.blocks), provider: v.provider, model: v.model, at: time.Duration(10+r.IntN(200)) * time.Second}
	if v.marks {
		now.blocks[len(now.blocks)-1].mark = r.IntN(2) == 0
	}
	now.blocks = append(now.blocks, block{kind: "answer", text: prose(r, 200)}, block{kind: "user", text: prose(r, 300), mark: true})
	if !v.marks {
		causes[cache.NotAsked](r, v, &before, &now)
	}
	for i, c := range of {
		causes[c](rand.New(rand.NewPCG(seed, uint64(len(c)+i))), v, &before, &now)
	}
	before.in, now.in = tokens(before.blocks)+7, tokens(now.blocks)+7
	now.cached = v.reads(before, now)
	return before, now
}

type doc = map[string]any

// body is the request in an API.
func body(api state.Kind, blocks []block) []byte {
	var tools, input, system []any
	for _, b := range blocks {
		text := doc{"type": "text", "text": b.text}
		if api == state.Responses {
			text["type"] = "input_text"
		}
		if b.mark {
			text["cache_control"] = doc{"type": "ephemeral"}
		}
		switch {
		case b.kind == "tool":
			tool := doc{"type": "function", "name": b.id, "description": b.text}
			if b.mark {
				tool["cache_control"] = doc{"type": "ephemeral"}
			}
			tools = append(tools, tool)
		case b.kind == "system" && api == state.Messages:
			system = append(system, text)
		case b.kind == "system":
			input = append(input, doc{"role": "system", "content": []any{text}})
		case b.kind == "call" && api == state.Responses:
			input = append(input, doc{"type": "function_call", "call_id": b.id, "name": "f", "arguments": b.text})
		case b.kind == "call" && api == state.Chat:
			input = append(input, doc{"role": "assistant", "tool_calls": []any{doc{"id": b.id, "type": "function", "function": doc{"name": "f", "arguments": b.text}}}})
		case b.kind == "call":
			input = append(input, doc{"role": "assistant", "content": []any{doc{"type": "tool_use", "id": b.id, "name": "f", "input": doc{"x": b.text}}}})
		case b.kind == "output" && api == state.Responses:
			input = append(input, doc{"type": "function_call_output", "call_id": b.id, "output": b.text})
		case b.kind == "output" && api == state.Chat:
			input = append(input, doc{"role": "tool", "tool_call_id": b.id, "content": b.text})
		case b.kind == "output":
			input = append(input, doc{"role": "user", "content": []any{doc{"type": "tool_result", "tool_use_id": b.id, "content": b.text}}})
		default:
			input = append(input, doc{"role": map[string]string{"user": "user", "answer": "assistant"}[b.kind], "content": []any{text}})
		}
	}
	request := doc{"tools": tools, "messages": input}
	if api == state.Responses {
		request = doc{"tools": tools, "input": input}
	}
	if system != nil {
		request["system"] = system
	}
	out, _ := json.Marshal(request)
	return out
}

// use is a request as it is analysed; packed if it is from an archive.
func use(t *testing.T, v *vendor, api state.Kind, s sent, id string, packed bool) *cache.Use {
	p, err := run.PromptOf(body(api, s.blocks))
	if err != nil {
		t.Fatal(err)
	}
	record := cache.Record{Prompt: p, Written: -1}
	if packed {
		if record, err = cache.Unpack(cache.Pack(&record)); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC).Add(s.at)
	e := history.Entry{
		ID: id, Start: start, Key: start.UnixMicro(), About: history.About{Connection: v.connection, BaseURL: "https://" + v.host + "/api/v1"},
		Asked: v.model, Served: s.model, Provider: s.provider, Verdict: state.Completed, TTFBUS: 400_000, TotalUS: 3_000_000, LastedUS: 3_000_000,
		Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: s.in, usage.CacheRead: s.cached, usage.Output: 10, usage.Reasoning: -1}},
	}
	u := cache.Of(&e, record)
	return &u
}

// loses reports whether a cause alone leaves something unread that is read without any.
func loses(seed uint64, v *vendor, bytes int, c cache.Verdict) bool {
	_, ideal := pair(seed, v, bytes, nil)
	_, alone := pair(seed, v, bytes, []cache.Verdict{c})
	return alone.cached < ideal.cached
}

// TestCausesAreProven makes pairs with each cause alone and with two of them: each cause that is named
// is there and by itself leaves something unread, and of causes other than a change none is missing.
func TestCausesAreProven(t *testing.T) {
	var all []cache.Verdict
	for _, v := range cache.Verdicts {
		if causes[v] != nil {
			all = append(all, v)
		}
	}
	seen, pairs := map[cache.Verdict]int{}, 0
	apis := []state.Kind{state.Responses, state.Chat, state.Messages}
	check := func(v *vendor, seed uint64, of ...cache.Verdict) {
		before, now := pair(seed, v, 1200, of)
		lost := map[cache.Verdict]bool{}
		for _, c := range of {
			lost[c] = loses(seed, v, 1200, c)
		}
		for _, packed := range []bool{false, true} {
			api := apis[seed%3]
			a := cache.Explain(use(t, v, api, now, "now", false), []*cache.Use{use(t, v, api, before, "before", packed)})
			pairs++
			seen[a.Verdict]++
			named := verdicts(a)
			for _, c := range named {
				if !lost[c] {
					t.Errorf("%s, %v, seed %d, packed %v: %s is named; read %d of %d, could %d, lost %d, %+v", v.name, of, seed, packed, c, a.Read, a.In, a.Could, a.Lost, a.Diff)
				}
			}
			for _, c := range of {
				if !slices.Contains(named, c) && lost[c] && !slices.Contains(named, cache.NotAsked) { // without a mark nothing is stored that may expire or change
					t.Errorf("%s, %v, seed %d, packed %v: %s is not named but %v; read %d of %d, could %d, lost %d, %+v", v.name, of, seed, packed, c, named, a.Read, a.In, a.Could, a.Lost, a.Diff)
				}
			}
		}
	}
	for i := range vendors {
		v := &vendors[i]
		for n, c := range all {
			if !applies(c, v) {
				continue
			}
			for seed := range uint64(6) {
				check(v, seed+uint64(n)*100, c)
			}
			for m, other := range all[n+1:] {
				if applies(other, v) && !(isChange(c) && isChange(other)) { // two changes are one difference
					for seed := range uint64(2) {
						check(v, seed+uint64(n*10+m)*1000+uint64(i), c, other)
					}
				}
			}
		}
	}
	t.Logf("%d pairs: %v", pairs, seen)
	if pairs < 400 || seen[cache.Several] < 100 {
		t.Errorf("%d pairs, of which %d of several causes", pairs, seen[cache.Several])
	}
}

// isChange reports whether a cause is another prompt.
func isChange(v cache.Verdict) bool { return cache.Cause{Verdict: v}.Differs() }

// verdicts are those of the proven causes.
func verdicts(a cache.Analysis) (list []cache.Verdict) {
	for _, c := range a.Causes {
		list = append(list, c.Verdict)
	}
	return list
}
