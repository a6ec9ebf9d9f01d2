package talk

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// BenchmarkBody writes the request of a conversation of 100 turns, 1 MB.
func BenchmarkBody(b *testing.B) {
	c := NewConversation(NewDraft())
	for i := range 100 {
		t := c.Add(c.Current, nil)
		t.Input = append(t.Input, UserMessage(fmt.Sprint("question ", i)))
		t.Exchange = state.NewExchange("x", nil)
		t.Exchange.Apply(wiretest.Stream(wiretest.Completed(wiretest.Message("m", strings.Repeat("answer ", 1500))))...)
		t.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
	}
	for b.Loop() {
		if _, err := c.Body("next", BodyOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
