package tool

import (
	"context"

	"gatehouse/gateway/output"
	"gatehouse/gateway/patch"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// patching is the item of a patch, whose diff is written token by token.
func (k *Kit) patching(typ string) (it output.ToolCall, about string) {
	p := patch.Of(k.Intent())
	if k.Unasked {
		p = patch.Nowhere()
	}
	callID := response.NewID("call")
	it = output.ToolCall{Type: typ, ID: response.NewID("apc"), Text: p.Diff}
	it.Events = output.Events{Text: "response.apply_patch_call_operation_diff", Member: "diff"}
	it.Members = func(b []byte, text string, _ bool) []byte {
		b = members(b).text("call_id", callID)
		o := members{}.text("type", p.Operation).text("path", p.Path)
		if p.Operation != patch.Delete {
			o = o.text("diff", text)
		}
		return members(b).raw("operation", "{"+string(o[1:])+"}")
	}
	return it, p.Operation + " " + p.Path
}

// applyPatch is the server tool: the gateway says what it would have done.
func applyPatch(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, about := k.patching(t.Type)
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: about, Output: Simulated + " No file was touched."}}
}

// applyPatchCall asks the caller to apply the patch and to send an
// apply_patch_call_output.
func applyPatchCall(_ context.Context, k *Kit, _ request.Tool) Outcome {
	it, _ := k.patching("apply_patch_call")
	return waiting(it)
}
