package request_test

import (
	"testing"

	"gatehouse/gateway/request"
)

func TestWith(t *testing.T) {
	sent := request.Parse([]byte(`{ "instructions": "a", "input": "b" }`))
	if sent.Sent() != sent || string(sent.Body()) != `{"instructions":"a","input":"b"}` {
		t.Errorf("%s", sent.Body())
	}
	once := sent.With([]byte(`{"instructions":"c","input":"dd"}`))
	twice := once.With([]byte(`{"instructions":"e","input":[{"role":"user","content":"f"}]}`))
	if twice.Sent() != sent || twice.Prompt() != "f" || twice.Instructions() != "e" || twice.Bytes() != sent.Bytes() || string(once.Body()) == string(sent.Body()) {
		t.Errorf("%+v", twice)
	}
	if sent.Prompt() != "b" {
		t.Errorf("%q", sent.Prompt())
	}
}
