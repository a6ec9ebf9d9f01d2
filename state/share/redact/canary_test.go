package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/share/redact"
)

// canary is a private text and what of it must be gone.
type canary struct{ name, text, gone string }

func canaries() []canary {
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJib2IifQ.c2lnbmF0dXJlLWNhbmFyeQ"
	pem := "-----BEGIN RSA PRIVATE KEY-----\nMIIEcanaryAAKCAQEA0Z3VS5JJcds3xfn\nygWyF0qcanary\n-----END RSA PRIVATE KEY-----"
	return []canary{
		{"OpenRouter", "sk-or-v1-0123456789abcdef0123456789abcdef", ""},
		{"OpenAI", "sk-proj-Ab3dEfGhIjKlMnOpQrSt", ""},
		{"Anthropic", "sk-ant-api03-canary_0123456789-xyz", ""},
		{"AWS", "AKIAIOSFODNN7EXAMPLE", ""},
		{"AWS secret", "AKIAIOSFODNN7EXAMPL2 wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE1", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE1"},
		{"GitHub", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", ""},
		{"GitHub fine", "github_pat_11ABCDEFG0abcdefghijkl_mnop", ""},
		{"GitLab", "glpat-abcdefghij0123456789", ""},
		{"Slack", "xoxb-123456789012-abcdefghijkl", ""},
		{"Google", "AIzaSyA-0123456789abcdefghijklmnopqrstu", ""},
		{"Stripe", "sk_live_0123456789abcdefghij", ""},
		{"npm", "npm_abcdefghijklmnopqrstuvwxyz0123456789", ""},
		{"JWT", jwt, ""},
		{"Bearer", "Authorization: Bearer canary0123456789token", "canary0123456789token"},
		{"Basic", "curl -H 'Authorization: Basic Ym9iOmNhbmFyeTE='", "Ym9iOmNhbmFyeTE="},
		{"PEM", pem, "ygWyF0qcanary"},
		{"query key", "GET https://host.example/v1?model=x&key=canary-77", "canary-77"},
		{"query token", "https://host.example/v1?access_token=canary-78&x=1", "canary-78"},
		{"password in an address", "https://bob:hunter2canary@host.example/", "hunter2canary"},
		{"env", "export ACME_API_KEY=canary79value", "canary79value"},
		{"e-mail", "bob.canary+tag@acme.example", ""},
		{"Visa", "4111111111111111", ""},
		{"Visa, spaces", "4111 1111 1111 1111", ""},
		{"Visa, dashes", "4111-1111-1111-1111", ""},
		{"Visa, narrow spaces", "4111\u202f1111\u202f1111\u202f1111", ""},
		{"Amex", "3782 822463 10005", ""},
		{"Mastercard", "5555555555554444", ""},
		{"home", "/home/bobcanary/work/notes.md", "bobcanary"},
		{"home of macOS", "/Users/bobcanary/notes.md", "bobcanary"},
		{"home of Windows", `C:\Users\bobcanary\notes.md`, "bobcanary"},
		{"own home", "/srv/people/canary/x.txt", "/srv/people/canary"},
		{"key in use", "kanarienvogel", ""},
		{"own pattern", "acme-123456", ""},
		{"file name", "scan of 4111111111111111.pdf", "4111111111111111"},
		{"title", "Mail to bob@canary.example", "bob@canary.example"},
	}
}

func rules(t testing.TB) *redact.Rules {
	t.Helper()
	r, err := redact.New([]string{"acme-[0-9]{6}"}, "/srv/people/canary", "kanarienvogel")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// unicode spells every character of a text as JSON's escapes.
func unicode(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			fmt.Fprintf(&b, `\u%04X`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

// places are the ways in which a text can be in a body.
func places() map[string]func(string) string {
	message := func(content string) string {
		return `{"id":"resp_1","model":"sim/writer","input":[{"role":"user","content":` + content + `}]}`
	}
	std, raw := base64.StdEncoding, base64.RawURLEncoding
	return map[string]func(string) string{
		"a string":        func(s string) string { return message(quoted("Please see " + s + " now")) },
		"escapes":         func(s string) string { return message(unicode(s)) },
		"a slash escaped": func(s string) string { return message(strings.ReplaceAll(quoted(s), "/", `\/`)) },
		"a name":          func(s string) string { return `{"metadata":{` + quoted(s) + `:1}}` },
		"arguments":       func(s string) string { return message(quoted(`{"to":` + quoted(s) + `,"n":[1]}`)) },
		"arguments twice": func(s string) string { return message(quoted(`{"to":` + quoted(`{"x":`+unicode(s)+`}`) + `}`)) },
		"arguments cut":   func(s string) string { return message(quoted(`{"to":` + unicode(s) + `,"n":[1`)) },
		"base64":          func(s string) string { return message(quoted(std.EncodeToString([]byte("see " + s + ".")))) },
		"base64url":       func(s string) string { return message(quoted(raw.EncodeToString([]byte("see? " + s + "~~~\xff\xfe")))) },
		"a data URL": func(s string) string {
			return message(quoted("data:text/plain;base64," + std.EncodeToString([]byte(s+" it is"))))
		},
		"base64 in a path": func(s string) string { return message(quoted("/files/" + std.EncodeToString([]byte("It is "+s)))) },
		"base64 with slash": func(s string) string {
			return message(`"` + strings.ReplaceAll(std.EncodeToString([]byte("???>> "+s+" ???")), "/", `\/`) + `"`)
		},
		"base64 of JSON": func(s string) string { return message(quoted(std.EncodeToString([]byte(`{"a":` + unicode(s) + `}`)))) },
		"base64 in lines": func(s string) string {
			return message(quoted(wrap(std.EncodeToString([]byte(strings.Repeat("padding ", 6) + s + " and more")))))
		},
		"base64 in a binary": func(s string) string {
			return message(quoted(std.EncodeToString([]byte("\x89PNG\x00\x01\x02" + s + " in a picture\x00\xff"))))
		},
		"percent":       func(s string) string { return message(quoted("see " + url.QueryEscape(s))) },
		"percent twice": func(s string) string { return message(quoted("see " + url.PathEscape(url.PathEscape(s)))) },
		"an entity": func(s string) string {
			return "<html><p>" + strings.NewReplacer("@", "&#64;", " ", "&#x20;").Replace(s) + "</p>"
		},
		"HTML":          func(s string) string { return "<!doctype html><p>You are " + s + "</p>" },
		"broken JSON":   func(s string) string { return `{"a":{"b":` + unicode(s) + `,"c":` },
		"a deep place":  func(s string) string { return strings.Repeat(`{"a":[`, 50) + quoted(s) + strings.Repeat(`]}`, 50) },
		"lines of JSON": func(s string) string { return `{"a":1}` + "\n" + `{"a":` + unicode(s) + "}\n" },
	}
}

func wrap(s string) string {
	var lines []string
	for len(s) > 64 {
		lines, s = append(lines, s[:64]), s[64:]
	}
	return strings.Join(append(lines, s), "\n")
}

// exchange is one that has ended, its response body in chunks of a size.
func exchange(request, response string, size int) *wire.Capture {
	c := &wire.Capture{
		ID: "x1", Start: time.Unix(1_700_000_000, 0), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 99},
		Sent: wire.Sent{Method: "POST", URL: "http://127.0.0.1:8080/api/v1/responses", Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(request)},
		Head: &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: http.Header{}},
	}
	for at := 0; at < len(response); at += size {
		c.Body.Append([]byte(response[at:min(at+size, len(response))]), int64(at))
	}
	return c
}

func orAll(c canary) string {
	if c.gone != "" {
		return c.gone
	}
	return c.text
}

// check wants a text redacted: gone in its spelling and in every one that is read, all sizes the
// same, JSON still valid.
func check(t *testing.T, what, was, got string, hits []redact.Hit) {
	t.Helper()
	if len(got) != len(was) {
		t.Errorf("%s: %d bytes became %d", what, len(was), len(got))
	}
	if json.Valid([]byte(was)) != json.Valid([]byte(got)) {
		t.Errorf("%s: no JSON any more: %s", what, got)
	}
	if len(hits) == 0 {
		t.Errorf("%s: no hit: %s", what, got)
	}
	all := decodings(got)
	for _, c := range canaries() {
		gone := orAll(c)
		if strings.Contains(all, gone) {
			t.Errorf("%s: %s is there: %s", what, c.name, got)
		}
	}
	for _, h := range hits {
		for _, c := range canaries() {
			if strings.Contains(h.String(), orAll(c)) {
				t.Errorf("%s: the hit tells the text: %s", what, h)
			}
		}
	}
}

// decodings is a text in all readings that a curious reader would try.
func decodings(s string) string {
	all := []string{s}
	for i := 0; i < len(all) && len(all) < 200; i++ {
		one := all[i]
		if u, err := url.QueryUnescape(one); err == nil && u != one {
			all = append(all, u)
		}
		var v any
		if json.Unmarshal([]byte(one), &v) == nil {
			all = append(all, strs(v)...)
		}
		for _, run := range strings.FieldsFunc(strings.ReplaceAll(one, "\n", ""), func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/-_", r))
		}) {
			if len(run) >= 12 {
				run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
				for phase := range 4 {
					b, _ := base64.RawStdEncoding.DecodeString(run[phase:])
					all = append(all, string(b))
				}
			}
		}
	}
	return strings.Join(all, "\n")
}

func strs(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			all = append(all, strs(e)...)
		}
	case map[string]any:
		for name, e := range v {
			all = append(append(all, name), strs(e)...)
		}
	}
	return all
}

// stream is an event stream that answers with a text in deltas of a size, repeated by
// its done events and the response.
func stream(text string, size int) string {
	var b strings.Builder
	event := func(kind, more string) {
		fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q,\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0,%s}\n\n", kind, kind, more)
	}
	event("response.created", `"response":{"id":"resp_1"}`)
	for at := 0; at < len(text); at += size {
		delta := text[at:min(at+size, len(text))]
		event("response.output_text.delta", `"delta":`+quoted(delta))
		b.WriteString(": a comment between\n\n")
		event("response.function_call_arguments.delta", `"delta":`+quoted("x"))
	}
	event("response.output_text.done", `"text":`+quoted(text))
	event("response.completed", `"response":{"output":[{"type":"message","content":[{"type":"output_text","text":`+quoted(text)+`}]}]}`)
	b.WriteString("data: [DONE]\n\n")
	return b.String()
}
