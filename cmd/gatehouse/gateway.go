package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/gateway"
	"gatehouse/gateway/guard"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
)

// The defaults of --service, --addr and --max-body.
const (
	defaultMaxBody        = 32 << 20
	defaultService        = "service"
	defaultGatewayAddress = "127.0.0.1:8080"
)

// serving are the flags of the gateway command.
type serving struct {
	addr      string
	keys      []string
	maxBody   int64
	timeLimit time.Duration
	pace      time.Duration
	rateLimit int
	inFlight  int
	hosts     []string
	rails     string
	noRanks   bool
}

func newGateway(h host, c *common) *cobra.Command {
	var s serving
	cmd := &cobra.Command{
		Use:   "gateway",
		Short: "Serve the local gateway for other programs",
		Args:  noMore,
		RunE:  interruptible(func(ctx context.Context, _ []string) error { return s.serve(ctx, h, c.flags.Service) }),
	}
	f := cmd.Flags()
	f.StringVar(&s.addr, "addr", defaultGatewayAddress, "address `HOST:PORT` to listen on; port 0: any that is free")
	f.StringArrayVar(&s.keys, "api-key", nil, "accept this API `KEY`, repeatable (visible in ps; GATEHOUSE_GATEWAY_KEYS is not); without it any non-empty bearer token is accepted")
	f.StringArrayVar(&s.hosts, "allow-host", nil, "also accept this Host `NAME` on loopback, repeatable; any other non-loopback Host gets a 421")
	f.Int64Var(&s.maxBody, "max-body", defaultMaxBody, "maximum request body in `BYTES`; a larger one gets a 413")
	f.DurationVar(&s.timeLimit, "time-limit", 5*time.Minute, "maximum duration `D` of a request, then a 408; 0: no limit")
	f.DurationVar(&s.pace, "pace", 8*time.Millisecond, "delay `D` between the deltas of a stream; 0: as fast as the client reads")
	f.IntVar(&s.rateLimit, "rate-limit", 0, "at most `N` requests per minute and key, then a 429; 0: no limit")
	f.IntVar(&s.inFlight, "max-requests", 256, "at most `N` concurrent requests, then a 503; 0: no limit")
	f.StringVar(&s.rails, "guardrails", "", "TOML `FILE` with guardrails that replace the built-in ones")
	f.BoolVar(&s.noRanks, "no-rankings", false, "turn off model rankings; routers then use the default model set")
	return cmd
}

// guardrails returns the option for the rule file; none without one.
func (s *serving) guardrails() ([]gateway.Option, error) {
	if s.rails == "" {
		return nil, nil
	}
	text, err := files.Read(s.rails, files.MaxDocument)
	if err != nil {
		return nil, wrongUsage("--guardrails %w", err)
	}
	rules, err := guard.Parse(text)
	if err != nil {
		return nil, wrongUsage("--guardrails %s: %s", s.rails, err)
	}
	return []gateway.Option{gateway.WithGuardrails(rules)}, nil
}

// check checks the values of the flags.
func (s *serving) check(service string) error {
	switch {
	case s.maxBody < 1:
		return wrongUsage("--max-body %d: must be 1 byte or more", s.maxBody)
	case s.timeLimit < 0:
		return wrongUsage("--time-limit %s: must be 0 or more", s.timeLimit)
	case s.pace < 0:
		return wrongUsage("--pace %s: must be 0 or more", s.pace)
	case s.rateLimit < 0:
		return wrongUsage("--rate-limit %d: must be 0 or more", s.rateLimit)
	case s.inFlight < 0:
		return wrongUsage("--max-requests %d: must be 0 or more", s.inFlight)
	case !config.Word(service):
		return wrongUsage(`--service: %q must be one word of letters, digits, "-" and "_"`, service)
	}
	return checkAddr("--addr", s.addr, defaultGatewayAddress)
}

// serve runs the gateway until ctx ends. It writes only the ready line to stdout.
func (s *serving) serve(ctx context.Context, h host, service string) error {
	service = cmp.Or(service, defaultService)
	if err := s.check(service); err != nil {
		return err
	}
	if list := h.getenv("GATEHOUSE_GATEWAY_KEYS"); list != "" && len(s.keys) == 0 {
		for key := range strings.SplitSeq(list, ",") {
			if key = strings.TrimSpace(key); key == "" {
				return wrongUsage("GATEHOUSE_GATEWAY_KEYS has an empty key; separate keys by single commas")
			}
			s.keys = append(s.keys, key)
		}
	}
	options, err := s.guardrails()
	if err != nil {
		return err
	}
	var listen net.ListenConfig
	ln, err := listen.Listen(ctx, "tcp", s.addr)
	if err != nil {
		return cannotListen(s.addr, "--addr", err)
	}
	if tcp, ok := ln.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() && len(s.keys) == 0 {
		h.say("warning: %s is reachable from other machines and accepts any bearer token; set GATEHOUSE_GATEWAY_KEYS or give --api-key", ln.Addr())
	}
	if _, err := fmt.Fprintf(h.stdout, "gatehouse: local gateway on http://%s%s\n", ln.Addr(), gateway.Prefix); err != nil {
		ln.Close()
		return &exit{exitFailed, fmt.Errorf("the address cannot be printed: %w", err)}
	}
	h.say("try it: %s", s.tryLine(ln.Addr()))
	if s.noRanks {
		options = append(options, gateway.WithoutRankings())
	}
	g := gateway.New(append(options,
		gateway.WithKeys(s.keys...), gateway.WithService(service), gateway.WithMaxBody(s.maxBody),
		gateway.WithTimeLimit(s.timeLimit), gateway.WithPace(s.pace), gateway.WithRateLimit(s.rateLimit),
		gateway.WithMaxRequests(s.inFlight), gateway.WithAllowedHosts(s.hosts...),
		gateway.WithLogger(logTo(h.stderr)), translating(s.maxBody),
	)...)
	if err := g.Serve(ctx, ln); err != nil {
		return &exit{exitFailed, fmt.Errorf("the local gateway stopped: %w", err)}
	}
	return nil
}

// tryLine returns a curl command that sends a request to the gateway. A key is never printed.
func (s *serving) tryLine(at net.Addr) string {
	address, key := at.String(), "'Authorization: Bearer any'"
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		address = net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
	}
	if len(s.keys) > 0 {
		key = `"Authorization: Bearer $` + export.KeyVariable + `"`
	}
	return "curl -sS -N http://" + address + gateway.Prefix + client.ResponsesPath + " -H " + key +
		` -H 'Content-Type: application/json' -d '{"model":"sim/writer","input":"hello","stream":true}'`
}

// translating puts the translation of other APIs in front of a gateway.
func translating(maxBody int64) gateway.Option {
	return gateway.WithFront(func(h http.Handler) http.Handler { return relay.Translate(h, gateway.Prefix, maxBody) },
		relay.TranslatedPaths(gateway.Prefix)...)
}

// cannotListen returns the error of an address that cannot be listened on, with the flag for another.
func cannotListen(addr, flag string, err error) error {
	why := err.Error()
	if op, ok := errors.AsType[*net.OpError](err); ok {
		why = op.Err.Error() // without the address before the reason
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		why = "the port is already in use"
	}
	return &exit{exitFailed, fmt.Errorf("cannot listen on %s: %s; choose another address with %s (port 0: any)", addr, why, flag)}
}

// logTo returns a logger whose lines begin with the program's name. Received text in them is made inert.
func logTo(w io.Writer) *slog.Logger {
	inert := func(line []byte) []byte { return []byte("gatehouse: " + spelling.Inert(string(line))) }
	return slog.New(slog.NewTextHandler(rewriter{w, inert}, nil))
}
