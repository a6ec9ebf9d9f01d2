package history_test

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/wiretest"
)

// TestToolsOfAnAnswer: functions by their name, server tools by what they do.
func TestToolsOfAnAnswer(t *testing.T) {
	for kind, c := range map[state.Kind]struct{ answer, tools string }{
		state.Chat:     {`{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"weather","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, "weather"},
		state.Messages: {`{"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[]},{"type":"tool_use","id":"t","name":"weather","input":{}}],"stop_reason":"tool_use"}`, "web_search weather"},
	} {
		x := state.New(kind, "x", nil)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, c.answer))
		if got := strings.Join(history.Of(history.About{Kind: kind}, x, &wire.Capture{}).Tools, " "); got != c.tools {
			t.Errorf("%s: %q, want %q", kind, got, c.tools)
		}
	}
}
