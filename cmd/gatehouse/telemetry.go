package main

import (
	"cmp"
	"context"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/relay"
	"gatehouse/app/effect/telemetry"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/stats"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/redact"
)

// spanFlags adds the flags of a command whose exchanges can be sent as spans.
func spanFlags(cmd *cobra.Command, c *common) {
	f, to := cmd.Flags(), &c.flags.OTLP
	f.StringVar(&to.URL, "otlp", "", "send each exchange as spans to the OpenTelemetry collector at `URL`; env: the one that OTEL_EXPORTER_OTLP_* name, off: none")
	f.StringVar(&to.Format, "otlp-format", "", "`FORMAT` of the spans: protobuf or json (default protobuf)")
	f.BoolVar(&to.Content, "otlp-content", false, "also send what was asked and answered, masked as exports are")
	completeWords(cmd, "otlp-format", string(otlp.Protobuf), string(otlp.JSON))
}

// flushWithin is how long a program that ends waits for a collector.
const flushWithin = 2 * time.Second

// spans starts the sender of a command's spans; nil if none are sent. If only the environment requests
// spans, say gets a line, or with asked nothing is sent. stop sends what is left.
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
	for _, line := range exposed("the key of the collector", on.URL, hasCredential(header)) {
		say(line)
	}
	program := otlp.Gatehouse(buildVersion(debug.ReadBuildInfo()))
	if on.Service != "" {
		program[0].Value = on.Service
	}
	end := telemetry.Endpoint{URL: on.URL, Header: header, Format: on.Format, CAFile: on.CAFile}
	to, err = telemetry.Start(telemetry.Options{
		Endpoint: end, Resource: program, Content: on.Content, Say: func(line string) { say("otlp: " + line) },
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

// spanReports are lines about spans for the screen. The last ones arrive after it has closed.
type spanReports chan string

const maxReports = 16 // there are few of each kind

// say queues a line, if there is space.
func (r spanReports) say(line string) {
	select {
	case r <- line:
	default:
	}
}

// printRest prints the lines that the screen did not receive.
func (r spanReports) printRest(h host) {
	for len(r) > 0 {
		h.sayLine(<-r)
	}
}

// spanHeader returns the header fields of the collector, with its key.
func spanHeader(ctx context.Context, h host, s *config.Spans) (http.Header, error) {
	header := s.Header.Clone()
	key, err := s.Key.Read(ctx, h.getenv)
	switch {
	case err != nil:
		return nil, stopOr(ctx, wrongUsage("[otlp]: %w; correct it in config.toml", err))
	case key == "":
		return header, nil
	case s.KeyHeader != "":
	case !strings.Contains(key, " "): // without a scheme
		key = "Bearer " + key
	}
	header.Set(cmp.Or(s.KeyHeader, "Authorization"), key)
	return header, nil
}

// alerts watches the bounds of the settings while a proxy runs.
type alerts struct {
	watch   *telemetry.Watch
	archive *archive.Archive // nil: nothing is saved
	say     func(line string)

	stop    context.CancelFunc
	watched chan struct{}
}

// startAlerts watches alerts until close, and logs what they report. It returns nil without alerts.
func startAlerts(all []stats.Alert, store *archive.Archive, say func(string)) *alerts {
	if len(all) == 0 {
		return nil
	}
	a := &alerts{archive: store, say: say, watched: make(chan struct{})}
	a.watch = telemetry.New(all, time.Now(), func(context.Context) *archive.Archive { return store })
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	go func() {
		defer close(a.watched)
		for {
			n, ok := a.watch.Next(ctx)
			if !ok {
				return
			}
			a.log(n)
		}
	}()
	return a
}

// ended counts an exchange.
func (a *alerts) ended(t relay.Target, x *state.Exchange, c *wire.Capture) {
	switch {
	case a == nil:
	case a.archive != nil && !a.archive.Failing():
		a.watch.Saved()
	default:
		a.watch.Unsaved(history.Of(t.About(x.Kind()), x, c))
	}
}

// log logs the news.
func (a *alerts) log(n telemetry.News) {
	log := func(words ...string) { a.say(logLine(time.Now(), words...)) }
	for _, err := range n.Faults {
		log(err.Error())
	}
	for _, p := range n.Already {
		log(p.Text(), "filter: "+p.Filter, "(since before the start)")
	}
	for _, p := range n.Tripped {
		log(p.Text(), "filter: "+p.Filter)
	}
}

// close checks the exchanges that ended last.
func (a *alerts) close() {
	if a == nil {
		return
	}
	a.stop()
	<-a.watched
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	a.log(a.watch.Last(ctx))
}
