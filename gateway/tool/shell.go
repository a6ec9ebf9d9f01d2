package tool

import (
	"context"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/words"
)

var inCode = words.New("`([^`\n]{1,300})`")

// command is the command line in a prompt: what stands in a code span or in
// quotes, else one that says what it is.
func command(prompt string) string {
	for _, found := range []*words.Words{inCode, quoted} {
		if c := found.Parts(clip(prompt)); c != nil {
			return strings.Join(strings.Fields(c[1]), " ")
		}
	}
	return "echo 'simulated by the local gateway'"
}

// bash is the server tool.
func bash(_ context.Context, k *Kit, t request.Tool) Outcome {
	line := command(k.Prompt)
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
	line := command(k.Prompt)
	asked := members{}.text("call_id", response.NewID("call")).json("action", shellAction{Commands: []string{line}})
	found := members{}.json("output", []shellOutput{{Stdout: Simulated + "\n", Outcome: exit{Type: "exit"}}})
	it := item(t.Type, "sh", asked, found, output.Events{})
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: line, Output: Simulated}}
}

// shellCall asks the caller to run a command and to send a shell_call_output.
// local_shell is answered in the same way: the notes know one item for both
// (wire-notes §4).
func shellCall(_ context.Context, k *Kit, _ request.Tool) Outcome {
	m := members{}.text("call_id", response.NewID("call")).json("action", shellAction{Commands: []string{command(k.Prompt)}})
	return waiting(item("shell_call", "sh", m, nil, output.Events{}))
}
