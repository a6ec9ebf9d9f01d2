// Package gemini reads Gemini's generateContent (https://ai.google.dev/api/generate-content),
// as one document, as an event stream and as an array that grows. Its form that is
// compatible with OpenAI is read with chat completions.
package gemini

import (
	"net/http"
	"net/url"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

const title dialect.Dialect = "Gemini"

// API is POST …:generateContent and :streamGenerateContent.
func API() dialect.API {
	return dialect.API{
		Name: "gemini", Dialect: title, Answer: "GenerateContentResponse",
		Endpoint: endpoint, Operation: "POST :generateContent", Model: model, Limit: dialect.LimitedBy("generationConfig.maxOutputTokens"),
		Last: "finishReason", Frames: map[string]string{
			"part.text":    "response.output_text.delta",
			"part.thought": "response.reasoning_text.delta",
		},
		Request: request, Settings: settings,
		Reader:    func([]byte) answers.Reader { return &answer{candidates: map[int]candidate{}} },
		Assembler: func() assembly.Builder { return &builder{Answer: assembly.NewAnswer("candidates")} },
	}
}

// endpoint is models/NAME:generateContent, or without the model's name before it.
func endpoint(sent wire.Sent) string {
	u, err := url.Parse(sent.URL)
	if err != nil || sent.Method != http.MethodPost {
		return ""
	}
	_, method := modelOf(u.Path)
	if method != "generateContent" && method != "streamGenerateContent" {
		return ""
	}
	if at := strings.LastIndex(u.Path, "/models/"); at >= 0 {
		return u.Path[at+1:]
	}
	return u.Path[strings.LastIndexByte(u.Path, '/')+1:]
}

func model(sent wire.Sent) string {
	u, err := url.Parse(sent.URL)
	if err != nil {
		return ""
	}
	name, _ := modelOf(u.Path)
	return name
}

// modelOf reads the last part of a path: NAME:METHOD.
func modelOf(path string) (model, method string) {
	model, method, _ = strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ":")
	return model, method
}
