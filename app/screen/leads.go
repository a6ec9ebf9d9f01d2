package screen

import (
	"cmp"
	"strings"

	"gatehouse/state/history"
	"gatehouse/views/text"
)

// LeadsTo reports whether what is sent over a connection reaches the gateway that an
// exchange went to.
func (h *Host) LeadsTo(c Connection, about history.About) bool {
	if about.BaseURL == "" && !isLocal(about) {
		return false // it is not known where that is
	}
	return c.Local == isLocal(about) && h.address(c.BaseURL) == h.address(about.BaseURL)
}

// isLocal reports whether an exchange went to the local gateway. The file may have a profile
// of that name, with an address.
func isLocal(about history.About) bool {
	return about.Connection == history.Local && about.BaseURL == ""
}

// address is a base URL as two of them are compared; that of an older exchange may have
// its credentials.
func (h *Host) address(base string) string {
	return strings.TrimSuffix(h.Secrets().Address(base), "/")
}

// GatewayName names the gateway that an exchange went to, by its address.
func (h *Host) GatewayName(about history.About) string {
	if isLocal(about) {
		return "the local gateway"
	}
	return cmp.Or(text.SanitizeLine(h.address(about.BaseURL)), "an unknown gateway")
}
