package telemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/state/share/otlp"
)

// DefaultTimeout is how long a request may take unless the settings say otherwise.
const DefaultTimeout = 10 * time.Second

// Endpoint is a collector and how requests are sent to it.
type Endpoint struct {
	URL     string      // to which requests are posted, path included
	Header  http.Header // sent to it alone; the values may be keys
	Format  otlp.Format
	Timeout time.Duration // of one request; 0: DefaultTimeout
	CAFile  string        // PEM file of certificates trusted besides the system's
}

// Shown returns the address without its query, which may contain a key.
func (e Endpoint) Shown() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return "the collector"
	}
	return u.Scheme + "://" + u.Host + u.EscapedPath()
}

// Secrets returns the values of its headers, and their words.
func (e Endpoint) Secrets() (all []string) {
	for _, values := range e.Header {
		for _, v := range values {
			all = append(append(all, v), strings.Fields(v)...)
		}
	}
	return all
}

// poster posts requests to an endpoint.
type poster struct {
	Endpoint
	client  *http.Client
	secrets *capture.Secrets
	ctx     context.Context
	stop    context.CancelFunc
}

func newPoster(e Endpoint) (*poster, error) {
	transport, err := client.NewTransport(e.CAFile, "")
	if err != nil {
		return nil, err
	}
	if e.Timeout == 0 {
		e.Timeout = DefaultTimeout
	}
	p := &poster{Endpoint: e, secrets: capture.NewSecrets(e.Secrets()...)}
	p.client = &http.Client{Transport: transport, Timeout: e.Timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // the headers are for this address alone
	}}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p, nil
}

// refusal is the error of a status that is no success.
type refusal struct {
	status  int
	message string
	after   time.Duration // to wait before the next attempt; negative: not given
}

func (r *refusal) Error() string {
	words := strings.TrimSpace(strconv.Itoa(r.status) + " " + http.StatusText(r.status))
	if r.message != "" {
		words += ": " + r.message
	}
	return words
}

// maxAfter limits the wait that a collector can request.
const maxAfter = tryFor

// retry reports whether a request may be sent again, and after what time; asked: the collector
// named it (https://opentelemetry.io/docs/specs/otlp/#failures-1).
func retry(err error, wait time.Duration) (again bool, after time.Duration, asked bool) {
	var r *refusal
	if !errors.As(err, &r) {
		return true, wait, false // no connection, or no answer in time
	}
	switch r.status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if r.after >= 0 {
			return true, min(r.after, maxAfter), true
		}
		return true, wait, false
	}
	return false, 0, false
}

// delivery is the answer of a collector.
type delivery struct {
	otlp.Answer
	err  error  // the answer is no OTLP
	what string // its content type
}

const maxAnswer = 64 << 10 // bytes read of an answer

// send posts a request. The error is a *refusal, or why there was no answer, without secrets.
func (p *poster) send(body []byte) (delivery, error) {
	r, err := p.request(body)
	if err != nil {
		return delivery{}, err
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return delivery{}, errors.New(p.clean(p.cause(err)))
	}
	defer answer.Body.Close()
	kind := answer.Header.Get("Content-Type")
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if answer.StatusCode < 200 || answer.StatusCode >= 300 {
		return delivery{}, &refusal{answer.StatusCode, p.clean(otlp.ReadStatus(kind, text)), retryAfter(answer.Header.Get("Retry-After"))}
	}
	if err != nil {
		return delivery{}, errors.New(p.clean(p.cause(err)))
	}
	d := delivery{what: p.clean(kind)}
	d.Answer, d.err = otlp.ReadAnswer(kind, text)
	if d.what == "" {
		d.what = "without a content type"
	}
	d.Message = p.clean(d.Message)
	return d, nil
}

func (p *poster) request(body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(p.ctx, http.MethodPost, p.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range p.Header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	r.Header.Set("Content-Type", p.Format.ContentType())
	r.Header.Set("User-Agent", "gatehouse")
	return r, nil
}

// cause returns why there was no answer.
func (p *poster) cause(err error) string {
	if p.ctx.Err() != nil {
		return "no answer before the program ended"
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		if wrapped.Timeout() {
			return fmt.Sprintf("no answer within %s", p.Timeout)
		}
		err = wrapped.Err
	}
	var system *os.SyscallError
	if errors.As(err, &system) {
		err = system.Err
	}
	words := err.Error()
	if strings.Contains(words, "malformed HTTP response") {
		words = "the answer is no HTTP"
		if u, err := url.Parse(p.URL); err == nil && u.Port() == "4317" {
			words += "; port 4317 is that of OTLP over gRPC as a rule, 4318 that over HTTP"
		}
	}
	return words
}

// clean removes secrets from a text and limits its length.
func (p *poster) clean(text string) string {
	const maxBytes = 300
	text = p.secrets.Text(text)
	return strings.ToValidUTF8(text[:min(len(text), maxBytes)], "")
}

// retryAfter parses Retry-After (RFC 9110, section 10.2.3); negative for none.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && seconds >= 0 {
		return min(time.Duration(min(seconds, 1<<20))*time.Second, maxAfter)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return -1
}
