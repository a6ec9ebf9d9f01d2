package report

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// ForOthers reports that an answer breaks clients only if a client of its API was
// measured to lose something.
func TestForOthersClaimsOnlyWhatWasMeasured(t *testing.T) {
	for _, tt := range []struct {
		kind                    state.Kind
		frame                   string
		wantWords, wantMeasured string
	}{
		{state.Responses, `{"type":"response.completed","sequence_number":0,"response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}],"usage":{"total_tokens":3}}}`, "breaks other clients: text-only-in-final", "empty"},
		{state.Chat, `{"choices":[]}`, "may break other clients: choices-empty", "whole"},
	} {
		x := state.New(tt.kind, "x", []byte(`{"stream":true}`))
		x.Apply(append(wiretest.Stream(tt.frame, wire.Done), wiretest.End(wire.EndClean, ""))...)
		x.Verdict = state.Completed
		f, ok := ForOthers(x)
		if !ok || f.Message != tt.wantWords {
			t.Errorf("%q is said", f.Message)
		}
		var list strings.Builder
		for _, b := range Lint(x, nil).Blocks {
			rule, _ := b.(Report)
			for _, fact := range rule.Blocks {
				if l, is := fact.(List); is {
					for _, it := range l.Items {
						list.WriteString(it.Value[0].Text + " " + it.About.Text + "\n")
					}
				}
			}
		}
		if !strings.Contains(list.String(), tt.wantMeasured) {
			t.Errorf("measured:\n%s", list.String())
		}
	}
	silent := state.New(state.Responses, "x", []byte(`{"stream":true}`))
	silent.Apply(wiretest.Head(200, "text/event-stream", true), wiretest.Frame(`{"type":"response.created","sequence_number":0}`, 100_000), wiretest.Frame(":", 40_000_000))
	for _, b := range Lint(silent, nil).Blocks {
		if r, _ := b.(Report); r.ID == "silence" {
			if got := r.Blocks[2].(Field).Value[0].Text; got != "no: Times are not played to the clients." {
				t.Errorf("of silence %q is said", got)
			}
			return
		}
	}
	t.Error("the silence is not found")
}

// TestForOthersRepeatsNoWarning: a warning about the same thing is enough, unless clients were measured to
// lose something, which it does not show.
func TestForOthersRepeatsNoWarning(t *testing.T) {
	for want, answer := range map[string][]string{
		"breaks other clients: comment-in-data": {"data", " : OPENROUTER PROCESSING", `{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}`, wire.Done},
		"":                                      {"torn", `{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}`, wire.Done, "torn:data: {"},
	} {
		x := state.New(state.Chat, "x", []byte(`{"stream":true}`))
		x.Apply(append(wiretest.Stream(answer[1:]...), wiretest.End(wire.EndClean, ""))...)
		x.Verdict = state.Completed
		if f, _ := ForOthers(x, x.Warnings...); len(x.Warnings) == 0 || strings.TrimPrefix(f.Message, "may break other clients: ") != want {
			t.Errorf("%s: %q, of %v", answer[0], f.Message, x.Warnings)
		}
	}
}

// TestLintBeginsWithTheEnd: how the answer ended, then warnings that no finding repeats.
func TestLintBeginsWithTheEnd(t *testing.T) {
	const (
		created = `{"type":"response.created","sequence_number":0,"response":{"status":"in_progress"}}`
		usage   = `"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}`
		blank   = `{"type":"response.completed","sequence_number":1,"response":{"status":"completed","output":[],` + usage + `}}`
	)
	full := strings.Replace(blank, "[]", `[{"id":"w","type":"web_search_call","status":"completed"}]`, 1)
	for want, frames := range map[string][]string{
		"incomplete: max_output_tokens. No text arrived. Nothing that breaks a client.": {created, `{"type":"response.incomplete","sequence_number":1,"response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],` + usage + `}}`, "[DONE]"},
		"failed: server_error. Nothing that breaks a client.":                           {created, `{"type":"response.failed","sequence_number":1,"response":{"status":"failed","error":{"code":"server_error","message":"gone"}}}`, "[DONE]"},
		"completed. Nothing that breaks a client. | unknown event odd":                  {created, `{"type":"odd","sequence_number":1}`, strings.Replace(full, `number":1`, `number":2`, 1), "[DONE]"},
		"1 error | not-json": {created, "{", full, "[DONE]"},
		"Nothing found: the answer is as clients expect it.":         {created, full, "[DONE]"},
		"The answer is empty: no text and no call.":                  {created, blank, "[DONE]"},
		"The answer is empty: no text and no call. 1 note | no-done": {created, blank},
	} {
		all := wiretest.Stream(frames...)
		all[0].Head.Header.Set("Cache-Control", "no-store")
		for i := range all {
			if a := &all[i]; a.Decoded {
				a.Frame.HasEvent, a.Frame.Event = true, a.Event.Type
			}
		}
		x := state.New(state.Responses, "x", []byte(`{"stream":true}`))
		x.Apply(append(all, wiretest.End(wire.EndClean, ""))...)
		r := Lint(x, nil)
		got := r.Sum.Text
		for _, b := range r.Blocks {
			switch b := b.(type) {
			case Finding:
				got += " | " + b.Message
			case Report:
				got += " | " + b.ID
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
