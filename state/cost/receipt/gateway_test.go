package receipt_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/cost/receipt"
)

// local is a local gateway, and what its exchanges are held against.
type local struct {
	c    *client.Client
	book prices.Book
}

func newLocal(t *testing.T) *local {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	t.Cleanup(server.Close)
	l := &local{c: client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))}
	t.Cleanup(func() { l.c.Close() })
	models, err := l.c.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.book.Lists = []prices.List{{Models: prices.Trim(models), At: time.Now()}}
	return l
}

type fold struct{ x *state.Exchange }

func (fold) Start(*wire.Capture)     {}
func (f fold) Arrive(a wire.Arrival) { f.x.Apply(a) }

// send sends a request, with routing metadata or without.
func (l *local) send(t *testing.T, path, request string, metadata bool) receipt.Subject {
	t.Helper()
	kind := state.Responses
	if path == "/rerank" {
		kind = state.Rerank
	}
	x := state.New(kind, "x", []byte(request))
	mode := client.MetadataOff
	if metadata {
		mode = client.MetadataOn
	}
	l.c.Do(t.Context(), client.Call{Path: path, Body: []byte(request), Stream: x.AsksStream(), Metadata: mode}, fold{x})
	return receipt.Subject{Exchange: x, Local: true, At: time.Now(), Book: l.book}
}

// requests draws a request of any kind that the gateway answers.
func requests(r *rand.Rand) (path, request string, metadata bool) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	if r.IntN(12) == 0 {
		return "/rerank", fmt.Sprintf(`{"model":%q,"query":"price of tokens","documents":["tokens have a price","birds %d",{"text":"price"}],"top_n":2}`, pick("sim/bm25", "sim/trigram", "sim/position"), r.IntN(9)), false
	}
	long := strings.Repeat("The same beginning of many prompts. ", r.IntN(3)*300)
	prompt := pick("hi", "write 3 KB", "write a go function", "translate: guten tag", "think about primes", long+"and an end")
	members := []string{
		fmt.Sprintf(`"input":%q`, prompt), fmt.Sprintf(`"stream":%v`, r.IntN(2) == 0),
		`"model":"` + pick("sim/writer", "sim/coder", "sim/reasoner", "sim/structured", "aurora/dawn", "ember/blaze", "fjord/strait", "cinder/forge-pro", "driftwood/skiff", "fault/slow-no", "fault/cut", "fault/incomplete", "fault/500", "fjord/abyss") + `"`,
	}
	more := []string{
		`"max_output_tokens":` + pick("16", "50", "2000"),
		`"reasoning":{"effort":"` + pick("low", "high") + `"}`,
		`"session_id":"` + pick("a", "b") + `"`,
		`"cache_control":{"type":"ephemeral"}`,
		`"service_tier":"` + pick("flex", "priority", "auto") + `"`,
		`"provider":{"sort":"` + pick("latency", "throughput", "price") + `"}`,
		`"plugins":[{"id":"auto-router","cost_tier":"` + pick("low", "medium", "high", "xhigh", "max") + `"}]`,
		`"plugins":[{"id":"pareto-router","max_price":` + pick("0.5", "3", "20") + `}]`,
		`"plugins":[{"id":"fusion","preset":"` + pick("general-fast", "general-budget") + `"}]`,
		`"plugins":[{"id":"web"},{"id":"context-compression"}]`,
		`"tools":[{"type":"service:web_search"},{"type":"service:datetime"}]`,
		`"tools":[{"type":"service:advisor","parameters":{"model":"ember/blaze"}},{"type":"service:subagent","parameters":{"model":"sim/coder"}}],"tool_choice":"required"`,
		`"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object"}}]`,
	}
	r.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
	seen := map[string]bool{}
	for _, m := range more[:r.IntN(4)] {
		if name, _, _ := strings.Cut(m, ":"); !seen[name] {
			seen[name] = true
			members = append(members, m)
		}
	}
	return "/responses", "{" + strings.Join(members, ",") + "}", r.IntN(3) > 0
}

// How many exchanges of the local gateway are looked at: GATEHOUSE_RECEIPTS=10000 looks at more.
func exchanges() int {
	n := 400
	_, _ = fmt.Sscan(os.Getenv("GATEHOUSE_RECEIPTS"), &n)
	return n
}

func TestNoFalseAlarmOnTheLocalGateway(t *testing.T) {
	l := newLocal(t)
	r := rand.New(rand.NewPCG(1, 2))
	results := map[receipt.Result]int{}
	var sum receipt.Sum
	exact := new(big.Rat)
	for range exchanges() {
		path, request, metadata := requests(r)
		s := l.send(t, path, request, metadata)
		got := receipt.Of(s)
		results[got.Result]++
		if bytes.Contains(s.Exchange.Request, []byte(`"fault/cut"`)) && got.Result == receipt.NoUsage { // it breaks off without usage
			if len(got.Findings) != 1 || got.Findings[0].Code != receipt.UsageMissing {
				t.Errorf("an answer that broke off: %+v", got.Findings)
			}
			continue
		}
		if metadata && got.Result == receipt.MayDiffer || got.Result == receipt.Differs || got.Result == receipt.Unpriced || got.Result == receipt.NoUsage || slices.ContainsFunc(got.Findings, func(f receipt.Finding) bool { return f.Code != receipt.CostMayDiffer }) {
			t.Errorf("%s %s: %s %+v\n%s", path, request, got.Result, got.Findings, s.Exchange.Usage)
		}
		sum.Add(got)
		if got.Known {
			exact.Add(exact, reference(t, l, s, got))
		}
	}
	if results[receipt.Agrees] < exchanges()/2 {
		t.Errorf("%v", results)
	}
	t.Logf("%v, computed %s", results, sum.Computed)
	if sum.Computed.Rat().Cmp(exact) != 0 {
		t.Errorf("the sum is %s, the reference %s", sum.Computed, exact.FloatString(20))
	}
}

// reference computes an exchange's cost independently: with fractions, and from the gateway's list as
// received.
func reference(t *testing.T, l *local, s receipt.Subject, got receipt.Receipt) *big.Rat {
	t.Helper()
	rat := func(text string) *big.Rat {
		r, ok := new(big.Rat).SetString(strings.Trim(text, `"`))
		if !ok {
			t.Fatalf("no number: %s", text)
		}
		return r
	}
	usage := s.Exchange.Usage
	provider := got.Provider
	if provider == "" { // then it is the endpoint that the receipt names
		provider = strings.TrimSpace(strings.TrimSuffix(got.Price.Source.Name, got.Model))
	}
	price := func(model, provider, kind string) *big.Rat {
		for _, m := range l.book.Lists[0].Models {
			if m.ID != model {
				continue
			}
			for _, e := range scan.Elements(scan.Get(m.Raw, "endpoints")) {
				if provider == "" || scan.Text(scan.Get(e, "provider")) == provider {
					return rat(string(scan.At(e, "pricing", kind)))
				}
			}
			return rat(string(scan.At(m.Raw, "pricing", kind)))
		}
		t.Fatalf("%s is not listed", model)
		return nil
	}
	count := func(object []byte, path ...string) *big.Rat {
		if v := scan.At(object, path...); v != nil {
			return rat(string(v))
		}
		return new(big.Rat)
	}
	times := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	if s.Exchange.Ranking != nil {
		return times(count(usage, "total_tokens"), price(got.Model, provider, "prompt"))
	}
	in, out, cached := count(usage, "input_tokens"), count(usage, "output_tokens"), count(usage, "input_tokens_details", "cached_tokens")
	total := new(big.Rat)
	for _, call := range scan.Elements(scan.At(usage, "cost_details", "calls")) {
		model, provider := scan.Text(scan.Get(call, "model")), scan.Text(scan.Get(call, "provider"))
		total.Add(total, times(count(call, "input_tokens"), price(model, provider, "prompt")))
		total.Add(total, times(count(call, "output_tokens"), price(model, provider, "completion")))
		in.Sub(in, count(call, "input_tokens"))
		out.Sub(out, count(call, "output_tokens"))
	}
	total.Add(total, times(new(big.Rat).Sub(in, cached), price(got.Model, provider, "prompt")))
	total.Add(total, times(cached, price(got.Model, provider, "input_cache_read")))
	return total.Add(total, times(out, price(got.Model, provider, "completion")))
}

func TestOtherwiseListsTheEndpointsOfTheRoute(t *testing.T) {
	l := newLocal(t)
	s := l.send(t, "/responses", `{"model":"aurora/zenith","input":"hi"}`, true)
	r := receipt.Of(s)
	served := 0
	all := r.Otherwise(s)
	for i, o := range all {
		if !o.Known || i > 0 && o.Cost.LessThan(all[i-1].Cost) {
			t.Errorf("%+v", o)
		}
		if o.Served {
			served++
			if !o.Cost.Equal(r.Computed) {
				t.Errorf("%s is not what it cost: %s", o.Cost, r.Computed)
			}
		}
	}
	if served != 1 || len(all) < 2 {
		t.Errorf("%+v", all)
	}
}
