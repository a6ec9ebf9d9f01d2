package proxy_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/proxy"
)

// TestAnInterimAnswerThatComesTooLate: the connection to the server may still deliver one when the
// caller's answer has ended. It is not written any more.
func TestAnInterimAnswerThatComesTooLate(t *testing.T) {
	var hints func(status int, header textproto.MIMEHeader) error
	upstream := fake(func(r *http.Request) (*http.Response, error) {
		hints = httptrace.ContextClientTrace(r.Context()).Got1xxResponse
		if err := hints(http.StatusEarlyHints, textproto.MIMEHeader{"Link": {"</a>"}}); err != nil {
			return nil, err
		}
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("whole"))}, nil
	})
	p, err := proxy.New(proxy.Options{Targets: []proxy.Target{{Base: "http://up.example", Client: client.New(client.WithBaseURL("http://up.example"), client.WithTransport(upstream))}}})
	if err != nil {
		t.Fatal(err)
	}
	w := &statuses{ResponseRecorder: httptest.NewRecorder()}
	p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/x", http.NoBody))
	if err := hints(http.StatusEarlyHints, textproto.MIMEHeader{"Link": {"</b>"}}); err != nil {
		t.Error(err)
	}
	if len(w.written) != 2 || w.written[0] != http.StatusEarlyHints || w.written[1] != http.StatusOK || w.Header().Get("Link") != "" {
		t.Errorf("%v %v", w.written, w.Header())
	}
	p.Wait()
}

// statuses remembers every status that was written.
type statuses struct {
	*httptest.ResponseRecorder
	written []int
}

func (s *statuses) WriteHeader(status int) {
	s.written = append(s.written, status)
	if status >= http.StatusOK {
		s.ResponseRecorder.WriteHeader(status)
	}
}
