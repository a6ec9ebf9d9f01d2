package profile

import (
	"net"
	"net/url"
	"strings"
)

// Exposed returns the host at a base URL when what is sent there can be read on
// the way: over plain http, and not to this machine. It is empty otherwise.
func Exposed(base string) (host string) {
	u, err := url.Parse(base)
	if err != nil || !strings.EqualFold(u.Scheme, "http") {
		return ""
	}
	host = strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	ip := net.ParseIP(strings.SplitN(host, "%", 2)[0])
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback() {
		return ""
	}
	return u.Hostname()
}
