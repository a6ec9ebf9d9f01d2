package registry_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/text/rope"
)

// of returns what puts the streams of an API together.
func of(api int) assembly.Builder { return registry.All()[api].Assembler() }

func written(b assembly.Builder, most int) string {
	note := func(n int64, of string, _ int64) string { return fmt.Sprintf("<%d %ss>", n, of) }
	return string(scan.MakeObject(b.Document().Members(rope.Limit{Max: most, Note: note})...))
}

func together(b assembly.Builder, frames ...string) string {
	for _, f := range frames {
		b.Frame(json.RawMessage(f), "")
	}
	return written(b, math.MaxInt)
}

// TestChunksOfAllKindsOfServices are put together as their documents have it.
func TestChunksOfAllKindsOfServices(t *testing.T) {
	deltas := func(all ...string) (chunks []string) {
		for _, d := range all {
			chunks = append(chunks, `{"choices":[{"delta":{`+d+`}}]}`)
		}
		return chunks
	}
	message := func(of string) string { return `{"choices":[{"message":{` + of + `}}]}` }
	for name, c := range map[string]struct {
		frames []string
		want   string
	}{
		"a role in each chunk":        {deltas(`"role":"assistant","content":"a"`, `"role":"assistant","content":"b"`), message(`"role":"assistant","content":"ab"`)},
		"null and empty take nothing": {deltas(`"content":"a","name":"n"`, `"content":null,"name":""`, `"content":""`), message(`"content":"a","name":"n"`)},
		"arguments that are no JSON":  {deltas(`"tool_calls":[{"index":0,"function":{"arguments":"{\"a"}}]`, `"tool_calls":[{"index":0,"function":{"arguments":"\n"}}]`), message(`"tool_calls":[{"function":{"arguments":"{\"a\n"}}]`)},
		"all calls with the index 0":  {deltas(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]`, `"tool_calls":[{"index":0,"id":"b","function":{"name":"f"}}]`), message(`"tool_calls":[{"id":"a","function":{"name":"f"}},{"id":"b","function":{"name":"f"}}]`)},
		"calls without an index":      {deltas(`"tool_calls":[{"function":{"arguments":"a"}},{"function":{"arguments":"b"}}]`, `"tool_calls":[{"function":{"arguments":"c"}}]`), message(`"tool_calls":[{"function":{"arguments":"a"}},{"function":{"arguments":"bc"}}]`)},
		"calls in another order":      {deltas(`"tool_calls":[{"index":1,"id":"b"}]`, `"tool_calls":[{"index":0,"id":"a"}]`), message(`"tool_calls":[{"id":"a"},{"id":"b"}]`)},
		"a call of the old form":      {deltas(`"function_call":{"name":"f","arguments":"{"}`, `"function_call":{"name":"f","arguments":"}"}`), message(`"function_call":{"name":"f","arguments":"{}"}`)},
		"thoughts, then text":         {deltas(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"h"}]}]`, `"content":[{"type":"thinking","thinking":[{"type":"text","text":"m"}]}]`, `"content":"a"`, `"content":"b"`), message(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"ab"}]`)},
		"text, then parts":            {deltas(`"content":""`, `"content":"a"`, `"content":[{"type":"text","text":"b"},{"type":"image"},{"type":"image"}]`), message(`"content":[{"type":"text","text":"ab"},{"type":"image"},{"type":"image"}]`)},
		"details of two types":        {deltas(`"reasoning_details":[{"index":0,"type":"reasoning.text","text":"a"}]`, `"reasoning_details":[{"index":0,"type":"reasoning.encrypted","data":"x"}]`), message(`"reasoning_details":[{"index":0,"type":"reasoning.text","text":"a"},{"index":0,"type":"reasoning.encrypted","data":"x"}]`)},
		"unknown members":             {deltas(`"x":{"a":"1","n":1}`, `"x":{"a":"2","n":2},"y":[1]`, `"y":[2]`), message(`"x":{"a":"12","n":2},"y":[1,2]`)},
		"values of two kinds":         {deltas(`"x":"a","y":1`, `"x":{"b":1},"y":"c"`), message(`"x":{"b":1},"y":"c"`)},
		"the whole beside each delta": {[]string{`{"choices":[{"message":{"content":"a"},"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"b"},"message":{"content":"ab"}}]}`}, message(`"content":"ab"`)},
		"the whole as the last chunk": {[]string{`{"choices":[{"message":{"content":"a"}}]}`, `{"choices":[{"message":{"content":"ab"}}]}`}, message(`"content":"ab"`)},
		"beside the choices":          {[]string{`{"object":"chat.completion.chunk","citations":["a"],"obfuscation":"xx","x":{"id":1}}`, `{"citations":["a"],"x":{"usage":2},"error":{"code":1}}`}, `{"object":"chat.completion","citations":["a"],"x":{"id":1,"usage":2}}`},
		"in a choice":                 {[]string{`{"choices":[{"token_ids":[1],"finish_reason":null}]}`, `{"choices":[{"token_ids":[2],"finish_reason":"stop"}]}`}, `{"choices":[{"token_ids":[1,2],"finish_reason":"stop"}]}`},
		"what is none":                {[]string{`{"choices":{}}`, `{"choices":[5,null,{"delta":7}]}`}, `{"choices":[{}]}`},
		"a member twice":              {deltas(`"content":"a","content":"b"`), message(`"content":"ab"`)},
	} {
		if got := together(of(registry.Chat), c.frames...); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
}

func TestEventsOfMessages(t *testing.T) {
	tool := `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","input":{}}}`
	piece := func(text string) string {
		return `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":` + string(scan.Quote(text)) + `}}`
	}
	for name, c := range map[string]struct {
		frames []string
		want   string
	}{
		"input without a piece":    {[]string{tool, piece("")}, `{"content":[{"type":"tool_use","input":{}}]}`},
		"input on its way":         {[]string{tool, piece(`{"a":`)}, `{"content":[{"type":"tool_use","input":"{\"a\":"}]}`},
		"input":                    {[]string{tool, piece(`{"a":`), piece(`1}`)}, `{"content":[{"type":"tool_use","input":{"a":1}}]}`},
		"an unknown delta":         {[]string{`{"type":"content_block_start","index":0,"content_block":{"type":"x"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"x_delta","x":"a","n":1}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"x_delta","x":"b","n":2}}`}, `{"content":[{"type":"x","x":"ab","n":2}]}`},
		"blocks in another order":  {[]string{`{"type":"content_block_start","index":1,"content_block":{"type":"b"}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"a"}}`}, `{"content":[{"type":"a"},{"type":"b"}]}`},
		"deltas alone":             {[]string{`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}`}, `{"content":[{"text":"a"}]}`},
		"citations where null was": {[]string{`{"type":"content_block_start","index":0,"content_block":{"citations":null}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"n":1}}}`}, `{"content":[{"citations":[{"n":1}]}]}`},
		"figures of the end":       {[]string{`{"type":"message_start","message":{"usage":{"input_tokens":1},"content":[]}}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`, `{"type":"message_stop","x-metrics":{"a":1}}`}, `{"usage":{"input_tokens":1,"output_tokens":2},"content":[],"stop_reason":"end_turn","x-metrics":{"a":1}}`},
		"nothing":                  {[]string{`{"type":"ping"}`, `{"type":"error","error":{}}`, `{}`}, `{}`},
	} {
		if got := together(of(registry.Messages), c.frames...); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
}

// TestWhatIsLongIsShortened where it is written to be shown: texts, and lists of too many
// elements.
func TestWhatIsLongIsShortened(t *testing.T) {
	b := of(registry.Chat)
	for range 3000 {
		b.Frame(json.RawMessage(`{"choices":[{"index":0,"delta":{"content":"many words "},"logprobs":{"content":[{"token":"many"}]}},{"index":1,"delta":{"content":"more words "}}]}`), "")
	}
	got := written(b, 4000)
	if len(got) > 20_000 || strings.Count(got, "many words") < 100 || strings.Count(got, "more words") < 100 || strings.Count(got, "<") != 3 || !strings.Contains(got, " elements>") || !scan.Valid([]byte(got)) {
		t.Errorf("%d bytes: %.9000s", len(got), got)
	}
	if whole := written(b, math.MaxInt); b.Document().Size(math.MaxInt) > len(whole) || b.Document().Size(math.MaxInt) < len(whole)/2 {
		t.Errorf("of %d bytes the size is said to be %d", len(whole), b.Document().Size(math.MaxInt))
	}
}

// FuzzFrames takes each line as a frame of both APIs: what is put together is JSON, and is
// the same where the builder was copied on the way.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(`{"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}` + "\n" + `{"choices":[{"delta":{"content":"a","tool_calls":[{"index":0,"x":[{"index":1}]}]}}]}`))
	f.Add([]byte(`{"type":"message_start","message":{"content":5}}` + "\n" + `{"type":"content_block_delta","delta":{"partial_json":"{"}}` + "\n" + `{"type":"message_delta","delta":{"content":1}}`))
	f.Fuzz(func(t *testing.T, frames []byte) {
		for _, b := range []assembly.Builder{of(registry.Chat), of(registry.Messages)} {
			other := b.Clone()
			for line := range strings.Lines(string(frames)) {
				if data := strings.TrimSpace(line); scan.Valid([]byte(data)) && scan.KindOf([]byte(data)) == scan.Object {
					b.Frame(json.RawMessage(data), "")
					other.Frame(json.RawMessage(data), "")
					other = other.Clone()
				}
			}
			got := written(b, math.MaxInt)
			if !scan.Valid([]byte(got)) || written(other, math.MaxInt) != got {
				t.Fatalf("%s, and the copy %s", got, written(other, math.MaxInt))
			}
			if short := written(b, 10); !scan.Valid([]byte(short)) {
				t.Fatalf("shortened: %s", short)
			}
		}
	})
}
