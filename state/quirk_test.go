package state

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// The tests of this file are named after the quirks of wire-notes §10.

func TestQuirk15SequenceNumbers(t *testing.T) {
	tests := []struct {
		name, numbers string
		gaps          int
	}{
		{"as it should be", "0 1 2", 0},
		{"from anywhere", "5 6 7", 0},
		{"missing here and there", "0 - 1 - 2", 0},
		{"a jump", "0 1 5 6", 1},
		{"all zero", "0 0 0", 2},
		{"a reset", "3 4 0 1", 1},
	}
	for _, tt := range tests {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Stream()...)
		for _, n := range strings.Fields(tt.numbers) {
			if n == "-" {
				x.Apply(wiretest.Frame(wiretest.Event("ping", ""), 1))
			} else {
				x.Apply(wiretest.Frame(wiretest.Event("ping", `"sequence_number":`+n), 1))
			}
		}
		got := 0
		for _, w := range x.Warnings {
			if w.Code == WarnSequence {
				got = w.Count
			}
		}
		want(t, tt.name, got, tt.gaps)
	}
}

// TestSequenceWarningsAreDistinct: a repeated or lower number is not a gap.
func TestSequenceWarningsAreDistinct(t *testing.T) {
	for numbers, message := range map[string]string{
		"0 1 5":         "sequence_number goes from 1 to 5",
		"1 2 2 2":       "sequence_number 2 appears twice",
		"3 4 0 1":       "sequence_number goes back from 4 to 0",
		"1 2 2 1 5 6 0": "sequence_number 2 appears twice; sequence_number goes back from 2 to 1; sequence_number goes from 1 to 5",
	} {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Stream()...)
		for n := range strings.FieldsSeq(numbers) {
			x.Apply(wiretest.Frame(wiretest.Event("ping", `"sequence_number":`+n), 1))
		}
		i := slices.IndexFunc(x.Warnings, func(w Warning) bool { return w.Code == WarnSequence })
		want(t, numbers, x.Warnings[i].Message, message)
	}
}

func TestQuirk15UnreadableFrameExplainsTheGap(t *testing.T) {
	x := fold(t, wiretest.Event("ping", `"sequence_number":3`), `{"type":"response.output_`, wiretest.Event("ping", `"sequence_number":5`), wiretest.Completed(), "[DONE]")
	want(t, "warnings", codes(x), WarnUndecodable)
	want(t, "verdict", x.Verdict, Completed)
}

func TestQuirk16MissingIndicesAndIDs(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.output_item.added", `"item":{"type":"reasoning","id":"r1"}`),
		wiretest.Event("response.reasoning_text.delta", `"delta":"think"`),
		wiretest.Event("response.output_item.added", `"item":{"type":"message","id":"m1"}`),
		wiretest.Event("response.output_text.delta", `"delta":"a"`),
		wiretest.Event("response.output_text.delta", `"item_id":"other every time","delta":"b"`),
		wiretest.Event("response.output_item.added", `"item":{"type":"message","id":"m2"}`),
		wiretest.Event("response.output_text.delta", `"delta":"second"`),
		wiretest.Event("response.output_text.delta", `"item_id":"m1","delta":"c"`),
	)
	want(t, "items", describeAll(x), "reasoning reasoning_text=think | message output_text=abc | message output_text=second")
}

func TestQuirk16NextPartAfterDone(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"delta":"one"`), wiretest.Event("response.output_text.done", wiretest.Address+`,"text":"one"`),
		wiretest.Event("response.content_part.done", wiretest.Address+`,"part":{"type":"output_text","text":"one"}`),
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"delta":"two"`),
	)
	want(t, "items", describeAll(x), "message output_text=one output_text=two")
}

func TestQuirk17ItemsOnDemand(t *testing.T) {
	x := fold(t, wiretest.Delta(1, "m", "text"), wiretest.Event("response.function_call_arguments.delta", `"output_index":0,"item_id":"f","delta":"{}"`),
		wiretest.Added(1, "m", "message"))
	want(t, "in the order of output_index, each once", describeAll(x), "function_call input={} | message output_text=text")
}

func TestQuirk18IDsThatChange(t *testing.T) {
	x := fold(t,
		wiretest.Added(0, "id-1", "message"), wiretest.Delta(0, "id-2", "cipher"), wiretest.Delta(0, "id-3", "text"),
		wiretest.Event("response.output_text.done", `"output_index":0,"item_id":"id-4","content_index":0,"text":"plain"`),
		wiretest.DoneMessage(0, "id-5", "plain"), wiretest.Completed(wiretest.Message("id-6", "plain")), "[DONE]",
	)
	want(t, "one item, the whole wins", describeAll(x), "message output_text=plain")
	want(t, "warnings", codes(x), WarnReplaced)
}

func TestQuirk19SharedIndices(t *testing.T) {
	x := fold(t,
		wiretest.Added(0, "r", "reasoning"), wiretest.Event("response.reasoning_text.delta", `"output_index":0,"item_id":"r","delta":"hm"`),
		wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", "one"), wiretest.Added(0, "n", "message"), wiretest.Delta(0, "n", "two"), wiretest.Delta(0, "m", " more"),
		wiretest.Event("response.reasoning_text.delta", `"output_index":0,"item_id":"r","delta":"m"`),
	)
	want(t, "items", describeAll(x), "reasoning reasoning_text=hmm | message output_text=one more | message output_text=two")
	x = fold(t, wiretest.DoneMessage(0, "a", "one"), wiretest.DoneMessage(0, "b", "two"))
	want(t, "only done events", describeAll(x), "message output_text=one | message output_text=two")
}

func TestQuirk19IndicesThatSkip(t *testing.T) {
	x := fold(t, wiretest.Delta(7, "b", "later"), wiretest.Delta(3, "a", "sooner"), wiretest.Completed(wiretest.Message("a", "sooner"), wiretest.Message("b", "later")), "[DONE]")
	want(t, "items", describeAll(x), "message output_text=sooner | message output_text=later")
	x = fold(t, wiretest.Delta(9223372036854775807, "a", "end"), wiretest.Event("response.output_text.delta", `"item_id":"b","delta":"of the line"`))
	want(t, "the largest index", describeAll(x), "message output_text=end | message output_text=of the line")
}

func TestQuirk19And18TogetherMatchByType(t *testing.T) {
	x := fold(t, wiretest.Added(9, "r", "reasoning"), wiretest.Delta(5, "a", "one"), wiretest.Delta(7, "b", "two"),
		wiretest.Completed(wiretest.Message("x", "one!"), wiretest.Message("y", "two!"), `{"type":"reasoning","id":"z","summary":["s"]}`), "[DONE]")
	want(t, "items", describeAll(x), "message output_text=one! | message output_text=two! | reasoning summary_text=s")
}

func TestQuirk20OnlyInTheTerminalResponse(t *testing.T) {
	x := fold(t, wiretest.Delta(0, "m", "hal"), wiretest.Completed(wiretest.Message("m", "half"), wiretest.Message("n", "more")), "[DONE]")
	want(t, "items", describeAll(x), "message output_text=half | message output_text=more")
	want(t, "done", x.Items[0].Done && x.Items[1].Done, true)
}

func TestQuirk21PoorTerminalResponse(t *testing.T) {
	for name, last := range map[string]string{
		"empty":         wiretest.Completed(),
		"no output":     wiretest.Event("response.completed", `"response":{"id":"r","status":"completed"}`),
		"null output":   wiretest.Event("response.completed", `"response":{"status":"completed","output":null}`),
		"no response":   wiretest.Event("response.completed", ``),
		"empty content": wiretest.Completed(`{"type":"message","id":"m","content":[]}`),
		"null content":  wiretest.Completed(`{"type":"message","id":"m","content":null}`),
		"empty text":    wiretest.Completed(wiretest.Message("m", "")),
		"another item":  wiretest.Completed(`{"type":"reasoning","id":"r","summary":[]}`),
	} {
		x := fold(t, wiretest.Delta(0, "m", "kept"), last, "[DONE]")
		want(t, name, x.Text(), "kept")
		want(t, name, x.Verdict, Completed)
		x = fold(t, wiretest.DoneMessage(0, "m", "kept"), last, "[DONE]")
		want(t, name+" after output_item.done", x.Text(), "kept")
		if it := x.Items[0]; it.Type == "message" {
			want(t, name+" keeps the whole item", string(it.Raw), wiretest.Message("m", "kept"))
		}
	}
}

func TestQuirk22PartThatComesFull(t *testing.T) {
	full := wiretest.Event("response.content_part.added", wiretest.Address+`,"content_index":0,"part":{"type":"output_text","text":"Hello"}`)
	x := fold(t, full, wiretest.Delta(0, "i1", "Hel"), wiretest.Delta(0, "i1", "lo"))
	want(t, "told twice", x.Text(), "Hello")
	x = fold(t, full, wiretest.Delta(0, "i1", ", you"))
	want(t, "told on", x.Text(), "Hello, you")
	x = fold(t, full, wiretest.Delta(0, "i1", "Hello"), wiretest.DoneMessage(0, "i1", "Hello"))
	want(t, "done wins", x.Text(), "Hello")
}

func TestQuirk23MinimalResponses(t *testing.T) {
	x := fold(t, wiretest.Event("response.created", `"response":{"id":"r","status":"in_progress"}`), wiretest.Event("response.in_progress", `"response":null`),
		wiretest.DoneMessage(0, "m", "hi"), wiretest.Event("response.completed", `"response":{"id":"r","status":"completed","usage":null}`), "[DONE]")
	want(t, "verdict", x.Verdict, Completed)
	want(t, "usage", string(x.Usage), "")
	x = fold(t, wiretest.Event("response.completed", `"response":{"status":"completed","usage":{"output_tokens":5}}`), "[DONE]")
	want(t, "partial usage", string(x.Usage), `{"output_tokens":5}`)
}

func TestQuirk24Reasoning(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.reasoning_summary_text.delta", `"output_index":0,"item_id":"r","summary_index":0,"delta":"short"`),
		wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"reasoning","id":"r","summary":["a plain string","another"],"encrypted_content":"not really"}`),
	)
	want(t, "summary of strings", describeAll(x), "reasoning summary_text=a plain string summary_text=another")
	x = fold(t,
		wiretest.Event("response.reasoning_text.delta", `"output_index":0,"item_id":"r","content_index":0,"delta":"think"`),
		wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"reasoning","id":"r","summary":[],"content":null}`),
	)
	want(t, "what was streamed stays", describeAll(x), "reasoning reasoning_text=think")
}

func TestQuirk25TextOfAnAdvisor(t *testing.T) {
	x := fold(t, wiretest.Added(0, "adv", "service:advisor"),
		wiretest.Event("response.output_text.delta", `"output_index":0,"item_id":"adv","delta":"I would"`),
		wiretest.Event("response.output_text.delta", `"output_index":0,"item_id":"adv","delta":" wait"`),
		wiretest.Delta(1, "m", "Answer"))
	want(t, "items", describeAll(x), "service:advisor output_text=I would wait | message output_text=Answer")
	want(t, "no text of the answer", x.Text(), "Answer")
}

func TestQuirk13And2UnreadableFrames(t *testing.T) {
	x := fold(t, wiretest.Delta(0, "m", "a"), ": a comment", ` : OPENROUTER PROCESSING`, `{"a":1}{"b":2}`, `[1]`, "", wiretest.Completed(wiretest.Message("m", "a")), "[DONE]")
	want(t, "warnings", codes(x), WarnUndecodable)
	want(t, "verdict", x.Verdict, Completed)
	want(t, "counted", x.Warnings[0].Count, 3)
}

func TestItemsFinishOutOfOrder(t *testing.T) {
	x := fold(t, wiretest.Added(0, "a", "message"), wiretest.Added(1, "b", "message"), wiretest.Delta(1, "b", "B"), wiretest.DoneMessage(1, "b", "B"), wiretest.Delta(0, "a", "A"), wiretest.DoneMessage(0, "a", "A"))
	want(t, "items", describeAll(x), "message output_text=A | message output_text=B")
}
