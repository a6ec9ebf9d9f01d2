package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/wiretest"
)

// TestPartialResponseHoldsStreamedText: the snapshot has the response as last received,
// complete items as received, streamed text merged into the others, and nothing from later
// events.
func TestPartialResponseHoldsStreamedText(t *testing.T) {
	x := fold(t, `{"type":"response.created","response":{"id":"r","model":"m","status":"queued","hologram":[1]}}`,
		`{"type":"response.in_progress","response":{"id":"r","model":"m","status":"in_progress","output":[],"usage":null,"hologram":[1]}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"hologram","turns":[1,2]}}`,
		`{"type":"response.output_item.added","output_index":1,"item":{"type":"message","id":"m1","role":"assistant","content":[]}}`,
		`{"type":"response.content_part.added","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","logprobs":[]}}`,
		`{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"a \"word\""}`,
		`{"type":"response.reasoning_summary_text.delta","output_index":2,"summary_index":0,"delta":"why"}`,
		`{"type":"response.output_item.added","output_index":3,"item":{"type":"custom_tool_call","name":"t","input":""}}`,
		`{"type":"response.custom_tool_call_input.delta","output_index":3,"delta":"do"}`,
		`{"type":"response.function_call_arguments.delta","output_index":4,"item_id":"f","delta":"{}"}`,
		`{"type":"response.refusal.done","output_index":5,"content_index":0,"refusal":"\u006eo, \"never\""}`,
		`{"type":"response.function_call_arguments.done","output_index":6,"item_id":"g","arguments":"{\"a\":1}"}`)
	s, ok := x.PartialResponse()
	if !ok {
		t.Fatal("nothing has come")
	}
	x.Items[1].Parts()[0].append(" and later words")
	want := `{"id":"r","model":"m","status":"in_progress","usage":null,"hologram":[1],"output":[{"type":"hologram","turns":[1,2]},` +
		`{"type":"message","id":"m1","role":"assistant","content":[{"type":"output_text","logprobs":[],"text":"a \"word\""}]},` +
		`{"type":"reasoning","summary":[{"type":"summary_text","text":"why"}]},` +
		`{"type":"custom_tool_call","name":"t","input":"do"},` +
		`{"type":"function_call","id":"f","arguments":"{}"},` +
		`{"type":"message","content":[{"type":"refusal","refusal":"\u006eo, \"never\""}]},` +
		`{"type":"function_call","id":"g","arguments":"{\"a\":1}"}]}`
	if got := string(s.JSON()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, ok := NewExchange("x", nil).PartialResponse(); ok {
		t.Error("something has come of nothing")
	}
	if !json.Valid(s.JSON()) {
		t.Error("no JSON")
	}
}

// TestPartialResponseIsWrittenWithinALimit: both ends of long texts remain with the size of what
// is left out; all else is as in JSON.
func TestPartialResponseIsWrittenWithinALimit(t *testing.T) {
	long := strings.Repeat("ü\"\n", 40_000)
	x := fold(t, `{"type":"response.created","response":{"id":"r","instructions":`+string(scan.Quote(long))+`,"output":[]}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"m0","content":[{"type":"output_text","text":`+string(scan.Quote(long))+`}]}}`,
		`{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":`+string(scan.Quote(long))+`}`,
		`{"type":"response.function_call_arguments.delta","output_index":2,"item_id":"f","delta":`+string(scan.Quote(long))+`}`)
	s, _ := x.PartialResponse()
	if got, want := s.JSONWithin(1<<20, nil), s.JSON(); !bytes.Equal(got, want) {
		t.Errorf("what is short enough is written as %.100q, want %.100q", got, want)
	}
	const most = 40_000
	left := []int64{}
	doc := s.JSONWithin(most, func(n int64, of string, bytes int64) string {
		want(t, "of", of, "byte")
		want(t, "bytes", bytes, n)
		left = append(left, n)
		return "<left>"
	})
	var got struct {
		Instructions string
		Output       []struct {
			Content   []struct{ Text string }
			Arguments string
		}
	}
	if err := json.Unmarshal(doc, &got); err != nil || len(doc) > 2*most {
		t.Fatalf("%d bytes, %v", len(doc), err)
	}
	o := got.Output
	all := []string{got.Instructions, o[0].Content[0].Text, o[1].Content[0].Text, o[2].Arguments}
	for i, text := range all {
		head, tail, ok := strings.Cut(text, "<left>")
		if !ok || !strings.HasPrefix(long, head) || !strings.HasSuffix(long, tail) || len(head) < 1000 || len(head)+len(tail)+int(left[i]) != len(long) {
			t.Errorf("text %d is %.20q … %d bytes … %.20q", i, head, left[i], tail)
		}
	}
}

// TestLimitKeepsFirstAndLastItems: also of the annotations of a text.
func TestLimitKeepsFirstAndLastItems(t *testing.T) {
	const n, most = 2000, 40_000
	var items, citations []string
	for i := range n {
		items = append(items, wiretest.DoneMessage(i, fmt.Sprint("m", i), "short"))
		citations = append(citations, wiretest.Event("response.output_text.annotation.added", fmt.Sprintf(`"output_index":0,"item_id":"m","content_index":0,"annotation":{"n":%d,"about":"a page that says so"}`, i)))
	}
	for name, events := range map[string][]string{"item": items, "annotation": citations} {
		s, _ := fold(t, events...).PartialResponse()
		left := int64(0)
		doc := s.JSONWithin(most, func(n int64, of string, bytes int64) string {
			want(t, "of", of, name)
			want(t, name+"s have bytes", bytes > n*30 && bytes < int64(s.Size()), true)
			left = n
			return "<left>"
		})
		var got struct {
			Output []json.RawMessage
		}
		if err := json.Unmarshal(doc, &got); err != nil || len(doc) > most+most/10 {
			t.Fatalf("%ss: %d bytes, %v", name, len(doc), err)
		}
		if name == "annotation" {
			var item struct {
				Content []struct{ Annotations []json.RawMessage }
			}
			if err := json.Unmarshal(got.Output[0], &item); err != nil {
				t.Fatal(err)
			}
			got.Output = item.Content[0].Annotations
		}
		var all []string
		for _, v := range got.Output {
			all = append(all, string(v))
		}
		at := slices.Index(all, `"<left>"`)
		want(t, name+"s that stand there", len(all)-1+int(left), n)
		if at < 50 || len(all)-at < 50 {
			t.Errorf("%ss: %d before what is left out, %d behind it", name, at, len(all)-at-1)
		}
		want(t, "the first "+name, strings.Contains(all[0], "0"), true)
		want(t, "the last "+name, strings.Contains(all[len(all)-1], "1999"), true)
	}
}

// TestPartialResponseHoldsTheErrorEvent: it replaces the null error of the response in
// progress.
func TestPartialResponseHoldsTheErrorEvent(t *testing.T) {
	const failed = `{"type":"error","code":"server_error","message":"boom"}`
	x := fold(t, `{"type":"response.created","response":{"id":"r","error":null}}`,
		`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"half"}`, failed)
	s, _ := x.PartialResponse()
	if got, want := string(s.JSON()), `{"error":`+failed+`,"id":"r","output":[{"type":"message","content":[{"type":"output_text","text":"half"}]}]}`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
