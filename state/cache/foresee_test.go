package cache_test

import (
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/run"
)

// foreseen is what is known of a request before it is sent, behind one that was.
func foreseen(t *testing.T, v *vendor, before, now sent) cache.Outlook {
	t.Helper()
	p, err := run.PromptOf(body(state.Responses, now.blocks))
	if err != nil {
		t.Fatal(err)
	}
	was := use(t, v, state.Responses, before, "before", false)
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC).Add(now.at).UnixMicro()
	return cache.Foresee(cache.Next(p, now.model, now.in*9/10, at, was), []*cache.Use{was}) // the tokens are an estimate
}

// TestWhatIsForeseenComesTrue: where something is said to be read, a provider that is simulated reads it;
// where nothing is, it reads nothing.
func TestWhatIsForeseenComesTrue(t *testing.T) {
	said := map[string]int{}
	for i := range vendors {
		v := &vendors[i]
		for _, of := range [][]cache.Verdict{nil, {cache.Edited}, {cache.Reordered}, {cache.ToolsChanged}, {cache.ModelChanged}, {cache.Expired}, {cache.NotAsked}} {
			for seed := range uint64(20) {
				for _, bytes := range []int{60, 1200} {
					before, now := pair(seed, v, bytes, of)
					o, read := foreseen(t, v, before, now), v.reads(before, now)
					_, never := o.Never()
					switch {
					case never && read > 0:
						t.Errorf("%s, %v, %d, %d bytes: nothing would be read, and %d tokens are: %v", v.name, of, seed, bytes, read, words(o.Causes))
					case o.Would && (read < o.Could*60/100-v.step || read > o.Could*140/100+v.step || read == 0):
						t.Errorf("%s, %v, %d, %d bytes: %d tokens would be read (about: %v), and %d are", v.name, of, seed, bytes, o.Could, o.About, read)
					case never:
						said["never"]++
					case o.Would:
						said["would"]++
					default:
						said["not known"]++
					}
				}
			}
		}
	}
	if said["never"] < 80 || said["would"] < 80 {
		t.Errorf("too little is foreseen: %v", said)
	}
}

func TestWhatCannotBeForeseenIsNotSaid(t *testing.T) {
	v := &vendors[1]
	before, now := pair(3, v, 1200, nil)
	if o := cache.Foresee(cache.Next(use(t, v, state.Responses, now, "now", false).Prompt, v.model, now.in, 1, nil), nil); o.Before != nil || o.Would || o.Could >= 0 {
		t.Errorf("nothing was sent before: %+v", o)
	}
	o := foreseen(t, v, before, now)
	if !o.Would || !o.Routed || o.Before.Provider != v.provider {
		t.Errorf("%+v", o)
	}
	now.at = 10 * time.Minute
	if o := foreseen(t, v, before, now); o.Would {
		t.Errorf("after ten minutes: %+v", o)
	}
	other := *v
	other.model, before.model, now.model, now.at = "acme/large", "acme/large", "acme/large", 20*time.Second
	if o := foreseen(t, &other, before, now); o.Would {
		t.Errorf("of a provider that publishes nothing: %+v", o)
	}
}
