package doctor

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"gatehouse/app/connection"
	"gatehouse/client"
)

// connection tests the connection in force and returns its address; empty where there is
// none.
func (m Machine) connection(ctx context.Context, report func(connection.Step)) (base string) {
	if m.Target == nil && m.ConfigErr == nil {
		report(step("address", connection.Failed, "not connected: the settings could not be used when the program started",
			"They can be used now.", m.ConnectWith+" chooses a connection"))
		return ""
	}
	if m.Target == nil {
		report(step("address", connection.Skipped, "not checked: the settings cannot be used", "", ""))
		return ""
	}
	target, err := m.Target(ctx)
	if err != nil {
		report(step("address", connection.Failed, err.Error(), "", ""))
		return ""
	}
	report(step("address", connection.OK, m.Connection+" at "+client.New(client.WithBaseURL(target.BaseURL)).Secrets().Address(target.BaseURL), "", ""))
	connection.Test(ctx, target, report)
	return target.BaseURL
}

// proxies lists the proxies of the environment, and warns of those that cannot be read.
// Where the connection uses such a proxy, its own test has failed.
func (m Machine) proxies(report func(connection.Step)) {
	found := false
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
		found = true
		s := step(name, connection.OK, withoutPassword(value), "", "")
		if client.ProxyFault(scheme+"://gateway.invalid", m.Getenv) != "" {
			s = step(name, connection.Warned, "not a valid proxy address", "", "write it as http://host:port, or unset it")
		}
		report(s)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		if value := m.Getenv(name); value != "" {
			found = true
			report(step(name, connection.OK, value, "", ""))
			break
		}
	}
	for _, name := range []string{"ALL_PROXY", "all_proxy"} {
		if m.Getenv(name) != "" {
			found = true
			report(step(name, connection.Warned, "set, but not used", "", "set HTTPS_PROXY and HTTP_PROXY, or proxy in the profile"))
			break
		}
	}
	if !found {
		report(step("environment", connection.OK, "none set", "", ""))
	}
}

// withoutPassword is the address of a proxy as it may be shown.
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

// offers says what could be connected to besides the connection in force, whose address is
// base.
func (m Machine) offers(ctx context.Context, base string, report func(connection.Step)) {
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
		report(step(o.Service.Name, connection.OK, o.String(), "", how))
	}
}
