package state_test

import (
	"fmt"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// arrive makes the arrivals of a stream from the data of its frames.
func arrive(data ...string) []wire.Arrival {
	arrivals := []wire.Arrival{{Kind: wire.ArrivedHead, Stream: true, Head: &wire.Head{Status: 200}}}
	for i, d := range data {
		e, err := read.Event([]byte(d))
		arrivals = append(arrivals, wire.Arrival{
			Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil,
			Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(d), AtUS: int64(200_000 + 10_000*i)},
		})
	}
	return append(arrivals, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndLost, Message: "connection reset"}})
}

func ExampleExchange() {
	x := state.NewExchange("1", []byte(`{"model":"sim/writer","stream":true,"input":"hi"}`))
	x.Apply(arrive(
		`{"type":"response.output_text.delta","output_index":0,"item_id":"m","delta":"Half of "}`,
		`{"type":"response.output_text.delta","output_index":0,"item_id":"m","delta":"an answ"}`,
	)...)
	fmt.Println(x.Verdict, "-", x.Text())
	fmt.Println(x.Warnings[len(x.Warnings)-1].Message)
	tokens := figures.TokensOf(x)
	fmt.Println(tokens.Counts[usage.Output], "tokens, estimated:", tokens.Estimated)
	// Output:
	// truncated - Half of an answ
	// the connection was lost: connection reset
	// 4 tokens, estimated: true
}
