package cache_test

import (
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
)

// foreseen is what is known of a request before it is sent, after one that was.
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

// TestWhatIsForeseenComesTrue: where nothing would be read, a provider that is simulated reads nothing;
// else it reads no more than what could be read.
func TestWhatIsForeseenComesTrue(t *testing.T) {
	count := map[string]int{}
	for i := range vendors {
		v := &vendors[i]
		for _, of := range [][]cache.Verdict{nil, {cache.Edited}, {cache.Reordered}, {cache.ToolsChanged}, {cache.ModelChanged}, {cache.Expired}, {cache.NotAsked}} {
			for seed := range uint64(20) {
				for _, bytes := range []int{60, 1200} {
					before, now := pair(seed, v, bytes, of)
					o, read := foreseen(t, v, before, now), v.reads(before, now)
					switch {
					case len(o.Causes) > 0 && read > 0:
						t.Errorf("%s, %v, %d, %d bytes: nothing would be read, and %d tokens are: %v", v.name, of, seed, bytes, read, o.Causes)
					case o.Could >= 0 && read > o.Could*140/100+v.step:
						t.Errorf("%s, %v, %d, %d bytes: %d tokens could be read (about: %v), and %d are", v.name, of, seed, bytes, o.Could, o.About, read)
					case len(o.Causes) > 0:
						count["never"]++
					case o.Could > 0 && read > 0:
						count["could, and are"]++
					default:
						count["not known"]++
					}
				}
			}
		}
	}
	t.Log(count)
	if count["never"] < 80 || count["could, and are"] < 80 {
		t.Errorf("too little is foreseen: %v", count)
	}
}

func TestWhatCannotBeForeseenIsNotKnown(t *testing.T) {
	v := &vendors[1]
	before, now := pair(3, v, 1200, nil)
	if o := cache.Foresee(cache.Next(use(t, v, state.Responses, now, "now", false).Prompt, v.model, now.in, 1, nil), nil); o.Before != nil || o.Could >= 0 {
		t.Errorf("nothing was sent before: %+v", o)
	}
	if o := foreseen(t, v, before, now); o.Could <= 0 || !o.Routed || o.Before.Provider != v.provider || len(o.Causes) > 0 {
		t.Errorf("%+v", o)
	}
	now.model = v.otherModel
	if o := foreseen(t, v, before, now); o.Before != nil {
		t.Errorf("of another model: %+v", o)
	}
}
