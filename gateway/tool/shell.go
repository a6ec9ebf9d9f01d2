package tool

import (
	"context"

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
