package tool

import (
	"context"
	"fmt"
	"path"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// files is the server tool. There are no files, since the document has no upload: the result is
// made up.
func files(_ context.Context, k *Kit, t request.Tool) Outcome {
	operation, name := "list", path.Base(k.quoted(0, t, ""))
	if name == "." {
		name = ""
	} else {
		operation = "read"
	}
	asked := output.JSON{}.Text("operation", operation).Optional("filename", name)
	result := Simulated + " The local gateway stores no files, so there is nothing to " + operation + "."
	it := item(t.Type, "fi", asked, output.JSON{}.Text("result", result), output.Events{})
	return done(it, strings.TrimSpace(operation+" "+name), result)
}

const fileResults = 10 // default of max_num_results

// fileSearchCall searches the gateway's pages as if they were the files of the vector store. The
// item lists the hits if include has file_search_call.results.
func fileSearchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	type result struct {
		FileID     string         `json:"file_id"`
		Filename   string         `json:"filename"`
		Score      float64        `json:"score"`
		Text       string         `json:"text"`
		Attributes map[string]any `json:"attributes"`
	}
	about := query(k.Prompt)
	hits := plugin.SearchPages(plugin.Query{Text: about, Max: t.Count("max_num_results", fileResults)})
	results := []result{}
	var lines []string
	for _, h := range hits {
		name := path.Base(h.URL)
		results = append(results, result{
			"file_sim_" + name, name + ".md", h.Score / hits[0].Score, plugin.PageNote + " " + h.Excerpt, map[string]any{"simulated": true},
		})
		lines = append(lines, name+".md: "+h.Excerpt)
	}
	asked := output.JSON{}.Value("queries", []string{about})
	found := output.JSON{}.Raw("results", "null")
	if k.Request.Includes("file_search_call.results") {
		found = output.JSON{}.Value("results", results)
	}
	it := item("file_search_call", "fs", asked, found, output.Events{})
	text := "Nothing found. " + plugin.PageNote
	if len(lines) > 0 {
		text = strings.Join(lines, "\n")
	}
	return done(it, about, text)
}

// patchItem returns the item of a patch, whose diff is written token by token. It adds a line to a
// file: the message quotes both.
func (k *Kit) patchItem(typ string, t request.Tool) (it output.ToolCall, path string) {
	path = k.quoted(0, t, "simulated.txt")
	id := callID()
	it = output.ToolCall{
		Type: typ, ID: response.NewID("apc"), Text: "@@\n+" + k.quoted(1, t, "simulated by the local gateway") + "\n",
		Events: output.Events{Text: "response.apply_patch_call_operation_diff", Member: "diff"},
	}
	it.Members = func(b output.JSON, text string, _ bool) output.JSON {
		return append(b, id...).Object("operation").Text("type", "update_file").Text("path", path).Text("diff", text).End()
	}
	return it, path
}

// applyPatch is the server tool, which changes no file.
func applyPatch(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, path := k.patchItem(t.Type, t)
	return done(it, path, Simulated+" No file was touched.")
}

// applyPatchCall asks the caller to apply the patch and to send an apply_patch_call_output.
func applyPatchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, _ := k.patchItem("apply_patch_call", t)
	return waiting(it)
}

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
