package wire

import "testing"

func TestTextOfACapture(t *testing.T) {
	var c Capture
	c.Body.Append([]byte("zipped"), 1)
	if string(c.Text().All()) != "zipped" {
		t.Error("the body is the text when nothing was decompressed")
	}
	c.Decoded = &Body{}
	c.Decoded.Append([]byte("plain"), 1)
	if string(c.Text().All()) != "plain" {
		t.Error("the decompressed body is the text")
	}
	if timing := NoTiming(); timing.DNSStart != -1 || timing.End != -1 || timing.Reused {
		t.Errorf("%+v", timing)
	}
}
