package doctor

import (
	"gatehouse/app/effect/process"
	"gatehouse/state/report"
)

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
	allow := "allow OSC 52 in the terminal's settings"
	if m.Getenv("TMUX") != "" {
		allow = "let tmux pass OSC 52 on: set -g set-clipboard on"
	}
	const lost = "Terminals without OSC 52 drop the copy silently."
	switch {
	case far:
		return step(name, report.Warning, "over SSH, copies reach your clipboard only by OSC 52", lost, allow)
	case m.Getenv("WAYLAND_DISPLAY") != "":
		return step(name, report.Warning, "no clipboard program found: copies use OSC 52 only", lost, "install wl-clipboard; or "+allow)
	case m.Getenv("DISPLAY") != "":
		return step(name, report.Warning, "no clipboard program found: copies use OSC 52 only", lost, "install xclip or xsel; or "+allow)
	}
	return step(name, report.Warning, "no clipboard program found: copies use OSC 52 only", lost, allow)
}
