package doctor

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/state/report"
	"gatehouse/state/share/graphics"
)

// The size that the screens are drawn for, in cells.
const (
	fullWidth  = 80
	fullHeight = 24
)

func (m Machine) terminal(found func(report.Finding)) {
	term := m.Getenv("TERM")
	switch {
	case term == "dumb":
		found(step("type", report.Failed, "a dumb terminal (TERM=dumb)", "The playground cannot draw on it.",
			"use gatehouse send -p TEXT, or set TERM to what the terminal is, for example xterm-256color"))
		return
	case !m.Terminal:
		found(step("type", report.Skipped, "not checked: the output is not a terminal", "", ""))
		return
	case term == "" && m.Getenv("WT_SESSION") == "" && m.Getenv("OS") != "Windows_NT":
		found(step("type", report.Warning, "unknown: TERM is not set", "", "set TERM to what the terminal is, for example xterm-256color"))
	default:
		found(step("type", report.OK, m.terminalName(), "", ""))
	}
	found(m.size())
	found(m.colours())
	found(m.characters())
	found(m.keys())
	found(m.clipboard())
	found(m.images())
}

// terminalName returns the name of the terminal from the environment.
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

func (m Machine) size() report.Finding {
	text := fmt.Sprintf("%d × %d cells", m.Width, m.Height)
	switch {
	case m.Width == 0 || m.Height == 0:
		return step("size", report.Warning, "not known", "The terminal does not report its size.", "resize the window once, or check with stty size")
	case m.Width < fullWidth || m.Height < fullHeight:
		return step("size", report.Warning, text, "Some panes do not fit.", fmt.Sprintf("make the window at least %d × %d", fullWidth, fullHeight))
	}
	return step("size", report.OK, text, "", "")
}

func (m Machine) colours() report.Finding {
	const name = "colours"
	switch m.Colours {
	case colorprofile.TrueColor:
		return step(name, report.OK, "16 million", "", "")
	case colorprofile.ANSI256:
		return step(name, report.OK, "256", "Theme colours are approximated.", "set COLORTERM=truecolor if the terminal has 16 million")
	case colorprofile.ANSI:
		return step(name, report.Warning, "16", "The themes dark-ansi and light-ansi are used: they are made of these.", "set TERM=xterm-256color or COLORTERM=truecolor if the terminal has more")
	}
	if m.Getenv("NO_COLOR") != "" {
		return step(name, report.OK, "none, because NO_COLOR is set", "", "")
	}
	return step(name, report.Warning, "none", "Signs and words say the same without colours.", "set TERM to what the terminal is, for example xterm-256color")
}

// locale returns the first set variable of those that name the locale (POSIX: LC_ALL, LC_CTYPE,
// LANG), or "", and whether its encoding is not UTF-8.
func (m Machine) locale() (variable string, ascii bool) {
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := m.Getenv(variable); value != "" {
			return variable, !strings.Contains(strings.ToLower(strings.ReplaceAll(value, "-", "")), "utf8")
		}
	}
	return "", false
}

// characters checks the encoding of the locale.
func (m Machine) characters() report.Finding {
	const name = "characters"
	if m.Getenv("OS") == "Windows_NT" {
		return step(name, report.OK, "UTF-8", "", "")
	}
	switch variable, ascii := m.locale(); {
	case variable == "":
		return step(name, report.Warning, "unknown: LANG is not set", "Lines and signs may appear as question marks.", "set LANG=C.UTF-8")
	case ascii:
		return step(name, report.Warning, variable+"="+m.Getenv(variable)+" is not UTF-8", "Lines and signs are drawn in ASCII.", "set "+variable+"=C.UTF-8")
	default:
		return step(name, report.OK, "UTF-8 ("+variable+"="+m.Getenv(variable)+")", "", "")
	}
}

// images reports how images are drawn: small in the text, and full screen in a protocol of the
// terminal, which is queried at that time.
func (m Machine) images() report.Finding {
	text := "half blocks"
	switch _, ascii := m.locale(); {
	case m.Colours < colorprofile.ANSI256:
		text = "not drawn without 256 colours; type and size are shown instead"
	case ascii || m.Getenv("TERM") == "linux":
		text = "not drawn without half blocks; type and size are shown instead"
	}
	detail := "Full screen in the terminal's protocol if it reports one."
	if p := graphics.Named(m.Getenv); p != graphics.None {
		detail = "Full screen in " + p.String() + "."
	}
	return step("images", report.OK, text, detail, "")
}
