// Package sdktest lets a public SDK be the client of the local gateway: what it cannot read, no
// client can be expected to. Each test runs against the gateway itself and through the recording
// proxy.
package sdktest

import (
	"errors"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

// says is a request with one user message.
func says(model, text string) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: model,
		Input: responses.ResponseNewParamsInputUnion{OfString: openai.String(text)},
	}
}

func TestPlain(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		r, err := c.Responses.New(t.Context(), says("sim/writer", "What can you do?"))
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != responses.ResponseStatusCompleted || !strings.Contains(r.OutputText(), "What I can do") ||
			r.Usage.TotalTokens != r.Usage.InputTokens+r.Usage.OutputTokens || r.Usage.TotalTokens == 0 {
			t.Errorf("%s", r.RawJSON())
		}
	})
}

// read reads a stream to its end. Every event must be of a type that the SDK knows.
func read(t *testing.T, c openai.Client, params responses.ResponseNewParams) (text, reasoning string, final responses.Response) {
	t.Helper()
	stream := c.Responses.NewStreaming(t.Context(), params)
	defer stream.Close()
	number := int64(0)
	for stream.Next() {
		e := stream.Current()
		if e.AsAny() == nil {
			t.Errorf("an event of unknown type %q", e.Type)
		}
		if e.SequenceNumber != number {
			t.Errorf("sequence_number %d, want %d", e.SequenceNumber, number)
		}
		number++
		switch e := e.AsAny().(type) {
		case responses.ResponseTextDeltaEvent:
			text += e.Delta
		case responses.ResponseReasoningTextDeltaEvent:
			reasoning += e.Delta
		case responses.ResponseCompletedEvent:
			final = e.Response
		}
	}
	if err := stream.Err(); err != nil {
		t.Fatal(err)
	}
	return text, reasoning, final
}

func TestStreamed(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		text, _, final := read(t, client(), says("sim/writer", "Show me a table, a list and some code"))
		if text == "" || final.OutputText() != text || final.Status != responses.ResponseStatusCompleted {
			t.Errorf("text %q, response %s", text, final.RawJSON())
		}
	})
}

func TestReasoning(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		params := says("sim/reasoner", "Think step by step: how does a request reach a model?")
		params.Reasoning = shared.ReasoningParam{Effort: shared.ReasoningEffortHigh, Summary: shared.ReasoningSummaryAuto}
		text, reasoning, final := read(t, client(), params)
		item := final.Output[0].AsReasoning()
		if text == "" || reasoning == "" || len(item.Content) != 1 || item.Content[0].Text != reasoning || len(item.Summary) != 1 ||
			final.Usage.OutputTokensDetails.ReasoningTokens == 0 {
			t.Errorf("text %q, reasoning %q, response %s", text, reasoning, final.RawJSON())
		}
	})
}

// A function tool: the model calls it, and then uses its output.
func TestFunctionTool(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		params := says("sim/writer", "")
		params.Tools = []responses.ToolUnionParam{{OfFunction: &responses.FunctionToolParam{
			Name:        "get_weather",
			Description: openai.String("The weather in a city"),
			Strict:      openai.Bool(true),
			Parameters: map[string]any{
				"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}},
				"required": []string{"city"}, "additionalProperties": false,
			},
		}}}
		input := responses.ResponseInputParam{
			responses.ResponseInputItemParamOfMessage("What is the weather in Paris?", responses.EasyInputMessageRoleUser),
		}
		params.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: input}
		_, _, first := read(t, c, params)
		if len(first.Output) != 1 || first.Output[0].Type != "function_call" {
			t.Fatalf("%s", first.RawJSON())
		}
		call := first.Output[0].AsFunctionCall()
		if call.Name != "get_weather" || call.Arguments != `{"city":"Paris"}` {
			t.Fatalf("%s", call.RawJSON())
		}
		result := responses.ResponseInputItemParamOfFunctionCallOutput(`{"sky":"clear over Paris"}`)
		result.OfFunctionCallOutput.CallID = openai.String(call.CallID)
		params.Input.OfInputItemList = append(input,
			responses.ResponseInputItemParamOfFunctionCall(call.Arguments, call.CallID, call.Name), result)
		second, err := c.Responses.New(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(second.OutputText(), "clear over Paris") {
			t.Errorf("%s", second.RawJSON())
		}
	})
}

func TestErrors(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		for model, status := range map[string]int{"fault/429": 429, "fault/guardrail": 403, "no/such": 404} {
			_, err := c.Responses.New(t.Context(), says(model, "hello"))
			var e *openai.Error
			if !errors.As(err, &e) || e.StatusCode != status || e.Message == "" {
				t.Errorf("%s: %v", model, err)
			}
			stream := c.Responses.NewStreaming(t.Context(), says(model, "hello"))
			if stream.Next() || !errors.As(stream.Err(), &e) || e.StatusCode != status {
				t.Errorf("%s streamed: %v", model, stream.Err())
			}
		}
	})
}

// A stream that fails in the middle is read up to there.
func TestFailedStream(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		stream := c.Responses.NewStreaming(t.Context(), says("fault/failed-event", "hello"))
		defer stream.Close()
		var failed responses.ResponseFailedEvent
		for stream.Next() {
			if e, ok := stream.Current().AsAny().(responses.ResponseFailedEvent); ok {
				failed = e
			}
		}
		if failed.Response.Status != responses.ResponseStatusFailed || failed.Response.Error.Message == "" {
			t.Errorf("%s, %v", failed.RawJSON(), stream.Err())
		}
	})
}

func TestModels(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		page, err := c.Models.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var slugs []string
		for _, m := range page.Data {
			slugs = append(slugs, m.ID)
		}
		if !strings.Contains(strings.Join(slugs, " "), "sim/writer sim/coder sim/reasoner") {
			t.Errorf("%q", slugs)
		}
	})
}
