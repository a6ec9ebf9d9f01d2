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
		Meaning:     "The address redirects the request. Redirects are not followed, so that the key is not sent to another address.",
		Suggestions: otherAdvice("check the base URL"),
	}
	base, ok := redirectBase(c)
	switch {
	case ok:
		p.Suggestions = otherAdvice("use " + base + " as the base URL, if you trust it with the key")
	case c.Location == "":
		p.Meaning += " It does not say where."
	default:
		p.Meaning += " Its target is not a usable address."
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
