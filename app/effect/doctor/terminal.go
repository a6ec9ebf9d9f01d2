package doctor

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/effect/process"
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

// keys reports which keys another program uses, if the environment shows that.
func (m Machine) keys() report.Finding {
	const name = "keys"
	program := m.Getenv("TERM_PROGRAM")
	switch {
	case m.Getenv("ZELLIJ") != "":
		return step(name, report.Warning, "Zellij uses ctrl+p, ctrl+o, ctrl+q, ctrl+s and other keys itself", "They reach other programs only while Zellij is locked.",
			"press ctrl+g to lock Zellij; or press F10 for the palette, and ctrl+x, then a letter")
	case program == "Apple_Terminal":
		return step(name, report.Warning, "Option types characters unless it is set to act as Meta", "Keys with alt do not work then.",
			`press ctrl+x, then the letter; or choose "Use Option as Meta key" in the profile's Keyboard settings`)
	case program == "iTerm.app":
		return step(name, report.Warning, "Option types characters unless it is set to Esc+", "Keys with alt do not work then.",
			"press ctrl+x, then the letter; or choose Esc+ for the Option key in the profile's Keys settings")
	case program == "vscode":
		return step(name, report.Warning, "the editor uses ctrl+p and F1 itself, unless it is configured otherwise", "",
			"press F10 for the palette and alt+h for help; or set terminal.integrated.sendKeybindingsToShell")
	case m.Getenv("STY") != "":
		return step(name, report.Warning, "GNU Screen uses ctrl+a itself", "", "press ctrl+a, then a, to send ctrl+a")
	}
	return step(name, report.OK, "no known conflicts", "If alt+letter does not work, press ctrl+x, then the letter.", "")
}

// clipboard reports how copies reach the user's clipboard.
func (m Machine) clipboard() report.Finding {
	const name = "clipboard"
	far := m.Getenv("SSH_CONNECTION") != "" || m.Getenv("SSH_TTY") != ""
	command, err := process.Clipboard(m.Getenv, m.LookPath)
	if err == nil && !far {
		return step(name, report.OK, command[0], "", "")
	}
	remedy := "allow OSC 52 in the terminal's settings"
	if m.Getenv("TMUX") != "" {
		remedy = "let tmux pass OSC 52 on: set -g set-clipboard on"
	}
	text := "no clipboard program found: copies use OSC 52 only"
	switch {
	case far:
		text = "over SSH, copies reach your clipboard only by OSC 52"
	case m.Getenv("WAYLAND_DISPLAY") != "":
		remedy = "install wl-clipboard; or " + remedy
	case m.Getenv("DISPLAY") != "":
		remedy = "install xclip or xsel; or " + remedy
	}
	return step(name, report.Warning, text, "Terminals without OSC 52 drop the copy silently.", remedy)
}
