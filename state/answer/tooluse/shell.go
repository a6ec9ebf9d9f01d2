package tooluse

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/text/rope"
	"gatehouse/state/text/spelling"
)

// shell reads a call of a shell, its output, or both: its commands, each followed by its output and exit
// code.
func shell(u *Use, i *item) {
	commands := i.commands()
	runs := i.runs()
	for n := range max(len(commands), len(runs)) {
		first := len(u.Blocks)
		if n < len(commands) {
			u.add(Command, commands[n])
		}
		if n < len(runs) {
			u.run(runs[n])
		}
		if n > 0 && first < len(u.Blocks) {
			u.Blocks[first].Apart = true
		}
	}
	u.InputLine = listed(commands)
	if len(runs) > 0 {
		u.OutputLine = runs[0].line()
	}
}

// commands returns the commands of a call: the streamed ones, else those of the item.
func (i *item) commands() []text {
	if all := i.parts(state.PartCommand); len(all) > 0 {
		return all
	}
	action := i.get("action")
	for _, v := range [][]byte{scan.Get(action, "commands"), scan.Get(action, "command"), i.get("commands"), i.get("command")} {
		switch {
		case scan.KindOf(v) == scan.Array && strings.HasPrefix(i.kind, "local_shell"):
			var words []string
			for _, t := range texts(v) {
				words = append(words, t.rope.String())
			}
			return []text{plain(spelling.ShellLine(words))} // one command, argument by argument
		case !scan.IsNull(v):
			return texts(v)
		}
	}
	return nil
}

// parts returns the texts of the item's parts of a kind, in the order of their indexes.
func (i *item) parts(kind state.PartKind) []text {
	if i.from == nil {
		return nil
	}
	var all []text
	for n, p := range i.from.Parts() {
		if p.Kind == kind {
			all = append(all, text{p.TextBuffer().Rope(), n})
		}
	}
	return all
}

// run is the result of one command.
type run struct {
	stdout, stderr text
	exit           string // its exit code, as spelled; empty for none
	timeout        bool
}

// runs returns the results of the commands.
func (i *item) runs() []run {
	v := i.get("output")
	switch scan.KindOf(v) {
	case scan.Array:
		return i.listedRuns(v)
	case scan.String: // of a local shell: its text, or JSON that holds it
		doc := []byte(nil)
		if text := rope.New(v); isJSON(text) {
			doc = text.Bytes(0, text.Len())
		}
		if r := runOf(members(doc)); r.endedText() {
			return []run{r}
		}
		return []run{{stdout: i.text(v), stderr: plain(""), exit: i.word("exit_code", "exitCode")}}
	case scan.Object:
		return []run{runOf(members(v))}
	}
	if streamed := i.streamed(); len(streamed) > 0 {
		return streamed
	}
	if r := runOf(i.members); r.endedText() {
		return []run{r}
	}
	return nil
}

// listedRuns reads a list of outputs. Streamed text is taken from the parts, so that a
// frame leads to its text.
func (i *item) listedRuns(v []byte) []run {
	streamed := i.streamed()
	var all []run
	for _, one := range scan.Elements(v) {
		r := runOf(members(one))
		if n := len(all); n < len(streamed) {
			r.stdout, r.stderr = grown(r.stdout, streamed[n].stdout), grown(r.stderr, streamed[n].stderr)
		}
		all = append(all, r)
	}
	return all
}

// grown returns a text that was delivered, with the part that it was streamed as where both
// are as long.
func grown(delivered, streamed text) text {
	if delivered.rope.Len() == streamed.rope.Len() {
		delivered.part = streamed.part
	}
	return delivered
}

// maxRuns is how many commands of a call are distinguished: their indexes come from the
// wire.
const maxRuns = 1000

// streamed returns the streamed outputs.
func (i *item) streamed() []run {
	if i.from == nil {
		return nil
	}
	var all []run
	for n, p := range i.from.Parts() {
		if p.Kind != state.PartStdout && p.Kind != state.PartStderr || p.Index < 0 || p.Index >= maxRuns {
			continue
		}
		for len(all) <= p.Index {
			all = append(all, run{stdout: plain(""), stderr: plain("")})
		}
		if t := (text{p.TextBuffer().Rope(), n}); p.Kind == state.PartStdout {
			all[p.Index].stdout = t
		} else {
			all[p.Index].stderr = t
		}
	}
	return all
}

// runOf reads the output of one command. Services send names in snake case and in camel
// case.
func runOf(o object) run {
	r := run{stdout: text{ropeOf(o.get("stdout", "output", "text")), NotStreamed}, stderr: text{ropeOf(o.get("stderr")), NotStreamed}}
	outcome := o.get("outcome")
	r.timeout = wordOf(scan.Get(outcome, "type")) == "timeout"
	for _, v := range [][]byte{scan.Get(outcome, "exit_code"), scan.Get(outcome, "exitCode"), o.get("exitCode", "exit_code"), scan.Get(o.get("metadata"), "exit_code")} {
		if r.exit == "" {
			r.exit = wordOf(v)
		}
	}
	return r
}

func (r *run) endedText() bool {
	return r.stdout.rope.Len() > 0 || r.stderr.rope.Len() > 0 || r.exit != "" || r.timeout
}

// line returns the first line of the output.
func (r *run) line() string {
	return cmp.Or(firstLine(r.stdout.rope), firstLine(r.stderr.rope))
}

// run appends the output of a command and how it ended. Of several commands the first that
// failed decides the sign.
func (u *Use) run(r run) {
	u.add(Output, r.stdout)
	u.add(Stderr, r.stderr)
	words, sign := "", Bad
	switch {
	case r.timeout:
		words = "timed out"
	case r.exit == "":
		return
	default:
		words = "exit " + r.exit
		if code, err := strconv.ParseFloat(r.exit, 64); err == nil && code == 0 {
			sign = Good
		}
	}
	u.end(words, sign)
}

// end appends how something ended.
func (u *Use) end(words string, sign Sign) {
	kind, mark := Success, "✓ "
	if sign == Bad {
		kind, mark = Failure, "✗ "
	}
	u.say(kind, mark+words)
	if u.Sign != Bad {
		u.Sign, u.Result = sign, words
	}
}

// listed returns the first of several texts in one line, and the number of the others.
func listed(all []text) string {
	if len(all) == 0 {
		return ""
	}
	words := firstLine(all[0].rope)
	if rest := len(all) - 1; rest > 0 {
		words += fmt.Sprintf("  (%d more)", rest)
	}
	return words
}
