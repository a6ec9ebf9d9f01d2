package wire

import "testing"

func TestPostsTo(t *testing.T) {
	for url, want := range map[string]string{
		"https://h/api/v1/responses": EndpointResponses, "https://h/v1/responses?a=b": EndpointResponses, "https://h/rerank/": EndpointRerank,
		"https://h/responses/resp_1": "", "https://h/xresponses": "", "https://h/": "", ":": "",
	} {
		for _, endpoint := range []string{EndpointResponses, EndpointRerank} {
			if got := (Sent{Method: "POST", URL: url}).PostsTo(endpoint); got != (endpoint == want) {
				t.Errorf("%s to %s: %v", url, endpoint, got)
			}
		}
	}
	if (Sent{Method: "OPTIONS", URL: "https://h/responses"}).PostsTo(EndpointResponses) {
		t.Error("a preflight is no exchange")
	}
}
