package state

import (
	"testing"

	"gatehouse/state/wiretest"
)

// TestTextAtItsEndProvesTheDeltas: where a number is missing or a frame cannot be
// read, the text that comes whole at its end tells what that took from the answer.
func TestTextAtItsEndProvesTheDeltas(t *testing.T) {
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
		proof Proof
		ok    bool
	}{
		{"nothing amiss", []string{one, two, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, Proof{}, false},
		{"a gap, and all is there", []string{one, far, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, Proof{}, true},
		{"a gap, and more at the end", []string{one, far, done("Grüß dich Gott"), wiretest.Completed(wiretest.Message("m", "Grüß dich Gott")), "[DONE]"}, Proof{More: 5}, true},
		{"an unreadable frame", []string{one, "{", done("Grüß Göttin"), wiretest.Completed(wiretest.Message("m", "Grüß Göttin")), "[DONE]"}, Proof{More: 6}, true},
		{"another text at the end", []string{one, far, done("Servus"), wiretest.Completed(wiretest.Message("m", "Servus")), "[DONE]"}, Proof{Other: true}, true},
		{"no text at the end", []string{one, far, wiretest.Completed(), "[DONE]"}, Proof{}, false},
		{"the text in the last response alone", []string{one, far, wiretest.Completed(wiretest.Message("m", "Grüß Gott!")), "[DONE]"}, Proof{More: 1}, true},
		{"two telling ends", []string{one, far, done("Grüß Gott"), wiretest.Completed(wiretest.Message("m", "Grüß Gott")), "[DONE]"}, Proof{}, true},
		{"an end that lists nothing", []string{one, far, done("Grüß Gott"), wiretest.Completed(), "[DONE]"}, Proof{}, false},
		{"a gap behind the text", []string{one, done("Servus"), numbered("9", "late"), wiretest.Completed(wiretest.Message("m", "Servus")), "[DONE]"}, Proof{}, false},
		{"cut after the text's end", []string{one, far, done("Grüß Gott")}, Proof{}, false},
		{"all came at the end", []string{"{", done("Grüß"), wiretest.Completed(wiretest.Message("m", "Grüß")), "[DONE]"}, Proof{More: 4}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			proof, ok := fold(t, tt.data...).Proven()
			want(t, "proof", proof, tt.proof)
			want(t, "proven", ok, tt.ok)
		})
	}
}

// TestAProofOutlivesItsItemsEnd: what comes for an item later, and the response at the
// end, change nothing about what its own end proved.
func TestAProofOutlivesItsItemsEnd(t *testing.T) {
	x := NewExchange("x", nil)
	x.Apply(wiretest.Stream("{torn", wiretest.Delta(0, "m", "both"), wiretest.DoneMessage(0, "m", "both"), wiretest.DoneMessage(1, "n", "lost"), wiretest.Delta(2, "h", "ha"), wiretest.DoneMessage(2, "h", "half"))...)
	x.Apply(wiretest.Frame(wiretest.Event("response.output_text.annotation.added", `"output_index":1,"item_id":"n","content_index":0,"annotation":{"type":"url_citation"}`), 8))
	x.Apply(wiretest.Frame(wiretest.Event("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"m","content":"both"}]}`), 9))
	proof, ok := x.Proven()
	want(t, "code points that only the ends hold", proof, Proof{More: len("lost" + "lf")})
	want(t, "all came at their ends", ok, true)
}
