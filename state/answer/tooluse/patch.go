package tooluse

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// patch reads a call that changes a file: the operation, the file, and the diff.
func patch(u *Use, i *item) {
	o := members(i.get("operation"))
	what, path := wordOf(o.get("type")), wordOf(o.get("path"))
	if scan.KindOf(i.get("operation")) == scan.String {
		what = i.word("operation")
	}
	u.InputLine = joined(strings.TrimSuffix(what, "_file"), path)
	diff := i.inputOf()
	if diff.rope.Len() == 0 {
		diff = i.text(o.get("diff", "patch"))
	}
	u.add(Diff, diff)
	output := contentText(i.get("output"))
	u.OutputLine = firstLine(output.rope)
	u.value(Output, output)
}

// patchText is the beginning of a patch of several files, as models write it for a custom
// tool.
const patchText = "*** Begin Patch"

// call reads a call of a function or a custom tool: its arguments.
func call(u *Use, i *item) {
	u.Name = i.word("name")
	input := i.inputOf("arguments", "input")
	u.InputLine = firstLine(input.rope)
	if strings.HasPrefix(input.rope.Cut(0, int64(len(patchText))), patchText) {
		u.add(Diff, input)
		return
	}
	if input.part != wire.None || i.from.InputDone() || i.from.Done {
		u.value(Plain, input)
		return
	}
	u.add(Plain, input)
}

// callOutput reads the output of a call.
func callOutput(u *Use, i *item) {
	output := contentText(i.get("output", "result"))
	u.OutputLine = firstLine(output.rope)
	u.value(Output, output)
	if i.word("status") == "failed" {
		u.end("failed", Bad)
	}
}
