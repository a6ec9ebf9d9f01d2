package proxy

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Misdirected answers a request to a server on loopback whose Host is neither loopback nor
// allowed, and returns the words; empty where it did not answer. A web page can point its
// own name at 127.0.0.1 (DNS rebinding), and its scripts then reach a server on loopback;
// the name in Host gives it away.
func Misdirected(w http.ResponseWriter, r *http.Request, by string, allowed []string) (words string) {
	name := hostName(r.Host)
	loopback := name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback()
	if loopback || slices.ContainsFunc(allowed, func(one string) bool { return hostName(one) == name }) {
		return ""
	}
	words = fmt.Sprintf(
		"Host %q is not a loopback name, and this server listens on loopback only. To accept the name, start it with --allow-host %s.", name, name)
	Refuse(w, by, http.StatusMisdirectedRequest, words)
	return words
}

// hostName is the name in a Host, which may have a port: in lower case, without the dot at
// its end.
func hostName(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}
