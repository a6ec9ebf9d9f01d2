package relay

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// LoopError is the error of a target that is the relay itself: a request to it would be forwarded
// until the connections run out.
type LoopError struct {
	Base   string // without its credentials
	Listen string // host and port
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("%s is the address that the proxy itself listens on (%s); give the address of the gateway, or listen on another", e.Base, e.Listen)
}

// checkLoops returns an error if a target is the listener at an address.
func (o *Options) checkLoops(at net.Addr) error {
	listening, ok := at.(*net.TCPAddr)
	if !ok {
		return nil
	}
	for _, t := range o.Targets {
		u, err := url.Parse(t.Base)
		if err == nil && reaches(u, listening) {
			return &LoopError{t.Client.Secrets().Address(t.Base), listening.String()}
		}
	}
	return nil
}

// reaches reports whether a URL is an address of a listener on this machine. Names other than those
// of loopback are not resolved: their addresses may change.
func reaches(u *url.URL, at *net.TCPAddr) bool {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	if port != fmt.Sprint(at.Port) {
		return false
	}
	everywhere := at.IP.IsUnspecified()
	name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return everywhere || at.IP.IsLoopback()
	}
	ip := net.ParseIP(name)
	switch {
	case ip == nil:
		return false
	case ip.IsUnspecified(): // connects to this machine
		return everywhere || at.IP.IsLoopback()
	case everywhere:
		return ip.IsLoopback() || isOurs(ip)
	}
	return ip.Equal(at.IP)
}

// isOurs reports whether an interface of this machine has the address.
func isOurs(ip net.IP) bool {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.Equal(ip) {
			return true
		}
	}
	return false
}
