package sdktest

import (
	"encoding/json"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// tools is a list of tools as it is sent: the SDK does not have types for all that the document
// accepts.
func tools(list string) option.RequestOption {
	return option.WithJSONSet("tools", json.RawMessage(list))
}

// The items of tools that the SDK knows are read as what they are, streamed and plain.
func TestToolItems(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		for _, test := range []struct{ tool, prompt, item string }{
			{`{"type":"web_search"}`, "search the web for bees", "web_search_call"},
			{`{"type":"web_search_preview"}`, "search the web for bees", "web_search_call"},
			{`{"type":"file_search","vector_store_ids":["v"]}`, "documents about tides", "file_search_call"},
			{`{"type":"code_interpreter","container":"c"}`, "calculate 1+2", "code_interpreter_call"},
			{`{"type":"image_generation","partial_images":1}`, "draw a cat", "image_generation_call"},
			{`{"type":"computer_use_preview"}`, "click", "computer_call"},
			{`{"type":"shell"}`, "use the shell", "shell_call"},
			{`{"type":"custom","name":"sql"}`, "sql `x`", "custom_tool_call"},
			{`{"type":"namespace","name":"n","tools":[{"type":"function","name":"inner"}]}`, "inner", "function_call"},
		} {
			params := says("sim/writer", test.prompt)
			stream := c.Responses.NewStreaming(t.Context(), params, tools("["+test.tool+"]"))
			var final responses.Response
			for stream.Next() {
				e := stream.Current()
				if e.AsAny() == nil {
					t.Errorf("%s: an event of unknown type %q", test.tool, e.Type)
				}
				if done, ok := e.AsAny().(responses.ResponseCompletedEvent); ok {
					final = done.Response
				}
			}
			if stream.Err() != nil || len(final.Output) == 0 || final.Output[0].Type != test.item || final.Output[0].AsAny() == nil {
				t.Errorf("%s: %v %s", test.tool, stream.Err(), final.RawJSON())
			}
			plain, err := c.Responses.New(t.Context(), params, tools("["+test.tool+"]"))
			if err != nil || plain.Output[0].AsAny() == nil {
				t.Errorf("%s: %v", test.tool, err)
			}
		}
	})
}

// The results of a search are cited, and logprobs are sent on request.
func TestAnnotationsAndLogprobs(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		params := says("sim/writer", "search the web for bees")
		params.TopLogprobs = openai.Int(2)
		c := client()
		r, err := c.Responses.New(t.Context(), params, tools(`[{"type":"web_search"}]`))
		if err != nil {
			t.Fatal(err)
		}
		text := r.Output[1].AsMessage().Content[0].AsOutputText()
		if len(text.Annotations) == 0 || text.Annotations[0].AsURLCitation().URL == "" || len(text.Logprobs) == 0 || len(text.Logprobs[0].TopLogprobs) != 2 {
			t.Errorf("%s", text.RawJSON())
		}
	})
}

// A panel's item and its answer are read by a reader that knows neither.
func TestFusion(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		stream := c.Responses.NewStreaming(t.Context(), says("service/fusion", "tell me about bees"))
		defer stream.Close()
		text, fused := "", false
		for stream.Next() {
			e := stream.Current()
			if e.Type == "response.output_text.delta" {
				text += e.Delta
			}
			fused = fused || e.Item.Type == "service:fusion"
		}
		if stream.Err() != nil || text == "" || !fused {
			t.Errorf("%v, text %q, fusion %t", stream.Err(), text, fused)
		}
	})
}
