package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/output"
)

// The tools of coding agents, as they offer them.
const (
	pi = `{"type":"function","name":"read","description":"Read the contents of a file","parameters":{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"number"},"limit":{"type":"number"}},"required":["path"]}},
		{"type":"function","name":"bash","description":"Execute a bash command in the current working directory. Returns stdout and stderr","parameters":{"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"number"}},"required":["command"]}},
		{"type":"function","name":"edit","description":"Edit a file by replacing exact text","parameters":{"type":"object","properties":{"path":{"type":"string"},"oldText":{"type":"string"},"newText":{"type":"string"}},"required":["path","oldText","newText"]}},
		{"type":"function","name":"write","description":"Write content to a file. Creates the file if it doesn't exist, overwrites if it does","parameters":{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}}`
	opencode = pi + `,{"type":"function","name":"glob","description":"Find files by a pattern","parameters":{"type":"object","properties":{"pattern":{"type":"string"}},"required":["pattern"]}},
		{"type":"function","name":"list","description":"List files and directories in a given path","parameters":{"type":"object","properties":{"path":{"type":"string"}}}},
		{"type":"function","name":"todowrite","description":"Write a file of tasks","parameters":{"type":"object","properties":{"todos":{"type":"array","items":{"type":"string"}}},"required":["todos"]}},
		{"type":"function","name":"webfetch","description":"Fetch what a url says","parameters":{"type":"object","properties":{"url":{"type":"string"}},"required":["url"]}},
		{"type":"function","name":"task","description":"Launch an agent to read and write files","parameters":{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}},
		{"type":"function","name":"delete_file","description":"Delete a file","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}}`
	codex = `{"type":"function","name":"exec_command","description":"Runs a command in a PTY","parameters":{"type":"object","properties":{"cmd":{"type":"string"},"shell":{"type":"string"},"workdir":{"type":"string"}},"required":["cmd"]}},
		{"type":"function","name":"write_stdin","description":"Writes characters to an existing session","parameters":{"type":"object","properties":{"session_id":{"type":"number"},"chars":{"type":"string"}},"required":["session_id"]}},
		{"type":"namespace","name":"multi_agent","tools":[{"type":"function","name":"spawn_agent","description":"Reads files, notes and text, and writes","parameters":{"type":"object","properties":{"message":{"type":"string"}}}}]},
		{"type":"custom","name":"apply_patch","description":"Edits files","format":{"type":"grammar","syntax":"lark","definition":"start: begin_patch hunk+ end_patch\nbegin_patch: \"*** Begin Patch\" LF\nend_patch: \"*** End Patch\" LF?\nhunk: delete_hunk | add_hunk\ndelete_hunk: \"*** Delete File: \" filename LF\nadd_hunk: \"*** Add File: \" filename LF add_line+\nfilename: /(.+)/\nadd_line: \"+\" /(.*)/ LF\n%import common.LF"}}`
)

// calls is the calls that answer a prompt, as name(arguments).
func calls(t *testing.T, prompt, tools, more string) string {
	t.Helper()
	var list []string
	for _, it := range answer(t, "sim/writer", fmt.Sprintf(`{"input":%q,"tools":[%s]%s}`, prompt, tools, more)) {
		switch call := it.Item.(type) {
		case output.FunctionCall:
			list = append(list, call.Name+"("+call.Arguments+")")
		case output.CustomCall:
			list = append(list, call.Name+"("+call.Input+")")
		}
	}
	return strings.Join(list, " ")
}

// An agent runs what a model calls. What a prompt does not ask for is not called,
// and never what would change something.
func TestCallsAreHarmless(t *testing.T) {
	for _, c := range []struct{ tools, prompt, want string }{
		{pi, "Read notes.txt and tell me what it says.", `read({"path":"notes.txt"})`},
		{pi, "read the file notes.txt", `read({"path":"notes.txt"})`},
		{pi, "What does the file notes.txt contain?", ""},
		{opencode, "What does notes.txt say? Do not write the file.", ""},
		{opencode, "Read notes.txt. Don't write, edit, delete or run anything.", `read({"path":"notes.txt"})`},
		{opencode, "Never read a file.", ""},
		{opencode, "How would I delete a file?", ""},
		{opencode, "Write a poem about files.", ""},
		{opencode, "Write a summary of notes.txt.", ""},
		{opencode, "Edit notes.txt so that it is nicer.", ""},
		{opencode, "Write 'hello' to out.txt", `write({"path":"out.txt","content":"hello"})`},
		{opencode, "Read notes.txt and write 'seen' to out.txt.", `read({"path":"notes.txt"}) write({"path":"out.txt","content":"seen"})`},
		{opencode, `In notes.txt replace "milk" with "tea".`, ""}, // edit is not said
		{opencode, `Edit notes.txt: replace "milk" with "tea".`, `edit({"path":"notes.txt","oldText":"milk","newText":"tea"})`},
		{opencode, "Delete out.txt", `delete_file({"path":"out.txt"})`},
		{opencode, "Do not delete out.txt", ""},
		{opencode, "Write 'x' to b.txt and delete a.txt.", `write({"path":"b.txt","content":"x"}) delete_file({"path":"a.txt"})`},
		{opencode, "Delete a.txt, then write 'x' to b.txt.", `write({"path":"b.txt","content":"x"}) delete_file({"path":"a.txt"})`},
		{opencode, "Delete the file and look at notes.txt", ""},
		{opencode, "Delete the second line in notes.txt", ""},
		{opencode, "Write 'x' to the end of notes.txt", ""},
		{opencode, "Look at the command `rm -rf .` and run a shell command", `bash({"command":"echo 'simulated by the local gateway'"})`},
		{opencode, "Run `ls -l` and tell me what it prints.", `bash({"command":"ls -l"})`},
		{opencode, "Run the tests.", ""},
		{codex, "Read notes.txt and tell me what it says.", ""},
		{codex, "What does notes.txt say? Do not write the file.", ""},
		{codex, "Run the shell command `cat notes.txt`.", `exec_command({"cmd":"cat notes.txt"})`},
		{codex, "Tidy up README.md.", ""},
		{codex, "Use apply_patch to add the line 'hello' to README.md.", "apply_patch(*** Begin Patch\n*** Update File: README.md\n@@\n+hello\n*** End Patch)"},
		{codex, "Use apply_patch to create new.md with 'hello'.", "apply_patch(*** Begin Patch\n*** Add File: new.md\n+hello\n*** End Patch)"},
		{codex, "Use apply_patch to delete README.md.", "apply_patch(*** Begin Patch\n*** Delete File: README.md\n*** End Patch)"},
	} {
		if got := calls(t, c.prompt, c.tools, ""); got != c.want {
			t.Errorf("%q:\n  %s\nwant\n  %s", c.prompt, got, c.want)
		}
	}
}

// A call that has to be made is made, also after an output, and changes nothing
// that the prompt does not name.
func TestRequiredCallsAreHarmless(t *testing.T) {
	const required = `,"tool_choice":"required"`
	for _, c := range []struct{ tools, prompt, want string }{
		{pi, "hello", `read({"path":"/dev/null/does-not-exist"})`},
		{pi, "Read notes.txt", `read({"path":"notes.txt"})`},
		{codex, "hello", `exec_command({"cmd":""})`},
		{`{"type":"function","name":"write","parameters":{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}}`,
			"What does notes.txt say?", `write({"path":"/dev/null/does-not-exist","content":""})`},
		{`{"type":"function","name":"delete_file","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}`,
			"Do not delete notes.txt", `get_weather({"city":""})`},
	} {
		if got := calls(t, c.prompt, c.tools, required); got != c.want {
			t.Errorf("%q:\n  %s\nwant\n  %s", c.prompt, got, c.want)
		}
	}
	// The patch that a grammar forces is of a file that is not there.
	_, tool, _ := strings.Cut(codex, `{"type":"custom"`)
	if got := calls(t, "What does README.md say?", `{"type":"custom"`+tool, required); !strings.Contains(got, "Update File: /dev/null/") {
		t.Errorf("%s", got)
	}
}

// An output since the prompt is a call made, whether or not its call is in the
// input.
func TestOutputsEndTheLoop(t *testing.T) {
	body := func(items string) string {
		return `{"input":[{"role":"user","content":"Run the shell command ` + "`ls`" + ` and use apply_patch to add 'x' to a.md"},` + items + `],"tools":[` + codex + `]}`
	}
	for _, c := range []struct{ items, want string }{
		{`{"type":"item_reference","id":"gone"}`, "exec_command apply_patch"},
		{`{"type":"item_reference","id":"gone"},{"type":"custom_tool_call_output","call_id":"c","output":"done"}`, "exec_command"},
		{`{"type":"function_call_output","name":"exec_command","output":"done"}`, "apply_patch"},
		{`{"type":"function_call_output","name":"goal_objective","namespace":"agent","output":"done"}`, "exec_command apply_patch"},
		{`{"type":"function_call_output","output":"done"},{"type":"custom_tool_call_output","call_id":"c","output":"done"}`, ""},
	} {
		var names []string
		for _, it := range answer(t, "sim/writer", body(c.items)) {
			switch call := it.Item.(type) {
			case output.FunctionCall:
				names = append(names, call.Name)
			case output.CustomCall:
				names = append(names, call.Name)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.items, got, c.want)
		}
	}
}
