package state

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// FuzzFold reads each line as the data of a frame: no bytes bring the fold
// down, and whatever came, the conversation can go on behind it.
func FuzzFold(f *testing.F) {
	for _, kind := range kinds() {
		f.Add([]byte(ev(kind, `"output_index":0,"item_id":"a","delta":"x"`) + "\n" + completed(message("a", "x")) + "\n[DONE]"))
	}
	f.Add([]byte(`{"type":"response.output_item.done","item":{"type":"message","content":[[],5,"x",{"type":"refusal"}]}}`))
	f.Add([]byte(`{"type":"response.completed","response":{"output":[5,{},{"type":"function_call"}],"usage":{"output_tokens":1}}}`))
	f.Fuzz(func(t *testing.T, stream []byte) {
		c := NewConversation(NewDraft())
		turn := c.Add(nil, []json.RawMessage{UserMessage("hi")})
		x := NewExchange("x", []byte(streamRequest))
		turn.Exchange = x
		x.Apply(headOf(200, "text/event-stream", true))
		for i, line := range bytes.Split(stream, []byte("\n")) {
			e, err := read.Event(line)
			x.Apply(wire.Arrival{
				Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil,
				Frame: wire.Frame{Kind: wire.FrameEvent, Data: line, AtUS: int64(i)},
			})
		}
		x.Apply(endOf(wire.EndClean, ""))
		if x.Running() {
			t.Error("no verdict")
		}
		if _, err := c.Body("next", BodyOptions{}); err != nil && scan.Check(stream) == nil {
			t.Errorf("no request can follow: %v", err)
		}
	})
}

// FuzzAnswer reads bytes as a whole answer.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"", "{", `{"output":[]}`, `{"error":{}}`, `{"status":"failed","error":"x"}`, "<html>", `[1]`, `{"results":[]}`, "\xff"} {
		f.Add(200, []byte(s))
		f.Add(502, []byte(s))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		x := NewExchange("x", nil)
		x.Apply(headOf(status, "application/json", false))
		end := endOf(wire.EndClean, "")
		end.Body = body
		x.Apply(end)
		if x.Running() || x.Verdict == Failed && x.Failure == nil && x.Response == nil {
			t.Errorf("%q: verdict %q", body, x.Verdict)
		}
		if !success(status) && x.Verdict != Failed {
			t.Errorf("status %d is %s", status, x.Verdict)
		}
	})
}

// FuzzOpen: what can be opened can be sent, and opened again to the same.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{`{"input":"x"}`, `"x"`, `[{"role":"user"}]`, `{"object":"response","output":[{"type":"message","role":"assistant"}],"model":"m"}`, `{"input":[{"type":"x_call"},{}]}`, `{"a":1,"a":2,"input":[],"input":5}`,
		`{"object":"x","object":"response","status":"failed","error":{"code":5}}`, `{"output":null,"output":[],"x_metadata":{"pipeline":5}}`} {
		f.Add([]byte(s))
	}
	for _, s := range []string{"data: {\"type\":\"response.completed\",\"response\":{\"output\":[{\"type\":\"message\",\"role\":\"assistant\"}]}}\r\n\r\ndata: [DO", "\xEF\xBB\xBF: x\n\ndata: {\"type\":\"error\"}\n\n",
		"HTTP/1.1 200 OK\r\nA: b\r\n\r\n{\"output\":[]}", "HTTP/2 502 \r\n\r\n<html>", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nevent: response.output_text.delta\ndata: {\"delta\":\"x\"}\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		c, err := Open(doc)
		if capture, not := client.Saved(doc); err != nil && not == nil {
			if c, err = OpenSaved(capture, client.ReplaySaved(capture)); err != nil {
				t.Fatal(err)
			}
			if x := c.Current.Told(); x.Running() || x.Frames != len(capture.Frames.All()) || !bytes.HasSuffix(doc, capture.Body.All()) {
				t.Fatalf("verdict %q, %d frames of %d in %q", x.Verdict, x.Frames, len(capture.Frames.All()), capture.Text().All())
			}
		}
		if err != nil {
			return
		}
		out, err := c.Body("", BodyOptions{})
		if err != nil {
			return // nested too deep for the writer
		}
		again, err := Open(out)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", doc, out, err)
		}
		second, err := again.Body("", BodyOptions{})
		if err != nil || !bytes.Equal(out, second) {
			t.Errorf("%q\n%q\n%q %v", doc, out, second, err)
		}
	})
}

// TestWhateverCameTheNextRequestIsSound: after any answer the body is JSON,
// begins with what was said, ends with the new message, and holds every whole
// item as it came.
func TestWhateverCameTheNextRequestIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewConversation(NewDraft())
		turn := c.Add(nil, []json.RawMessage{UserMessage("said")})
		turn.Exchange = NewExchange("x", []byte(streamRequest))
		turn.Exchange.Apply(arrivals(t)...)
		out, err := c.Body("next", BodyOptions{OmitModel: true})
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ Input []json.RawMessage }
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		sent, _ := turn.Sent()
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
	if turn.Exchange.Verdict != Completed {
		return
	}
	for _, it := range turn.Exchange.Items {
		if !it.Done || it.thin || scan.Get(it.Raw, "model") != nil {
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

// TestTreeAgainstAModel holds the tree against a plain list of parents.
func TestTreeAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewConversation(NewDraft())
		parents := []int{0} // by id; 0 is the place before the first turn
		current := 0
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			id := rapid.IntRange(0, len(parents)-1).Draw(t, "turn")
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				if got := c.Add(c.Find(id), nil); got.ID != len(parents) {
					t.Fatalf("turn %d became %d", len(parents), got.ID)
				}
				parents = append(parents, id)
				current = len(parents) - 1
			case 1:
				c.Select(c.Find(id))
				current = id
			case 2:
				if id == 0 {
					continue
				}
				leaf := c.Leaf(c.Find(id))
				c.Select(leaf)
				current = leaf.ID
				if len(leaf.Children) != 0 {
					t.Fatal("a leaf with children")
				}
			}
			var want []int
			for at := current; at != 0; at = parents[at] {
				want = append(want, at)
			}
			path := c.Path()
			if len(path) != len(want) {
				t.Fatalf("a path of %d turns, want %d", len(path), len(want))
			}
			for i, turn := range path {
				if turn.ID != want[len(want)-1-i] {
					t.Fatalf("turn %d on the path is %d", i, turn.ID)
				}
			}
		}
	})
}
