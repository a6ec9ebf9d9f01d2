package cassette

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/har"
	"gatehouse/client/wire"
)

const stars = "************"

// redacted is an exchange of whose request secrets were overwritten.
func redacted(e har.Entry) har.Entry {
	e.Capture.Redacted = 1
	return e
}

// TestAnySecretFits: where a recorded request was masked any value is the same, and
// nowhere else; the nth such request gets the nth answer.
func TestAnySecretFits(t *testing.T) {
	arguments := func(token string) string {
		return `{"n":1,"input":[{"arguments":"{\"token\":\"` + token + `\",\"q\":\"x\"}"},{"text":"my key is ` + token + `!"}],"api_key":"` + token + `"}`
	}
	c := of(t, nil, redacted(post("one", arguments(stars))), redacted(post("two", arguments(stars+"***"))), redacted(post("text", "key="+stars+"&a=1")),
		post("banner", `{"code":"/`+stars+`/"}`), redacted(post("whole", `"`+stars+`"`)))
	for _, ask := range []struct{ body, want string }{
		{arguments("sk-another-key"), "one"},
		{arguments(stars + stars), "two"},
		{strings.Replace(arguments("k-1"), `"n":1`, ` "n" : 1.0`, 1), "two"},
		{strings.Replace(arguments("k-1"), `"n":1`, `"n":2`, 1), "miss"},
		{strings.Replace(arguments("k-1"), `\"q\":\"x\"`, `\"q\":\"y\"`, 1), "miss"},
		{strings.Replace(arguments("k-1"), "my key is k-1!", "my key is k-1 or more!", 1), "miss"},
		{strings.Replace(arguments("k-1"), "my key is k-1!", "my key was k-1!", 1), "miss"},
		{strings.Replace(arguments("k-1"), `"api_key":"k-1"`, `"api_key":7`, 1), "miss"},
		{strings.Replace(arguments("k-1"), `,"api_key":"k-1"`, "", 1), "miss"},
		{"key=any&a=1", "text"}, {"key=any&a=2", "miss"}, {"key=any&a=1&b=2", "miss"},
		{`{"code":"/` + stars + `/"}`, "banner"}, {`{"code":"/` + stars + `**/"}`, "miss"}, {`{"code":"/any/"}`, "miss"},
		{`"any at all"`, "whole"}, {`["any"]`, "miss"}, {"", "miss"}, {`{"input":[`, "miss"},
	} {
		if got := c.answers("POST", "/responses", ask.body, 1); got != ask.want {
			t.Errorf("%s: %s, want %s", ask.body, got, ask.want)
		}
	}
	c.Add(post("exact", arguments("k-1")))
	if got := c.answers("POST", "/responses", arguments("k-1"), 2); got != "exact exact" {
		t.Errorf("what is equal goes first: %s", got)
	}
	m := c.Miss(wire.Sent{Method: "POST", URL: "http://h/responses", Body: []byte(`{"code":"/any/"}`)})
	if m.ID != "banner" || len(m.Lines) != 1 {
		t.Errorf("%s: %v", m.ID, m.Lines)
	}
}

// TestTheClosestMaskGoesFirst, whatever was recorded first.
func TestTheClosestMaskGoesFirst(t *testing.T) {
	c := of(t, nil, redacted(post("whole", `{"a":"`+stars+`"}`)), redacted(post("part", `{"a":"use `+stars+` now"}`)))
	for body, want := range map[string]string{`{"a":"use it now"}`: "part", `{"a":"use it later"}`: "whole"} {
		if got := c.answers("POST", "/responses", body, 1); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// TestAnySecretInAnAddressFits: in a parameter that is no credential by its name, and in
// the path.
func TestAnySecretInAnAddressFits(t *testing.T) {
	c := of(t, nil, entry("q", "GET", base+"/models?user="+stars+"&limit=3", base, ""), entry("p", "GET", "https://h/"+stars+"/v1/models", "https://h/"+stars+"/v1", ""),
		entry("twice", "GET", base+"/pair?a=1&a="+stars, base, ""))
	for path, want := range map[string]string{
		"/models?limit=3&user=any": "q", "/models?limit=4&user=any": "miss", "/models?limit=3": "miss", "/models": "p",
		"/" + stars + "****/v1/models": "p", "/other/v1/models": "miss",
		"/pair?a=1&a=x": "twice", "/pair?a=x&a=1": "miss", "/pair?a=1": "miss", "/pair?a=1&a=x&a=y": "miss",
	} {
		if got := c.answers("GET", path, "", 1); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestWhatWasMaskedFindsItself: a recorded request is the same as itself, and as one with
// another secret, wherever that is.
func TestWhatWasMaskedFindsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) any {
			return rapid.SampledFrom([]string{"", "a", "/", "~1", "key "}).Draw(t, "before") + rapid.SampledFrom([]string{"", "SECRET"}).Draw(t, "secret") + rapid.SampledFrom([]string{"", "!", " end"}).Draw(t, "after")
		})
		name := rapid.SampledFrom([]string{"a", "", "a/b", "~0", "1", "é\"."})
		value := rapid.OneOf(text, rapid.Map(rapid.SliceOfN(text, 0, 3), func(list []any) any { return list }),
			rapid.Map(rapid.MapOfN(name, text, 0, 3), func(m map[string]any) any { return m }))
		doc, err := json.Marshal(rapid.MapOfN(name, value, 0, 4).Draw(t, "doc"))
		if err != nil {
			t.Fatal(err)
		}
		with := func(secret string) string { return strings.ReplaceAll(string(doc), "SECRET", secret) }
		c := New(nil)
		c.Add(redacted(post("it", with(stars))))
		for _, secret := range []string{stars, "another-key"} {
			if got := c.answers("POST", "/responses", with(secret), 1); got != "it" {
				t.Fatalf("%s by %s: %s", with(stars), with(secret), got)
			}
		}
	})
}
