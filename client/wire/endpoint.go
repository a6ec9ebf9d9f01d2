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
	EndpointChat      = "chat/completions"
	EndpointMessages  = "messages" // Anthropic's
)

// Endpoint is one of the endpoints for a POST to an address whose path ends in that; empty
// for any other request.
func (s Sent) Endpoint() string {
	u, err := url.Parse(s.URL)
	if err != nil || s.Method != http.MethodPost {
		return ""
	}
	path := strings.TrimSuffix(u.Path, "/")
	for _, name := range [...]string{EndpointResponses, EndpointRerank, EndpointChat} {
		if strings.HasSuffix(path, "/"+name) {
			return name
		}
	}
	// …/threads/ID/messages is another API's.
	if strings.HasSuffix(path, "/"+EndpointMessages) && !strings.Contains(path, "/threads/") {
		return EndpointMessages
	}
	return ""
}

// IsOwn reports whether a request is one that gatehouse sends itself: POST …/responses or
// …/rerank.
func (s Sent) IsOwn() bool {
	endpoint := s.Endpoint()
	return endpoint == EndpointResponses || endpoint == EndpointRerank
}
