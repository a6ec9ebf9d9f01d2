package gateway

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"gatehouse/gateway/failure"
)

// loopback reports whether ln accepts connections of this machine alone.
func loopback(ln net.Listener) bool {
	tcp, ok := ln.Addr().(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// misdirected is the failure of a request whose Host is neither loopback nor
// allowed. A web page can point its own name at 127.0.0.1 (DNS rebinding), and
// its scripts then reach a server on loopback; the name in Host gives it away.
func (x *exchange) misdirected() *failure.Failure {
	name := hostname(x.r.Host)
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback() || slices.Contains(x.hosts, name) {
		return nil
	}
	return failure.New(http.StatusMisdirectedRequest, fmt.Sprintf(
		"Host %q is not a loopback name, and this gateway listens on loopback only. "+
			"To accept the name, start the gateway with --allow-host %s.", name, name))
}

// hostname is the name in a Host header, without port, brackets and final dot.
func hostname(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}
