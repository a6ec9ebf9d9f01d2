package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/wiretest"
)

// alike is an answer that is close to breaking rules and obeys them.
type alike struct {
	like    string // the rules
	name    string
	api     lint.API
	request string
	all     []wire.Arrival
}

// streams makes alikes of events, one after the other by a name that begins with the rules.
func streams(api lint.API, request string, frames func(...string) []wire.Arrival, events map[string][]string) (all []alike) {
	for name, data := range events {
		arrivals := frames(data...)
		arrivals[0].Head.Header.Set("Cache-Control", "no-store")
		like, name, _ := strings.Cut(name, ": ")
		all = append(all, alike{like, name, api, request, append(arrivals, wiretest.End(wire.EndClean, ""))})
	}
	return all
}

// documents makes alikes of bodies.
func documents(api lint.API, request string, status int, bodies map[string]string) (all []alike) {
	for name, body := range bodies {
		like, name, _ := strings.Cut(name, ": ")
		all = append(all, alike{like, name, api, request, []wire.Arrival{wiretest.Head(status, "application/json", false), wiretest.End(wire.EndClean, body)}})
	}
	return all
}

// TestWhatLooksLikeADeviationAndIsNone plays answers that are close to breaking a rule and
// obey it. Every rule has one for each of its rows in the documentation.
func TestWhatLooksLikeADeviationAndIsNone(t *testing.T) {
	near := map[*lint.Rule]bool{}
	for _, a := range slices.Concat(responsesAlike(), chatAlike(), messagesAlike(), rerankAlike(), playedAlike()) {
		for id := range strings.FieldsSeq(a.like) {
			rule := lint.RuleOf(id, a.api)
			if rule == nil {
				t.Errorf("%s: %s has no rule %s", a.name, a.api, id)
			}
			near[rule] = true
		}
		a.keepsAll(t)
	}
	for _, rule := range lint.Rules() {
		for _, api := range []lint.API{lint.Responses, lint.Chat, lint.Messages, lint.Rerank} {
			if rule.Is(api) {
				if !near[lint.RuleOf(rule.ID, api)] {
					t.Errorf("no answer looks like %s of %s and keeps it", rule.ID, api)
				}
				break
			}
		}
	}
}

// keepsAll wants no finding in the answer.
func (a *alike) keepsAll(t *testing.T) {
	t.Helper()
	x := state.New(kindOf[a.api], "x", []byte(a.request))
	x.Apply(a.all...)
	if !x.Linted() {
		t.Errorf("%s: %s: nothing was checked", a.like, a.name)
	}
	for _, f := range x.Findings() {
		t.Errorf("%s: %s: found %s (%s) in frames %v", a.like, a.name, f.Rule.ID, f.Detail, f.Frames)
	}
}

var kindOf = map[lint.API]state.Kind{lint.Responses: state.Responses, lint.Chat: state.Chat, lint.Messages: state.Messages, lint.Rerank: state.Rerank}

// TestOnlyWhatTheServiceDidIsFound ends a stream on the client's side: what is missing then is
// not the service's doing.
func TestOnlyWhatTheServiceDidIsFound(t *testing.T) {
	for api, events := range map[lint.API][]wire.Arrival{
		lint.Responses: numbered(`{"type":"response.created","response":{}}`, `torn:{"type":"resp`),
		lint.Chat:      wiretest.Stream(`{"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}`, `torn:{"choi`),
		lint.Messages:  named(`{"type":"message_start","message":{"usage":{"input_tokens":1}}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"text"}}`),
	} {
		events[0].Head.Header.Set("Cache-Control", "no-store")
		for _, cause := range []wire.EndCause{wire.EndCancelled, wire.EndTimeout, wire.EndHungUp, wire.EndKilled} {
			x := state.New(kindOf[api], "x", []byte(`{"stream":true}`))
			x.Apply(append(slices.Clip(events), wiretest.End(cause, ""))...)
			for _, f := range x.Findings() {
				t.Errorf("%s, %s: found %s (%s)", api, cause, f.Rule.ID, f.Detail)
			}
		}
	}
}

func TestFindingsAreThoseOfTheWorstFirst(t *testing.T) {
	x := state.New(state.Responses, "x", nil)
	x.Apply(append(wiretest.Stream(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}]}}`), wiretest.End(wire.EndClean, ""))...)
	before := lint.Error
	for _, f := range x.Findings() {
		if f.Rule.Level > before {
			t.Errorf("%s of level %v comes behind one of level %v", f.Rule.ID, f.Rule.Level, before)
		}
		before = f.Rule.Level
	}
	if len(x.Findings()) < 4 {
		t.Errorf("only %d findings", len(x.Findings()))
	}
}

// TestManyTextsInTurns: items in any order of indexes, each with many texts written in turns,
// obey the rules, and a text that differs from its deltas is found; also by a linter that was
// cloned in between.
func TestManyTextsInTurns(t *testing.T) {
	const items, texts = 12, 12
	var events []string
	add := func(format string, args ...any) { events = append(events, fmt.Sprintf(format, args...)) }
	add(`{"type":"response.created","response":{"status":"in_progress"}}`)
	for i := range items {
		add(`{"type":"response.output_item.added","output_index":%d,"item":{"id":"m%[1]d","type":"message","content":[]}}`, i*5%items)
	}
	each := func(format string) {
		for k := range items * texts {
			n := k * 7 % (items * texts)
			add(format, n%items, n/items)
		}
	}
	each(`{"type":"response.content_part.added","item_id":"m%[1]d","output_index":%[1]d,"content_index":%d,"part":{"type":"output_text","text":""}}`)
	each(`{"type":"response.output_text.delta","item_id":"m%[1]d","output_index":%[1]d,"content_index":%d,"delta":"a"}`)
	half := len(events)
	each(`{"type":"response.output_text.delta","item_id":"m%[1]d","output_index":%[1]d,"content_index":%d,"delta":"b"}`)
	each(`{"type":"response.output_text.done","item_id":"m%[1]d","output_index":%[1]d,"content_index":%d,"text":"ab"}`)
	var output []string
	for i := range items {
		add(`{"type":"response.output_item.done","output_index":%d,"item":{"id":"m%[1]d","type":"message"}}`, i)
		output = append(output, fmt.Sprintf(`{"id":"m%d","type":"message","content":[%s]}`, i, strings.TrimSuffix(strings.Repeat(`{"type":"output_text","text":"ab"},`, texts), ",")))
	}
	add(`{"type":"response.completed","response":%s}`, responseWith("completed", "["+strings.Join(output, ",")+"]"))
	for wrong, rule := range map[string]string{"": "", "response.output_text.done": "done-differs", "response.completed": "final-output-differs"} {
		mutated := slices.Clone(events)
		for i, e := range mutated {
			if wrong != "" && strings.Contains(e, wrong) {
				mutated[i] = strings.Replace(e, `"text":"ab"`, `"text":"aB"`, 1)
				break
			}
		}
		all := numbered(append(mutated, "[DONE]")...)
		all[0].Head.Header.Set("Cache-Control", "no-store")
		one := state.New(state.Responses, "x", []byte(`{"stream":true}`))
		one.Apply(all[:half]...)
		for _, x := range []*state.Exchange{one.Clone(), one} {
			x.Apply(append(slices.Clip(all[half:]), wiretest.End(wire.EndClean, ""))...)
			var found []string
			for _, f := range x.Findings() {
				found = append(found, fmt.Sprint(f.Rule.ID, f.Count))
			}
			if got := strings.Join(found, " "); rule == "" && got != "" || rule != "" && !strings.HasPrefix(got, rule) || len(found) > 1 && rule != "done-differs" {
				t.Errorf("%s: found %s, want %s", wrong, got, rule)
			}
		}
	}
}
