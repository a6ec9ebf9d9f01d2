package field_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/field"

	"pgregory.net/rapid"
)

func TestTitle(t *testing.T) {
	long := strings.Repeat("wörd ", 40)
	for _, c := range []struct{ item, want string }{
		{`{"role":"user","content":"Hello\n  there"}`, "user · Hello there"},
		{`{"type":"message","role":"user","content":[{"type":"input_text","text":"Look"},{"type":"input_image","image_url":"x","cache_control":{"type":"ephemeral"}}]}`, "user · Look · 2 parts · cached"},
		{`{"role":"user","content":"` + long + `"}`, "user · " + strings.TrimSpace(string([]rune(strings.TrimSpace(long))[:80])) + " …"},
		{`{"role":"user","content":[{"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,AAAA"}]}`, "user · file a.pdf application/pdf, 3 B"},
		{`{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(make([]byte, 70)) + `"}]}`, "user · image image/png, 70 B"},
		{`{"role":"user","content":[{"type":"input_audio","input_audio":{}}]}`, "user · audio"},
		{`{"role":"assistant","content":null}`, "assistant"}, {`{"role":"assistant","content":[{"type":"refusal","refusal":"No."}]}`, "assistant · No."},
		{`{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"}`, `function_call · f {"a":1}`},
		{`{"type":"function_call_output","call_id":"c","output":"done"}`, "function_call_output · done"},
		{`{"type":"mcp_approval_response","approval_request_id":"m","approve":false}`, "mcp_approval_response · false"},
		{`{"type":"service:web_search","status":"completed","action":{"type":"search"}}`, `service:web_search · {"type":"search"}`},
		{`{"type":"item_reference","id":"msg_1"}`, "item_reference · msg_1"},
		{`{"type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"Hm."}]}`, "reasoning · Hm."},
		{`"text"`, `no item · "text"`}, {`{}`, "message"}, {``, "no item"},
	} {
		if got := field.Title([]byte(c.item)); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.item, got, c.want)
		}
	}
}

// Of a large item only the head counts, wherever its names stand.
func TestTitleOfLargeItems(t *testing.T) {
	data := strings.Repeat("A", 8<<20)
	image := `{"type":"input_image","image_url":"data:image/png;base64,` + data + `"}`
	for _, c := range []struct{ item, want string }{
		{`{"type":"message","role":"user","content":[{"type":"input_text","text":"Look"},` + image + `,` + image + `]}`, "user · Look · 2 or more parts"},
		{`{"type":"message","role":"user","content":[` + image + `]}`, "user · image image/png, about 6.3 MB · 1 or more parts"},
		{`{"content":[` + image + `],"type":"message","role":"user"}`, "user · image image/png, about 6.3 MB · 1 or more parts"},
		{`{"result":"` + data + `","type":"image_generation_call"}`, "image_generation_call · " + data[:80] + "…"},
	} {
		if got := field.Title([]byte(c.item)); got != c.want {
			t.Errorf("%.80s:\n got %q\nwant %q", c.item, got, c.want)
		}
	}
	// What lies behind the head is not read.
	item := []byte(`{"type":"message","role":"user","content":[` + image + `]}`)
	want := field.Title(item)
	for i := 64 << 10; i < len(item); i += 997 {
		item[i] = '"'
	}
	if got := field.Title(item); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHostileItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := []byte(field.Items("w")[rapid.IntRange(0, 40).Draw(t, "item")].JSON)
		for range rapid.IntRange(0, 4).Draw(t, "cuts") {
			at := rapid.IntRange(0, len(doc)).Draw(t, "at")
			insert := rapid.SampledFrom([]string{`"`, "{", "]", ",", `\`, "\x1b", "\xff", "5", "null"}).Draw(t, "insert")
			doc = append(doc[:at:at], append([]byte(insert), doc[min(len(doc), at+rapid.IntRange(0, 3).Draw(t, "drop")):]...)...)
		}
		line := field.Summary(doc)
		if strings.ContainsAny(line.Words+line.Kind+line.Role, "\n\t") || len([]rune(line.Words)) > 300 {
			t.Fatalf("%q: %+v", doc, line)
		}
		field.FindItem(doc)
		if out, ok := field.OutputFor(doc); ok && scan.Check(doc) == nil && scan.Check(out) != nil {
			t.Fatalf("%q: %s", doc, out)
		}
	})
}
