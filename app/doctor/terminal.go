package doctor

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/connection"
)

// The size that the screens are drawn for, in cells.
const (
	fullWidth  = 80
	fullHeight = 24
)

func (m Machine) terminal(report func(connection.Step)) {
	term := m.Getenv("TERM")
	switch {
	case term == "dumb":
		report(step("type", connection.Failed, "a dumb terminal (TERM=dumb)", "The playground cannot draw on it.",
			"use gatehouse send -p TEXT, or set TERM to what the terminal is, for example xterm-256color"))
		return
	case !m.Terminal:
		report(step("type", connection.Skipped, "not checked: the output is not a terminal", "", ""))
		return
	case term == "" && m.Getenv("WT_SESSION") == "" && m.Getenv("OS") != "Windows_NT":
		report(step("type", connection.Warned, "unknown: TERM is not set", "", "set TERM to what the terminal is, for example xterm-256color"))
	default:
		report(step("type", connection.OK, m.terminalName(), "", ""))
	}
	report(m.size())
	report(m.colours())
	report(m.characters())
	report(m.keys())
	report(m.clipboard())
	report(m.images())
}

// terminalName is what the environment tells of the terminal.
func (m Machine) terminalName() string {
	name := m.Getenv("TERM")
	if program := m.Getenv("TERM_PROGRAM"); program != "" {
		name = strings.TrimSpace(program+" "+m.Getenv("TERM_PROGRAM_VERSION")) + " (" + name + ")"
	}
	for _, inside := range []struct{ variable, name string }{{"TMUX", "tmux"}, {"ZELLIJ", "Zellij"}, {"STY", "GNU Screen"}} {
		if m.Getenv(inside.variable) != "" && !strings.HasPrefix(strings.ToLower(name), strings.ToLower(inside.name)) {
			name += ", inside " + inside.name
		}
	}
	return name
}

func (m Machine) size() connection.Step {
	said := fmt.Sprintf("%d × %d cells", m.Width, m.Height)
	switch {
	case m.Width == 0 || m.Height == 0:
		return step("size", connection.Warned, "not known", "The terminal does not report its size.", "resize the window once, or check with stty size")
	case m.Width < fullWidth || m.Height < fullHeight:
		return step("size", connection.Warned, said, "Some panes do not fit.", fmt.Sprintf("make the window at least %d × %d", fullWidth, fullHeight))
	}
	return step("size", connection.OK, said, "", "")
}

func (m Machine) colours() connection.Step {
	const name = "colours"
	switch m.Colours {
	case colorprofile.TrueColor:
		return step(name, connection.OK, "16 million", "", "")
	case colorprofile.ANSI256:
		return step(name, connection.OK, "256", "Theme colours are approximated.", "set COLORTERM=truecolor if the terminal has 16 million")
	case colorprofile.ANSI:
		return step(name, connection.Warned, "16", "The themes dark-ansi and light-ansi are used: they are made of these.", "set TERM=xterm-256color or COLORTERM=truecolor if the terminal has more")
	}
	if m.Getenv("NO_COLOR") != "" {
		return step(name, connection.OK, "none, because NO_COLOR is set", "", "")
	}
	return step(name, connection.Warned, "none", "Signs and words say the same without colours.", "set TERM to what the terminal is, for example xterm-256color")
}

// locale returns the first variable that is set of those that name the locale (POSIX:
// LC_ALL, LC_CTYPE, LANG), empty for none; ascii says that it is not of UTF-8.
func (m Machine) locale() (variable string, ascii bool) {
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := m.Getenv(variable); value != "" {
			return variable, !strings.Contains(strings.ToLower(strings.ReplaceAll(value, "-", "")), "utf8")
		}
	}
	return "", false
}

// characters looks at the encoding that the locale names.
func (m Machine) characters() connection.Step {
	const name = "characters"
	if m.Getenv("OS") == "Windows_NT" {
		return step(name, connection.OK, "UTF-8", "", "")
	}
	switch variable, ascii := m.locale(); {
	case variable == "":
		return step(name, connection.Warned, "unknown: LANG is not set", "Lines and signs may appear as question marks.", "set LANG=C.UTF-8")
	case ascii:
		return step(name, connection.Warned, variable+"="+m.Getenv(variable)+" is not UTF-8", "Lines and signs are drawn in ASCII.", "set "+variable+"=C.UTF-8")
	default:
		return step(name, connection.OK, "UTF-8 ("+variable+"="+m.Getenv(variable)+")", "", "")
	}
}
