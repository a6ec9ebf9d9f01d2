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

// PostsTo reports whether it is a POST to an address whose path ends in an endpoint.
func (s Sent) PostsTo(endpoint string) bool {
	if s.Method != http.MethodPost {
		return false
	}
	u, err := url.Parse(s.URL)
	return err == nil && strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/"+endpoint)
}

// IsOwn reports whether a request is one that gatehouse sends itself: POST …/responses or
// …/rerank.
func (s Sent) IsOwn() bool { return s.PostsTo(EndpointResponses) || s.PostsTo(EndpointRerank) }
