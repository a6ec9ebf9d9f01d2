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
	"gatehouse/state/run"
)

// three is a conversation of three requests, the second of which is served as the causes say, and what
// was read of the second and the third.
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
						t.Errorf("%s, %s, seed %d, packed %v: %s; read %d of %d, could %d, lost %d: %v", v.name, name, seed, packed, a.Verdict, a.Read, a.In, a.Could, a.Lost, words(a.Causes))
						continue
					}
					without := three(seed, v)[2].cached - list[2].cached
					if about := a.In/20 + v.step; a.Lost < without-about || a.Lost > without+about {
						t.Errorf("%s, %s, seed %d: %d are lost, and on one route %d more are read", v.name, name, seed, a.Lost, without)
					}
					for _, one := range a.Causes {
						if !one.Weak && (one.Of.ID != "b" || !slices.Contains(c.of, one.Verdict)) {
							t.Errorf("%s, %s, seed %d: %v of %s", v.name, name, seed, one.Verdict, one.Of.ID)
						}
					}
				}
			}
		}
	}
}

// TestOtherRoutesAreNoCauseOfWhatTheOwnLost: where less or more was read than the own route had in the cache,
// whatever it is, the other route is not proven to be the cause.
func TestOtherRoutesAreNoCauseOfWhatTheOwnLost(t *testing.T) {
	for i := range vendors {
		v := &vendors[i]
		for seed := range uint64(12) {
			list := three(seed, v, cache.ModelChanged)
			has, more := list[2].cached, tokens(list[1].blocks)
			for _, read := range []int{has / 4, has / 2, has * 4 / 5, has + (more-has)/3, has + (more-has)/2, has + (more-has)*3/4} {
				list[2].cached = read
				if a := explained(t, v, state.Responses, list, seed%2 == 0); a.Verdict != cache.Partial {
					t.Errorf("%s, seed %d: %s, where %d were read of %d that the own route had and %d of the other: %v", v.name, seed, a.Verdict, read, has, more, words(a.Causes))
				}
			}
		}
	}
}

// TestTheRestIsUnknownWhereAnythingElseMayBeTheCause of its not being read.
func TestTheRestIsUnknownWhereAnythingElseMayBeTheCause(t *testing.T) {
	claude, gpt := &vendors[1], &vendors[2]
	for name, c := range map[string]struct {
		v      *vendor
		change func(list []*cache.Use) []*cache.Use
		want   cache.Verdict
		reason cache.Reason
	}{
		"nothing else": {gpt, func(l []*cache.Use) []*cache.Use { return l }, cache.ModelChanged, cache.NoReason},
		"the second had not begun to answer": {gpt, func(l []*cache.Use) []*cache.Use {
			l[1].Begun = l[2].Key + 1
			return l
		}, cache.Partial, cache.NotReady},
		"who served is reported of none": {gpt, func(l []*cache.Use) []*cache.Use {
			for _, u := range l {
				u.Provider, u.Host = "", "api.openai.com"
			}
			return l
		}, cache.ModelChanged, cache.NoReason},
		"which model served is not reported of the second": {gpt, func(l []*cache.Use) []*cache.Use {
			l[1].Served, l[1].Asked = "", "openai/gpt-5.2"
			return l
		}, cache.Partial, cache.NoReason},
		"one more on the own route has as much": {claude, func(l []*cache.Use) []*cache.Use {
			one := *l[1]
			one.ID, one.Key, one.Served = "d", one.Key-1, l[2].Served
			return append([]*cache.Use{&one}, l...)
		}, cache.Partial, cache.Unexplained},
		"how much the own route has is estimated, and may be half of what is lost": {claude, func(l []*cache.Use) []*cache.Use {
			pieces := l[0].Prompt.Pieces
			for i := range pieces {
				pieces[i].Keep = run.NoMark
			}
			pieces[len(pieces)-2].Keep = run.Minutes5
			bytes := func(pieces []run.Piece) (n int) {
				for _, p := range pieces {
					n += p.Size
				}
				return n
			}
			l[2].Cached = l[2].In * bytes(pieces[:len(pieces)-1]) / bytes(l[2].Prompt.Pieces)
			return l
		}, cache.Partial, cache.NoReason},
		"the own route has none": {claude, func(l []*cache.Use) []*cache.Use { return l[1:] }, cache.Partial, cache.NoReason},
	} {
		for seed := range uint64(6) {
			list := three(seed, c.v, cache.ModelChanged)
			var uses []*cache.Use
			for i, s := range list {
				uses = append(uses, use(t, c.v, state.Responses, s, fmt.Sprint(i), false))
			}
			uses = c.change(uses)
			now := uses[len(uses)-1]
			a := cache.Explain(now, uses[:len(uses)-1])
			listed := c.reason == cache.NoReason || slices.ContainsFunc(a.Causes, func(o cache.Cause) bool { return o.Reason == c.reason })
			if a.Verdict != c.want || !listed {
				t.Errorf("%s, seed %d: %s, want %s; read %d of %d, could %d: %v", name, seed, a.Verdict, c.want, a.Read, a.In, a.Could, words(a.Causes))
			}
		}
	}
}
