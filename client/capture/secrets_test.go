package capture

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestSecretsInEverySpelling(t *testing.T) {
	const key = `sk/a+b"c&d=é`
	s := NewSecrets(key, " "+key+"\n")
	for name, text := range map[string]string{
		"plain":         "got " + key + "!",
		"JSON":          `{"k":"sk/a+b\"c\u0026d=é"}`,
		"query":         "?key=sk%2Fa%2Bb%22c%26d%3D%C3%A9&x=1",
		"path":          "/sk%2Fa+b%22c&d=%C3%A9/x",
		"escaped slash": `sk\/a+b"c&d=é`,
		".NET":          `{"k":"sk/a\u002Bb\u0022c\u0026d=é"}`,
		"all by number": `\u0073\u006b\u002f\u0061\u002b\u0062\u0022\u0063\u0026\u0064\u003dé`,
		"lower case":    "?key=sk%2fa%2bb%22c%26d%3d%c3%a9&x=1",
	} {
		if clean := s.Text(text); strings.Contains(clean, "a+b") || strings.Contains(strings.ToLower(clean), "a%2bb") || strings.Contains(clean, `\u00`) || len(clean) != len(text) {
			t.Errorf("%s: %q became %q", name, text, clean)
		}
	}
}

func TestShortTextsAreNotSecrets(t *testing.T) {
	s := NewSecrets("key", "", "     ", "abcde")
	if got := s.Text("the key is abcde"); got != "the key is abcde" {
		t.Errorf("got %q", got)
	}
	if clean, n := s.Bytes([]byte("x")); n != 0 || string(clean) != "x" {
		t.Error("something was found")
	}
}

func TestAndLeavesTheSetUnchanged(t *testing.T) {
	a := NewSecrets("first-secret")
	b := a.With("second-secret")
	if a.Text("second-secret") != "second-secret" || strings.Contains(b.Text("first-secret second-secret"), "secret") {
		t.Error("the sets are mixed up")
	}
}

func TestHeaderRedaction(t *testing.T) {
	s := NewSecrets("canary-key")
	h := http.Header{
		"Authorization":   {"Bearer canary-key"},
		"X-Api-Key":       {"other"},
		"Cookie":          {"a=b; c=d"},
		"Set-Cookie":      {"session=1"},
		"X-Echo":          {"you sent canary-key", "fine"},
		"Location":        {"https://h/?k=canary-key"},
		"X-Canary-Key":    {"v"},
		"Content-Type":    {"text/plain"},
		"Idempotency-Key": {"abc"},
	}
	h["Content-Location"] = []string{"/a b?api_key=d&x=1", "https://h/a b?x=1", "https://u:p^w@h/%zz"}
	clean, stars := s.Header(h)
	want := http.Header{
		"Authorization":   {"Bearer ***"},
		"X-Api-Key":       {"***"},
		"Cookie":          {"***"},
		"Set-Cookie":      {"***"},
		"X-Echo":          {"you sent **********", "fine"},
		"Location":        {"https://h/?k=**********"},
		"X-Canary-Key":    {"***"},
		"Content-Type":    {"text/plain"},
		"Idempotency-Key": {"abc"},

		"Content-Location": {"/a%20b?api_key=***&x=1", "https://h/a b?x=1", "***"},
	}
	if !reflect.DeepEqual(clean, want) {
		t.Errorf("got  %v\nwant %v", clean, want)
	}
	if stars != 20 {
		t.Errorf("%d bytes counted", stars)
	}
	if h.Get("Authorization") != "Bearer canary-key" {
		t.Error("the header itself was changed")
	}
}

func TestURLRedaction(t *testing.T) {
	s := NewSecrets("canary-key")
	for address, want := range map[string]string{
		"https://user:pass@host/api/v1/responses":   "https://***@host/api/v1/responses",
		"https://host/v1?key=abc&x=1&api_key=d%20e": "https://host/v1?key=***&x=1&api_key=***",
		"https://host/canary-key/v1":                "https://host/**********/v1",
		"https://host/api/v1":                       "https://host/api/v1",
		"https://canary@host/":                      "https://***@host/",
		"https://canary:@host/":                     "https://***@host/",
		"https://h/?API%5FKEY=canary&x=%5F":         "https://h/?API%5FKEY=***&x=%5F",
		"https://h/?+token=canary":                  "https://h/?+token=***",
		"https://h/?%zz=canary&x":                   "https://h/?%zz=***&x",
		"https://h/?a=1;api_key=canary&b;c=2":       "https://h/?a=1;api_key=***&b;c=2",
		"https://h/?api_key=ca;na=ry;&b=2":          "https://h/?api_key=***&b=2",
		"https://h/?;;api_key=canary":               "https://h/?;;api_key=***",
		"https://h/?api_key&key;x=1":                "https://h/?api_key&key;x=1",
		"https://h/#access_token=canary&x=1":        "https://h/#access_token=***&x=1",
		"https://h/?a=1#x=1;access%5Ftoken=c%61n":   "https://h/?a=1#x=1;access%5Ftoken=***",
		"https://h/#/back?token=canary":             "https://h/#/back?token=***",
		"https://h/#/token=canary":                  "https://h/#/token=***",
		"https://h/?x#part/one%2A%2A%2A":            "https://h/?x#part/one%2A%2A%2A",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.URL(u); got != want {
			t.Errorf("%s became %s", address, got)
		}
		if u.String() != address {
			t.Errorf("%s itself was changed", address)
		}
	}
}

// TestAddressesInHeads: of the heads that hold one among other words, nothing else
// is changed.
func TestAddressesInHeads(t *testing.T) {
	s := NewSecrets()
	for name, values := range map[string]map[string]string{
		"Location": {
			"https://h/#access_token=canary": "https://h/#access_token=***",
			"https://canary@h/":              "https://***@h/",
			"/a b#c":                         "/a b#c",
		},
		"Link": {
			`<https://h/a,b;c?page=2>; rel="next"; title="100%"`:                          "",
			`<https://h/?api_key=canary&p=2>; rel="next", </?p=9&token=canary>; rel=last`: `<https://h/?api_key=***&p=2>; rel="next", </?p=9&token=***>; rel=last`,
			`<https://h/x>; rel=x; anchor="https://canary@h/#key=canary"`:                 `<https://h/x>; rel=x; anchor="https://***@h/#key=***"`,
			`<https://h/x>; rel=x; Anchor = https://h/?key=canary`:                        `<https://h/x>; rel=x; Anchor = https://h/?key=***`,
			`<https://h/?a="&key=canary>; rel="next"`:                                     `<https://h/?a="&key=***>; rel="next"`,
			`<https://canary:canary@h/%zz>; rel=next`:                                     `<***>; rel=next`,
			`<https://h/?api_key=canary`:                                                  `<https://h/?api_key=***`,
			`https://h/?api_key=canary; rel=next`:                                         `https://h/?api_key=***`,
			`<>; rel=self`:                                                                "",
		},
		"Refresh": {
			"5":                                      "",
			"0; url=https://h/":                      "",
			"0; url=https://h/?token=canary":         "0; url=https://h/?token=***",
			`0;URL='https://canary@h/?token=canary'`: `0;URL='https://***@h/?token=***'`,
			`1.5, "https://h/#token=canary" `:        `1.5, "https://h/#token=***" `,
			"0 https://h/?key=canary":                "0 https://h/?key=***",
			"https://h/?key=canary":                  "https://h/?key=***",
		},
		"X-Else": {"https://h/?x=1 <https://h/%zz>": ""},
	} {
		for value, want := range values {
			if want == "" {
				want = value
			}
			if clean, _ := s.Header(http.Header{name: {value}}); clean.Get(name) != want {
				t.Errorf("%s: %s became %s", name, value, clean.Get(name))
			}
		}
	}
}
