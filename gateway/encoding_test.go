package gateway_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"gatehouse/gateway"
)

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // to memory
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A body may be compressed with gzip. The limit applies to the decoded bytes, and any other
// encoding is named.
func TestContentEncoding(t *testing.T) {
	base := serve(t, gateway.WithMaxBody(1000))
	const body = `{"input":"hello"}`
	for _, c := range []struct {
		encoding, body string
		status         int
		says           string
	}{
		{"gzip", zipped(t, body), 200, ""},
		{"X-GZIP", zipped(t, body), 200, ""},
		{"identity", body, 200, ""},
		{"gzip", zipped(t, `{"input":"`+strings.Repeat("a", 100_000)+`"}`), 413, "the limit is 1000 bytes"},
		{"gzip", body, 400, "Content-Encoding"},
		{"gzip", zipped(t, body)[:20], 400, "Content-Encoding"},
		{"br", body, 400, `Content-Encoding "br"`},
		{"gzip, br", body, 400, `Content-Encoding "gzip, br"`},
	} {
		for _, path := range []string{"/responses", "/rerank"} {
			resp := do(t, "POST", base+path, c.body, "Content-Encoding: "+c.encoding)
			r := readJSON(t, resp)
			if path == "/rerank" && c.status == 200 {
				c.status = 400 // it is read, and lacks what a rerank request must have
				c.says = "model: is required"
			}
			if resp.StatusCode != c.status || !strings.Contains(r.Get("error.message").Str, c.says) {
				t.Errorf("%s, %s: %d %s", path, c.encoding, resp.StatusCode, r)
			}
		}
	}
}

// Every answer has a different id.
func TestRequestID(t *testing.T) {
	base := serve(t, gateway.WithKeys("test"))
	seen := map[string]bool{}
	for _, c := range []struct{ method, path, body, header string }{
		{"POST", "/responses", `{"input":"hello"}`, ""}, {"POST", "/responses", `{"input":"hello","stream":true}`, ""},
		{"POST", "/responses", `{"input":5}`, ""}, {"POST", "/responses", `{}`, "Authorization: Bearer other"}, {"GET", "/models", "", ""},
		{"GET", "/nowhere", "", ""}, {"POST", "/rerank", `{"model":"sim/bm25","query":"a","documents":["b"]}`, ""},
		{"POST", "/responses", `{"model":"fault/html-502","input":"x"}`, ""}, {"POST", "/responses", `{"model":"fault/429","input":"x"}`, ""},
		{"POST", "/responses", `{"model":"fault/cut","input":"x","stream":true}`, ""}, {"POST", "/responses", `{"model":"fault/reset","input":"x","stream":true}`, ""},
	} {
		headers := []string{}
		if c.header != "" {
			headers = append(headers, c.header)
		}
		id := do(t, c.method, base+c.path, c.body, headers...).Header.Get("X-Request-Id")
		if id == "" || seen[id] {
			t.Errorf("%s %s %s: id %q", c.method, c.path, c.body, id)
		}
		seen[id] = true
	}
}

// Only answers for the playground mention its keys.
func TestKeyHints(t *testing.T) {
	const body = `{"input":"What can you do?"}`
	for hints, base := range map[bool]string{false: serve(t), true: serve(t, gateway.WithKeyHints())} {
		_, r := post(t, base, body)
		if text := r.Get("output.0.content.0.text").Str; strings.Contains(text, "**F1**") != hints || text == "" {
			t.Errorf("hints %t: %s", hints, text)
		}
	}
}

// An answer describes the parts of an output other than text.
func TestMediaOutput(t *testing.T) {
	base := serve(t)
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	call := func(output string) string {
		return `{"input":[{"role":"user","content":"view it"},{"type":"function_call","call_id":"c","name":"view_image","arguments":"{}"},
			{"type":"function_call_output","call_id":"c","output":` + output + `}]}`
	}
	for output, want := range map[string]string{
		`[{"type":"input_image","image_url":"data:image/png;base64,` + pixel + `"}]`:                                         "an image (image/png, 70 bytes)",
		`[{"type":"input_text","text":"here it is"},{"type":"input_image","image_url":"https://a.example/b.png"}]`:           "an image (https://a.example/b.png)",
		`[{"type":"input_file","filename":"report.pdf","file_data":"data:application/pdf;base64,AAAA"},{"type":"odd_kind"}]`: "a file named report.pdf (application/pdf, 3 bytes) and a part of type odd_kind",
		`""`: "empty",
		`[]`: "empty",
	} {
		_, r := post(t, base, call(output))
		text := r.Get("output.0.content.0.text").Str
		says := map[bool]string{true: "The output is ", false: "The output has "}[want == "empty"]
		if !strings.Contains(text, says+want) || want != "empty" && strings.Contains(text, "is empty") {
			t.Errorf("%s: %s", output, text)
		}
	}
	_, r := post(t, base, `{"input":[{"role":"user","content":"click"},{"type":"computer_call","call_id":"c","action":{"type":"screenshot"}},
		{"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,`+pixel+`"}}]}`)
	if text := r.Get("output.0.content.0.text").Str; !strings.Contains(text, "an image (image/png, 70 bytes)") || strings.Contains(text, pixel) || !strings.Contains(text, "`computer_call_output`") {
		t.Errorf("%s", text)
	}
}
