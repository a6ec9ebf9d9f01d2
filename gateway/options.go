package gateway

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"gatehouse/gateway/guard"
)

// Option changes how a gateway works.
type Option func(*settings)

type settings struct {
	keys       []string
	word       string
	pace       time.Duration
	maxBody    int64
	timeLimit  time.Duration
	perMinute  int
	inFlight   int
	hosts      []string
	logger     *slog.Logger
	rails      func() *guard.Rules
	noRankings bool
	keyHints   bool
	front      func(http.Handler) http.Handler
	paths      []string // that front answers
}

func defaults() settings {
	return settings{
		word:      "service",
		pace:      8 * time.Millisecond,
		maxBody:   32 << 20,
		timeLimit: 5 * time.Minute,
		inFlight:  256,
		logger:    slog.New(slog.DiscardHandler),
		front:     func(h http.Handler) http.Handler { return h },
		rails:     sync.OnceValue(guard.Default), // loaded at the first request
	}
}

// WithKeys sets the accepted API keys. Without it every non-empty bearer token is accepted.
func WithKeys(keys ...string) Option {
	return func(s *settings) { s.keys = append(s.keys, keys...) }
}

// WithService sets the service's word, "service" by default: the header is X-<Word>-Metadata, the
// member <word>_metadata, and server tools are named <word>:<tool>. It is converted to lower case;
// "" is ignored.
func WithService(word string) Option {
	return func(s *settings) { s.word = cmp.Or(strings.ToLower(word), s.word) }
}

// WithPace sets the time between two deltas of a stream, 8 ms by default; 0 is as fast as the
// client reads.
func WithPace(d time.Duration) Option { return func(s *settings) { s.pace = d } }

// WithMaxBody sets the maximum length of a request body in bytes, 32 MiB by default; a longer one
// is a 413.
func WithMaxBody(bytes int64) Option { return func(s *settings) { s.maxBody = bytes } }

// WithTimeLimit sets the maximum duration of a request, 5 minutes by default; 0 is no limit. The
// request ends with a 408, or its stream with response.failed.
func WithTimeLimit(d time.Duration) Option { return func(s *settings) { s.timeLimit = d } }

// WithRateLimit sets how many requests a key may make in a minute; 0, the default, is no limit. A
// further one is a 429 with Retry-After.
func WithRateLimit(perMinute int) Option { return func(s *settings) { s.perMinute = perMinute } }

// WithMaxRequests sets the maximum number of concurrent requests, 256 by default; 0 is no limit. A
// further one is a 503 with Retry-After.
func WithMaxRequests(n int) Option { return func(s *settings) { s.inFlight = n } }

// WithAllowedHosts sets names that are allowed in Host in addition to loopback names, if the
// listener is on loopback ([Gateway.Serve]). Any other name is a 421.
func WithAllowedHosts(names ...string) Option {
	return func(s *settings) {
		for _, name := range names {
			s.hosts = append(s.hosts, hostname(name))
		}
	}
}

// WithoutRankings makes the rankings of models unavailable: routers then use the default model set
// ("Router fields").
func WithoutRankings() Option { return func(s *settings) { s.noRankings = true } }

// WithLogger logs one line for every request. Keys and bodies are not logged.
func WithLogger(l *slog.Logger) Option { return func(s *settings) { s.logger = l } }

// WithGuardrails sets the guardrails, by default those of [guard.Default].
func WithGuardrails(rules *guard.Rules) Option {
	return func(s *settings) { s.rails = func() *guard.Rules { return rules } }
}

// WithFront makes [Gateway.Serve] answer with a handler that wrap puts in front of the gateway. Its
// paths, such as "POST /other", are listed where there is no such path.
func WithFront(wrap func(http.Handler) http.Handler, paths ...string) Option {
	return func(s *settings) { s.front, s.paths = wrap, paths }
}

// WithKeyHints lets answers mention the playground's keys, which other clients do not have.
func WithKeyHints() Option { return func(s *settings) { s.keyHints = true } }
