package tool

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// command returns the command line that the message quotes, else a harmless one.
func (k *Kit) command(t request.Tool) string {
	return k.quoted(0, t, "echo 'simulated by the local gateway'")
}

// bash is the server tool.
func bash(_ context.Context, k *Kit, t request.Tool) Outcome {
	line := k.command(t)
	found := output.JSON{}.Text("stdout", Simulated+"\n").Text("stderr", "").Int("exitCode", 0)
	return done(item(t.Type, "bash", callID().Text("command", line), found, output.Events{}), line, Simulated)
}

// callID returns the first member of a call.
func callID() output.JSON { return output.JSON{}.Text("call_id", response.NewID("call")) }

// shellAction returns the members of a call of a shell.
func shellAction(line string) output.JSON {
	return callID().Object("action").Value("commands", []string{line}).Raw("max_output_length", "null").Raw("timeout_ms", "null").End()
}

// shell is the server tool: command and output in one item.
func shell(_ context.Context, k *Kit, t request.Tool) Outcome {
	line := k.command(t)
	found := append(output.JSON{}, `,"output":[{`...).Text("stdout", Simulated+"\n").Text("stderr", "").
		Object("outcome").Text("type", "exit").Int("exit_code", 0).End().End()
	return done(item(t.Type, "sh", shellAction(line), append(found, ']'), output.Events{}), line, Simulated)
}

// shellCall asks the caller to run a command and to send a shell_call_output.
func shellCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	return waiting(item("shell_call", "sh", shellAction(k.command(t)), nil, output.Events{}))
}

// localShellCall asks the caller to run one process, whose output is a local_shell_call_output.
func localShellCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	asked := callID().Object("action").Text("type", "exec").Value("command", []string{"sh", "-c", k.command(t)}).Raw("env", "{}").End()
	return waiting(item("local_shell_call", "lsh", asked, nil, output.Events{}))
}

// codeInterpreterCall writes a program and does not run it. The item has a made-up output if
// include has code_interpreter_call.outputs.
func codeInterpreterCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	code := fmt.Sprintf("# simulated by the local gateway: not executed\nprint(%q)\n", query(k.Prompt))
	container := t.Text("container", "cntr_simulated")
	outputs := "null"
	if k.Request.Includes("code_interpreter_call.outputs") {
		outputs = "[" + string(output.JSON("{").Text("type", "logs").Text("logs", Simulated).End()) + "]"
	}
	it := output.ToolCall{Type: "code_interpreter_call", ID: response.NewID("ci"), Text: code}
	it.Events = output.Events{
		Name: "response.code_interpreter_call", Before: []string{"in_progress"}, After: []string{"interpreting", "completed"},
		Text: "response.code_interpreter_call_code", Member: "code",
	}
	it.Members = func(b output.JSON, text string, done bool) output.JSON {
		b = b.Text("code", text).Text("container_id", container)
		if done {
			return b.Raw("outputs", outputs)
		}
		return b.Raw("outputs", "null")
	}
	return done(it, "Python", strings.TrimSpace(code)+"\n\n"+Simulated)
}

// computerCall asks the caller for a screenshot.
func computerCall(_ context.Context, _ *Kit, _ request.Tool) Outcome {
	asked := callID().Object("action").Text("type", "screenshot").End().
		Raw("pending_safety_checks", `[{"id":"sc_simulated","code":"simulated","message":"Simulated by the local gateway: no model sees the screen."}]`)
	return waiting(item("computer_call", "cu", asked, nil, output.Events{}))
}
