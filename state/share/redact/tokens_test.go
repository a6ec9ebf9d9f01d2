package redact_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/share/redact"
)

// logprobs spells a text in tokens of a size, as the Responses API does.
func logprobs(text string, size int) string {
	one := func(tok string) string {
		bytes := strings.ReplaceAll(strings.Trim(fmt.Sprint([]byte(tok)), "[]"), " ", ",")
		return fmt.Sprintf(`"token":%s,"logprob":-0.5,"bytes":[%s]`, quoted(tok), bytes)
	}
	var all []string
	for i := 0; i < len(text); i += size {
		tok := text[i:min(i+size, len(text))]
		all = append(all, "{"+one(tok)+`,"top_logprobs":[{`+one(tok)+"}]}")
	}
	return "[" + strings.Join(all, ",") + "]"
}

func TestTokensDoNotSpellWhatIsMasked(t *testing.T) {
	text := "mail alice@acme.example"
	tokens := logprobs(text, 5)
	for name, body := range map[string]string{
		"document": `{"output":[{"content":[{"text":` + quoted(text) + `,"logprobs":` + tokens + `}]}],"model":"sim/writer"}`,
		"stream": "data: {\"type\":\"response.output_text.delta\",\"delta\":\"mail alice@a\",\"logprobs\":" + logprobs("mail alice@a", 5) + "}\n\n" +
			"data: {\"type\":\"response.output_text.delta\",\"delta\":\"cme.example\",\"logprobs\":" + logprobs("cme.example", 5) + "}\n\n" +
			"data: {\"type\":\"response.output_text.done\",\"text\":" + quoted(text) + ",\"logprobs\":" + tokens + ",\"model\":\"sim/writer\"}\n\n",
		"chat completion":  `{"choices":[{"message":{"content":` + quoted(text) + `},"logprobs":{"content":` + tokens + `}}],"model":"sim/writer"}`,
		"older completion": `{"choices":[{"text":` + quoted(text) + `,"logprobs":{"tokens":["mail"," alic","e@acm"],"top_logprobs":[{" alic":-0.1}]}}],"model":"sim/writer"}`,
		"Gemini":           `{"candidates":[{"content":{"parts":[{"text":` + quoted(text) + `}]},"logprobsResult":{"chosenCandidates":[{"token":" alic","tokenId":97}]}}],"model":"sim/writer"}`,
		"text of JSON":     `{"echo":` + quoted(`{"text":`+quoted(text)+`,"logprobs":`+tokens+`}`) + `,"model":"sim/writer"}`,
	} {
		clean, hits, err := rules(t).Capture(exchange("{}", body, 20))
		if err != nil {
			t.Fatal(err)
		}
		got := string(clean.Body.All())
		for _, gone := range []string{"alic", "e@acm", "97", "109,97", "105,108"} {
			if strings.Contains(got, gone) {
				t.Errorf("%s: %q is there: %s", name, gone, got)
			}
		}
		if len(got) != len(body) || json.Valid([]byte(got)) != json.Valid([]byte(body)) || !strings.Contains(got, "sim/writer") {
			t.Errorf("%s: became %s", name, got)
		}
		reported := 0
		for _, h := range hits {
			if h.Kind == redact.Tokens && h.Place == "response body, logprobs" && h.Length > 0 {
				reported++
			}
		}
		if reported != 1 {
			t.Errorf("%s: %v", name, hits)
		}
		if again, hits, err := rules(t).Capture(clean); err != nil || len(hits) > 0 || string(again.Body.All()) != got {
			t.Errorf("%s again: %v, %v", name, hits, err)
		}
	}
	plain := `{"text":"mail","logprobs":` + logprobs("mail", 2) + `}`
	if clean, hits, _ := rules(t).Capture(exchange(`{"user":"bob@acme.example"}`, plain, 20)); string(clean.Body.All()) != plain || len(hits) != 1 {
		t.Errorf("without a hit: %s, %v", clean.Body.All(), hits)
	}
}
