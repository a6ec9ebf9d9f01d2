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

var (
	fileName = words.New(`\b[\w-]+(?:/[\w.-]+)*\.[A-Za-z]\w{0,9}\b`)
	deletes  = words.New(`(?i)\b(?:delete|remove)\b`)
	updates  = words.New(`(?i)\b(?:edit|change|update|fix|patch)\b`)
)

// patch is what a prompt wants done to which file.
func patch(prompt string) (operation, path, diff string) {
	prompt = clip(prompt)
	path = fileName.First(prompt)
	if path == "" {
		path = "simulated.txt"
	}
	line := strings.Join(strings.Fields(query(prompt)), " ")
	switch {
	case deletes.In(prompt):
		return "delete_file", path, ""
	case updates.In(prompt):
		return "update_file", path, "@@\n-the line that was there\n+" + line + "\n+(simulated by the local gateway; no file was read)\n"
	}
	return "create_file", path, "+" + line + "\n+(simulated by the local gateway; no file was written)\n"
}

// patching is the item of a patch, whose diff is written token by token.
func patching(typ, prompt string) (it output.ToolCall, about string) {
	operation, path, diff := patch(prompt)
	callID := response.NewID("call")
	it = output.ToolCall{Type: typ, ID: response.NewID("apc"), Text: diff}
	it.Events = output.Events{Text: "response.apply_patch_call_operation_diff", Member: "diff"}
	it.Members = func(b []byte, text string, _ bool) []byte {
		b = members(b).text("call_id", callID)
		o := members{}.text("type", operation).text("path", path)
		if operation != "delete_file" {
			o = o.text("diff", text)
		}
		return members(b).raw("operation", "{"+string(o[1:])+"}")
	}
	return it, operation + " " + path
}

// applyPatch is the server tool: the gateway says what it would have done.
func applyPatch(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, about := patching(t.Type, k.Prompt)
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: about, Output: Simulated + " No file was touched."}}
}

// applyPatchCall asks the caller to apply the patch and to send an
// apply_patch_call_output.
func applyPatchCall(_ context.Context, k *Kit, _ request.Tool) Outcome {
	it, _ := patching("apply_patch_call", k.Prompt)
	return waiting(it)
}
