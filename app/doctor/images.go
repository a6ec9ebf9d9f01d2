package doctor

import (
	"github.com/charmbracelet/colorprofile"

	"gatehouse/state/graphics"
	"gatehouse/state/report"
)

// images says how images are drawn: small beside the text, and on the whole screen in a
// protocol of the terminal, which is asked for it then.
func (m Machine) images() report.Finding {
	said := "half blocks"
	switch _, ascii := m.locale(); {
	case m.Colours < colorprofile.ANSI256:
		said = "not drawn without 256 colours; type and size are shown instead"
	case ascii || m.Getenv("TERM") == "linux":
		said = "not drawn without half blocks; type and size are shown instead"
	}
	detail := "Full screen in the terminal's own protocol if it reports one."
	if p := graphics.Named(m.Getenv); p != graphics.None {
		detail = "Full screen in " + p.String() + "."
	}
	return step("images", report.OK, said, detail, "")
}
