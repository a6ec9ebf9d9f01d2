package gateway

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"gatehouse/gateway/fault"
)

// admit checks the key and its rate limit before the rest of the request
// ("Authentication").
func (x *exchange) admit() *fault.Failure {
	header := x.r.Header.Get("Authorization")
	if header == "" {
		return fault.NewFailure(http.StatusUnauthorized, "Missing Authentication header: send Authorization: Bearer <API_KEY>")
	}
	scheme, key, _ := strings.Cut(header, " ")
	key = strings.TrimSpace(key)
	if !strings.EqualFold(scheme, "Bearer") || key == "" {
		return fault.NewFailure(http.StatusUnauthorized, "The Authorization header has no bearer token: send Authorization: Bearer <API_KEY>")
	}
	if !x.known(key) {
		return fault.NewFailure(http.StatusUnauthorized, "Invalid credentials: unknown API key")
	}
	x.user = account(key)
	if wait := x.limit.take(x.user, x.start); wait > 0 {
		f := fault.NewFailure(http.StatusTooManyRequests, fmt.Sprintf(
			"Rate limit exceeded: %d requests per minute. Retry after %d s.", x.perMinute, wait))
		f.RetryAfter = wait
		return f
	}
	return nil
}

// busy is the failure of a request beyond the limit of concurrent requests.
func busy(most int) *fault.Failure {
	f := fault.NewFailure(http.StatusServiceUnavailable, fmt.Sprintf(
		"The local gateway is already handling %d requests, its limit (--max-requests).", most))
	f.RetryAfter = 1
	return f
}

// known compares with every key, in constant time.
func (g *Gateway) known(key string) bool {
	if len(g.keys) == 0 {
		return true
	}
	sum := sha256.Sum256([]byte(key))
	found := 0
	for _, k := range g.keys {
		want := sha256.Sum256([]byte(k))
		found |= subtle.ConstantTimeCompare(sum[:], want[:])
	}
	return found == 1
}

// account is the identity of a key, which it does not reveal.
func account(key string) string {
	sum := sha256.Sum256([]byte("gatehouse account\x00" + key))
	return "user_" + hex.EncodeToString(sum[:6])
}

// misdirected is the failure of a request whose Host is neither loopback nor
// allowed. A web page can point its own name at 127.0.0.1 (DNS rebinding), and
// its scripts then reach a server on loopback; the name in Host gives it away.
func (x *exchange) misdirected() *fault.Failure {
	name := hostname(x.r.Host)
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback() || slices.Contains(x.hosts, name) {
		return nil
	}
	return fault.NewFailure(http.StatusMisdirectedRequest, fmt.Sprintf(
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
