package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state/redact"
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

func TestCanariesAreGoneFromBodies(t *testing.T) {
	r := rules(t)
	for place, write := range places() {
		for _, canary := range canaries() {
			body := write(canary.text)
			c := exchange(body, body, 7)
			clean, hits, err := r.Capture(c)
			if err != nil {
				t.Fatal(err)
			}
			for part, got := range map[string][]byte{"request": clean.Sent.Body, "response": clean.Body.All()} {
				check(t, place+" of the "+part+", "+canary.name, body, string(got), hits)
			}
		}
	}
}

func orAll(c canary) string {
	if c.gone != "" {
		return c.gone
	}
	return c.text
}

// check wants a text redacted: gone in its own spelling and in every one that is read, all
// sizes kept, JSON still JSON.
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

// stream is an event stream that answers with a text in deltas of a size, told again by
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

func TestTextSplitOverDeltasIsGone(t *testing.T) {
	r := rules(t)
	for _, canary := range canaries() {
		for _, text := range []string{canary.text, `{"to":` + quoted(canary.text) + `}`, base64.StdEncoding.EncodeToString([]byte("It is " + canary.text + " in here"))} {
			for _, size := range []int{1, 2, 5, 1000} {
				if strings.ContainsFunc(text, func(r rune) bool { return r > 0x7F }) && size < 5 {
					continue // a delta is cut between characters
				}
				body := stream("see "+text+" there", size)
				c := exchange(`{"stream":true}`, body, 11)
				c.Head.Header.Set("Content-Type", "text/event-stream")
				clean, hits, err := r.Capture(c)
				if err != nil {
					t.Fatal(err)
				}
				got := string(clean.Body.All())
				check(t, canary.name, body, got, hits)
				var answer strings.Builder
				for f := range sse.All(&clean.Body) {
					var e struct{ Type, Delta string }
					if json.Unmarshal(f.Data, &e) == nil && e.Type == "response.output_text.delta" {
						answer.WriteString(e.Delta)
					}
				}
				if strings.Contains(decodings(answer.String()), orAll(canary)) {
					t.Errorf("%s, %d bytes a delta: %s", canary.name, size, answer.String())
				}
				if a, b := fmt.Sprint(clean.Body.Chunks()), fmt.Sprint(c.Body.Chunks()); a != b {
					t.Errorf("%s: the chunks are %s, were %s", canary.name, a, b)
				}
			}
		}
	}
}

func TestCanariesAreGoneFromTheHead(t *testing.T) {
	r := rules(t)
	for _, canary := range canaries() {
		text := strings.ReplaceAll(canary.text, "\n", " ")
		c := exchange(`{}`, `{}`, 10)
		c.Sent.URL = "https://host.example/" + url.PathEscape(text) + "?q=" + url.QueryEscape(text)
		c.Sent.Header = http.Header{"X-Title": {text}}
		c.Head.Header = http.Header{"Location": {"/x?q=" + url.QueryEscape(text)}, "X-Note": {"a", text}}
		c.End.Message = "dial " + text + ": refused"
		c.End.Trailer = http.Header{"X-Sum": {text}}
		clean, hits, err := r.Capture(c)
		if err != nil {
			t.Fatal(err)
		}
		all := decodings(fmt.Sprint(clean.Sent.URL, "\n", clean.Sent.Header, "\n", clean.Head.Header, "\n", clean.End.Message, "\n", clean.End.Trailer))
		for _, spelled := range []string{orAll(canary), url.QueryEscape(orAll(canary)), url.PathEscape(orAll(canary))} {
			if strings.Contains(all, strings.ReplaceAll(spelled, "\n", " ")) {
				t.Errorf("%s is in the head: %s", canary.name, all)
			}
		}
		if len(hits) < 6 {
			t.Errorf("%s: %d hits: %v", canary.name, len(hits), hits)
		}
		if title, hits := r.Text(text, "title"); strings.Contains(title, orAll(canary)) || len(hits) == 0 {
			t.Errorf("%s: the title is %q", canary.name, title)
		}
	}
}

func TestFieldsThatCarryCredentials(t *testing.T) {
	c := exchange(`{}`, `{}`, 10)
	c.Sent.URL = "https://host.example/v1?key=k1&api-version=2"
	c.Sent.Header = http.Header{"Authorization": {"Bearer short"}, "X-Api-Key": {"k2"}, "Cookie": {"a=b"}, "Api_password": {"p w"}}
	c.Head.Header = http.Header{"Set-Cookie": {"sid=1; Path=/"}}
	clean, hits, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		clean.Sent.URL: "https://host.example/v1?key=**&api-version=2", clean.Sent.Header.Get("Authorization"): "Bearer *****",
		clean.Sent.Header.Get("X-Api-Key"): "**", clean.Sent.Header.Get("Cookie"): "***", clean.Sent.Header.Get("Api_password"): "***",
		clean.Head.Header.Get("Set-Cookie"): "*************",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if len(hits) != 6 {
		t.Errorf("%v", hits)
	}
}

func TestOfAnAuthorizationAKnownSchemeStays(t *testing.T) {
	for value, want := range map[string]string{
		"Bearer k1": "Bearer **", "basic Ym9i": "basic ****", "canary77 extra": "**************", "canary77": "********", " canary77": "*********",
		"AWS4-HMAC-SHA256 Credential=a, Signature=b": "AWS4-HMAC-SHA256 *************************",
	} {
		c := exchange(`{}`, `{}`, 10)
		c.Sent.Header = http.Header{"Authorization": {value}}
		clean, _, err := rules(t).Capture(c)
		if got := clean.Sent.Header.Get("Authorization"); err != nil || got != want {
			t.Errorf("%q became %q, want %q, %v", value, got, want, err)
		}
	}
}

func TestSecretsByTheirNames(t *testing.T) {
	r := rules(t)
	for body, want := range map[string]string{
		`{"password":"correct horse"}`:                                                               `{"password":"*************"}`,
		`{"dbPassword":"x","api_key":["a","b"],"n":"x"}`:                                             `{"dbPassword":"*","api_key":["*","*"],"n":"x"}`,
		`{"headers":{"X-Api-Key":"k"},"client_secret":"a\"b"}`:                                       `{"headers":{"X-Api-Key":"*"},"client_secret":"****"}`,
		`{"password":"correct horse","b":`:                                                           `{"password":"*************","b":`,
		`{"card":4111111111111111,"seed":4111111111111112}`:                                          `{"card":1111111111111111,"seed":4111111111111112}`,
		`{"password":83749211,"pins":12345678}`:                                                      `{"password":11111111,"pins":12345678}`,
		`{"password":{"value":"correct","type":"plain"},"n":"x"}`:                                    `{"password":{"value":"*******","type":"plain"},"n":"x"}`,
		`{"secrets":[{"name":"a","at":{"b":["c"]}}]}`:                                                `{"secrets":[{"name":"a","at":{"b":["*"]}}]}`,
		`client_secret=abcdefghij&scope=x`:                                                           `client_secret=**********&scope=x`,
		`key=abcdefghij&scope=x`:                                                                     `key=**********&scope=x`,
		`client_secret=abcdefghij`:                                                                   `client_secret=**********`,
		"--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ncorrect horse\r\n--b--\r\n": "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n*************\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b--\r\n": "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\nContent-Type: text/plain\r\n\r\n***\r\n--b--\r\n",
		"<login><password>correct horse</password><ns:apiKey>abc</ns:apiKey></login>":                                 "<login><password>*************</password><ns:apiKey>***</ns:apiKey></login>",
		// What is none.
		"--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\ncorrect horse\r\n--b--\r\n":                                                       "",
		"<token>Hello</token><password/><password></password><password>string</password><input name=\"password\">\n\nhello":                             "",
		`{"properties":{"password":{"type":"string","pattern":"[a-z]+","examples":["a word"]}},"token":12,"secret":1,"input_cost_per_token":0.0000025}`: "",
		`key=value`: "",
		`{"max_output_tokens":12,"token":"Hello","logprob":-0.1}`:                                                             "",
		`{"next_page_token":"CAUQAA","password":{"type":"string"},"api_key":"$API_KEY"}`:                                      "",
		`{"v":[0.4111111111111111,4111111111111111.5],"id":"resp_4111111111111112","t":1700000000123456}`:                     "",
		`{"text":"logo@2x.png, foo@1.2.3, @acme/sdk, a@b, 1.4111111111111111"}`:                                               "",
		`{"text":"api_key=os.environ['KEY'] password = getpass() token: the word https://x.com/home/feed"}`:                   "",
		`{"h":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","u":"41111111-1111-1111-1111-111111111111"}`: "",
	} {
		if want == "" {
			want = body
		}
		c := exchange(body, body, 100)
		clean, hits, err := r.Capture(c)
		if err != nil || string(clean.Sent.Body) != want {
			t.Errorf("%s became %s, %v, %v; want %s", body, clean.Sent.Body, hits, err, want)
		}
	}
}

func TestWhatCannotBeSearchedIsRefused(t *testing.T) {
	for name, change := range map[string]func(*wire.Capture){
		"not ended": func(c *wire.Capture) { c.End = nil },
		"encoded as x-mine": func(c *wire.Capture) {
			c.Head.Header.Set("Content-Encoding", "x-mine")
			c.Body.Append([]byte{1, 2, 0xff}, 1)
		},
		"encoded as gzip": func(c *wire.Capture) {
			c.Sent.Header.Set("Content-Encoding", "gzip")
			c.Sent.Body = []byte("\x1f\x8b\x08\x00")
		},
		"body is gzip":         func(c *wire.Capture) { c.Body = wire.Body{}; c.Body.Append([]byte("\x1f\x8b\x08\x00"), 1) },
		"request body is zstd": func(c *wire.Capture) { c.Sent.Body = []byte("\x28\xb5\x2f\xfd…") },
		"request body is zip":  func(c *wire.Capture) { c.Sent.Body = []byte("PK\x03\x04…") },
		"zero bytes":           func(c *wire.Capture) { c.Sent.Body = []byte("b\x00o\x00b\x00@\x00a\x00.\x00d\x00e\x00") },
		"damaged":              func(c *wire.Capture) { c.End.Cause = wire.EndEncoding },
		"utf-16":               func(c *wire.Capture) { c.Head.Header.Set("Content-Type", "text/html; charset=UTF-16LE") },
		"UTF-16":               func(c *wire.Capture) { c.Sent.Body = []byte("\xff\xfea\x00@\x00") },
		"complete":             func(c *wire.Capture) { c.Body.Append(bytes.Repeat([]byte("x"), 1<<20), 1); c.Body.Discard(1 << 19) },
		"nest": func(c *wire.Capture) {
			c.Sent.Body = []byte("%" + strings.Repeat("25", 20_000) + "40 " + strings.Repeat("&amp;", 50_000))
		},
	} {
		c := exchange(`{}`, `{"a":1}`, 3)
		change(c)
		clean, _, err := rules(t).Capture(c)
		var unsearchable *redact.UnsearchableError
		if !errors.As(err, &unsearchable) || clean != nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "x1") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := redact.New([]string{"ok", "a(b"}, ""); err == nil || !strings.Contains(err.Error(), `"a(b"`) {
		t.Errorf("a broken pattern: %v", err)
	}
}

func TestADecodedBodyIsWrittenDecoded(t *testing.T) {
	c := exchange(`{}`, "\x1f\x8b…", 3)
	c.Head.Header.Set("Content-Encoding", "gzip")
	c.Decoded = &wire.Body{}
	c.Decoded.Append([]byte(`{"to":"bob@`), 5)
	c.Decoded.Append([]byte(`acme.example"}`), 9)
	clean, _, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(clean.Text().All()); got != `{"to":"****************"}` || clean.Decoded != nil || clean.Head.Header.Get("Content-Encoding") != "" {
		t.Errorf("%s, %v", got, clean.Head.Header)
	}
	if chunks := clean.Body.Chunks(); len(chunks) != 2 || chunks[0] != (wire.Chunk{End: 11, AtUS: 5}) {
		t.Errorf("chunks: %v", chunks)
	}
	if redact.Decoded(c) != "gzip" || clean.Redacted != 16 {
		t.Errorf("%q, %d", redact.Decoded(c), clean.Redacted)
	}
}

func TestAttachmentsAreSaid(t *testing.T) {
	pdf := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n\x00\xff\xfe bytes"))
	body := `{"input":[{"content":[{"type":"input_file","file_data":"data:application/pdf;base64,` + pdf + `"},{"text":"mail bob@acme.example"}]}]}`
	clean, hits, err := rules(t).Capture(exchange(body, "", 9))
	if err != nil || len(hits) != 2 || hits[0].Kind != redact.Email || hits[1].Masked() || !bytes.Contains(clean.Sent.Body, []byte(pdf)) {
		t.Fatalf("%v, %v", hits, err)
	}
	if got := hits[1].String(); got != "request body, input[0].content[0].file_data: attachment, not looked into (18 bytes)" {
		t.Error(got)
	}
	if _, hits, _ := rules(t).Capture(clean); len(hits) != 1 || hits[0].Masked() {
		t.Errorf("again: %v", hits)
	}
}

func TestAnOwnPatternFindsAShortNumber(t *testing.T) {
	r, err := redact.New([]string{"4711"}, "")
	if err != nil {
		t.Fatal(err)
	}
	clean, hits, err := r.Capture(exchange(`{"room":4711,"floor":47}`, "", 9))
	if err != nil || len(hits) != 1 || string(clean.Sent.Body) != `{"room":1111,"floor":47}` {
		t.Errorf("%s, %v, %v", clean.Sent.Body, hits, err)
	}
}

func TestAFileForABodyIsSaid(t *testing.T) {
	picture := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	clean, hits, err := rules(t).Capture(exchange(`{}`, picture, 9))
	if err != nil || len(hits) != 1 || hits[0].String() != "response body: attachment, not looked into (16 bytes)" || string(clean.Body.All()) != picture {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestHitsSayWhere(t *testing.T) {
	text := "mail bob@acme.example or"
	c := exchange(`{"input":[{"content":"4111 1111 1111 1111"}],"a b":{"c":"sk-or-v1-0123456789abcdef"}}`, stream(text, 5), 50)
	_, hits, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hits {
		got = append(got, h.String())
	}
	// The deltas are frames 2, 5, 8, … with two others behind each.
	want := []string{
		`request body, input[0].content: card number (19 bytes)`,
		`request body, ["a b"].c: API key sk-… (25 bytes)`,
		`response body, frame 17, text: e-mail address (16 bytes)`,
		`response body, frame 18, response.output[0].content[0].text: e-mail address (16 bytes)`,
		`response body, frames 5 to 14, response.output_text.delta delta: e-mail address (16 bytes)`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
