package desk

import (
	"strings"

	"gatehouse/app/files"
	"gatehouse/client/profile"
	"gatehouse/state/shell"
)

// runLine is the line for a shell that sends what was saved as the conversation would:
// over the same connection, with the headers that a file does not hold. The connection is
// always named: the config file may name another one.
func (d *Desk) runLine(c *Chat, path string, flags []string) string {
	words, link := []string{"gatehouse send"}, c.Link
	switch name := link.Name; {
	case link.Local || name != "":
		if link.Local {
			name = profile.Local
		}
		if strings.TrimSpace(d.Getenv(baseURLVariable)) != "" { // wins over the profile's address
			words[0] = "env -u " + baseURLVariable + " " + words[0]
		}
		words = append(words, "--profile", shell.Word(name))
	case link.Address() != "":
		words = append(words, "--base-url", shell.Word(link.Address()))
	}
	if word := d.Options.Local.Service; word != "" && word == link.Service {
		words = append(words, "--service", shell.Word(word))
	}
	if len(d.Flags) > 0 {
		words = append(words, shell.Line(d.Flags))
	}
	words = append(words, flags...)
	return strings.Join(append(words, argument(path)), " ")
}

const baseURLVariable = "GATEHOUSE_BASE_URL"

// argument writes the path of a file so that neither the shell nor the command takes it for
// anything else: in quotes a shell leaves ~ as it is.
func argument(path string) string {
	if full, err := files.Expand(path); err == nil {
		path = full
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return shell.Word(path)
}
