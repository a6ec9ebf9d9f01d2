package state

import (
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// TestFinalTextIsComparedWithTheDeltas: after a missing number or an unreadable frame, the
// final text shows what the answer lost.
func TestFinalTextIsComparedWithTheDeltas(t *testing.T) {
	numbered := func(n, text string) string {
		return wiretest.Event("response.output_text.delta", wiretest.Address+`,"sequence_number":`+n+`,"delta":"`+text+`"`)
	}
	done := func(text string) string {
		return wiretest.Event("response.output_text.done", wiretest.Address+`,"text":"`+text+`"`)
	}
	one, two, far := numbered("1", "Gr\\u00fc\\u00df "), numbered("2", "Gott"), numbered("5", "Gott")
	tests := []struct {
		name  string
		data  []string
		proof DeltaCheck
		ok    bool
	}{
		{"nothing amiss", []string{one, two, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, DeltaCheck{}, false},
		{"a gap, and all is there", []string{one, far, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, DeltaCheck{}, true},
		{"a gap, and more at the end", []string{one, far, done("Grüß dich Gott"), wiretest.Completed(wiretest.Message("m", "Grüß dich Gott")), "[DONE]"}, DeltaCheck{Missing: 5}, true},
		{"an unreadable frame", []string{one, "{", done("Grüß Göttin"), wiretest.Completed(wiretest.Message("m", "Grüß Göttin")), "[DONE]"}, DeltaCheck{Missing: 6}, true},
		{"another text at the end", []string{one, far, done("Servus"), wiretest.Completed(wiretest.Message("m", "Servus")), "[DONE]"}, DeltaCheck{Differs: true}, true},
		{"no text at the end", []string{one, far, wiretest.Completed(), "[DONE]"}, DeltaCheck{}, false},
		{"the text in the last response alone", []string{one, far, wiretest.Completed(wiretest.Message("m", "Grüß Gott!")), "[DONE]"}, DeltaCheck{Missing: 1}, true},
		{"two telling ends", []string{one, far, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, DeltaCheck{}, true},
		{"an end that lists nothing", []string{one, far, done("Grüß Gott"), wiretest.Completed(), "[DONE]"}, DeltaCheck{}, false},
		{"a gap behind the text", []string{one, done("Servus"), numbered("9", "late"), wiretest.Completed(wiretest.Message("m", "Servus")), "[DONE]"}, DeltaCheck{}, false},
		{"cut after the text's end", []string{one, far, done("Grüß Gott")}, DeltaCheck{}, false},
		{"all came at the end", []string{"{", done("Grüß"), wiretest.Completed(wiretest.Message("m", "Grüß")), "[DONE]"}, DeltaCheck{Missing: 4}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			proof, ok := fold(t, tt.data...).CheckDeltas()
			want(t, "proof", proof, tt.proof)
			want(t, "proven", ok, tt.ok)
		})
	}
}

// TestDeltaCheckSurvivesItemDone: later events of the item and the terminal response do
// not change the result.
func TestDeltaCheckSurvivesItemDone(t *testing.T) {
	x := NewExchange("x", nil)
	x.Apply(wiretest.Stream("{torn", wiretest.Delta(0, "m", "both"), wiretest.DoneMessage(0, "m", "both"), wiretest.DoneMessage(1, "n", "lost"), wiretest.Delta(2, "h", "ha"), wiretest.DoneMessage(2, "h", "half"))...)
	x.Apply(wiretest.Frame(wiretest.Event("response.output_text.annotation.added", `"output_index":1,"item_id":"n","content_index":0,"annotation":{"type":"url_citation"}`), 8))
	x.Apply(wiretest.Frame(wiretest.Event("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"m","content":"both"}]}`), 9))
	proof, ok := x.CheckDeltas()
	want(t, "code points that only the ends hold", proof, DeltaCheck{Missing: len("lost" + "lf")})
	want(t, "all came at their ends", ok, true)
}

// TestReplacedTextsAreCounted: an item counts once when its end replaces a streamed text
// or input, and not when nothing had been streamed or deltas are missing.
func TestReplacedTextsAreCounted(t *testing.T) {
	call := func(arguments string) string {
		return `{"type":"function_call","id":"c","arguments":` + arguments + `}`
	}
	itemDone := func(item string) string {
		return wiretest.Event("response.output_item.done", `"output_index":1,"item":`+item)
	}
	arguments := wiretest.Event("response.function_call_arguments.delta", `"output_index":1,"item_id":"c","delta":"{\"a\": 1}"`)
	textDone := wiretest.Event("response.output_text.done", `"output_index":0,"item_id":"m","content_index":0,"text":"Gr\u00fc\u00df Gott"`)
	one, two := wiretest.Delta(0, "m", "Grüß "), wiretest.Delta(0, "m", "Gott")
	long := strings.Repeat("a line\\n", 2048)
	tests := []struct {
		name string
		data []string
		want int
	}{
		{"as streamed", []string{one, two, textDone, wiretest.DoneMessage(0, "m", "Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott"))}, 0},
		{"another text at the item's end", []string{one, two, wiretest.DoneMessage(0, "m", "Servus")}, 1},
		{"the same again in the response", []string{one, two, wiretest.DoneMessage(0, "m", "Servus"), wiretest.Completed(wiretest.Message("m", "Servus"))}, 1},
		{"a third one there", []string{one, two, wiretest.DoneMessage(0, "m", "Servus"), wiretest.Completed(wiretest.Message("m", "Moin"))}, 1},
		{"another text of a small item that was done", []string{one, two, wiretest.DoneMessage(0, "m", "Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Servus"))}, 1},
		{"as long", []string{one, two, wiretest.DoneMessage(0, "m", "Grüß Tott")}, 1},
		{"more than was streamed, and no number missing", []string{one, wiretest.DoneMessage(0, "m", "Grüß Gott")}, 1},
		{"less", []string{one, two, wiretest.DoneMessage(0, "m", "Grüß")}, 1},
		{"a long one", []string{wiretest.Event("response.output_text.delta", `"output_index":0,"item_id":"m","delta":"`+long+`"`), wiretest.DoneMessage(0, "m", long+"!")}, 1},
		{"a part that the end does not have", []string{one, wiretest.Event("response.output_text.delta", `"output_index":0,"item_id":"m","content_index":1,"delta":"beside"`), wiretest.DoneMessage(0, "m", "Grüß ")}, 1},
		{"an empty end", []string{one, two, wiretest.DoneMessage(0, "m", ""), wiretest.Completed()}, 0},
		{"all at the end", []string{wiretest.Added(0, "m", "message"), wiretest.DoneMessage(0, "m", "Servus"), wiretest.Completed(wiretest.Message("m", "Servus"))}, 0},
		{"an announcement that held a text", []string{wiretest.Event("response.output_item.added", `"output_index":0,"item":`+wiretest.Message("m", "wait")), wiretest.DoneMessage(0, "m", "Servus")}, 0},
		{"other arguments", []string{arguments, itemDone(call(`"{\"a\": 2}"`))}, 1},
		{"arguments as an object", []string{arguments, itemDone(call(`{"a":1}`))}, 0},
		{"other arguments as an object", []string{arguments, itemDone(call(`{"a":2}`))}, 1},
		{"a text and arguments", []string{one, arguments, wiretest.DoneMessage(0, "m", "Servus"), itemDone(call(`"{}"`))}, 2},
		{"behind a gap", []string{"{torn", one, wiretest.DoneMessage(0, "m", "Grüß Gott")}, 0},
		{"what was final behind a gap", []string{"{torn", one, two, textDone, wiretest.Completed(wiretest.Message("m", "Servus"))}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want(t, "replaced", fold(t, tt.data...).Replaced, tt.want)
		})
	}
}

func TestReplacedPanelAnswerIsCounted(t *testing.T) {
	panel := func(verb, member string) string {
		return wiretest.Event("response.fusion_call.panel."+verb, `"output_index":0,"item_id":"f","model":"a/b",`+member)
	}
	streamed := []string{panel("delta", `"delta":"one"`), panel("completed", `"content":"one"`)}
	want(t, "as streamed", fold(t, streamed...).Replaced, 0)
	want(t, "another", fold(t, streamed[0], panel("completed", `"content":"two"`)).Replaced, 1)
}
