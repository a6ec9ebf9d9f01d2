package sse

import (
	"fmt"
	"slices"
	"testing"

	"gatehouse/client/wire"
)

// cutBare cuts a body that arrives in pieces which end at some offsets.
func cutBare(f Framing, body string, ends ...int) (frames []string) {
	var b wire.Body
	c := New(&b, 0)
	c.SetFraming(f)
	take := func() {
		for f, ok := c.Next(); ok; f, ok = c.Next() {
			frames = append(frames, fmt.Sprintf("%d+%d %v %s", f.Offset, f.Length, f.Kind == wire.FrameTorn, f.Data))
			if again := At(&b, f.Ref()); string(again.Data) != string(f.Data) || again.Kind != f.Kind || !again.Bare || again.BOM != f.BOM {
				frames = append(frames, fmt.Sprintf("cut again: %s", again.Data))
			}
		}
	}
	from := 0
	for _, end := range append(ends, len(body)) {
		b.Append([]byte(body[from:end]), int64(end))
		c.Feed(int64(end), int64(end))
		take()
		from = end
	}
	c.End()
	take()
	return frames
}

func TestBareFrames(t *testing.T) {
	for _, c := range []struct {
		framing Framing
		body    string
		want    []string
	}{
		{Lines, "{\"a\":1}\n\n {\"b\":2}\r\n{\"c\":3}\n", []string{`0+8 false {"a":1}`, `9+9 false {"b":2}`, `19+8 false {"c":3}`}},
		{Lines, "{\"a\":1}\n{\"b\":2}", []string{`0+8 false {"a":1}`, `8+7 false {"b":2}`}},
		{Lines, "{\"a\":1}\n{\"b\":", []string{`0+8 false {"a":1}`, `8+5 true {"b":`}},
		{Lines, "\ufeff{\"a\":1}\n", []string{`3+8 false {"a":1}`}},
		{Elements, "[{\"a\":\"}]\\\"\\\\\"}\n,\r\n{\"b\":[{}]},[2]]\n", []string{`1+14 false {"a":"}]\"\\"}`, `19+10 false {"b":[{}]}`, `30+3 false [2]`}},
		{Elements, "[]", nil},
		{Elements, "[{\"a\":1},\n{\"b\":", []string{`1+7 false {"a":1}`, `10+5 true {"b":`}},
		{Elements, "[{\"a\":1}", []string{`1+7 false {"a":1}`}},
	} {
		want := cutBare(c.framing, c.body)
		if len(want) != len(c.want) {
			t.Errorf("%q: %q", c.body, want)
			continue
		}
		for i := range want {
			if want[i] != c.want[i] {
				t.Errorf("%q: %q, want %q", c.body, want[i], c.want[i])
			}
		}
		for at := range len(c.body) {
			if got := cutBare(c.framing, c.body, at); !slices.Equal(got, want) {
				t.Errorf("%q cut at %d: %q, want %q", c.body, at, got, want)
			}
		}
	}
}

// FuzzBare: no body makes the cutter fail, frames do not overlap, and where a body is split
// changes nothing.
func FuzzBare(f *testing.F) {
	f.Add([]byte("[{\"a\":1},\n{\"b\":[2,\"]\"]}]"), 5, true)
	f.Add([]byte("{\"a\":1}\r\n{\"b\""), 9, false)
	f.Fuzz(func(t *testing.T, body []byte, at int, elements bool) {
		framing := Lines
		if elements {
			framing = Elements
		}
		want := cutBare(framing, string(body))
		if at < 0 || at > len(body) {
			return
		}
		if got := cutBare(framing, string(body), at); !slices.Equal(got, want) {
			t.Errorf("%q cut at %d: %q, want %q", body, at, got, want)
		}
	})
}
