package config

import (
	"errors"
	"fmt"
	"net/url"
	"os/user"
	"regexp"
	"slices"
	"strings"
	"time"

	"gatehouse/client/profile"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// Team is the history that a team shares. Of the four members of its address at most one is set;
// without one there is no team.
type Team struct {
	URL     string   `toml:"url"`
	Env     string   `toml:"url_env"`     // name of an environment variable
	Command []string `toml:"url_command"` // program and arguments, no shell
	Keyring string   `toml:"url_keyring"` // entry of the system's keyring
	Share   string   `toml:"share"`       // what is shared: ShareAll, ShareMarked (also when empty), or a filter
	By      string   `toml:"by"`          // who shares it; empty: the login's name on this machine
}

// Values of a team's share other than a filter.
const (
	ShareAll    = "all"
	ShareMarked = "marked"
)

// Set reports whether there is a team.
func (t Team) Set() bool { return !none(t.Address()) }

// Address returns the source of the address of the database.
func (t Team) Address() profile.Key {
	return profile.Key{Value: t.URL, Env: t.Env, Command: t.Command, Keyring: t.Keyring}
}

// Name returns the name under which exchanges are shared.
func (t Team) Name() string {
	if t.By != "" {
		return t.By
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "unknown"
}

// Rule returns the function that reports whether an exchange that is being written is to be
// shared; nil without a team.
func (t Team) Rule() func(*history.Entry) bool {
	if !t.Set() {
		return nil
	}
	switch t.Share {
	case ShareAll:
		return func(*history.Entry) bool { return true }
	case "", ShareMarked:
		return func(*history.Entry) bool { return false }
	}
	q, _ := query.Parse(t.Share, time.Time{}) // Parse has checked it
	return func(e *history.Entry) bool { return query.Holds(q, e) == query.Yes }
}

// Passwords in an address that url.Parse rejects, in a query, and in an address in keywords.
var (
	wrongURL   = regexp.MustCompile(`^[a-z]+://[^:@/?#]*:(.*)@`)
	inQuery    = regexp.MustCompile(`[?&](?:ssl)?password=([^&#]*)`)
	inKeywords = regexp.MustCompile(`(?:^|\s)(?:ssl)?password\s*=\s*(?:'((?:[^'\\]|\\.)*)|((?:[^\s\\]|\\.)*))`)
	escaped    = regexp.MustCompile(`\\(.)`)
)

// Passwords returns the passwords in an address of a database, as written and decoded.
func Passwords(address string) (all []string) {
	add := func(found, meant string) {
		for _, s := range []string{found, meant} {
			if s != "" && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	addCoded := func(found string) {
		meant, _ := url.QueryUnescape(found) // empty for a password that is not encoded
		add(found, meant)
	}
	if !isDatabaseURL(address) {
		for _, m := range inKeywords.FindAllStringSubmatch(address, -1) {
			found := m[1] + m[2]
			add(found, escaped.ReplaceAllString(found, "$1"))
		}
		return all
	}
	if u, err := url.Parse(address); err == nil && u.User != nil {
		password, _ := u.User.Password()
		add(password, password)
	} else if m := wrongURL.FindStringSubmatch(address); err != nil && m != nil {
		addCoded(m[1])
	}
	for _, m := range inQuery.FindAllStringSubmatch(address, -1) {
		addCoded(m[1])
	}
	return all
}

// isDatabaseURL reports whether an address is a URL, and not in keywords.
func isDatabaseURL(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

func (t Team) faults() (all []memberFault) {
	add := func(name string, err error) { all = append(all, memberFault{name, err}) }
	switch sources := countTrue(t.URL != "", t.Env != "", t.Command != nil, t.Keyring != ""); {
	case sources > 1:
		add("", errors.New("more than one source of the address; use one of url, url_env, url_command, url_keyring"))
	case sources == 0 && (t.Share != "" || t.By != ""):
		add("", errors.New("no address; write url, url_env, url_command or url_keyring"))
	}
	if t.URL != "" && !isDatabaseURL(t.URL) {
		add("url", fmt.Errorf("not the address of a PostgreSQL database; write %s", expectedValue([]string{"team", "url"})))
	}
	if t.Command != nil && (len(t.Command) == 0 || t.Command[0] == "") {
		add("url_command", errors.New(`no program; write for example ["pass", "show", "team"]`))
	}
	if err := t.wrongShare(); err != nil {
		add("share", err)
	}
	return all
}

// wrongShare returns an error for a rule that cannot be evaluated when an exchange is written,
// from its columns alone.
func (t Team) wrongShare() error {
	if t.Share == "" || t.Share == ShareAll || t.Share == ShareMarked {
		return nil
	}
	q, err := query.Parse(t.Share, time.Time{})
	if err != nil {
		return err
	}
	if q.Asks("") {
		return fmt.Errorf("words are not known yet when an exchange is shared; write %q, %q or conditions such as origin:proxy", ShareAll, ShareMarked)
	}
	for _, field := range []string{"since", "until", "run"} {
		if q.Asks(field) {
			return fmt.Errorf("%s cannot be asked for here; remove it", field)
		}
	}
	return nil
}
