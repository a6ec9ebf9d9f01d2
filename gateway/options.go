package gateway

import (
	"cmp"
	"log/slog"
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
}

func defaults() settings {
	return settings{
		word:      "service",
		pace:      8 * time.Millisecond,
		maxBody:   32 << 20,
		timeLimit: 5 * time.Minute,
		inFlight:  256,
		logger:    slog.New(slog.DiscardHandler),
		rails:     sync.OnceValue(guard.Default), // read when the first request needs them
	}
}

// WithKeys is the API keys that are let in. Without any, every non-empty bearer
// is.
func WithKeys(keys ...string) Option {
	return func(s *settings) { s.keys = append(s.keys, keys...) }
}

// WithService is the service's own word, "service" by default: the header is
// X-<Word>-Metadata, the member <word>_metadata, and server tools are named
// <word>:<tool>. It is used in lower case; an empty word changes nothing.
func WithService(word string) Option {
	return func(s *settings) { s.word = cmp.Or(strings.ToLower(word), s.word) }
}

// WithPace is the time between two deltas of a stream, 8 ms by default; 0 sends
// as fast as the client reads.
func WithPace(d time.Duration) Option { return func(s *settings) { s.pace = d } }

// WithMaxBody is the largest request body in bytes, 32 MiB by default; a larger
// one is a 413.
func WithMaxBody(bytes int64) Option { return func(s *settings) { s.maxBody = bytes } }

// WithTimeLimit is how long a request may take, 5 minutes by default; 0 is
// without limit. Where nothing has been sent yet it ends as a 408, a stream ends
// with response.failed.
func WithTimeLimit(d time.Duration) Option { return func(s *settings) { s.timeLimit = d } }

// WithRateLimit is how many requests a key may make in a minute; 0, the default,
// is without limit. One more is a 429 with Retry-After.
func WithRateLimit(perMinute int) Option { return func(s *settings) { s.perMinute = perMinute } }

// WithMaxRequests is how many requests are answered at once, 256 by default; 0 is
// without limit. One more is a 503 with Retry-After.
func WithMaxRequests(n int) Option { return func(s *settings) { s.inFlight = n } }

// WithAllowedHosts is the names that the Host of a request may have beside those
// of loopback, where the listener is on loopback ([Gateway.Serve]). Another name
// is a 421.
func WithAllowedHosts(names ...string) Option {
	return func(s *settings) {
		for _, name := range names {
			s.hosts = append(s.hosts, hostname(name))
		}
	}
}

// WithoutRankings makes the rankings of models unavailable: routers then use the
// default model set, and say so ("Router fields").
func WithoutRankings() Option { return func(s *settings) { s.noRankings = true } }

// WithLogger logs one line for every request. Keys and bodies are not logged.
func WithLogger(l *slog.Logger) Option { return func(s *settings) { s.logger = l } }

// WithGuardrails is the rules that requests are looked at by; without this
// option they are the built-in ones ([guard.Default]).
func WithGuardrails(rules *guard.Rules) Option {
	return func(s *settings) { s.rails = func() *guard.Rules { return rules } }
}

// WithKeyHints lets answers tell of the playground's keys. Without it they do
// not: another client has other keys.
func WithKeyHints() Option { return func(s *settings) { s.keyHints = true } }
