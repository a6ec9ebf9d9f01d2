package sdktest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"gatehouse/state/dialect/lint"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// goClient is the client in Go.
const goClient = "openai-go"

// goClients has it read the answers, as most of its users do.
func goClients(t *testing.T, base string, all []sample) (results []result) {
	clients := map[string]map[string]func(context.Context, openai.Client) (shown, error){
		lint.Responses.String(): {lint.Streamed: responseDeltas, lint.Final: responseFinal},
		lint.Chat.String():      {lint.Streamed: chatDeltas, lint.Final: chatFinal},
	}
	version := goVersion(t)
	for _, one := range all {
		c := openai.NewClient(option.WithBaseURL(base+one.Path), option.WithAPIKey("test"), option.WithMaxRetries(0))
		for form, read := range clients[one.API] {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			r := result{Client: goClient, Version: version, Path: one.Path, API: one.API, Form: form}
			var err error
			if r.shown, err = read(ctx, c); err != nil {
				r.Error = err.Error()
			}
			cancel()
			results = append(results, r)
		}
	}
	return results
}

// responseDeltas adds up what arrives piece by piece.
func responseDeltas(ctx context.Context, c openai.Client) (all shown, err error) {
	stream := c.Responses.NewStreaming(ctx, says("sim/writer", "Hello"))
	defer stream.Close()
	calls := map[int64]*called{}
	for stream.Next() {
		switch e := stream.Current().AsAny().(type) {
		case responses.ResponseErrorEvent, responses.ResponseFailedEvent:
			return all, errors.New(stream.Current().Type)
		case responses.ResponseTextDeltaEvent:
			all.Text += e.Delta
		case responses.ResponseOutputItemAddedEvent:
			if e.Item.Type == "function_call" {
				call := e.Item.AsFunctionCall()
				calls[e.OutputIndex] = &called{call.CallID, call.Name, call.Arguments}
			}
		case responses.ResponseFunctionCallArgumentsDeltaEvent:
			if call := calls[e.OutputIndex]; call != nil {
				call.Input += e.Delta
			}
		}
	}
	all.Calls = inOrder(calls)
	return all, stream.Err()
}

func inOrder(calls map[int64]*called) (all []called) {
	for _, n := range slices.Sorted(maps.Keys(calls)) {
		all = append(all, *calls[n])
	}
	return all
}

// responseFinal reads the final event.
func responseFinal(ctx context.Context, c openai.Client) (all shown, err error) {
	stream := c.Responses.NewStreaming(ctx, says("sim/writer", "Hello"))
	defer stream.Close()
	for stream.Next() {
		switch e := stream.Current().AsAny().(type) {
		case responses.ResponseErrorEvent, responses.ResponseFailedEvent:
			return all, errors.New(stream.Current().Type)
		case responses.ResponseCompletedEvent:
			all = shownOf(e.Response)
		}
	}
	return all, stream.Err()
}

func shownOf(r responses.Response) (all shown) {
	all.Text = r.OutputText()
	for _, it := range r.Output {
		if it.Type == "function_call" {
			call := it.AsFunctionCall()
			all.Calls = append(all.Calls, called{call.CallID, call.Name, call.Arguments})
		}
	}
	return all
}

func chatRequest() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: "sim/writer", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello")}}
}

func chatDeltas(ctx context.Context, c openai.Client) (all shown, err error) {
	stream := c.Chat.Completions.NewStreaming(ctx, chatRequest())
	defer stream.Close()
	calls := map[int64]*called{}
	for stream.Next() {
		for _, choice := range stream.Current().Choices {
			all.Text += choice.Delta.Content
			for _, piece := range choice.Delta.ToolCalls {
				if calls[piece.Index] == nil {
					calls[piece.Index] = &called{ID: piece.ID, Name: piece.Function.Name}
				}
				calls[piece.Index].Input += piece.Function.Arguments
			}
		}
	}
	all.Calls = inOrder(calls)
	return all, stream.Err()
}

// chatFinal reads the result of the client's accumulator.
func chatFinal(ctx context.Context, c openai.Client) (all shown, err error) {
	stream := c.Chat.Completions.NewStreaming(ctx, chatRequest())
	defer stream.Close()
	var sum openai.ChatCompletionAccumulator
	for stream.Next() {
		sum.AddChunk(stream.Current())
	}
	for _, choice := range sum.Choices {
		all.Text += choice.Message.Content
		for _, call := range choice.Message.ToolCalls {
			all.Calls = append(all.Calls, called{call.ID, call.Function.Name, call.Function.Arguments})
		}
	}
	return all, stream.Err()
}
