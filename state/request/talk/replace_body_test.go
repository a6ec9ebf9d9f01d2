package talk

import (
	"testing"

	"gatehouse/state"
	"gatehouse/state/wiretest"
)

func TestRebased(t *testing.T) {
	tests := []struct{ name, doc, base, now, want string }{
		{"the input was left alone", `{"a":2,"input":[ 1 ]}`, `{"a":1,"input":[1]}`, `{"a":1,"input":[1,2]}`, `{"a":2,"input":[1,2]}`},
		{"there was none", `{"a":2}`, `{"a":1}`, `{"a":1,"input":[2]}`, `{"a":2, "input": [2]}`},
		{"there is none any more", `{"a":2,"input":"x"}`, `{"input":"x"}`, `{}`, `{"a":2}`},
		{"the input was written", `{"input":[3]}`, `{"input":[1]}`, `{"input":[1,2]}`, `{"input":[3]}`},
		{"nothing came", `{"a":2,"input":[1]}`, `{"input":[1]}`, `{"input":[1]}`, `{"a":2,"input":[1]}`},
	}
	for _, tt := range tests {
		want(t, tt.name, compact(t, Rebase([]byte(tt.doc), []byte(tt.base), []byte(tt.now))), compact(t, []byte(tt.want)))
	}
}

func TestRunningAnswerIsNotInTheDocument(t *testing.T) {
	c := NewConversation(NewDraft())
	answered(c, "one", "first")
	turn := c.Add(c.Current, nil)
	turn.Input = append(turn.Input, UserMessage("two"))
	turn.Exchange = state.NewExchange("x", nil)
	turn.Exchange.Apply(wiretest.Stream(wiretest.Event("response.output_item.done", `"output_index":0,"item":`+wiretest.Message("m", "begun")))...)
	want(t, "on its way", len(inputOf(t, c, "next", BodyOptions{})), 4)
	edited(t, c, "/temperature", "0.5", "next")
	want(t, "an edit leaves its turn current", c.Current, turn)
	turn.Exchange.Apply(wiretest.Stream(wiretest.Completed(wiretest.Message("m", "begun")))...)
	want(t, "at its end", len(inputOf(t, c, "next", BodyOptions{})), 5)
}
