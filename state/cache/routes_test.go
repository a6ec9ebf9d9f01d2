package cache_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/history"
)

// three is a conversation of three requests with what was read of the second and the third. The second is
// served as the causes describe.
func three(seed uint64, v *vendor, of ...cache.Verdict) (list [3]sent) {
	r := rand.New(rand.NewPCG(seed, 21))
	blocks := conversation(r, 1200)
	for i := range list {
		if i > 0 {
			blocks = append(slices.Clone(blocks), block{kind: "answer", text: prose(r, 4000+r.IntN(4000))}, block{kind: "user", text: prose(r, 2000), mark: true})
		}
		list[i] = sent{blocks: blocks, provider: v.provider, model: v.model, at: time.Duration(i*(20+r.IntN(40))) * time.Second}
		if !v.marks {
			list[i].blocks = slices.Clone(blocks)
			for n := range blocks {
				list[i].blocks[n].mark = false
			}
		}
		if list[i].in = tokens(blocks); v.connection != history.Local { // which counts nothing around the pieces
			list[i].in += 7
		}
	}
	for _, c := range of {
		causes[c](r, v, &list[0], &list[1])
	}
	list[1].cached = v.reads(list[0], list[1])
	list[2].cached = max(v.reads(list[0], list[2]), v.reads(list[1], list[2]))
	return list
}

// explained is the third of them.
func explained(t *testing.T, v *vendor, api state.Kind, list [3]sent, packed bool) cache.Analysis {
	return cache.Explain(use(t, v, api, list[2], "c", false), []*cache.Use{use(t, v, api, list[0], "a", packed), use(t, v, api, list[1], "b", packed)})
}

// TestTheRestIsInTheCacheOfAnotherRoute: the third request of a conversation is served as the first was,
// and all that this one had in the cache was read. What the second has more is lost for its route.
func TestTheRestIsInTheCacheOfAnotherRoute(t *testing.T) {
	apis := []state.Kind{state.Responses, state.Chat, state.Messages}
	for i := range vendors {
		v := &vendors[i]
		for name, c := range map[string]struct {
			of   []cache.Verdict
			want cache.Verdict
		}{
			"the same": {nil, cache.Hit}, "a model": {[]cache.Verdict{cache.ModelChanged}, cache.ModelChanged},
			"a provider": {[]cache.Verdict{cache.ProviderChanged}, cache.ProviderChanged},
			"both":       {[]cache.Verdict{cache.ModelChanged, cache.ProviderChanged}, cache.Several},
		} {
			for seed := range uint64(12) {
				for _, packed := range []bool{false, true} {
					list := three(seed, v, c.of...)
					a := explained(t, v, apis[seed%3], list, packed)
					if a.Verdict != c.want {
						t.Errorf("%s, %s, seed %d, packed %v: %s; read %d of %d, could %d, lost %d: %v", v.name, name, seed, packed, a.Verdict, a.Read, a.In, a.Could, a.Lost, verdicts(a))
						continue
					}
					without := three(seed, v)[2].cached - list[2].cached
					if about := a.In/20 + v.step; a.Lost < without-about || a.Lost > without+about {
						t.Errorf("%s, %s, seed %d: %d are lost, and on one route %d more are read", v.name, name, seed, a.Lost, without)
					}
					for _, one := range a.Causes {
						if one.Of.ID != "b" || !slices.Contains(c.of, one.Verdict) {
							t.Errorf("%s, %s, seed %d: %v of %s", v.name, name, seed, one.Verdict, one.Of.ID)
						}
					}
				}
			}
		}
	}
}

// TestModelThatTheUserChangedLosesNothing: its cache could not have been read. An exchange of another
// conversation with another model is no cause either.
func TestModelThatTheUserChangedLosesNothing(t *testing.T) {
	for i := range vendors {
		v := &vendors[i]
		for _, c := range []struct {
			name   string
			before int // of three requests of a conversation
			asked  string
			want   cache.Verdict
			lost   bool
		}{
			{"a router chose another", 1, v.model, cache.ModelChanged, true},
			{"the user continued with another", 1, v.otherModel, cache.ModelChanged, false},
			{"the user asked another", 2, v.otherModel, cache.First, false},
		} {
			list := three(3, v)
			now := list[2]
			now.cached = 0
			before := use(t, v, state.Responses, list[c.before], "before", true)
			before.Key, before.Served, before.Asked = before.Key-1, v.otherModel, c.asked
			if a := cache.Explain(use(t, v, state.Responses, now, "now", false), []*cache.Use{before}); a.Verdict != c.want || (a.Lost > 0) != c.lost {
				t.Errorf("%s, %s: %s, %d lost: %v", v.name, c.name, a.Verdict, a.Lost, verdicts(a))
			}
		}
	}
}

// TestOtherRoutesAreNoCauseOfWhatTheSameRouteLost: where less was read than the same route had in the
// cache, another route is not proven to be the cause.
func TestOtherRoutesAreNoCauseOfWhatTheSameRouteLost(t *testing.T) {
	for i := range vendors {
		v := &vendors[i]
		for seed := range uint64(12) {
			list := three(seed, v, cache.ModelChanged)
			has := list[2].cached
			for _, read := range []int{has / 4, has / 2, has * 4 / 5} {
				list[2].cached = read
				if a := explained(t, v, state.Responses, list, seed%2 == 0); a.Verdict != cache.Partial {
					t.Errorf("%s, seed %d: %s, where %d were read of %d that the same route had: %v", v.name, seed, a.Verdict, read, has, verdicts(a))
				}
			}
		}
	}
}

// TestARouteThatIsNotReportedMayBeTheSame, so that it proves nothing.
func TestARouteThatIsNotReportedMayBeTheSame(t *testing.T) {
	claude, gpt := &vendors[1], &vendors[2]
	for name, c := range map[string]struct {
		v      *vendor
		change func(list []*cache.Use)
		want   cache.Verdict
	}{
		"all is reported": {gpt, func([]*cache.Use) {}, cache.ModelChanged},
		"no provider is reported": {gpt, func(l []*cache.Use) {
			for _, u := range l {
				u.Provider, u.Host = "", "api.openai.com"
			}
		}, cache.ModelChanged},
		"the second model is not reported": {gpt, func(l []*cache.Use) { l[1].Served, l[1].Asked = "", "openai/gpt-5.2" }, cache.Partial},
		"the second was of the same route": {claude, func(l []*cache.Use) { l[1].Served = l[2].Served }, cache.Partial},
	} {
		for seed := range uint64(6) {
			var uses []*cache.Use
			for i, s := range three(seed, c.v, cache.ModelChanged) {
				uses = append(uses, use(t, c.v, state.Responses, s, fmt.Sprint(i), false))
			}
			c.change(uses)
			if a := cache.Explain(uses[2], uses[:2]); a.Verdict != c.want {
				t.Errorf("%s, seed %d: %s, want %s; read %d of %d, could %d: %v", name, seed, a.Verdict, c.want, a.Read, a.In, a.Could, verdicts(a))
			}
		}
	}
}
