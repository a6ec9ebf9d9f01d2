package doctor

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/proxy"
)

func TestWhoHasThePortOfTheProxy(t *testing.T) {
	ours, err := proxy.New(proxy.Options{Targets: []proxy.Target{{Base: "http://127.0.0.1:1", Client: client.New()}}})
	if err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	recorder := httptest.NewServer(ours)
	defer other.Close()
	defer recorder.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for _, test := range []struct {
		server *httptest.Server
		on     bool
		want   string
	}{
		{closed, false, "ok: %s is free"},
		{other, false, "warning: %s is in use"},
		{recorder, false, "ok: gatehouse listens on %s already"},
		{other, true, "ok: this program listens on %s"},
	} {
		m := healthy(t, nil)
		m.ProxyAddress, m.ProxyOn = test.server.Listener.Addr().String(), test.on
		lines, works := examined(t, m)
		want := "recording, proxy: " + strings.ReplaceAll(test.want, "%s", m.ProxyAddress)
		if !works || !strings.Contains(lines, want) {
			t.Errorf("no %q in\n%s", want, lines)
		}
	}
}
