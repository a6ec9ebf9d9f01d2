package main

import (
	"io"
	"net"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/effect/config"
)

func TestWhereTheProxyOfThePlaygroundLeads(t *testing.T) {
	path := configured(t, "[profiles.work]\nbase_url = \"https://work.example/v1\"\nca_file = \"/ca.pem\"\npersist = false\n")
	file, err := config.Load(path, true)
	if err != nil {
		t.Fatal(err)
	}
	c := &common{file: file}
	local := app.Connection{Local: true}
	to, err := (recording{to: "work"}).connection(c, local)
	if err != nil || to.Name != "work" || to.BaseURL != "https://work.example/v1" || to.CAFile != "/ca.pem" || !to.NoHistory {
		t.Errorf("a profile: %+v, %v", to, err)
	}
	if to, err = (recording{to: "http://127.0.0.1:9/v1"}).connection(c, local); err != nil || to.BaseURL != "http://127.0.0.1:9/v1" || to.Name != "" {
		t.Errorf("an address: %+v, %v", to, err)
	}
	if to, err = (recording{to: "local"}).connection(c, local); err != nil || !to.Local {
		t.Errorf("the local gateway: %+v, %v", to, err)
	}
	if _, err = (recording{to: "wrok"}).connection(c, local); err == nil {
		t.Error("a profile that is not there is taken")
	}
}

// TestThePortOfThePlaygroundsProxyIsInUse: it ends before there is a screen, and names the
// port and the flag.
func TestThePortOfThePlaygroundsProxyIsInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	cmd, terminal := screen(t, []string{"--proxy", "local", "--proxy-addr", at})
	printed, _ := io.ReadAll(terminal) // a terminal without a program ends in an error
	if cmd.Wait() == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("exit code %d", cmd.ProcessState.ExitCode())
	}
	want := "gatehouse: cannot listen on " + at + ": the port is already in use; choose another address with --proxy-addr (port 0: any)"
	if got := strings.TrimSpace(string(printed)); got != want {
		t.Errorf("printed %q\nwant %q", got, want)
	}
}

// TestPlaygroundProxyListensOnItsAddress, and again there once it was stopped.
func TestPlaygroundProxyListensOnItsAddress(t *testing.T) {
	var o app.Options
	stop, err := recording{to: "local", addr: "127.0.0.1:0"}.start(t.Context(), &common{file: &config.File{}}, &o)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for range 2 {
		l, err := o.Listen(t.Context(), "tcp", o.ProxyAddr)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Addr().String(); got != o.ProxyAddr || strings.HasSuffix(got, ":0") {
			t.Errorf("listens on %s, want %s", got, o.ProxyAddr)
		}
		l.Close()
	}
}

func TestAProxyAddressThatIsNone(t *testing.T) {
	for _, args := range [][]string{{"--proxy-addr", "8089"}, {"--proxy", "local", "--proxy-addr", "127.0.0.1"}, {"--plain", "--proxy-addr", "127.0.0.1:0"}} {
		program(t, "", args...).wants(t, exitUsage, "--proxy-addr")
	}
}
