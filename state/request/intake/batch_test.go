package intake

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
)

const (
	batchOutput = `{"id":"b1","custom_id":"one","response":{"status_code":200,"request_id":"req_1","body":{"id":"r","created_at":1750000000,"output":[]}},"error":null}
{"id":"b2","custom_id":"two","response":null,"error":{"code":"batch_expired","message":"too late"}}

{"id":"b3","custom_id":"three","response":{"status_code":400,"request_id":"","body":{"error":{"message":"no"}}},"error":null}
`
	batchInput = `{"custom_id":"one","method":"POST","url":"/v1/responses","body":{"input":"hi"}}` + "\n"
)

func TestBatchFiles(t *testing.T) {
	for _, file := range []string{batchOutput, batchInput, "\xEF\xBB\xBF\r\n" + batchInput} {
		if !LooksLikeBatch([]byte(file)) {
			t.Errorf("%.40q is not known for a batch", file)
		}
	}
	for _, file := range []string{"", "{}", `{"custom_id":"x"}`, `{"at_us":1,"body":"x"}`, "[1]", "text\n" + batchInput} {
		if LooksLikeBatch([]byte(file)) {
			t.Errorf("%q is taken for a batch", file)
		}
	}
	b := ReadBatch([]byte(batchOutput + batchInput + "{\n5\n{\"custom_id\":\"x\",\"response\":{}}\n{\"custom_id\":\"y\",\"body\":1}\n"))
	if len(b.Answers) != 3 || len(b.Requests) != 1 || string(b.Requests["one"].Body) != `{"input":"hi"}` {
		t.Errorf("%+v", b)
	}
	for i, want := range []string{"line 6: column 2: ", "line 7: not a line of a known batch API", "line 8: response: status_code and body", "line 9: body: must be an object"} {
		if len(b.Faults) != 4 || !strings.HasPrefix(b.Faults[i].Error(), want) {
			t.Errorf("%v, want %s", b.Faults, want)
		}
	}
}

// TestBatchAnswersAsCaptures: what the file does not tell is unknown, and the same line has
// the same ID whenever it is read.
func TestBatchAnswersAsCaptures(t *testing.T) {
	b := ReadBatch([]byte(batchOutput))
	at := time.Unix(1, 0)
	answered, expired, refused := b.Answers[0].Capture(Request{}, at), b.Answers[1].Capture(Request{}, at), b.Answers[2].Capture(Request{}, at)
	if answered.Start.Unix() != 1750000000 || answered.Head.Status != 200 || answered.Head.Header.Get("X-Request-Id") != "req_1" ||
		answered.End.Cause != wire.EndClean || answered.End.AtUS != -1 || answered.Body.Chunks()[0].AtUS != -1 {
		t.Errorf("%+v", answered)
	}
	if expired.Head != nil || expired.End.Cause != wire.EndUnknown || expired.End.Message != "too late (batch_expired)" || expired.Start != at {
		t.Errorf("%+v", expired.End)
	}
	if refused.Head.Status != 400 || string(refused.Body.All()) != `{"error":{"message":"no"}}` {
		t.Errorf("%+v", refused.Head)
	}
	again := ReadBatch([]byte("\n" + batchOutput)).Answers[0].Capture(Request{}, time.Unix(2, 0))
	if again.ID != answered.ID || answered.ID == expired.ID {
		t.Errorf("%s and %s", answered.ID, again.ID)
	}
}

// FuzzReadBatch: no file makes it panic; each line is an answer, a request or a fault.
func FuzzReadBatch(f *testing.F) {
	f.Add([]byte(batchOutput + batchInput))
	f.Fuzz(func(t *testing.T, file []byte) {
		b := ReadBatch(file)
		lines := 0
		for line := range strings.Lines(string(wire.TrimBOM(file))) {
			if len(strings.TrimSpace(line)) > 0 {
				lines++
			}
		}
		if got := len(b.Answers) + len(b.Faults); got > lines {
			t.Error(fmt.Sprint(got, " of ", lines))
		}
		for _, a := range b.Answers {
			a.Capture(Request{}, time.Time{})
		}
	})
}

// TestBatchAnswersShowTheirEndpoint, where their requests are in another file
// (https://platform.openai.com/docs/api-reference/batch; Azure, Mistral and Groq write the same lines).
func TestBatchAnswersShowTheirEndpoint(t *testing.T) {
	for _, c := range []struct {
		status    int
		body, url string
		other     bool
		says      string
	}{
		{200, `{"object":"response","output":[]}`, "/v1/responses", false, ""},
		{200, `{"object":"chat.completion","created":1750000000,"choices":[]}`, "/v1/chat/completions", false, ""},
		{200, `{"choices":[{"message":{"content":"x"}}]}`, "/v1/chat/completions", false, ""},
		{200, `{"object":"list","data":[{"object":"embedding","embedding":[1]}]}`, "/v1/embeddings", false, ""},
		{200, `{"object":"text_completion","choices":[{"text":"x"}]}`, "", true, ""},
		{200, `{"object":"list","data":[{"b64_json":"x"}]}`, "", true, ""},
		{200, `{"id":"modr-1","results":[{"flagged":false}]}`, "", true, ""},
		{400, `{"error":{"message":"no"}}`, "", false, ""},
		{200, `{}`, "", false, "the answer in the file is empty (status 200)"},
		{200, `null`, "", false, "the answer in the file is empty (status 200)"},
	} {
		b := ReadBatch(fmt.Appendf(nil, `{"custom_id":"a","response":{"status_code":%d,"body":%s},"error":null}`, c.status, c.body))
		if len(b.Answers) != 1 || len(b.Faults) > 0 {
			t.Errorf("%s: %+v", c.body, b)
			continue
		}
		got := b.Answers[0].Capture(Request{}, time.Unix(1, 0))
		if got.Sent.URL != c.url || got.Lacks.Request != (c.url != "") || b.Answers[0].IsOther() != c.other || got.End.Message != c.says {
			t.Errorf("%s: %+v, %+v, other %v", c.body, got.Sent, got.End, b.Answers[0].IsOther())
		}
		known := Request{Sent: wire.Sent{Method: "POST", URL: "/openai/v1/chat/completions"}}
		if got := b.Answers[0].Capture(known, time.Unix(1, 0)); got.Sent.URL != known.URL || got.Lacks.Request {
			t.Errorf("%s: the request is taken for one that is not known", c.body)
		}
	}
}

// TestBatchesOfVendors reads a line of the output of each batch API, alone and with its request; a line that looks
// like one is refused. The shapes are those of batchLines.
func TestBatchesOfVendors(t *testing.T) {
	const message = `{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"hello"}],"usage":{"input_tokens":1,"output_tokens":1}}`
	const gemini = `{"candidates":[{"content":{"parts":[{"text":"hello"}]},"finishReason":"STOP"}],"modelVersion":"gemini-2.5-flash"}`
	const chat = `{"object":"chat.completion","choices":[{"message":{"content":"hello"},"finish_reason":"stop"}]}`
	for name, c := range map[string]struct{ lines, url, request, answer, says string }{
		"Anthropic":                       {`{"custom_id":"a","result":{"type":"succeeded","message":` + message + `}}`, "/v1/messages", "", message, ""},
		"Anthropic, with its request":     {`{"custom_id":"a","params":{"model":"m"}}` + "\n" + `{"custom_id":"a","result":{"type":"succeeded","message":` + message + `}}`, "/v1/messages", `{"model":"m"}`, message, ""},
		"Anthropic, errored":              {`{"custom_id":"a","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"too long"}}}}`, "", "", "", "too long"},
		"Anthropic, expired":              {`{"custom_id":"a","result":{"type":"expired"}}`, "", "", "", "the request was expired"},
		"Gemini":                          {`{"key":"a","response":` + gemini + `}`, generateContent, "", gemini, ""},
		"Gemini, with its request":        {`{"key":"a","request":{"contents":[]}}` + "\n" + `{"key":"a","response":` + gemini + `}`, generateContent, `{"contents":[]}`, gemini, ""},
		"Gemini, an error":                {`{"key":"a","error":{"code":3,"message":"no such model"}}`, "", "", "", "no such model"},
		"Vertex AI":                       {`{"status":"","processed_time":"2026-11-01T00:00:00Z","request":{"contents":[]},"response":` + gemini + `}`, generateContent, `{"contents":[]}`, gemini, ""},
		"Bedrock":                         {`{"recordId":"a","modelInput":{"messages":[]},"modelOutput":` + message + `}`, "/v1/messages", `{"messages":[]}`, message, ""},
		"Mistral, whose input has no url": {`{"custom_id":"a","body":{"messages":[]}}` + "\n" + `{"custom_id":"a","response":{"status_code":200,"body":` + chat + `},"error":null}`, "/v1/chat/completions", `{"messages":[]}`, chat, ""},
		"Fireworks":                       {`{"custom_id":"a","response":` + chat + `}`, "/v1/chat/completions", "", chat, ""},
	} {
		b := ReadBatch([]byte(c.lines))
		if !LooksLikeBatch([]byte(c.lines)) || len(b.Answers) != 1 || len(b.Faults) > 0 {
			t.Errorf("%s: %+v", name, b)
			continue
		}
		got := b.Answers[0].Capture(b.Requests[b.Answers[0].CustomID], time.Unix(1, 0))
		if got.Sent.URL != c.url || string(got.Sent.Body) != c.request || string(got.Body.All()) != c.answer || got.End.Message != c.says || !got.Batch || b.Answers[0].IsOther() {
			t.Errorf("%s: %+v %s, %+v", name, got.Sent, got.Body.All(), got.End)
		}
	}
	for _, line := range []string{`{"key":"a","value":1}`, `{"result":{"type":"succeeded"}}`, `{"request":{"contents":[]},"response":{}}`, `{"recordId":"a"}`} {
		if LooksLikeBatch([]byte(line)) {
			t.Errorf("%s is taken for a line of a batch", line)
		}
	}
}
