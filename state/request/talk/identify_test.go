package talk

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// answeredWith is an exchange that was made with a request and answered with a message.
func answeredWith(id, request, message string) *state.Exchange {
	x := state.NewExchange(id, []byte(request))
	x.Apply(wiretest.Stream(`{"type":"response.completed","response":{"status":"completed","model":"v/served","output":[` + message + `]}}`)...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	return x
}

// TestALoadedTurnIsFoundByItsRequestAndAnswer, whatever the file says of models.
func TestALoadedTurnIsFoundByItsRequestAndAnswer(t *testing.T) {
	answer := func(text string) string {
		return `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"` + text + `","annotations":[]}]}`
	}
	user := func(text string) string { return string(UserMessage(text)) }
	first := answeredWith("a", `{"model":"v/m","input":[`+user("one")+`]}`, answer("1"))
	spelled := answeredWith("b", `{"model":"v/m","input":"one"}`, answer("1"))
	second := answeredWith("c", `{"model":"v/m","input":[`+user("one")+`,`+answer("1")+`,`+user("two")+`]}`, answer("2"))
	elsewhere := answeredWith("d", `{"model":"v/m","input":[`+user("zero")+`,`+answer("0")+`,`+user("two")+`]}`, answer("2"))
	other := answeredWith("e", `{"model":"v/m","input":[`+user("one")+`]}`, answer("another"))
	for _, named := range []string{"", `,"model":"v/served"`} {
		withModel := func(item string) string { return item[:len(item)-1] + named + "}" }
		file := `{"model":"v/m","input":[` + strings.Join([]string{user("one"), withModel(answer("1")), user("two"), withModel(answer("2"))}, ",") + `]}`
		for _, tt := range []struct {
			turn  int
			x     *state.Exchange
			found bool
		}{{0, first, true}, {0, spelled, true}, {1, second, true}, {0, second, false}, {1, first, false}, {1, elsewhere, false}, {0, other, false}} {
			c := open(t, file)
			before := body(t, c, "three", BodyOptions{})
			turns := c.LoadedAnswers()
			want(t, "turns", len(turns), 2)
			want(t, "asked", turns[tt.turn].AskedWords(), []string{"one", "two"}[tt.turn])
			what := fmt.Sprintf("turn %d of exchange %s, %q", tt.turn, tt.x.ID, named)
			want(t, what, c.Identify(turns[tt.turn], tt.x, nil), tt.found)
			want(t, what+": its exchange", turns[tt.turn].SentExchange() == tt.x, tt.found)
			want(t, what+": the next request", body(t, c, "three", BodyOptions{}), before)
		}
	}
}
