package export

import (
	"net/http"
	"strings"

	"gatehouse/state/text/spelling"
)

// Curl writes a request as a command for curl 7.76 or later in a POSIX shell,
// which sends the very bytes of the body. It ends in a newline. With a file
// the command sends what is in that file instead.
func Curl(r Request, file string) string {
	var b strings.Builder
	for _, note := range r.notes() {
		b.WriteString("# " + note + "\n")
	}
	piped := file == "" && len(r.Body) > maxArgument
	if piped {
		b.WriteString("printf %s " + spelling.ShellQuote(string(r.Body)) + " |\n")
	}
	b.WriteString("curl -sS --fail-with-body -N")
	target := r.shellAddress()
	if strings.ContainsAny(target, "[]{}") {
		b.WriteString(" --globoff")
	}
	if method := r.method(); method != http.MethodPost || len(r.Body) == 0 && file == "" {
		b.WriteString(" -X " + spelling.ShellWord(method))
	}
	b.WriteString(" " + target)
	for _, f := range r.Fields() {
		b.WriteString(" \\\n  " + curlOption(f))
	}
	switch {
	case file == "-": // a file of that name, not standard input
		b.WriteString(" \\\n  --data-binary @./-")
	case file != "":
		b.WriteString(" \\\n  --data-binary " + spelling.ShellWord("@"+file))
	case piped:
		b.WriteString(" \\\n  --data-binary @-")
	case len(r.Body) > 0:
		b.WriteString(" \\\n  --data-raw " + spelling.ShellQuote(string(r.Body)))
	}
	b.WriteByte('\n')
	return b.String()
}

// maxArgument is the maximum size of a body as an argument, in bytes: Linux accepts 128 KiB in one.
// A shell's builtin printf has no such bound.
const maxArgument = 100_000

// shellAddress writes the address as one word of a shell, with variables for the
// credentials in it.
func (r *Request) shellAddress() string {
	a := r.address()
	text, mark := a.base+a.path, "?"
	out := ""
	for _, f := range a.query {
		text, mark = text+mark+f.spelled, "&"
		if f.Variable != "" {
			out, text = out+spelling.ShellQuote(text)+`"$`+f.Variable+`"`, ""
		}
	}
	if text != "" {
		out += spelling.ShellQuote(text)
	}
	return out
}

// curlOption writes a header field as an option of curl. Without a value curl would take
// the field away, unless it ends in a semicolon.
func curlOption(f Field) string {
	switch {
	case f.Scheme == Basic:
		return `-u "$` + f.Variable + `"`
	case f.Scheme != "":
		return `-H "` + f.Name + ": " + string(f.Scheme) + " $" + f.Variable + `"`
	case f.Variable != "" && spelling.ShellWord(f.Name) == f.Name:
		return `-H "` + f.Name + ": $" + f.Variable + `"`
	case f.Variable != "":
		return "-H " + spelling.ShellQuote(f.Name+": ") + `"$` + f.Variable + `"`
	case strings.TrimSpace(f.Value) == "":
		return "-H " + spelling.ShellQuote(f.Name+";")
	}
	return "-H " + spelling.ShellQuote(f.Name+": "+f.Value)
}
