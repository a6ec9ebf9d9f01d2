package doctor

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"gatehouse/state/report"
)

// recording reports whether the recording proxy can listen, and who uses its port.
func (m Machine) recording(ctx context.Context, found func(report.Finding)) {
	if m.ProxyAddress == "" {
		return
	}
	if m.ProxyOn {
		found(step("proxy", report.OK, "this program listens on "+m.ProxyAddress, "", ""))
		return
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", m.ProxyAddress)
	switch {
	case err == nil:
		_ = l.Close()
		found(step("proxy", report.OK, m.ProxyAddress+" is free", "", ""))
	case !errors.Is(err, syscall.EADDRINUSE):
		found(step("proxy", report.Warning, err.Error(), "", ""))
	case records(ctx, m.ProxyAddress):
		found(step("proxy", report.OK, "gatehouse listens on "+m.ProxyAddress+" already", "", ""))
	default:
		found(step("proxy", report.Warning, m.ProxyAddress+" is in use", "The playground's proxy needs it.",
			"stop the program that uses it; --proxy-addr takes another port"))
	}
}

// records reports whether a proxy of gatehouse listens on an address. That rejects a Host that is not
// loopback with a message that names gatehouse, before anything is forwarded.
func records(ctx context.Context, address string) bool {
	ctx, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/", nil)
	if err != nil {
		return false
	}
	req.Host = "doctor.invalid"
	direct := &http.Transport{DisableKeepAlives: true}
	resp, err := direct.RoundTrip(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10)) // a part of it is enough
	return resp.StatusCode == http.StatusMisdirectedRequest && strings.Contains(string(text), "gatehouse")
}
