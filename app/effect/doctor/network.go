package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"gatehouse/app/effect/connection"
	"gatehouse/client"
	"gatehouse/state/report"
)

// connection tests the connection in force and returns its address, or "".
func (m Machine) connection(ctx context.Context, found func(report.Finding)) (base string) {
	if m.Target == nil && m.ConfigErr == nil {
		found(step("address", report.Failed, "not connected: the settings could not be used when the program started",
			"They can be used now.", m.ConnectWith+" chooses a connection"))
		return ""
	}
	if m.Target == nil {
		found(step("address", report.Skipped, "not checked: the settings cannot be used", "", ""))
		return ""
	}
	target, err := m.Target(ctx)
	if err != nil {
		found(step("address", report.Failed, err.Error(), "", ""))
		return ""
	}
	found(step("address", report.OK, m.Connection+" at "+client.New(client.WithBaseURL(target.BaseURL)).Secrets().Address(target.BaseURL), "", ""))
	connection.Test(ctx, target, found)
	return target.BaseURL
}

// proxies lists the proxies of the environment, and warns of invalid ones. If the connection uses
// one of these, its test has failed.
func (m Machine) proxies(found func(report.Finding)) {
	any := false
	for _, scheme := range []string{"http", "https"} {
		name := strings.ToUpper(scheme) + "_PROXY"
		value := m.Getenv(name)
		if value == "" {
			name = strings.ToLower(name)
			value = m.Getenv(name)
		}
		if value == "" {
			continue
		}
		any = true
		s := step(name, report.OK, withoutPassword(value), "", "")
		if client.ProxyFault(scheme+"://gateway.invalid", m.Getenv) != "" {
			s = step(name, report.Warning, "not a valid proxy address", "", "write it as http://host:port, or unset it")
		}
		found(s)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		if value := m.Getenv(name); value != "" {
			any = true
			found(step(name, report.OK, value, "", ""))
			break
		}
	}
	for _, name := range []string{"ALL_PROXY", "all_proxy"} {
		if m.Getenv(name) != "" {
			any = true
			found(step(name, report.Warning, "set, but not used", "", "set HTTPS_PROXY and HTTP_PROXY, or proxy in the profile"))
			break
		}
	}
	if !any {
		found(step("environment", report.OK, "none set", "", ""))
	}
}

func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" { // host:port without a scheme, perhaps after user:password@
		if at := strings.LastIndex(address, "@"); at >= 0 {
			return "***@" + address[at+1:]
		}
		return address
	}
	return u.Redacted()
}

// offers lists the connections to offer, except the one in force at base.
func (m Machine) offers(ctx context.Context, base string, found func(report.Finding)) {
	if m.Offers == nil {
		return
	}
	for _, o := range m.Offers(ctx, m.Getenv) {
		if o.Service.BaseURL == base {
			continue
		}
		how := "use it with gatehouse --profile " + o.Service.ID
		if o.KeyEnv != "" {
			how = fmt.Sprintf(`use it with GATEHOUSE_API_KEY="$%s" gatehouse --profile %s`, o.KeyEnv, o.Service.ID)
		}
		found(step(o.Service.Name, report.OK, o.String(), "", how))
	}
}

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
