package wire

import (
	"net/http"
	"net/url"
	"strings"
)

// The endpoints that gatehouse calls itself.
const (
	EndpointResponses = "responses"
	EndpointRerank    = "rerank"
)

// PostsTo reports whether the request is a POST to an address whose path ends in an
// endpoint, or a message on a WebSocket to /responses.
func (s Sent) PostsTo(endpoint string) bool {
	onSocket := endpoint == EndpointResponses && s.OnSocket() && len(s.Body) > 0
	if s.Method != http.MethodPost && !onSocket {
		return false
	}
	u, err := url.Parse(s.URL)
	return err == nil && PathEnds(u.Path, endpoint)
}

// PathEnds reports whether a path ends in an endpoint.
func PathEnds(path, endpoint string) bool {
	return strings.HasSuffix(strings.TrimSuffix(path, "/"), "/"+endpoint)
}

// IsNative reports whether the request belongs to the API document, so that gatehouse can
// send it: POST …/responses or …/rerank.
func (s Sent) IsNative() bool { return s.PostsTo(EndpointResponses) || s.PostsTo(EndpointRerank) }
