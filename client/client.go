// Package client talks to a model gateway. Do makes one exchange, such as POST /responses
// or POST /rerank of the API document, and records it byte for byte; Models reads the
// answer to GET /models.
//
// The client never retries and never follows a redirect: an exchange is one
// request and its answer.
package client

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"gatehouse/client/capture"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// Client makes exchanges with one gateway. It is safe for concurrent use.
type Client struct {
	base      *url.URL
	service   string // the word in header and member names
	header    http.Header
	maxLine   int64
	maxBody   int64
	transport http.RoundTripper
	withProxy bool // WithProxy named the proxy, not the environment
	secrets   *capture.Secrets
	kind      Transport
	upgrade   *atomic.Bool // the gateway has required a WebSocket
	err       error
}

// settings are what the options set.
type settings struct {
	Client
	baseURL, key     string
	basic            bool // the key is user:password
	caFile, proxyURL string
	many             bool // idle connections are reused
	known            []string
}

// Option sets one thing about a client.
type Option func(*settings)

// WithBaseURL sets the address that /responses, /rerank and /models are appended to.
func WithBaseURL(address string) Option { return func(s *settings) { s.baseURL = address } }

// WithKey sets the API key, sent as a bearer token (API document,
// "Authentication"). Without one no Authorization header is sent.
func WithKey(key string) Option { return func(s *settings) { s.key = key } }

// WithBasic sends the key as user:password (RFC 7617) instead of as a bearer token.
func WithBasic() Option { return func(s *settings) { s.basic = true } }

// WithService sets the word for the service's name in headers and members, as in
// X-Service-Metadata; "service" by default.
func WithService(word string) Option {
	return func(s *settings) { s.service = cmp.Or(word, s.service) }
}

// WithHeader adds a header to every request. A header that carries a credential is never
// recorded.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.header.Add(name, value) }
}

// DefaultMaxBody is the default cap on a body in bytes: 256 MiB.
const DefaultMaxBody = 256 << 20

// WithMaxBody sets the cap on the body of an answer in bytes, decompressed; DefaultMaxBody
// for 0 and by default. The index of chunks and frames counts instead if it is larger than
// the body.
func WithMaxBody(bytes int64) Option {
	return func(s *settings) {
		if bytes > 0 {
			s.maxBody = bytes
		}
	}
}

// WithCAFile trusts the PEM certificates in a file besides the system's.
func WithCAFile(name string) Option { return func(s *settings) { s.caFile = name } }

// WithProxy sends every request through the proxy at an address, also one to this machine;
// without it, or with an empty address, the environment names the proxy, and none for this
// machine.
func WithProxy(address string) Option { return func(s *settings) { s.proxyURL = address } }

// WithManyConnections reuses as many connections to the server as were open at once.
func WithManyConnections() Option { return func(s *settings) { s.many = true } }

// WithTransport sends requests through t; WithCAFile and WithProxy then have no effect.
func WithTransport(t http.RoundTripper) Option { return func(s *settings) { s.transport = t } }

// WithSecrets names further texts that must not be recorded.
func WithSecrets(texts ...string) Option {
	return func(s *settings) { s.known = append(s.known, texts...) }
}

// maxIdle is the number of idle connections with WithManyConnections.
const maxIdle = 512

// New returns a client. An error in the options (see Err) ends every exchange before
// anything is sent.
func New(opts ...Option) *Client {
	s := &settings{Client: Client{
		service: "service", header: http.Header{}, maxLine: sse.DefaultMaxLine, maxBody: DefaultMaxBody,
		upgrade: new(atomic.Bool),
	}}
	for _, opt := range opts {
		opt(s)
	}
	c := s.Client
	known := append(s.known, s.key)
	c.base, c.err = parseBase(s.baseURL)
	if c.base != nil {
		known = append(known, capture.InAddress(c.base.String())...)
	}
	known = append(known, capture.Credentials(wire.Sent{Header: c.header})...)
	switch {
	case s.key != "" && s.basic:
		_, password, _ := strings.Cut(s.key, ":")
		known = append(known, password, basic(s.key))
		c.header.Set("Authorization", "Basic "+basic(s.key))
	case s.key != "":
		c.header.Set("Authorization", "Bearer "+s.key)
	}
	if c.transport == nil {
		t, err := NewTransport(s.caFile, s.proxyURL)
		if s.many {
			t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, maxIdle
		}
		c.transport, c.err = t, errors.Join(c.err, err)
		c.withProxy = s.proxyURL != ""
	}
	c.secrets = capture.NewSecrets(append(known, c.proxySecrets()...)...)
	return &c
}

// Identify sets the key and the header fields of the connection in the header of a request.
func (c *Client) Identify(h http.Header) { maps.Copy(h, c.header.Clone()) }

// Err returns the error in the options: an invalid address of the gateway or of a proxy, or
// an unreadable certificate file.
func (c *Client) Err() error { return c.err }

// Secrets returns what the client never records: keys, passwords, credentials in headers
// and in the address.
func (c *Client) Secrets() *capture.Secrets { return c.secrets }

// secretsOf returns the secrets with the credentials in the header of a call.
func (c *Client) secretsOf(call http.Header) *capture.Secrets {
	return c.secrets.With(capture.Credentials(wire.Sent{Header: call})...)
}

// WithExtraSecrets returns the client with further secrets that it never records. Both use the same
// connections.
func (c *Client) WithExtraSecrets(more *capture.Secrets) *Client {
	knowing := *c
	knowing.secrets = c.secrets.Join(more)
	return &knowing
}

// Service returns the word of WithService.
func (c *Client) Service() string { return c.service }

// Close closes idle connections.
func (c *Client) Close() {
	if t, ok := c.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// parseBase reads the address that paths are appended to.
func parseBase(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil:
		if wrong, ok := errors.AsType[*url.Error](err); ok {
			err = wrong.Err // the address may hold a password
		}
		return nil, fmt.Errorf("the base URL cannot be read: %w", err)
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, errors.New("the base URL must begin with http:// or https:// and name a host")
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/"), strings.TrimSuffix(u.RawPath, "/")
	u.Fragment = ""
	return u, nil
}

// basic encodes user:password as RFC 7617 does.
func basic(userPassword string) string {
	return base64.StdEncoding.EncodeToString([]byte(userPassword))
}

// NewTransport returns a transport that adds nothing by itself, no compression above all,
// so that the recorded bytes are those that were read. See WithCAFile and WithProxy; either
// argument may be empty.
func NewTransport(caFile, proxy string) (*http.Transport, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	t.OnProxyConnectResponse = checkTunnel
	if proxy != "" {
		if err := CheckProxy(proxy); err != nil {
			return t, err
		}
		u, _ := url.Parse(proxy)
		t.Proxy = http.ProxyURL(u)
	}
	if caFile == "" {
		return t, nil
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return t, fmt.Errorf("the certificate file cannot be read: %w; correct ca_file", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return t, fmt.Errorf("the certificate file %s holds no PEM certificate; one begins with -----BEGIN CERTIFICATE-----", caFile)
	}
	t.TLSClientConfig = &tls.Config{RootCAs: pool}
	return t, nil
}
