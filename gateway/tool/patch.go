package tool

import (
	"context"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// patching returns the item of a patch, whose diff is written token by token. It
// adds a line to a file: both are what the message quotes.
func (k *Kit) patching(typ string, t request.Tool) (it output.ToolCall, path string) {
	path = k.quoted(0, t, "simulated.txt")
	callID := response.NewID("call")
	it = output.ToolCall{
		Type: typ, ID: response.NewID("apc"), Text: "@@\n+" + k.quoted(1, t, "simulated by the local gateway") + "\n",
		Events: output.Events{Text: "response.apply_patch_call_operation_diff", Member: "diff"},
	}
	it.Members = func(b []byte, text string, _ bool) []byte {
		o := members{}.text("type", "update_file").text("path", path).text("diff", text)
		return members(b).text("call_id", callID).raw("operation", "{"+string(o[1:])+"}")
	}
	return it, path
}

// applyPatch is the server tool: the gateway says what it would have done.
func applyPatch(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, path := k.patching(t.Type, t)
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: path, Output: Simulated + " No file was touched."}}
}

// applyPatchCall asks the caller to apply the patch and to send an
// apply_patch_call_output.
func applyPatchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, _ := k.patching("apply_patch_call", t)
	return waiting(it)
}
