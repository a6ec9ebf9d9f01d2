package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// proxyError is a proxy's refusal to open a tunnel.
type proxyError struct {
	status  int
	message string // of the status line
}

func (e *proxyError) Error() string { return "the proxy answers CONNECT with " + e.message }

// checkTunnel returns the status of a proxy's answer to CONNECT as an error: net/http
// reports only the text.
func checkTunnel(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{resp.StatusCode, resp.Status}
}

// proxy returns the address of the proxy for a request; nil for none.
func (c *Client) proxy(req *http.Request) *url.URL {
	t, ok := c.transport.(*http.Transport)
	if !ok || t.Proxy == nil {
		return nil
	}
	u, err := t.Proxy(req)
	if err != nil {
		return nil
	}
	return u
}

// baseProxy returns the address of the proxy for the base URL; nil for none.
func (c *Client) baseProxy() *url.URL {
	if c.base == nil {
		return nil
	}
	return c.proxy(&http.Request{URL: c.base})
}

// Proxy returns host and port of the proxy that requests are sent through; "" for none.
func (c *Client) Proxy() string {
	if u := c.baseProxy(); u != nil {
		return u.Host
	}
	return ""
}

// proxySecrets returns the secrets in the address of the proxy.
func (c *Client) proxySecrets() []string {
	u := c.baseProxy()
	if u == nil || u.User == nil {
		return nil
	}
	password, _ := u.User.Password()
	return []string{password, basic(u.User.Username() + ":" + password)}
}

// ProxyFault returns what is wrong with the environment variable that names the proxy for
// an address; "" for nothing. net/http silently ignores an unreadable value, or misreads
// it. The value is not quoted: it may hold a password.
func ProxyFault(baseURL string, lookup func(string) string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback() {
		return "" // no proxy is used for this machine
	}
	name := strings.ToUpper(u.Scheme) + "_PROXY"
	value := lookup(name)
	if value == "" {
		name = strings.ToLower(name)
		value = lookup(name)
	}
	if value == "" || readableProxy(value) {
		return ""
	}
	return fmt.Sprintf("%s cannot be read as the address of a proxy; write it as http://host:port, or unset it", name)
}

// CheckProxy returns an error if an address cannot be that of a proxy. The address is not
// quoted: it may hold a password.
func CheckProxy(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !slices.Contains(proxySchemes, u.Scheme) {
		return errors.New("the address of the proxy cannot be read; write it as http://host:port, https://host:port or socks5://host:port")
	}
	return nil
}

// proxySchemes are those that net/http knows.
var proxySchemes = []string{"http", "https", "socks5", "socks5h"}

// readableProxy reports whether a text is a proxy's address, with one of proxySchemes or
// without a scheme.
func readableProxy(value string) bool {
	u, err := url.Parse(value)
	if err == nil && slices.Contains(proxySchemes, u.Scheme) {
		return u.Host != ""
	}
	u, err = url.Parse("http://" + value)
	return err == nil && u.Host != "" && !strings.Contains(value, "://")
}
