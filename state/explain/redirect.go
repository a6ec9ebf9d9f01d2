package explain

import (
	"net/url"
	"strings"
)

// maxAddress bounds an address in a sentence, in bytes.
const maxAddress = 300

// redirected explains a redirect.
func redirected(c Context) Explanation {
	p := Explanation{
		Title:       "redirected",
		Meaning:     "The address sends the request elsewhere. Redirects are not followed, so that the key stays with its address.",
		Suggestions: otherAdvice("check the base URL"),
	}
	base, ok := redirectBase(c)
	switch {
	case ok:
		p.Suggestions = otherAdvice("use " + base + " as base URL, if you trust it with the key")
	case c.Location == "":
		p.Meaning += " It does not say where."
	default:
		p.Meaning += " What it points to is no address that can be used."
	}
	return p
}

// redirectBase returns the base URL for a Location. It is pure ASCII: what could steer a
// terminal is percent-encoded. User name, query and fragment are left out, since they may
// hold secrets and are not part of a base URL.
func redirectBase(c Context) (base string, ok bool) {
	to, err := url.Parse(strings.TrimSpace(c.Location))
	if err != nil || c.Location == "" {
		return "", false
	}
	if from, err := url.Parse(strings.TrimSuffix(c.BaseURL, "/") + "/responses"); err == nil {
		to = from.ResolveReference(to)
	}
	if to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return "", false
	}
	path := strings.TrimSuffix(strings.TrimSuffix(to.Path, "/"), "/responses")
	plain := url.URL{Scheme: to.Scheme, Host: to.Host, Path: path}
	base = plain.String()
	return base, len(base) <= maxAddress
}
