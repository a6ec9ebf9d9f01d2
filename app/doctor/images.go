package doctor

import (
	"github.com/charmbracelet/colorprofile"

	"gatehouse/state/graphics"
	"gatehouse/state/report"
)

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
	detail := "Full screen in the terminal's own protocol if it reports one."
	if p := graphics.Named(m.Getenv); p != graphics.None {
		detail = "Full screen in " + p.String() + "."
	}
	return step("images", report.OK, text, detail, "")
}
