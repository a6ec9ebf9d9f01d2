package explain_test

import (
	"fmt"
	"net/http"
	"time"

	"gatehouse/client/read"
	"gatehouse/state/answer/explain"
)

func ExampleFailure() {
	body := []byte(`{"error":{"code":429,"message":"Rate limit exceeded"}}`)
	failure := read.Failure(429, http.Header{"Retry-After": {"90"}}, body, int64(len(body)), time.Time{})
	plain := explain.Failure(failure, explain.Context{BaseURL: "https://gw.example/api/v1", KeySent: true})
	fmt.Println(plain.Title)
	fmt.Println(plain.Meaning)
	fmt.Println(plain.Message)
	for _, try := range plain.SuggestionTexts() {
		fmt.Println("-", try)
	}
	// Output:
	// rate limited (429)
	// Too many requests in a short time.
	// Rate limit exceeded
	// - wait 1 min 30 s, as the service asks, then send it again
}
