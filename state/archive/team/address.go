package team

import (
	"crypto/tls"
	"net"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// Password returns the password for a database: that of its address, else that of PGPASSWORD or of
// ~/.pgpass; "" if there is none or the address is malformed.
func Password(address string) string {
	c, err := pgconn.ParseConfig(address)
	if err != nil {
		return ""
	}
	return c.Password
}

// Unencrypted returns the hosts and ports to which a connection may be made without encryption,
// according to sslmode in the address or PGSSLMODE.
func Unencrypted(address string) (hosts []string) {
	c, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil
	}
	add := func(host string, port uint16, encrypted *tls.Config) {
		if network, _ := pgconn.NetworkAddress(host, port); network != "unix" && encrypted == nil {
			hosts = append(hosts, net.JoinHostPort(host, strconv.Itoa(int(port))))
		}
	}
	add(c.Host, c.Port, c.TLSConfig)
	for _, f := range c.Fallbacks { // other hosts, and the same without TLS
		add(f.Host, f.Port, f.TLSConfig)
	}
	return hosts
}
