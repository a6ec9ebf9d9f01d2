package overview

import (
	"net/http"
	"strings"
	"testing"
)

// TestTrailersStandBehindTheHeaders: each of them, for the service had a reason to send
// it so.
func TestTrailersStandBehindTheHeaders(t *testing.T) {
	s := subject(paced(5, 6), -1)
	s.Exchange.End.Trailer = http.Header{"X-Sum": {"42"}, "X-Cost": {"0.1"}}
	got := screen(pageOf(s, false, 99, 60))
	if !strings.Contains(got, "trailer") || !strings.Contains(got, "X-Cost  0.1") || !strings.Contains(got, "X-Sum  42") {
		t.Error(got)
	}
}
