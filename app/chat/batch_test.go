package chat_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/screen"
	"gatehouse/client/read"
	"gatehouse/client/wire"
)

func TestABatchThatIsNotToBeDrawnIsDrawnWithTheNext(t *testing.T) {
	m, _ := apptest.Streaming(t, 100)
	before := m.View().Content
	event, err := read.Event([]byte(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":"\n\nfolded\n\n"}`))
	if err != nil {
		t.Fatal(err)
	}
	arrival := wire.Arrival{Kind: wire.ArrivedFrame, Event: event, Decoded: true, Frame: wire.Frame{Kind: wire.FrameEvent, Data: event.Data}}
	x := m.Desk.Shown().Run()
	m.Update(apptest.Batch(m, x, false, arrival))
	if m.View().Content != before {
		t.Error("it is drawn before its frame is over")
	}
	m.Update(screen.Batch{Host: m.Host, Draw: true})
	if !strings.Contains(m.View().Content, "folded") {
		t.Error("it is not drawn at the end of the frame")
	}
}
