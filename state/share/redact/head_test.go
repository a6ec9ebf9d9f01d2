package redact_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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

func TestKnownAuthorizationSchemeStays(t *testing.T) {
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
