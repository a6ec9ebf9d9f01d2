package main

import (
	"cmp"
	"context"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/config"
	"gatehouse/app/telemetry"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/otlp"
	"gatehouse/state/redact"
)

// spanFlags are the flags of commands whose exchanges can be sent as spans.
func spanFlags(cmd *cobra.Command, c *common) {
	f, to := cmd.Flags(), &c.flags.OTLP
	f.StringVar(&to.URL, "otlp", "", "send each exchange as spans to the OpenTelemetry collector at `URL`; env: the one that OTEL_EXPORTER_OTLP_* name, off: none")
	f.StringVar(&to.Format, "otlp-format", "", "`FORMAT` of the spans: protobuf or json (default protobuf)")
	f.BoolVar(&to.Content, "otlp-content", false, "also send what was asked and answered, masked as exports are")
	completeWords(cmd, "otlp-format", string(otlp.Protobuf), string(otlp.JSON))
}

// flushWithin is how long a program that ends waits for a collector.
const flushWithin = 2 * time.Second

// spans starts what sends the spans of a command; nil where they go nowhere. Where the
// environment alone asks for it, it is said; asked says that then nothing is sent. stop sends
// what is left.
func (c *common) spans(ctx context.Context, h host, s config.Settings, asked bool, say func(string)) (to *telemetry.Sender, stop func(), err error) {
	none := func() {}
	on := &s.Spans
	if asked && !on.Asked {
		return nil, none, nil
	}
	for _, line := range on.Notes {
		say(line)
	}
	if !on.On() {
		if flags := c.flags.OTLP; flags.URL == "" && (flags.Format != "" || flags.Content) {
			return nil, none, wrongUsage("--otlp-format and --otlp-content are without effect: spans go nowhere; give --otlp URL too")
		}
		return nil, none, nil
	}
	header, err := spanHeader(ctx, h, on)
	if err != nil {
		return nil, none, err
	}
	for _, line := range exposedSpans(on.URL, header) {
		say(line)
	}
	end := telemetry.Endpoint{URL: on.URL, Header: header, Format: on.Format, CAFile: on.CAFile}
	to, err = telemetry.Start(telemetry.Options{
		Endpoint: end, Resource: resourceOf(on), Content: on.Content, Say: func(line string) { say("otlp: " + line) },
		Rules: func() (*redact.Rules, error) { return rulesOf(h, s, end.Secrets()...) },
	})
	if err != nil {
		return nil, none, wrongUsage("%s: %w", on.From, err)
	}
	if !on.Asked {
		say("spans go to " + to.Where() + ", as " + on.From + " says; --otlp off stops that")
	}
	return to, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushWithin)
		defer cancel()
		to.Close(ctx)
	}, nil
}

// spanReports are lines about spans on their way to the screen. The last ones come when there is
// none any more.
type spanReports chan string

const mostReports = 16 // there are few of each kind

// say takes a line.
func (r spanReports) say(line string) {
	select {
	case r <- line:
	default:
	}
}

// rest says what the screen did not take.
func (r spanReports) rest(h host) {
	for {
		select {
		case line := <-r:
			h.sayLine(line)
		default:
			return
		}
	}
}

// spanHeader are the header fields of the collector, with its key.
func spanHeader(ctx context.Context, h host, s *config.Spans) (http.Header, error) {
	header := s.Header.Clone()
	key, err := s.Key.Read(ctx, h.getenv)
	switch {
	case err != nil:
		return nil, stopOr(ctx, wrongUsage("[otlp]: %w; correct it in config.toml", err))
	case key == "":
		return header, nil
	case s.KeyHeader != "":
	case !strings.Contains(key, " "): // it names no scheme of its own
		key = "Bearer " + key
	}
	header.Set(cmp.Or(s.KeyHeader, "Authorization"), key)
	return header, nil
}

// exposedSpans warns of a key that goes to a collector unencrypted.
func exposedSpans(url string, header http.Header) []string {
	to := profile.Exposed(url)
	for name := range header {
		if to != "" && wire.Credential(name) {
			return []string{"warning: the key of the collector goes unencrypted to " + to + " (plain http); use https"}
		}
	}
	return nil
}

// resourceOf is this program as the spans name it.
func resourceOf(s *config.Spans) otlp.Resource {
	r := otlp.Gatehouse(buildVersion(debug.ReadBuildInfo()))
	if s.Service != "" {
		r[0].Value = s.Service
	}
	return r
}

// rulesOf are the built-in rules, the patterns of the config, and the keys and passwords that the
// settings name, besides others.
func rulesOf(h host, s config.Settings, secrets ...string) (*redact.Rules, error) {
	for _, name := range s.KeyVars {
		secrets = append(secrets, h.getenv(name))
	}
	for _, address := range []string{s.Team.URL, h.getenv(s.Team.Env)} {
		secrets = append(secrets, teamPasswords(address)...)
	}
	home, _ := os.UserHomeDir() // without one there is nothing of it to find
	return redact.New(s.Redact.Patterns, home, secrets...)
}
