package talk

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"

	"pgregory.net/rapid"
)

// TestNextRequestIsValidAfterAnyAnswer: after any answer the body is JSON,
// begins with the conversation, ends with the new message, and has every complete
// item as received.
func TestNextRequestIsValidAfterAnyAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewConversation(NewDraft())
		turn := c.Add(nil, []json.RawMessage{UserMessage("said")})
		turn.Exchange = state.NewExchange("x", []byte(wiretest.StreamRequest))
		turn.Exchange.Apply(wiretest.Draw(t)...)
		out, err := c.Body("next", BodyOptions{ModelNever})
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ Input []json.RawMessage }
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		sent, _ := turn.Included()
		if n := len(turn.Answer(BodyOptions{})); sent && len(doc.Input) != n+2 || !sent && len(doc.Input) != 1 {
			t.Fatalf("%d items in input, %d of the answer, sent %v", len(doc.Input), n, sent)
		}
		for _, member := range []string{"store", "previous_response_id"} {
			if scan.Get(out, member) != nil {
				t.Fatalf("%s was sent", member)
			}
		}
		checkVerbatim(t, turn, doc.Input)
	})
}

func checkVerbatim(t *rapid.T, turn *Turn, input []json.RawMessage) {
	if turn.Exchange.Verdict != state.Completed {
		return
	}
	for _, it := range turn.Exchange.Items {
		if !it.Done || it.StreamedMore() || scan.Get(it.Raw, "model") != nil {
			continue
		}
		found := false
		for _, item := range input {
			var a, b bytes.Buffer
			if json.Compact(&a, item) == nil && json.Compact(&b, it.Raw) == nil && a.String() == b.String() {
				found = true
			}
		}
		if !found {
			t.Fatalf("%s did not go back as it came", it.Raw)
		}
	}
}

// FuzzNextRequest reads each line as the data of a frame: whatever was received,
// the conversation can continue after it.
func FuzzNextRequest(f *testing.F) {
	for _, kind := range wiretest.Types() {
		f.Add([]byte(wiretest.Event(kind, `"output_index":0,"item_id":"a","delta":"x"`) + "\n" + wiretest.Completed(wiretest.Message("a", "x")) + "\n[DONE]"))
	}
	f.Add([]byte(`{"type":"response.output_item.done","item":{"type":"message","content":[[],5,"x",{"type":"refusal"}]}}`))
	f.Add([]byte(`{"type":"response.completed","response":{"output":[5,{},{"type":"function_call"}],"usage":{"output_tokens":1}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := NewConversation(NewDraft())
		turn := c.Add(nil, []json.RawMessage{UserMessage("hi")})
		turn.Exchange = state.NewExchange("x", []byte(wiretest.StreamRequest))
		turn.Exchange.Apply(wiretest.Head(200, "text/event-stream", true))
		for i, line := range bytes.Split(data, []byte("\n")) {
			e, err := read.Event(line)
			turn.Exchange.Apply(wire.Arrival{
				Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil,
				Frame: wire.Frame{Kind: wire.FrameEvent, Data: line, AtUS: int64(i)},
			})
		}
		turn.Exchange.Apply(wiretest.End(wire.EndClean, ""))
		if _, err := c.Body("next", BodyOptions{}); err != nil && scan.Check(data) == nil {
			t.Errorf("no request can follow: %v", err)
		}
	})
}

// TestResendBodySendsATurnWithTheDraftOfNow, and leaves the conversation as it is.
func TestResendBodySendsATurnWithTheDraftOfNow(t *testing.T) {
	for _, input := range []string{`"hi"`, `[{"role":"user","content":"hi"}]`} {
		c, err := Open([]byte(`{"model":"a","input":` + input + `}`))
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.Body("", BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		turn := c.Current
		turn.Exchange = state.New(state.Responses, "x", want)
		if err := c.Draft.SetModel("b"); err != nil {
			t.Fatal(err)
		}
		c.SetAttachments([]json.RawMessage{json.RawMessage(`{"type":"input_text","text":"more"}`)})
		version := c.Version
		got, err := c.ResendBody(turn, BodyOptions{})
		if want := strings.Replace(string(want), `"a"`, `"b"`, 1); err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if c.Current != turn || len(c.Attachments()) != 1 || c.Version != version {
			t.Error("the conversation has changed")
		}
	}
}
