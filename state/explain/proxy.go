package explain

import (
	"net/url"
	"strings"

	"gatehouse/client/wire"
)

// proxyFailed explains a request that did not pass the proxy.
func proxyFailed(e wire.End, host string, c Context) Explanation {
	name := proxySetting(e, c)
	p := Explanation{
		Title:       "no connection to the proxy",
		Meaning:     "Requests to " + host + " go through the proxy " + e.Proxy + ", which could not be reached.",
		Suggestions: otherAdvice("check that the proxy is running and that "+name+" is right", proxyBypassHint(e, c)),
	}
	switch {
	case e.Detail == wire.DetailProxyNone:
		p.Title = "the proxy's address cannot be used"
		p.Meaning = "Requests to " + host + " go through a proxy, and " + name + " contains no host."
		p.Suggestions = otherAdvice("write "+name+" as http://host:port, or unset it", proxyBypassHint(e, c))
	case e.Detail == wire.DetailRefused:
		p.Title = "the proxy refused the connection"
		p.Meaning = "Requests to " + host + " go through the proxy " + e.Proxy + ". Most likely, nothing is listening there."
	case e.Detail == wire.DetailProxyAuth:
		p = proxyAuthRequired(name, proxyBypassHint(e, c))
		p.Title += " (407)"
		p.Meaning = "The proxy " + e.Proxy + " requires a valid user and password to open a tunnel to " + host + "."
	case e.Detail == wire.DetailProxyWrong:
		p.Title = "the proxy refused the request"
		p.Meaning = "The proxy " + e.Proxy + " refused to open a tunnel to " + host + "."
		p.Suggestions = otherAdvice("ask the proxy's operator whether it allows this host", proxyBypassHint(e, c))
	case e.Cause == wire.EndDNS:
		p.Meaning = "Requests to " + host + " go through the proxy " + e.Proxy + ", whose name could not be resolved."
		p.Suggestions = otherAdvice("check "+name+" for a mistyped name", proxyBypassHint(e, c))
	}
	return p
}

// proxyAuthRequired explains a 407.
func proxyAuthRequired(setting, bypass string) Explanation {
	return Explanation{
		Title:       "the proxy requires credentials",
		Meaning:     "The proxy did not forward the request: it requires a valid user and password.",
		Suggestions: otherAdvice("put them into "+setting+": http://user:pass@proxy works", bypass),
	}
}

// proxySetting returns the setting that names the proxy of an address.
func proxySetting(e wire.End, c Context) string {
	if e.Chosen {
		return "proxy in the profile"
	}
	if scheme, _, ok := strings.Cut(c.BaseURL, "://"); ok && strings.EqualFold(scheme, "http") {
		return "HTTP_PROXY"
	}
	return "HTTPS_PROXY"
}

// proxyBypassHint says how a request can bypass the proxy.
func proxyBypassHint(e wire.End, c Context) string {
	if e.Chosen {
		return "remove proxy from the profile to connect directly"
	}
	host := "the host"
	if u, err := url.Parse(c.BaseURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return "add " + host + " to NO_PROXY to bypass the proxy"
}
