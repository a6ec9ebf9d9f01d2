package tool

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// codeInterpreterCall writes a program and does not run it. The item has a made-up output if
// include has code_interpreter_call.outputs.
func codeInterpreterCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	type log struct {
		Type string `json:"type"`
		Logs string `json:"logs"`
	}
	code := fmt.Sprintf("# simulated by the local gateway: not executed\nprint(%q)\n", query(k.Prompt))
	container := "cntr_simulated"
	if c, ok := t.Member("container"); ok && c.Str != "" {
		container = c.Str
	}
	outputs := members{}.raw("outputs", "null")
	if k.Request.Includes("code_interpreter_call.outputs") {
		outputs = members{}.json("outputs", []log{{"logs", Simulated}})
	}
	it := output.ToolCall{Type: "code_interpreter_call", ID: response.NewID("ci"), Text: code}
	it.Events = output.Events{
		Name: "response.code_interpreter_call", Before: []string{"in_progress"}, After: []string{"interpreting", "completed"},
		Text: "response.code_interpreter_call_code", Member: "code",
	}
	it.Members = func(b []byte, text string, done bool) []byte {
		m := members(b).text("code", text).text("container_id", container)
		if done {
			return append(m, outputs...)
		}
		return m.raw("outputs", "null")
	}
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: "Python", Output: strings.TrimSpace(code) + "\n\n" + Simulated}}
}

// computerCall asks the caller for a screenshot.
func computerCall(_ context.Context, _ *Kit, _ request.Tool) Outcome {
	type action struct {
		Type string `json:"type"`
	}
	m := members{}.text("call_id", response.NewID("call")).json("action", action{"screenshot"}).
		raw("pending_safety_checks", `[{"id":"sc_simulated","code":"simulated","message":"Simulated by the local gateway: no model sees the screen."}]`)
	return waiting(item("computer_call", "cu", m, nil, output.Events{}))
}
