package prices

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"gatehouse/client/read"
	"gatehouse/state/dialect/usage"
)

func usd(s string) decimal.Decimal { return decimal.RequireFromString(s) }

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

// The prices of five models of three vendors, in USD for a million tokens, written here by hand
// and not taken from the table: those of Anthropic from its page of prices, those of OpenAI and
// Google from public copies of theirs. npm tokenlens 1.3.1 says the same of input and output; its
// prices of cached input are rounded to the cent, and that of gemini-2.5-pro is the one of before
// its reduction.
func TestTableSaysWhatVendorsPublish(t *testing.T) {
	for _, c := range []struct {
		address, model                            string
		at                                        string
		input                                     int
		in, out, read, write, writeHour, document string
	}{
		{"https://api.anthropic.com/v1", "claude-sonnet-4-5-20250929", "2025-11-01", 1000, "3", "15", "0.3", "3.75", "6", "platform.claude.com/docs/en/about-claude/pricing"},
		{"https://api.anthropic.com/v1", "claude-sonnet-4-5-20250929", "2025-11-01", 200_001, "6", "22.5", "0.6", "7.5", "12", "the same, long context pricing"},
		{"https://api.anthropic.com/v1", "claude-3-5-haiku-20241022", "2025-11-01", 1000, "0.8", "4", "0.08", "1", "1.6", "platform.claude.com/docs/en/about-claude/pricing"},
		{"https://api.openai.com/v1", "gpt-5", "2025-11-01", 1000, "1.25", "10", "0.125", "", "", "developers.openai.com/api/docs/pricing"},
		{"https://api.openai.com/v1", "gpt-4o-mini", "2025-11-01", 1000, "0.15", "0.6", "0.075", "", "", "developers.openai.com/api/docs/pricing"},
		{"https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-pro", "2025-11-01", 200_000, "1.25", "10", "0.125", "", "", "ai.google.dev/gemini-api/docs/pricing"},
		{"https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-pro", "2025-11-01", 200_001, "2.5", "15", "0.25", "", "", "the same, prompts above 200k tokens"},
	} {
		p, ok := Book{}.Price(Query{Address: c.address, Model: c.model, At: day(c.at)})
		if !ok || p.Source.Assumed != "" || p.Source.From != Table || p.Source.URL == "" || p.Source.Date == "" {
			t.Errorf("%s: %v %+v", c.model, ok, p.Source)
			continue
		}
		rates, _ := p.At(c.input)
		for kind, want := range map[usage.Kind]string{usage.Input: c.in, usage.Output: c.out, usage.CacheRead: c.read, usage.CacheWrite: c.write, usage.CacheWriteHour: c.writeHour} {
			got, there := rates[kind]
			if there != (want != "") || there && !got.Shift(6).Equal(usd(want)) {
				t.Errorf("%s at %d: %s is %s a million, want %q (%s)", c.model, c.input, kind, got.Shift(6), want, c.document)
			}
		}
	}
}

func TestEveryEntryOfTheTableHasAPriceSourceAndDate(t *testing.T) {
	count := 0
	for _, v := range table() {
		for _, e := range v.Models {
			count++
			p, ok := e.price(v, day("2026-09-23"))
			if !ok || len(p.Rates) == 0 || e.Source == "" || e.Date == "" || len(e.Names) == 0 {
				t.Errorf("%s %s: %+v", v.Name, e.ID, e)
			}
		}
	}
	if count < 400 {
		t.Errorf("%d models", count)
	}
}

func TestPriceDependsOnTheDay(t *testing.T) {
	q := Query{Address: "https://api.anthropic.com/v1", Model: "claude-sonnet-4-6"}
	for at, want := range map[string]string{"2026-03-12": "6", "2026-03-13": "3"} {
		q.At = day(at)
		p, _ := Book{}.Price(q)
		rates, _ := p.At(300_000)
		if got := rates[usage.Input].Shift(6); !got.Equal(usd(want)) {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

const listed = `{"data":[
	{"id":"acme/large","canonical_slug":"acme/large-2026","context_length":1000,"top_provider":{},"description":"long","pricing":{"prompt":"0.000001","completion":"0.000002"},
	 "endpoints":[{"provider":"Atlas","pricing":{"prompt":"0.000001","completion":"0.000002","input_cache_read":"0.0000001"}},
	              {"provider":"Borealis","pricing":{"prompt":"0.000003","completion":"0.000004"}}]},
	{"id":"acme/one","pricing":{"prompt":0.000001,"completion":"2e-6","request":"0.01","internal_reasoning":"0"}},
	{"id":"acme/top","top_provider":{},"pricing":{"prompt":"0.000001","completion":"0.000002"}},
	{"id":"acme/auto","pricing":{"prompt":"-1","completion":"-1"}},
	{"id":"acme/unit","pricing":{"search_unit":"0.002"}},
	{"id":"acme/million","pricing":{"input":1.5,"output":2}},
	{"id":"gpt-5","pricing":{"prompt":"0.000009","completion":"0.000009"}}]}`

func book(t *testing.T) Book {
	t.Helper()
	models, err := read.Models([]byte(listed))
	if err != nil {
		t.Fatal(err)
	}
	return Book{
		Lists:     []List{{"https://acme.example/v1", day("2026-10-01"), Trim(models)}},
		Overrides: []Override{{"acme/*", Rates{usage.Input: usd("0.000007")}}},
	}
}

func TestSourcesAreAskedInOrder(t *testing.T) {
	b := book(t)
	q := Query{Address: "https://acme.example/v1", Model: "acme/large", Provider: "atlas", At: day("2026-10-02")}
	for _, c := range []struct {
		name    string
		change  func(*Query)
		from    From
		input   string
		assumed string
	}{
		{"the exchange", func(q *Query) { q.Reported = []byte(`{"prompt":"0.000005","completion":"0"}`) }, Reported, "5", ""},
		{"the list", func(*Query) {}, Listed, "1", ""},
		{"another endpoint", func(q *Query) { q.Provider = "Borealis" }, Listed, "3", ""},
		{"its canonical name", func(q *Query) { q.Model = "acme/large-2026" }, Listed, "1", ""},
		{"a variant", func(q *Query) { q.Model = "acme/large:nitro" }, Listed, "1", ""},
		{"no endpoint", func(q *Query) { q.Provider = "" }, Listed, "1", "which endpoint served is not reported, and their prices differ"},
		{"an endpoint that is not listed", func(q *Query) { q.Provider = "Kelp" }, Listed, "1", "the list has no price of Kelp"},
		{"a list without endpoints", func(q *Query) { q.Model = "acme/top" }, Listed, "1", "the list does not say what each endpoint costs"},
		{"before the list", func(q *Query) { q.At = day("2026-09-01") }, Listed, "1", "listed after the exchange"},
		{"a tier of the service", func(q *Query) { q.Terms = []string{"service_tier flex"} }, Listed, "1", "the price of the service tier flex is not known"},
		{"a model of the list, not of the table", func(q *Query) { q.Model, q.Provider = "gpt-5", "" }, Listed, "9", ""},
		{"a router", func(q *Query) { q.Model = "acme/auto" }, Config, "7", ""},
		{"prices for a million", func(q *Query) { q.Model = "acme/million" }, Config, "7", ""},
		{"another connection", func(q *Query) { q.Address = "https://b.example/v1" }, Config, "7", ""},
		{"a provider of the table", func(q *Query) { q.Model, q.Provider = "openai/gpt-5", "OpenAI" }, Table, "1.25", "the list price of OpenAI: the service may charge another"},
		{"a vendor of the table", func(q *Query) { q.Model, q.Provider = "openai/gpt-5", "" }, Table, "1.25", "the list price of OpenAI: who served is not known"},
	} {
		q := q
		c.change(&q)
		p, ok := b.Price(q)
		rates, _ := p.At(10)
		if !ok || p.Source.From != c.from || !rates[usage.Input].Shift(6).Equal(usd(c.input)) || p.Source.Assumed != c.assumed {
			t.Errorf("%s: %v %s %+v", c.name, ok, rates[usage.Input].Shift(6), p.Source)
		}
	}
	for _, none := range []Query{{Model: "nobody/knows"}, {Model: "gpt-5", Local: true}, {Model: "openai/gpt-5", Provider: "Kelp", Address: "https://b.example"}} {
		if p, ok := b.Price(none); ok && none.Provider == "" {
			t.Errorf("%+v: %+v", none, p)
		}
	}
	if all := b.Endpoints(q); len(all) != 2 || all[1].Provider != "Borealis" {
		t.Errorf("%+v", all)
	}
}

func TestTheLatestListBeforeTheExchangeCounts(t *testing.T) {
	b := book(t)
	older := b.Lists[0]
	older.At = day("2026-08-01")
	older.Models = older.Models[1:2]
	b.Lists = append(b.Lists, older)
	newest, _ := read.Models([]byte(`[{"id":"acme/top","pricing":{"prompt":"0.000002","completion":"0.000002"}},{"id":"acme/unit","pricing":{"search_unit":"0.002"}}]`))
	changed := b.Changed(List{"https://acme.example/v1", day("2026-12-01"), Trim(newest)})
	if len(changed.Models) != 1 || changed.Models[0].ID != "acme/top" {
		t.Errorf("changed: %+v", changed.Models)
	}
	b.Lists = append(b.Lists, changed)
	if all := b.Models(Query{Address: "https://acme.example/v1"}); len(all) != 7 {
		t.Errorf("%d models", len(all))
	}
	if p, _ := b.Price(Query{Address: "https://acme.example/v1", Model: "acme/top", At: day("2026-12-02")}); p.Source.Date != "2026-12-01" {
		t.Errorf("%+v", p.Source)
	}
	q := Query{Address: "https://acme.example/v1", Model: "acme/one", At: day("2026-09-15")}
	if p, ok := b.Price(q); !ok || p.Source.Date != "2026-08-01" || p.Source.Assumed != "" {
		t.Errorf("%+v", p.Source)
	}
	q.At = day("2026-11-01")
	if p, ok := b.Price(q); !ok || p.Source.Date != "2026-10-01" {
		t.Errorf("%+v", p.Source)
	}
	q.At = day("2026-07-01")
	if p, ok := b.Price(q); !ok || p.Source.Date != "2026-08-01" || p.Source.Assumed == "" {
		t.Errorf("%+v", p.Source)
	}
}

func TestKindsWithoutAPrice(t *testing.T) {
	rates := Rates{usage.Input: usd("1"), usage.Output: usd("2")}
	for _, c := range []struct {
		rates Rates
		kind  usage.Kind
		by    usage.Kind
		sure  bool
	}{
		{rates, usage.CacheWrite, usage.Input, true}, {rates, usage.CacheWriteHour, usage.Input, true}, {rates, usage.CacheRead, usage.Input, false}, {rates, usage.Reasoning, usage.Output, true},
		{Rates{usage.Input: usd("1"), usage.CacheWrite: usd("2")}, usage.CacheWriteHour, usage.CacheWrite, false}, {rates, usage.WebSearch, 0, false},
	} {
		if _, by, sure, _ := c.rates.Of(c.kind); by != c.by || by != 0 && sure != c.sure {
			t.Errorf("%s: by %q, sure %v", c.kind, by, sure)
		}
	}
}

// A bill equals an independent exact computation to the last digit.
func TestBillAgreesWithAnExactReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		price := func(name string) string { return fmt.Sprintf("0.%012d", rapid.IntRange(0, 99_999_999).Draw(t, name)) }
		in, out, cached, write := price("in"), price("out"), price("cached"), price("write")
		long := price("long")
		p := Price{
			Rates: Rates{usage.Input: usd(in), usage.Output: usd(out), usage.CacheRead: usd(cached), usage.CacheWrite: usd(write)},
			Tiers: []Tier{{1000, Rates{usage.Input: usd(long), usage.Output: usd(out), usage.CacheRead: usd(long), usage.CacheWrite: usd(long)}}},
		}
		n := rapid.IntRange(0, 2000).Draw(t, "input")
		r := rapid.IntRange(0, n).Draw(t, "read")
		w := rapid.IntRange(0, n-r).Draw(t, "written")
		o := rapid.IntRange(0, 5000).Draw(t, "output")
		want := new(big.Rat)
		for _, part := range []struct {
			n         int
			usd, long string
		}{{n - r - w, in, long}, {r, cached, long}, {w, write, long}, {o, out, out}} {
			each, _ := new(big.Rat).SetString(part.usd)
			if n > 1000 {
				each.SetString(part.long)
			}
			want.Add(want, each.Mul(each, new(big.Rat).SetInt64(int64(part.n))))
		}
		b := p.Bill(usage.Counts{usage.Input: n, usage.CacheRead: r, usage.CacheWrite: w, usage.Output: o, usage.Reasoning: o / 2})
		if b.Total.Rat().Cmp(want) != 0 || !b.Priced || !b.Sure || !b.Input.Add(b.Output).Equal(b.Total) {
			t.Fatalf("%s, want %s: %+v", b.Total, want.FloatString(20), b)
		}
	})
}

func TestBillSaysWhatIsNotSure(t *testing.T) {
	p := Price{Rates: Rates{usage.Input: usd("1"), usage.Output: usd("2")}}
	for _, c := range []struct {
		name         string
		counts       usage.Counts
		sure, priced bool
	}{
		{"plain", usage.Counts{usage.Input: 2, usage.Output: 1}, true, true},
		{"reads without a price", usage.Counts{usage.Input: 2, usage.CacheRead: 1}, false, true},
		{"more cached than there is", usage.Counts{usage.Input: 2, usage.CacheRead: 3}, false, true},
		{"a search without a price", usage.Counts{usage.Input: 2, usage.WebSearch: 1}, false, false},
		{"audio without a price", usage.Counts{usage.Input: 2, usage.AudioInput: 1}, false, false},
	} {
		if b := p.Bill(c.counts); b.Sure != c.sure || b.Priced != c.priced {
			t.Errorf("%s: %+v", c.name, b)
		}
	}
}
