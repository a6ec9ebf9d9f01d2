package relay

import (
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/proxy"
)

// TestATargetThatIsTheRelayItself is refused: its requests would go around without end.
func TestATargetThatIsTheRelayItself(t *testing.T) {
	for _, one := range []struct {
		base, listen string
		same         bool
	}{
		{"http://127.0.0.1:8089", "127.0.0.1:8089", true},
		{"http://user:pw@LOCALHOST.:8089/api/v1", "127.0.0.1:8089", true},
		{"http://[::1]:8089", "[::1]:8089", true},
		{"http://localhost", "127.0.0.1:80", true},
		{"https://127.0.0.1", "0.0.0.0:443", true},
		{"http://0.0.0.0:8089", "127.0.0.1:8089", true},
		{"http://127.0.0.1:8080", "127.0.0.1:8089", false},
		{"http://127.0.0.2:8089", "127.0.0.1:8089", false},
		{"http://192.0.2.1:8089", "0.0.0.0:8089", false},
		{"http://gateway.example:8089", "127.0.0.1:8089", false},
	} {
		u, err := url.Parse(one.base)
		if err != nil {
			t.Fatal(err)
		}
		at, err := net.ResolveTCPAddr("tcp", one.listen)
		if err != nil {
			t.Fatal(err)
		}
		if got := reaches(u, at); got != one.same {
			t.Errorf("%s reaches %s: %v", one.base, one.listen, got)
		}
	}
}

// TestARelayToItselfDoesNotStart, and gives its address free again.
func TestARelayToItselfDoesNotStart(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	base := "http://user:canary@" + at + "/v1"
	o := Options{Address: at, Targets: []Target{{Target: proxy.Target{Base: base, Client: client.New(client.WithBaseURL(base))}}}}
	var loop *LoopError
	if _, err := Start(t.Context(), o); !errors.As(err, &loop) || !strings.Contains(err.Error(), at) || strings.Contains(err.Error(), "canary") {
		t.Fatal(err)
	}
	if l, err = net.Listen("tcp", at); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}
