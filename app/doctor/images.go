package doctor

import (
	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/connection"
)

// images says how images are drawn.
func (m Machine) images() connection.Step {
	said := "half blocks"
	switch _, ascii := m.locale(); {
	case m.Colours < colorprofile.ANSI256:
		said = "not drawn without 256 colours; type and size are shown instead"
	case ascii || m.Getenv("TERM") == "linux":
		said = "not drawn without half blocks; type and size are shown instead"
	}
	return step("images", connection.OK, said, "", "")
}
