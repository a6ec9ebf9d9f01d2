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

// command returns the command line that the message quotes, else a harmless one.
func (k *Kit) command(t request.Tool) string {
	return k.quoted(0, t, "echo 'simulated by the local gateway'")
}

// bash is the server tool.
func bash(_ context.Context, k *Kit, t request.Tool) Outcome {
	line := k.command(t)
	m := members{}.text("stdout", Simulated+"\n").text("stderr", "").raw("exitCode", "0")
	it := item(t.Type, "bash", members{}.text("call_id", response.NewID("call")).text("command", line), m, output.Events{})
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: line, Output: Simulated}}
}

type shellAction struct {
	Commands  []string `json:"commands"`
	MaxOutput *int     `json:"max_output_length"`
	Timeout   *int     `json:"timeout_ms"`
}

type exit struct {
	Type string `json:"type"`
	Code int    `json:"exit_code"`
}

type shellOutput struct {
	Stdout  string `json:"stdout"`
	Stderr  string `json:"stderr"`
	Outcome exit   `json:"outcome"`
}

// shell is the server tool: command and output in one item.
func shell(_ context.Context, k *Kit, t request.Tool) Outcome {
	line := k.command(t)
	asked := members{}.text("call_id", response.NewID("call")).json("action", shellAction{Commands: []string{line}})
	found := members{}.json("output", []shellOutput{{Stdout: Simulated + "\n", Outcome: exit{Type: "exit"}}})
	it := item(t.Type, "sh", asked, found, output.Events{})
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: line, Output: Simulated}}
}

// shellCall asks the caller to run a command and to send a shell_call_output.
func shellCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	m := members{}.text("call_id", response.NewID("call")).json("action", shellAction{Commands: []string{k.command(t)}})
	return waiting(item("shell_call", "sh", m, nil, output.Events{}))
}

type execAction struct {
	Type    string            `json:"type"`
	Command []string          `json:"command"`
	Env     map[string]string `json:"env"`
}

// localShellCall asks the caller to run one process, whose output is a local_shell_call_output.
func localShellCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	m := members{}.text("call_id", response.NewID("call")).
		json("action", execAction{Type: "exec", Command: []string{"sh", "-c", k.command(t)}, Env: map[string]string{}})
	return waiting(item("local_shell_call", "lsh", m, nil, output.Events{}))
}

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
