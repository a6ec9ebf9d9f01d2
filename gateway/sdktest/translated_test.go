package sdktest

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gatehouse/app/effect/relay"
	"gatehouse/gateway"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// eachTranslated runs a test against the translation in front of the gateway, and through the
// recording proxy: the record has, byte for byte, the exchange of the API that the SDK speaks.
func eachTranslated(t *testing.T, test func(t *testing.T, base string)) {
	for name, lead := range map[string]func(*testing.T, http.Handler) string{"direct": served, "proxy": recorded} {
		t.Run(name, func(t *testing.T) {
			g := gateway.New(gateway.WithPace(0), gateway.WithKeys("test"))
			test(t, lead(t, relay.Translate(g, gateway.Prefix, 1<<20)))
		})
	}
}

var weather = map[string]any{
	"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}, "required": []string{"city"},
}

// TestChatCompletions: a call of a tool, its output, and the answer, streamed and not.
func TestChatCompletions(t *testing.T) {
	askers := map[string]func(*testing.T, openai.Client, openai.ChatCompletionNewParams) openai.ChatCompletion{
		"document": func(t *testing.T, c openai.Client, params openai.ChatCompletionNewParams) openai.ChatCompletion {
			answer, err := c.Chat.Completions.New(t.Context(), params)
			if err != nil {
				t.Fatal(err)
			}
			return *answer
		},
		"stream": func(t *testing.T, c openai.Client, params openai.ChatCompletionNewParams) openai.ChatCompletion {
			params.StreamOptions.IncludeUsage = openai.Bool(true)
			stream := c.Chat.Completions.NewStreaming(t.Context(), params)
			defer stream.Close()
			var sum openai.ChatCompletionAccumulator
			for stream.Next() {
				if !sum.AddChunk(stream.Current()) {
					t.Errorf("a chunk that does not fit: %s", stream.Current().RawJSON())
				}
			}
			if err := stream.Err(); err != nil {
				t.Fatal(err)
			}
			return sum.ChatCompletion
		},
	}
	for name, ask := range askers {
		t.Run(name, func(t *testing.T) {
			eachTranslated(t, func(t *testing.T, base string) {
				c := openai.NewClient(option.WithBaseURL(base+"/v1"), option.WithAPIKey("test"), option.WithMaxRetries(0))
				params := openai.ChatCompletionNewParams{
					Model: "sim/writer",
					Messages: []openai.ChatCompletionMessageParamUnion{
						openai.SystemMessage("Be brief."),
						openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
							openai.TextContentPart("What is the weather in Paris?"),
							openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: "data:image/png;base64,iVBORw0KGgo="}),
						}),
					},
					Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{Name: "get_weather", Parameters: weather})},
				}
				first := ask(t, c, params)
				if len(first.Choices) != 1 || first.Choices[0].FinishReason != "tool_calls" || len(first.Choices[0].Message.ToolCalls) != 1 {
					t.Fatalf("%+v", first)
				}
				call := first.Choices[0].Message.ToolCalls[0]
				if call.Function.Name != "get_weather" || call.Function.Arguments != `{"city":"Paris"}` || call.ID == "" {
					t.Errorf("%+v", call)
				}
				answer := openai.AssistantMessage("")
				answer.OfAssistant.ToolCalls = []openai.ChatCompletionMessageToolCallUnionParam{{OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
					ID: call.ID, Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: call.Function.Name, Arguments: call.Function.Arguments},
				}}}
				params.Messages = append(params.Messages, answer, openai.ToolMessage(`{"sky":"clear over Paris"}`, call.ID))
				second := ask(t, c, params)
				if text := second.Choices[0].Message.Content; second.Choices[0].FinishReason != "stop" || !strings.Contains(text, "clear over Paris") {
					t.Errorf("%+v", second)
				}
				if u := second.Usage; u.TotalTokens == 0 || u.TotalTokens != u.PromptTokens+u.CompletionTokens {
					t.Errorf("%+v", u)
				}
			})
		})
	}
}

// TestChatErrors: the SDK reads why a request failed, and why a stream broke off.
func TestChatErrors(t *testing.T) {
	base := served(t, relay.Translate(gateway.New(gateway.WithPace(0)), gateway.Prefix, 1<<20))
	c := openai.NewClient(option.WithBaseURL(base), option.WithAPIKey("test"), option.WithMaxRetries(0))
	params := chatRequest()
	params.Model = "fault/429"
	_, err := c.Chat.Completions.New(t.Context(), params)
	var failed *openai.Error
	if !errors.As(err, &failed) || failed.StatusCode != 429 || failed.Type != "rate_limit_error" || failed.Code != "rate_limit_exceeded" || failed.Message == "" {
		t.Errorf("%v", err)
	}
	params.Model = "fault/failed-event"
	stream := c.Chat.Completions.NewStreaming(t.Context(), params)
	defer stream.Close()
	for stream.Next() {
	}
	if err := stream.Err(); err == nil || !strings.Contains(err.Error(), "The provider stopped mid-response") {
		t.Errorf("%v", err)
	}
}

// TestMessages: thinking, a call of a tool, its output, and the answer, streamed and not.
func TestMessages(t *testing.T) {
	askers := map[string]func(*testing.T, anthropic.Client, anthropic.MessageNewParams) anthropic.Message{
		"document": func(t *testing.T, c anthropic.Client, params anthropic.MessageNewParams) anthropic.Message {
			answer, err := c.Messages.New(t.Context(), params)
			if err != nil {
				t.Fatal(err)
			}
			return *answer
		},
		"stream": func(t *testing.T, c anthropic.Client, params anthropic.MessageNewParams) (sum anthropic.Message) {
			stream := c.Messages.NewStreaming(t.Context(), params)
			defer stream.Close()
			for stream.Next() {
				if err := sum.Accumulate(stream.Current()); err != nil {
					t.Error(err)
				}
			}
			if err := stream.Err(); err != nil {
				t.Fatal(err)
			}
			return sum
		},
	}
	for name, ask := range askers {
		t.Run(name, func(t *testing.T) {
			eachTranslated(t, func(t *testing.T, base string) {
				c := anthropic.NewClient(anthropicoption.WithBaseURL(base), anthropicoption.WithAPIKey("test"), anthropicoption.WithMaxRetries(0))
				params := anthropic.MessageNewParams{
					Model: "sim/reasoner", MaxTokens: 4000, Thinking: anthropic.ThinkingConfigParamOfEnabled(1024),
					System: []anthropic.TextBlockParam{{Text: "Be brief."}},
					Messages: []anthropic.MessageParam{anthropic.NewUserMessage(
						anthropic.NewTextBlock("What is the weather in Paris?"), anthropic.NewImageBlockBase64("image/png", "iVBORw0KGgo="),
					)},
					Tools: []anthropic.ToolUnionParam{anthropic.ToolUnionParamOfTool(anthropic.ToolInputSchemaParam{Properties: weather["properties"], Required: []string{"city"}}, "get_weather")},
				}
				first := ask(t, c, params)
				at := slices.IndexFunc(first.Content, func(b anthropic.ContentBlockUnion) bool { return b.Type == "tool_use" })
				if first.StopReason != "tool_use" || at < 1 || first.Content[0].Type != "thinking" || first.Content[0].Thinking == "" || first.Content[0].Signature == "" {
					t.Fatalf("%s", first.RawJSON())
				}
				call := first.Content[at]
				if call.Name != "get_weather" || string(call.Input) != `{"city":"Paris"}` || call.ID == "" {
					t.Errorf("%s", call.RawJSON())
				}
				params.Messages = append(params.Messages, first.ToParam(), anthropic.NewUserMessage(anthropic.NewToolResultBlock(call.ID, `{"sky":"clear over Paris"}`, false)))
				second := ask(t, c, params)
				if last := second.Content[len(second.Content)-1]; second.StopReason != "end_turn" || !strings.Contains(last.Text, "clear over Paris") {
					t.Errorf("%s", second.RawJSON())
				}
				if u := second.Usage; u.InputTokens == 0 || u.OutputTokens == 0 {
					t.Errorf("%+v", u)
				}
			})
		})
	}
}

// TestMessageErrors: the SDK reads why a request failed, and why a stream broke off.
func TestMessageErrors(t *testing.T) {
	base := served(t, relay.Translate(gateway.New(gateway.WithPace(0)), gateway.Prefix, 1<<20))
	c := anthropic.NewClient(anthropicoption.WithBaseURL(base), anthropicoption.WithAPIKey("test"), anthropicoption.WithMaxRetries(0))
	params := anthropic.MessageNewParams{Model: "fault/529", MaxTokens: 400, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hello"))}}
	_, err := c.Messages.New(t.Context(), params)
	var failed *anthropic.Error
	if !errors.As(err, &failed) || failed.StatusCode != 529 || failed.RequestID == "" || !strings.Contains(err.Error(), "overloaded_error") {
		t.Errorf("%v", err)
	}
	params.Model = "fault/error-event"
	stream := c.Messages.NewStreaming(t.Context(), params)
	defer stream.Close()
	for stream.Next() {
	}
	if err := stream.Err(); err == nil || !strings.Contains(err.Error(), "The provider stopped mid-response") {
		t.Errorf("%v", err)
	}
}

// TestCountTokens: they are those of the message that follows.
func TestCountTokens(t *testing.T) {
	base := served(t, relay.Translate(gateway.New(gateway.WithPace(0)), gateway.Prefix, 1<<20))
	c := anthropic.NewClient(anthropicoption.WithBaseURL(base), anthropicoption.WithAPIKey("test"))
	prompt := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("How many tokens are these?"))}
	counted, err := c.Messages.CountTokens(t.Context(), anthropic.MessageCountTokensParams{Model: "sim/writer", Messages: prompt})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Messages.New(t.Context(), anthropic.MessageNewParams{Model: "sim/writer", MaxTokens: 20, Messages: prompt})
	if err != nil || counted.InputTokens == 0 || counted.InputTokens != answer.Usage.InputTokens {
		t.Errorf("%d, then %s %v", counted.InputTokens, answer.RawJSON(), err)
	}
}
