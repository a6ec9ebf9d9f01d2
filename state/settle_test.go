package state

import (
	"fmt"
	"strings"
	"testing"
)

// TestASmallItemIsReadWhereItLies: once it was delivered whole nothing is held of it, and
// whatever comes later finds it as it was.
func TestASmallItemIsReadWhereItLies(t *testing.T) {
	events := []string{
		added(0, "m", "message"), delta(0, "m", "both"), doneMessage(0, "m", "both"),
	}
	x := fold(t, events...)
	it := x.Items[0]
	if it.held != nil {
		t.Fatal("it is still held")
	}
	want(t, "the item", describe(it), "message output_text=both")
	want(t, "its id", it.ID, "m")
	want(t, "its status", it.Status(), "completed")

	x = fold(t, append(events, ev("response.output_text.annotation.added", `"output_index":0,"item_id":"m","content_index":0,"annotation":{"type":"url_citation"}`))...)
	want(t, "a citation that came later", len(x.Items[0].Parts()[0].Annotations), 1)
	want(t, "beside the text", x.Text(), "both")
	x = fold(t, append(events, delta(0, "m", " and more"))...)
	want(t, "final is final", x.Text(), "both")
	x = fold(t, append(events, ev("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":"corrected"}]}]}`))...)
	want(t, "what the end says", x.Text(), "corrected")
}

// TestWhatAnItemDoesNotTellIsHeld: what was streamed beside it, and long ones.
func TestWhatAnItemDoesNotTellIsHeld(t *testing.T) {
	for name, events := range map[string][]string{
		"a citation": {
			delta(0, "m", "both"), ev("response.output_text.annotation.added", `"output_index":0,"item_id":"m","content_index":0,"annotation":{"type":"url_citation"}`),
			doneMessage(0, "m", "both"),
		},
		"a name":   {ev("response.function_call_arguments.done", `"output_index":0,"item_id":"m","name":"f","arguments":"{}"`), ev("response.output_item.done", `"output_index":0,"item":{"type":"function_call","id":"m","arguments":"{}"}`)},
		"a text":   {delta(0, "m", "both"), doneMessage(0, "m", "")},
		"a status": {ev("response.web_search_call.searching", `"output_index":0,"item_id":"m"`), ev("response.output_item.done", `"output_index":0,"item":{"type":"web_search_call","id":"m"}`)},
		"its own":  {doneMessage(0, "m", strings.Repeat("long ", mostRead))},
	} {
		x := fold(t, events...)
		if x.Items[0].held == nil {
			t.Errorf("%s is not held", name)
		}
	}
}

// TestWhatWasProvenOfAnItemOutlivesWhatItHeld: behind a gap a small item is held no more
// than before it, and what it tells of the deltas stays.
func TestWhatWasProvenOfAnItemOutlivesWhatItHeld(t *testing.T) {
	x := NewExchange("x", nil)
	x.Apply(stream("{torn", delta(0, "m", "both"), doneMessage(0, "m", "both"), doneMessage(1, "n", "lost"), delta(2, "h", "ha"), doneMessage(2, "h", "half"))...)
	for i, held := range []bool{false, false, true} { // of the third the deltas had written a part
		want(t, fmt.Sprint("held ", i), x.Items[i].held != nil, held)
	}
	x.Apply(frameOf(ev("response.output_text.annotation.added", `"output_index":1,"item_id":"n","content_index":0,"annotation":{"type":"url_citation"}`), 8))
	x.Apply(frameOf(ev("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"m","content":"both"}]}`), 9))
	proof, ok := x.Proven()
	want(t, "code points that only the ends hold", proof, Proof{More: len("lost" + "lf")})
	want(t, "all came at their ends", ok, true)
}
