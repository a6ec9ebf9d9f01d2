package tooluse

import (
	"slices"
	"strings"
)

// agent reads the request to another model and its answer.
func agent(u *Use, i *item) {
	u.Name = i.word("instance_name", "task_name", "name")
	asked := i.text(i.get("prompt", "task_description"))
	u.InputLine = firstLine(asked.rope)
	u.add(Plain, asked)
	if said := i.text(i.get("advice", "outcome")); said.rope.Len() > 0 {
		u.say(Label, strings.TrimSpace("answered "+i.word("model"))).Apart = true
		u.add(Markdown, said)
		u.OutputLine = firstLine(said.rope)
	}
}

// agentMessage reads a message from one agent to another.
func agentMessage(u *Use, i *item) {
	u.AlwaysOpen = true
	names := slices.DeleteFunc([]string{i.word("author"), i.word("recipient")}, func(name string) bool { return name == "" })
	u.Name = strings.Join(names, " → ")
	if i.from != nil {
		for n, p := range i.from.Parts() {
			apart := len(u.Blocks) > 0
			u.add(Markdown, text{p.TextBuffer().Rope(), n}).Apart = apart
		}
	}
	if len(u.Blocks) == 0 {
		u.add(Markdown, contentText(i.get("content", "text")))
	}
}

// datetime reads the time that was returned.
func datetime(u *Use, i *item) {
	u.InputLine = strings.TrimSpace(i.word("datetime") + " " + i.word("timezone"))
}

// files reads what was done to a file or to the memory.
func files(u *Use, i *item) {
	u.InputLine = joined(i.word("operation", "command", "action"), i.word("filename", "filePath", "path", "file_id", "key"))
	output := contentText(i.get("result", "value", "output"))
	u.OutputLine = firstLine(output.rope)
	u.value(Output, output)
}
