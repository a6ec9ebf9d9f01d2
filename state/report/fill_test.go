package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/cache/fill"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// filling is a request for a model, after another one at a provider, and with a price or none.
func filling(t *testing.T, model, provider, body, before string, price prices.Rates) Filling {
	t.Helper()
	prompt := func(body string) run.Prompt {
		p, err := run.PromptOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := prompt(body)
	f := Filling{Price: prices.Price{Rates: price, Source: prices.Source{From: prices.Listed, Name: model, Date: "2026-11-28"}}, Priced: price != nil, Context: 128_000}
	f.Fill = fill.Of(&p, model, nil, fill.NewCounter())
	var uses []*cache.Use
	if before != "" {
		uses = append(uses, &cache.Use{ID: "before", Key: 60e6, Ended: 62e6, Asked: model, Served: model, Provider: provider, In: 5000, Cached: 0, Record: cache.Record{Prompt: prompt(before), Written: -1}})
	}
	f.Now = cache.Next(p, model, f.Fill.Tokens, 120e6, nil)
	f.Outlook = cache.Foresee(f.Now, uses)
	return f
}

// wordsOf returns the text of a report.
func wordsOf(r Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%+v", r.Sum.Text, r.Blocks)
	return b.String()
}

func TestFill(t *testing.T) {
	usd := func(s string) decimal.Decimal { return decimal.RequireFromString(s) }
	long := strings.Repeat("key ", 5000) // 20,000 bytes
	marked := `{"instructions":"` + long + `","cache_control":{"type":"ephemeral"},"input":"%s"}`
	plain := `{"instructions":"` + long + `","input":"%s"}`
	for name, c := range map[string]struct {
		f      Filling
		want   []string
		absent []string
	}{
		"by bytes, with a price": {
			filling(t, "acme/large", "", `{"instructions":"Be brief.","input":"12345678901"}`, "", prices.Rates{usage.Input: usd("0.001")}),
			[]string{"~5 tokens (by bytes), ~$0.005; the model reads 128,000", "{Text:instructions Role:0} {Text:~2 Role:0}", "{Text:user Role:0} {Text:~3 Role:0}", "~$0.003", "not known; no exchange before it with this model"}, nil,
		},
		"without a price": {
			filling(t, "acme/large", "", `{"input":"12345678901"}`, "", nil), []string{"~3 tokens"}, []string{"$", "USD"},
		},
		"by the vocabulary": {
			filling(t, "openai/gpt-5", "", `{"instructions":"Be brief.","input":"hello world"}`, "", nil),
			[]string{"~5 tokens (by o200k_base)", "{Text:user Role:0} {Text:2 Role:0}"}, []string{"~2"},
		},
		"an image": {
			filling(t, "acme/large", "", `{"input":[{"role":"user","content":[{"type":"input_image","image_url":"https://a.test/b.png"}]}]}`, "", nil),
			[]string{"tokens not known: 1 attachment", "{Text:attachments Role:0} {Text:not known", "1 attachment, whose tokens are not known"}, []string{"$", "0 tokens"},
		},
		"an image and words": {
			filling(t, "acme/large", "", `{"input":[{"role":"user","content":[{"type":"input_text","text":"12345678901"},{"type":"input_image","image_url":"https://a.test/b.png"}]}]}`, "", prices.Rates{usage.Input: usd("0.001")}),
			[]string{"at least ~3 tokens without 1 attachment (by bytes), at least ~$0.003"}, nil,
		},
		"what the service keeps": {
			filling(t, "acme/large", "", `{"input":"a","previous_response_id":"r"}`, "", nil), []string{"~1 token without what the service stores (by bytes)", "the part of the prompt that the service stores"}, nil,
		},
		"from the cache": {
			filling(t, "anthropic/claude-sonnet-4.5", "Anthropic", fmt.Sprintf(marked, "and now?"), fmt.Sprintf(marked, "and now?"), prices.Rates{usage.Input: usd("0.000003"), usage.CacheRead: usd("0.0000003")}),
			[]string{"up to 5,000 tokens could be read, if Anthropic serves it again.", "~$0.0135 less"}, nil,
		},
		"no mark asks for it": {
			filling(t, "anthropic/claude-sonnet-4.5", "Anthropic", fmt.Sprintf(plain, "and now?"), fmt.Sprintf(plain, "first"), nil),
			[]string{"nothing would be read.", "No cache_control mark asks Anthropic"}, nil,
		},
		"the request before had no mark, and this one has": {
			filling(t, "anthropic/claude-sonnet-4.5", "Anthropic", fmt.Sprintf(marked, "and now?"), fmt.Sprintf(plain, "and now?"), nil),
			[]string{"nothing would be read.", "before had no cache_control mark that asks Anthropic to store it. This request has one: the next can read"}, []string{"No cache_control mark"},
		},
		"the request before had a mark, and this one has none": {
			filling(t, "anthropic/claude-sonnet-4.5", "Anthropic", fmt.Sprintf(plain, "and now?"), fmt.Sprintf(marked, "and now?"), nil),
			[]string{"nothing would be read.", "This request has no cache_control mark, and without one Anthropic reads nothing"}, nil,
		},
		"an earlier message was changed": {
			filling(t, "openai/gpt-5", "OpenAI", `{"instructions":"`+long+`","input":[{"role":"user","content":"Explain the weather"},{"role":"user","content":"Why is that?"}]}`, `{"instructions":"`+long+`","input":[{"role":"user","content":"Explain the tides"},{"role":"user","content":"Why is that?"}]}`, nil),
			[]string{"up to ~", "could be read", "A message changed: input[0].content, character 13."}, nil,
		},
		"an item was put between": {
			filling(t, "openai/gpt-5", "OpenAI", `{"instructions":"`+long+`","input":[{"role":"user","content":"Hi"},{"role":"user","content":"A new one"},{"role":"user","content":"Why is that?"}]}`, `{"instructions":"`+long+`","input":[{"role":"user","content":"Hi"},{"role":"user","content":"Why is that?"}]}`, nil),
			[]string{"could be read", "Something was added at input[1].content"}, nil,
		},
		"a provider of which nothing is known": {
			filling(t, "acme/large", "Acme", fmt.Sprintf(plain, "and now?"), fmt.Sprintf(plain, "and now?"), nil),
			[]string{"up to 5,000 tokens could be read, if Acme serves it again.", "They were sent 1m 00s before. Whether who serves it has a cache is not known."}, nil,
		},
	} {
		got := wordsOf(Fill(c.f))
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

func TestFillNamesLargestPieces(t *testing.T) {
	f := filling(t, "acme/large", "", `{"instructions":"`+strings.Repeat("a", 40)+`","tools":[{"type":"function","name":"get_weather"}],"input":[{"role":"user","content":"`+strings.Repeat("b", 80)+`"},{"role":"user","content":"c"}]}`, "", nil)
	rows := f.largest().Rows
	if len(rows) != 3 || rows[0].ID != PieceRow+"input[0].content" || rows[1].ID != PieceRow+"tools[0]" || rows[2].ID != PieceRow+"instructions" || rows[1].Cells[2].Text != "get_weather" {
		t.Errorf("%+v", rows)
	}
}

// The bar of all tokens is full, and the bar of a few is not empty.
func TestBarOfAPart(t *testing.T) {
	f := Filling{Fill: fill.Fill{Tokens: 960}}
	for tokens, want := range map[int]string{960: strings.Repeat("█", 12), 480: strings.Repeat("█", 6), 1: "▏", 10: "▏", 90: "█▏", 0: ""} {
		if got := f.bar(tokens); got != want {
			t.Errorf("%d: %q, want %q", tokens, got, want)
		}
	}
}

// A list has room for one figure, which says that it is no more than an estimate of a part.
func TestFigureOfThePrompt(t *testing.T) {
	const image = `{"type":"input_image","image_url":"https://a.test/b.png"}`
	for body, want := range map[string]string{
		`{"input":"hello world"}`:                               "~2 tokens",
		`{"input":[{"role":"user","content":[` + image + `]}]}`: "not known",
		`{"input":[{"role":"user","content":[{"type":"input_text","text":"hello world"},` + image + `]}]}`: "~2+ tokens",
		`{"input":"hello world","previous_response_id":"r"}`:                                               "~2+ tokens",
	} {
		if got := FillTokens(filling(t, "openai/gpt-5", "", body, "", nil)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestFillNamesTheExchangeThatItsEstimateIsBasedOn, with what of its answer is counted.
func TestFillNamesTheExchangeThatItsEstimateIsBasedOn(t *testing.T) {
	body := func(s string) *run.Prompt {
		p, err := run.PromptOf([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	before := &fill.Before{ID: "x", Prompt: body(`{"input":[{"role":"user","content":"Hi"}]}`), In: 359, Out: 781, Reasoning: 81}
	answer := body(`{"input":[{"role":"assistant","content":"Hello."}]}`)
	before.Answer = answer.Pieces
	f := Filling{Fill: fill.Of(body(`{"input":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello."},{"role":"user","content":"!"}]}`), "acme/large", []*fill.Before{before}, fill.NewCounter())}
	got := wordsOf(Fill(f))
	for _, w := range []string{"~1,239 tokens (by the exchange before)", "begins with the exchange before: its 359 tokens as reported, and the 700 of its answer without the 81 of its reasoning.", "What is new: ~ by bytes, as in the exchange before"} {
		if !strings.Contains(got, w) {
			t.Errorf("no %q in\n%s", w, got)
		}
	}
}
