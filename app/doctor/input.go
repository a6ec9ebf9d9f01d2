package doctor

import (
	"strings"

	"gatehouse/app/clip"
	"gatehouse/app/connection"
)

// keys says which keys something else takes, as far as the environment tells.
func (m Machine) keys() connection.Step {
	const name = "keys"
	program := m.Getenv("TERM_PROGRAM")
	switch {
	case m.Getenv("ZELLIJ") != "":
		return step(name, connection.Warned, "Zellij takes ctrl+p, ctrl+o, ctrl+q, ctrl+s and others for itself", "They do not arrive here unless Zellij is locked.",
			"press ctrl+g to lock Zellij; or use F10 for the palette, and ctrl+x and a letter")
	case program == "Apple_Terminal":
		return step(name, connection.Warned, "Option types characters, unless it is set to be Meta", "Keys with alt then do not arrive.",
			`press ctrl+x and the letter instead; or choose "Use Option as Meta key" in the profile's Keyboard settings`)
	case program == "iTerm.app":
		return step(name, connection.Warned, "Option types characters, unless it is set to Esc+", "Keys with alt then do not arrive.",
			"press ctrl+x and the letter instead; or choose Esc+ for the Option key in the profile's Keys settings")
	case program == "vscode":
		return step(name, connection.Warned, "the editor takes ctrl+p and F1 for itself, unless it is set otherwise", "",
			"press F10 for the palette and alt+h for help; or set terminal.integrated.sendKeybindingsToShell")
	case m.Getenv("STY") != "":
		return step(name, connection.Warned, "GNU Screen takes ctrl+a for itself", "", "press ctrl+a, then a, to send one")
	}
	return step(name, connection.OK, "nothing is known to take any", "Where a key with alt does not arrive, ctrl+x and the letter do the same.", "")
}

// clipboard says how copies reach the person's clipboard.
func (m Machine) clipboard() connection.Step {
	const name = "clipboard"
	far := m.Getenv("SSH_CONNECTION") != "" || m.Getenv("SSH_TTY") != ""
	command, err := clip.Native(m.Getenv, m.LookPath)
	if err == nil && !far {
		return step(name, connection.OK, command[0], "", "")
	}
	allow := "allow OSC 52 in the settings of the terminal"
	if m.Getenv("TMUX") != "" {
		allow = "let tmux pass OSC 52 on: set -g set-clipboard on"
	}
	const lost = "A terminal that does not obey it says nothing, and the copy is lost."
	switch {
	case far:
		return step(name, connection.Warned, "this is another machine: copies reach yours by OSC 52 alone", lost, allow)
	case m.Getenv("WAYLAND_DISPLAY") != "":
		return step(name, connection.Warned, "no clipboard program: copies go by OSC 52 alone", lost, "install wl-clipboard; or "+allow)
	case m.Getenv("DISPLAY") != "":
		return step(name, connection.Warned, "no clipboard program: copies go by OSC 52 alone", lost, "install xclip or xsel; or "+allow)
	}
	return step(name, connection.Warned, "no clipboard program: copies go by OSC 52 alone", lost, allow)
}

// images says which way of drawing pictures the terminal has, by what it says of itself.
func (m Machine) images() connection.Step {
	term, program := m.Getenv("TERM"), m.Getenv("TERM_PROGRAM")
	way := ""
	switch {
	case m.Getenv("TMUX") != "", m.Getenv("ZELLIJ") != "", m.Getenv("STY") != "":
	case m.Getenv("KITTY_WINDOW_ID") != "", strings.Contains(term, "kitty"), program == "ghostty", program == "WezTerm":
		way = "kitty's protocol"
	case program == "iTerm.app":
		way = "iTerm2's protocol"
	case strings.HasPrefix(term, "foot"), strings.Contains(term, "sixel"), program == "mlterm":
		way = "sixel"
	}
	const said = "gatehouse names pictures by kind and size, and draws none"
	if way == "" {
		return step("images", connection.OK, said, "", "")
	}
	return step("images", connection.OK, said, "The terminal could draw them, by "+way+".", "")
}
