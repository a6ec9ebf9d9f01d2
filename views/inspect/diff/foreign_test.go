package diff

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
	"gatehouse/views"
)

// TestAnswersOfOtherAPIsAreCompared: calls, reasoning and further choices are compared,
// the ids that differ in every answer are not.
func TestAnswersOfOtherAPIsAreCompared(t *testing.T) {
	chat := func(id, thought, city, second string) string {
		return `{"id":"` + id + `","choices":[{"index":0,"message":{"content":"Hi","reasoning_content":"` + thought + `","tool_calls":[{"id":"` + id + `","function":{"name":"w","arguments":"` + city + `"}}]},"finish_reason":"stop"},` +
			`{"index":1,"message":{"content":"` + second + `"},"finish_reason":"stop"}]}`
	}
	messages := func(id, thought, city, _ string) string {
		return `{"id":"` + id + `","content":[{"type":"thinking","thinking":"` + thought + `","signature":"` + id + `"},{"type":"text","text":"Hi"},{"type":"tool_use","id":"` + id + `","name":"w","input":{"city":"` + city + `"}}],"stop_reason":"end_turn"}`
	}
	for kind, made := range map[state.Kind]func(id, thought, city, second string) string{state.Chat: chat, state.Messages: messages} {
		answered := func(body string) views.Subject {
			x := state.New(kind, "x", []byte(`{}`))
			x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, body))
			return views.Subject{Exchange: x}
		}
		a := answered(made("1", "hm", "Bern", "one"))
		has(t, newModel(a, answered(made("2", "hm", "Bern", "one")), 120, 80), "Identical")
		has(t, newModel(a, answered(made("2", "hm", "Rome", "one")), 120, 80), "1 difference", "Rome")
		has(t, newModel(a, answered(made("2", "ah", "Bern", "one")), 120, 80), "1 difference", "ah")
		if kind == state.Chat {
			has(t, newModel(a, answered(made("2", "hm", "Bern", "two")), 120, 80), "ANSWER  first choice; RESULT compares the others", "1 difference", "two")
		}
	}
}
