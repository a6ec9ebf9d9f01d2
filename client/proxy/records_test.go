package proxy_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// TestRecordsOfEndedExchangesWaitForEachOther: one at a time takes the least from what still
// passes, and they are made while that lasts; the record of what passes does not wait.
func TestRecordsOfEndedExchangesWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var server late
		var working, recorded atomic.Int32
		p, err := proxy.New(proxy.Options{
			Targets: []proxy.Target{{Base: "http://up.example", Client: client.New(
				client.WithBaseURL("http://up.example"), client.WithTransport(&server))}},
			Watch: func(passed proxy.Passed) proxy.Watch {
				if !passed.Ended {
					return proxy.Watch{}
				}
				if n := working.Add(1); n > 1 {
					t.Errorf("%d records are made at a time", n)
				}
				return proxy.Watch{End: func(*wire.Capture) {
					time.Sleep(time.Millisecond)
					working.Add(-1)
					recorded.Add(1)
				}}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		post := func() {
			p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "http://localhost/x", strings.NewReader("{}")))
		}
		server = late(time.Minute)
		go post()
		synctest.Wait()
		server = 0
		for range 50 {
			post()
		}
		time.Sleep(time.Second)
		if n := recorded.Load(); n != 50 {
			t.Errorf("%d of 50 are recorded while another passes", n)
		}
		p.Wait()
	})
}
