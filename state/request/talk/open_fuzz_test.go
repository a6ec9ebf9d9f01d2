package talk

import (
	"bytes"
	"testing"

	"gatehouse/client"
)

// FuzzOpen: what can be opened can be sent, and opened again to the same.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{`{"input":"x"}`, `"x"`, `[{"role":"user"}]`, `{"object":"response","output":[{"type":"message","role":"assistant"}],"model":"m"}`, `{"input":[{"type":"x_call"},{}]}`, `{"a":1,"a":2,"input":[],"input":5}`,
		`{"object":"x","object":"response","status":"failed","error":{"code":5}}`, `{"output":null,"output":[],"x_metadata":{"pipeline":5}}`} {
		f.Add([]byte(s))
	}
	for _, s := range []string{"data: {\"type\":\"response.completed\",\"response\":{\"output\":[{\"type\":\"message\",\"role\":\"assistant\"}]}}\r\n\r\ndata: [DO", "\xEF\xBB\xBF: x\n\ndata: {\"type\":\"error\"}\n\n",
		"HTTP/1.1 200 OK\r\nA: b\r\n\r\n{\"output\":[]}", "HTTP/2 502 \r\n\r\n<html>", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nevent: response.output_text.delta\ndata: {\"delta\":\"x\"}\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		c, err := Open(doc)
		if capture, not := client.ReadSaved(doc); err != nil && not == nil {
			if c, err = OpenSaved(capture, client.ReplaySaved(capture)); err != nil {
				t.Fatal(err)
			}
			if x := c.Current.Exchange; x.Running() || x.Frames != len(capture.Frames.All()) || !bytes.HasSuffix(doc, capture.Body.All()) {
				t.Fatalf("verdict %q, %d frames of %d in %q", x.Verdict, x.Frames, len(capture.Frames.All()), capture.Text().All())
			}
		}
		if err != nil {
			return
		}
		out, err := c.Body("", BodyOptions{})
		if err != nil {
			return // nested too deep for the writer
		}
		again, err := Open(out)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", doc, out, err)
		}
		second, err := again.Body("", BodyOptions{})
		if err != nil || !bytes.Equal(out, second) {
			t.Errorf("%q\n%q\n%q %v", doc, out, second, err)
		}
	})
}
