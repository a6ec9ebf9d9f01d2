package redact_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestTextSplitByOtherConventions: what a proxy records may be a stream of another API.
func TestTextSplitByOtherConventions(t *testing.T) {
	for name, event := range map[string]func(piece string, n int) string{
		"chat completions": func(p string, n int) string {
			return fmt.Sprintf(`{"id":"c%d","object":"chat.completion.chunk","created":1700000000,"choices":[{"index":0,"delta":{"content":%s}}]}`, n, quoted(p))
		},
		"chat completions, the second of two calls": func(p string, n int) string {
			return fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":%s}}]}}]}`, quoted(p))
		},
		"Anthropic": func(p string, n int) string {
			return fmt.Sprintf(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`, quoted(p))
		},
		"Anthropic, arguments": func(p string, n int) string {
			return fmt.Sprintf(`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":%s}}`, quoted(p))
		},
		"Gemini": func(p string, n int) string {
			return fmt.Sprintf(`{"candidates":[{"content":{"parts":[{"text":%s}],"role":"model"},"index":0}],"modelVersion":"m"}`, quoted(p))
		},
		"shell output": func(p string, n int) string {
			return fmt.Sprintf(`{"type":"response.shell_call_output_content.delta","output_index":2,"command_index":0,"sequence_number":%d,"delta":{"stdout":%s}}`, n, quoted(p))
		},
		"panel of a fusion": func(p string, n int) string {
			return fmt.Sprintf(`{"type":"response.fusion_call.panel.delta","item_id":"f","output_index":0,"sequence_number":%d,"model":"a/b","delta":%s}`, n, quoted(p))
		},
		"no JSON": func(p string, n int) string { return p },
	} {
		text := "mail bob.canary@acme.example or 4111 1111 1111 1111."
		var body strings.Builder
		for i := 0; i < len(text); i += 4 {
			body.WriteString("data: " + event(text[i:min(i+4, len(text))], i) + "\r\n\r\n")
		}
		body.WriteString("data: [DONE]\r\n\r\n")
		c := exchange("{}", body.String(), 17)
		clean, hits, err := rules(t).Capture(c)
		if err != nil {
			t.Fatal(err)
		}
		got := string(clean.Body.All())
		if len(hits) != 2 || strings.Contains(got, "ary@") || strings.Contains(got, "4111") || strings.Contains(got, "cana") || len(got) != body.Len() {
			t.Errorf("%s: %v\n%s", name, hits, got)
		}
	}
}
