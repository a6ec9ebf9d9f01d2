package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// twoDays is an HTTP Archive of what several models answered over two days, to be imported: one
// of them is slow on the second day, and one fails for some hours.
func twoDays() string {
	type m = map[string]any
	r := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	models := []struct {
		slug, provider string
		ms, price      float64
	}{{"acme/large", "Umbra", 620, 9e-6}, {"acme/small", "Umbra", 210, 8e-7}, {"borealis/chat", "Atlas", 380, 3e-6}, {"cinder/forge", "Helio", 900, 6e-6}}
	var entries []m
	for at := start; at.Before(start.Add(47 * time.Hour)); at = at.Add(time.Duration(20+r.IntN(200)) * time.Second) {
		hour := at.Hour()
		if r.IntN(24) > 6+hour && hour < 7 || r.IntN(3) > 0 && hour > 20 {
			continue // the nights are quiet
		}
		model := models[r.IntN(len(models))]
		second := at.Day() == 27
		ttft := model.ms * (0.6 + r.ExpFloat64()*0.5)
		if second && model.slug == "borealis/chat" {
			ttft *= 1.7
		}
		request, _ := json.Marshal(m{"model": model.slug, "stream": true, "input": "Summarise ticket " + fmt.Sprint(r.IntN(9000))})
		status, kind, body := 200, "text/event-stream", ""
		var chunks []chunk
		if second && model.slug == "cinder/forge" && hour > 12 && hour < 17 && r.IntN(3) > 0 || r.IntN(90) == 0 {
			status, kind = 503, "application/json"
			body = `{"error":{"code":503,"message":"The provider is overloaded.","metadata":{"error_type":"provider_overloaded"}}}`
			chunks = []chunk{{int64(ttft * 300), len(body)}}
		} else {
			body, chunks = answer(r, model.slug, model.provider, model.price, ttft)
		}
		entries = append(entries, entry(at, m{}, request, status, kind, body, chunks))
	}
	return harOf(entries)
}

// harOf is an HTTP Archive of entries.
func harOf(entries []map[string]any) string {
	type m = map[string]any
	archive, _ := json.Marshal(m{"log": m{"version": "1.2", "creator": m{"name": "pictures", "version": "1"}, "entries": entries}})
	return string(archive)
}

// entry is one of an HTTP Archive; header has the request's.
func entry(at time.Time, header map[string]any, request []byte, status int, kind, body string, chunks []chunk) map[string]any {
	type m = map[string]any
	first, last := float64(chunks[0].AtUS)/1000, float64(chunks[len(chunks)-1].AtUS)/1000
	headers := []m{}
	for name, value := range header {
		headers = append(headers, m{"name": name, "value": value})
	}
	return m{
		"startedDateTime": at.Format(time.RFC3339Nano), "time": last,
		"request": m{"method": "POST", "url": "https://gate.example/api/v1/responses", "httpVersion": "HTTP/1.1", "cookies": []m{}, "headers": headers, "queryString": []m{},
			"postData": m{"mimeType": "application/json", "text": string(request)}, "headersSize": -1, "bodySize": len(request)},
		"response": m{"status": status, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": []m{}, "headers": []m{{"name": "Content-Type", "value": kind}},
			"content": m{"size": len(body), "mimeType": kind, "text": body}, "redirectURL": "", "headersSize": -1, "bodySize": len(body)},
		"_chunks": chunks, "cache": m{}, "timings": m{"send": 1, "wait": first, "receive": last - first},
	}
}

// chunk is a part of a body, as archives of gatehouse have it.
type chunk struct {
	AtUS  int64 `json:"at_us"`
	Bytes int   `json:"bytes"`
}

// answer is a streamed answer, and when each of its chunks arrived.
func answer(r *rand.Rand, slug, provider string, price, ttft float64) (body string, chunks []chunk) {
	var b strings.Builder
	frame := func(at float64, kind, rest string) {
		before := b.Len()
		fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
		chunks = append(chunks, chunk{int64(at * 1000), b.Len() - before})
	}
	in, out := 300+r.IntN(4000), 20+r.IntN(60)
	text := strings.Repeat("word ", out)
	item := fmt.Sprintf(`{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":%q}]}`, text)
	frame(ttft/2, "response.created", fmt.Sprintf(`,"response":{"id":"r","object":"response","model":%q,"status":"in_progress","output":[]}`, slug))
	frame(ttft/2, "response.output_item.added", `,"output_index":0,"item":{"type":"message","id":"m","role":"assistant","status":"in_progress","content":[]}`)
	at := ttft
	for range out {
		frame(at, "response.output_text.delta", `,"item_id":"m","output_index":0,"content_index":0,"delta":"word "`)
		at += 4 + r.ExpFloat64()*9
	}
	frame(at, "response.completed", fmt.Sprintf(`,"response":{"id":"r","object":"response","model":%q,"provider":%q,"status":"completed","output":[%s],"usage":{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d},"output_tokens":%d,"total_tokens":%d,"cost":%.8f}}`,
		slug, provider, item, in, in/3, out, in+out, float64(in+out)*price))
	b.WriteString("data: [DONE]\n\n")
	chunks[len(chunks)-1].Bytes += len("data: [DONE]\n\n")
	return b.String(), chunks
}
