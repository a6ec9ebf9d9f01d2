package gateway_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// echoes is the upstream bodies that a stream shows, which come before all else.
func echoes(t *testing.T, frames []frame) (bodies []gjson.Result) {
	t.Helper()
	for i, f := range frames {
		if f.event != "response.debug" {
			continue
		}
		if i != len(bodies) || gjson.Get(f.data, "sequence_number").Int() != int64(i) {
			t.Errorf("frame %d is a debug event: %s", i, f.data)
		}
		bodies = append(bodies, gjson.Get(f.data, "debug.echo_upstream_body"))
	}
	if len(bodies) > 0 && frames[len(bodies)].event != "response.created" {
		t.Errorf("after the debug events comes %s", frames[len(bodies)].event)
	}
	return bodies
}

// The debug event shows the transformed body, once for each provider that was asked, and only in a
// stream.
func TestEchoUpstream(t *testing.T) {
	base := serve(t)
	const debug = `"debug":{"echo_upstream_body":true},"stream":true`
	frames, err := stream(t, base, `{"models":["no/such","aurora/dawn"],`+debug+`,"input":[{"role":"user","content":"two\nlines"}],"temperature":0.50,"provider":{"sort":"price"},
		"plugins":[{"id":"web","enabled":false}],"session_id":"s","user":"u","metadata":{"a":"b"},"service_tier":"fast","safety_identifier":"nobody-knows","new":[1, 2]}`)
	if err != nil {
		t.Fatal(err)
	}
	bodies := echoes(t, frames)
	if len(bodies) != 2 || numbers(t, frames) != 0 {
		t.Fatalf("%d debug events for 2 providers", len(bodies))
	}
	for _, b := range bodies {
		for _, gone := range []string{"models", "provider", "plugins", "session_id", "user", "debug"} {
			if b.Get(gone).Exists() {
				t.Errorf("%s goes upstream: %s", gone, b)
			}
		}
		for member, want := range map[string]string{
			"model": `"dawn"`, "stream": "true", "temperature": "0.50", "service_tier": `"priority"`, "new": "[1,2]",
			"metadata": `{"a":"b"}`, "input": `[{"role":"user","content":"two\nlines"}]`,
		} {
			if b.Get(member).Raw != want {
				t.Errorf("%s is %s, want %s", member, b.Get(member).Raw, want)
			}
		}
	}
	if f, _ := stream(t, base, body("fault/no-done", true)[:len(body("fault/no-done", true))-1]+`,"debug":{"echo_upstream_body":true}}`); len(echoes(t, f)) != 1 {
		t.Error("a fault model that streams shows no body")
	}
	for _, off := range []string{`"stream":true`, `"stream":true,"debug":{}`, `"stream":true,"debug":{"echo_upstream_body":false}`} {
		if f, _ := stream(t, base, `{`+off+`}`); len(echoes(t, f)) != 0 {
			t.Errorf("%s: a debug event", off)
		}
	}
	if _, r := post(t, base, `{"debug":{"echo_upstream_body":true}}`); r.Get("debug").Exists() {
		t.Errorf("%s", r)
	}
}

// safety_identifier is sent upstream as a hash that depends on the account, or the account without
// one; its value is nowhere in the stream.
func TestSafetyIdentifier(t *testing.T) {
	base := serve(t)
	identity := func(member, key string) string {
		t.Helper()
		frames, err := stream(t, base, `{"input":"what did I send?","debug":{"echo_upstream_body":true},"stream":true`+member+`}`, "Authorization: Bearer "+key)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range frames {
			if strings.Contains(f.data, "nobody-knows") {
				t.Errorf("%s", f.data)
			}
		}
		return echoes(t, frames)[0].Get("safety_identifier").Str
	}
	const given = `,"safety_identifier":"nobody-knows"`
	a, again, other := identity(given, "one"), identity(given, "one"), identity(`,"safety_identifier":"somebody"`, "one")
	elsewhere, account, null, account2 := identity(given, "two"), identity("", "one"), identity(`,"safety_identifier":null`, "one"), identity("", "two")
	if a == "" || a != again || a == other || a == elsewhere || account == "" || account == a || account != null || account == account2 {
		t.Errorf("%q", []string{a, again, other, elsewhere, account, null, account2})
	}
}
