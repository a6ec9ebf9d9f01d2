package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// The endpoints whose exchanges are read.
const (
	EndpointResponses = "responses"
	EndpointRerank    = "rerank"
)

// Endpoint is "responses" or "rerank" for a POST to an address whose path ends in that;
// empty for any other request.
func (s Sent) Endpoint() string {
	u, err := url.Parse(s.URL)
	if err != nil || s.Method != http.MethodPost {
		return ""
	}
	for _, name := range [...]string{EndpointResponses, EndpointRerank} {
		if strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/"+name) {
			return name
		}
	}
	return ""
}
