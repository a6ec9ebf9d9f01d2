package gateway

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"math"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"gatehouse/gateway/fault"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// admit checks the key and its rate limit ("Authentication").
func (x *exchange) admit() *fault.Failure {
	header := x.r.Header.Get("Authorization")
	if header == "" {
		return fault.NewFailure(http.StatusUnauthorized, "Missing Authentication header: send Authorization: Bearer <API_KEY>")
	}
	scheme, key, _ := strings.Cut(header, " ")
	key = strings.TrimSpace(key)
	if !strings.EqualFold(scheme, "Bearer") || key == "" {
		return fault.NewFailure(http.StatusUnauthorized, "The Authorization header has no bearer token: send Authorization: Bearer <API_KEY>")
	}
	if !x.isKnownKey(key) {
		return fault.NewFailure(http.StatusUnauthorized, "Invalid credentials: unknown API key")
	}
	x.user = account(key)
	if wait := x.limit.wait(x.user, x.start); wait > 0 {
		f := fault.NewFailure(http.StatusTooManyRequests, fmt.Sprintf(
			"Rate limit exceeded: %d requests per minute. Retry after %d s.", x.perMinute, wait))
		f.RetryAfter = wait
		return f
	}
	return nil
}

// isKnownKey compares a key with every allowed key, in constant time.
func (g *Gateway) isKnownKey(key string) bool {
	if len(g.keys) == 0 {
		return true
	}
	sum := sha256.Sum256([]byte(key))
	found := 0
	for _, k := range g.keys {
		want := sha256.Sum256([]byte(k))
		found |= subtle.ConstantTimeCompare(sum[:], want[:])
	}
	return found == 1
}

// account returns the identity of a key, which does not reveal the key.
func account(key string) string {
	sum := sha256.Sum256([]byte("gatehouse account\x00" + key))
	return "user_" + hex.EncodeToString(sum[:6])
}

// hostFailure returns the failure of a request whose Host is neither loopback nor allowed, or nil.
// A web page can map its name to 127.0.0.1 (DNS rebinding), and its scripts can then reach a server
// on loopback.
func (x *exchange) hostFailure() *fault.Failure {
	name := hostname(x.r.Host)
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback() || slices.Contains(x.hosts, name) {
		return nil
	}
	return fault.NewFailure(http.StatusMisdirectedRequest, fmt.Sprintf(
		"Host %q is not a loopback name, and this gateway listens on loopback only. "+
			"To accept the name, start the gateway with --allow-host %s.", name, name))
}

// hostname returns the name in a Host header, without port, brackets and final dot.
func hostname(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}

// rateLimit limits the requests of each account per minute.
type rateLimit struct {
	perMinute int
	accounts  *lru.Cache[string, *rate.Limiter]
}

// maxAccounts is the maximum number of stored accounts: without configured keys, clients choose
// theirs. The least recently used is evicted.
const maxAccounts = 10_000

func newRateLimit(perMinute int) *rateLimit {
	accounts, _ := lru.New[string, *rate.Limiter](maxAccounts) // only a size below 1 is an error
	return &rateLimit{perMinute, accounts}
}

// wait counts a request of an account and returns 0, or returns the seconds until one is allowed,
// rounded up.
func (l *rateLimit) wait(user string, now time.Time) int {
	if l.perMinute <= 0 {
		return 0
	}
	limiter, ok := l.accounts.Get(user)
	if !ok {
		limiter = rate.NewLimiter(rate.Every(time.Minute/time.Duration(l.perMinute)), l.perMinute)
		if other, found, _ := l.accounts.PeekOrAdd(user, limiter); found {
			limiter = other // of a request at the same time
		}
	}
	r := limiter.ReserveN(now, 1)
	delay := r.DelayFrom(now)
	if delay > 0 {
		r.CancelAt(now)
	}
	return int(math.Ceil(delay.Seconds()))
}
