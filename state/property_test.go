package state

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"

	"pgregory.net/rapid"
)

// snapshot writes everything that a reader of an exchange can see.
func snapshot(x *Exchange) string {
	var b strings.Builder
	shown := *x
	if x.Failure != nil { // its body need not be JSON
		f := *x.Failure
		fmt.Fprintf(&b, "%d %s %s %s %s %v\n", f.Status, f.Code, f.Message, f.Type, f.Body, f.Retry != nil)
		shown.Failure = nil
	}
	exported, err := json.Marshal(struct {
		X    *Exchange
		Text string
	}{&shown, x.Text()})
	if err != nil {
		panic(err)
	}
	b.Write(exported)
	for _, it := range x.Items {
		fmt.Fprintf(&b, "\n%s done=%v input=%v", describe(it), it.Done, it.InputDone())
		for _, p := range it.Panels() {
			fmt.Fprintf(&b, " %s:%s:%s", p.Model, p.Text(), p.Reasoning())
		}
	}
	return b.String()
}

func TestFoldDoesNotDependOnBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := wiretest.Draw(t)
		once := NewExchange("x", []byte(wiretest.StreamRequest))
		once.Apply(all...)
		parts := NewExchange("x", []byte(wiretest.StreamRequest))
		for rest := all; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "batch")
			parts.Apply(rest[:n]...)
			rest = rest[n:]
		}
		if a, b := snapshot(once), snapshot(parts); a != b {
			t.Fatalf("one batch:\n%s\nmany:\n%s", a, b)
		}
	})
}

// TestVersionRisesWithEveryChange: a drawing cached by an item's version is never stale, and the
// version of an unchanged item stays.
func TestVersionRisesWithEveryChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		seen := map[*Item]string{}
		version := map[*Item]uint64{}
		for _, a := range wiretest.Draw(t) {
			before := x.Version
			x.Apply(a)
			if x.Version <= before {
				t.Fatal("an arrival left the exchange's version as it was")
			}
			touched := 0
			for _, it := range x.Items {
				now := snapshot(&Exchange{Items: []*Item{it}})
				now = strings.ReplaceAll(now, fmt.Sprintf(`"Version":%d`, it.Version), "")
				if seen[it] != "" && seen[it] != now && version[it] == it.Version {
					t.Fatalf("changed without a version:\n%s\n%s", seen[it], now)
				}
				if version[it] != it.Version {
					touched++
				}
				seen[it], version[it] = now, it.Version
			}
			// The end of an exchange also ends texts that stop within a character.
			if touched > 1 && a.Kind == wire.ArrivedFrame && x.Running() && !strings.Contains(string(a.Event.Data), `"response":`) {
				t.Fatalf("one event touched %d items", touched)
			}
		}
	})
}

func TestEveryEndHasAVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Draw(t)...)
		if x.End != nil && x.Running() {
			t.Fatal("the transport ended, but there is no verdict")
		}
		if x.Verdict == Failed && x.Failure == nil && x.Head == nil {
			t.Fatal("failed without a head and without a failure")
		}
		seen := map[string]bool{}
		for _, w := range x.Warnings {
			if w.Message == "" || w.Count < 1 {
				t.Fatalf("empty warning %+v", w)
			}
			seen[w.Code] = true
		}
		for i := 1; i < len(x.Items); i++ {
			if x.Items[i-1].Index > x.Items[i].Index {
				t.Fatal("items out of order")
			}
		}
	})
}

// TestTextNeverShrinksToNothing: no later event removes streamed text.
func TestTextNeverShrinksToNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		filled := map[*Item]bool{}
		for _, a := range wiretest.Draw(t) {
			x.Apply(a)
			for _, it := range x.Items {
				if filled[it] && !it.content.hasText() {
					t.Fatalf("an item lost its content: %s", describe(it))
				}
				filled[it] = it.content.hasText()
			}
		}
	})
}
