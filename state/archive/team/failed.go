package team

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// UnreachedError is the error of a database to which no connection could be made.
type UnreachedError struct {
	At      string // hosts and ports
	Why     string // one line
	Refused bool   // the server answered with the reason
	err     error
}

func (e *UnreachedError) Error() string {
	if e.Refused {
		return fmt.Sprintf("the team's database at %s: %s", e.At, e.Why)
	}
	return fmt.Sprintf("the team's database at %s cannot be reached: %s", e.At, e.Why)
}

// Unwrap returns the driver's error.
func (e *UnreachedError) Unwrap() error { return e.err }

// RightsError is the error of a login that may not do what was asked.
type RightsError struct {
	why string
	err error
}

func (e *RightsError) Error() string { return e.why }

// Unwrap returns the driver's error.
func (e *RightsError) Unwrap() error { return e.err }

// denied reports whether the database refused for lack of rights.
func denied(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42501"
}

// mayWrite returns err, or a *RightsError if this login may not write.
func (s *Store) mayWrite(ctx context.Context, err error) error {
	if !denied(err) {
		return err
	}
	var login string
	var may bool
	if e := s.pool.QueryRow(ctx, "SELECT session_user, "+canWrite).Scan(&login, &may); e != nil || may {
		return err
	}
	return &RightsError{fmt.Sprintf("%s may only read this history; GRANT %s TO %s lets it share", login, WriteRole, quoted(login)), err}
}

// quoted returns a name as SQL has it, in quotes if it needs them.
func quoted(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == "" {
		return name
	}
	return pgx.Identifier{name}.Sanitize()
}

// Conditions for the rights of a login.
const (
	canWrite = "has_function_privilege('gatehouse.open_day(integer)', 'execute')"
	canPrune = "pg_has_role(session_user, (SELECT nspowner FROM pg_namespace WHERE nspname = 'gatehouse'), 'member')"
)

// mayPrune returns a *RightsError if this login may not drop days.
func (s *Store) mayPrune(ctx context.Context) error {
	var login, owner string
	var may bool
	err := s.pool.QueryRow(ctx, "SELECT session_user, "+canPrune+", (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'gatehouse')").Scan(&login, &may, &owner)
	if err == nil && !may {
		err = &RightsError{why: fmt.Sprintf("%s may not remove days; only the owner of this history, %s, may; --own removes what a login shared itself", login, owner)}
	}
	return err
}

// unreached returns an error of connecting in one line: the driver writes one for each attempt.
func unreached(c *pgconn.ConnectError, err error) error {
	e := &UnreachedError{At: hosts(c.Config), err: err}
	var pg *pgconn.PgError
	if e.Refused = errors.As(err, &pg); e.Refused {
		e.Why = pg.Message
	} else {
		e.Why = strings.Join(causes(c), "; ")
	}
	return e
}

// At returns the host, the port and the database of an address without its login, or "" if it is
// malformed.
func At(url string) string {
	c, err := pgconn.ParseConfig(url)
	if err != nil {
		return ""
	}
	return hosts(c) + "/" + c.Database
}

// hosts returns the addresses to which a connection is tried.
func hosts(c *pgconn.Config) string {
	all := []string{host(c.Host, c.Port)}
	for _, f := range c.Fallbacks { // the same host without TLS, or others
		if h := host(f.Host, f.Port); !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	return strings.Join(all, " or ")
}

func host(name string, port uint16) string {
	if strings.HasPrefix(name, "/") { // the folder of a socket
		return name
	}
	return net.JoinHostPort(name, strconv.Itoa(int(port)))
}

// causes returns why the attempts failed, each cause once. That a server refuses TLS is none if it
// was tried without TLS too.
func causes(c *pgconn.ConnectError) (all []string) {
	attempts := []error{errors.Unwrap(c)}
	if joined, several := attempts[0].(interface{ Unwrap() []error }); several {
		attempts = joined.Unwrap()
	}
	noTLS := ""
	for _, a := range attempts {
		why := cause(a)
		switch {
		case strings.Contains(why, "refused TLS"):
			noTLS = why
		case !slices.Contains(all, why):
			all = append(all, why)
		}
	}
	if len(all) == 0 {
		all = []string{noTLS}
	}
	return all
}

// cause returns why an attempt failed, without the stages of the driver.
func cause(err error) string {
	var number syscall.Errno
	var name *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded), pgconn.Timeout(err):
		return "no answer in time"
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &name):
		return name.Err
	}
	why := err.Error()
	if inner := errors.Unwrap(err); inner != nil { // the address is in front of the outer
		why = inner.Error()
	}
	return strings.Join(strings.Fields(why), " ")
}

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
