package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/checks"
	"gatehouse/app/config"
	"gatehouse/app/progress"
	"gatehouse/app/telemetry"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/check"
	"gatehouse/state/expect"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/prices"
)

// checked is a gateway that checks are sent to.
type checked struct {
	connection
	settings config.Settings
	about    history.About
	pace     *pace
	saves    bool
	prices   func() prices.Book
	spans    *telemetry.Sender // takes each exchange; nil: nobody does
}

// isLocal reports whether it is the local gateway.
func (t *checked) isLocal() bool { return t.settings.BaseURL == "" }

// asking is the request of a check, and where it goes.
type asking struct {
	*expect.Check
	to   *checked
	body []byte
	err  error // why there is no body
}

// live sends the requests of checks.
func (k *checking) live(ctx context.Context, h host, c *common, list []*expect.Check) ([]expect.Result, error) {
	if err := lacking(list, func(c *expect.Check) bool { return c.Request != nil }, "has no request to send; --recorded looks at what it names"); err != nil {
		return nil, err
	}
	named, sent, err := c.recipients(h, list)
	if err != nil {
		return nil, err
	}
	if err := c.allowAddresses(ctx, h, k.addresses, sent); err != nil {
		return nil, err
	}
	var gateways []*checked
	defer func() {
		for _, t := range gateways {
			t.Close()
		}
	}()
	for _, s := range sent {
		t, err := k.connect(ctx, h, c, s.settings, gateways)
		if err != nil {
			return nil, err
		}
		gateways = append(gateways, t)
	}
	var all []asking
	for _, one := range list {
		all = append(all, asking{Check: one, to: gateways[named[[2]string{one.Profile, one.BaseURL}]]})
	}
	all, err = k.modelled(h, all)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].body, all[i].err = k.body(ctx, &all[i])
	}
	if err := k.allowed(ctx, h, gateways, all); err != nil {
		return nil, err
	}
	return k.send(ctx, h, c, all)
}

// recipients returns where checks are sent, and the index there by the profile and address of
// a check.
func (c *common) recipients(h host, list []*expect.Check) (at map[[2]string]int, all []recipient, err error) {
	at = map[[2]string]int{}
	for _, one := range list {
		named := [2]string{one.Profile, one.BaseURL}
		i, ok := at[named]
		if !ok {
			settings, err := c.settingsOf(h, one)
			if err != nil {
				return nil, nil, err
			}
			i, at[named] = len(all), len(all)
			all = append(all, recipient{settings: settings, place: fmt.Sprintf("%s:%d", one.File, one.Line)})
		}
		all[i].requests += one.Repeat
	}
	return at, all, nil
}

// connect makes the connection that checks go over.
func (k *checking) connect(ctx context.Context, h host, c *common, settings config.Settings, others []*checked) (*checked, error) {
	conn, err := connect(ctx, h, settings)
	if err != nil {
		return nil, err
	}
	t := &checked{conn, settings, aboutSending(settings, conn, history.Check), &pace{every: k.every}, c.persists(settings), pricesOf(settings), k.spans}
	for _, other := range others {
		if other.about.BaseURL == t.about.BaseURL {
			t.pace = other.pace
		}
	}
	return t, nil
}

// send sends the requests, and keeps their exchanges.
func (k *checking) send(ctx context.Context, h host, c *common, all []asking) ([]expect.Result, error) {
	var keeper *keeper
	defer func() { keeper.close() }()
	var list []*expect.Check
	var tasks []checks.Task
	for _, s := range all {
		if s.to.saves && keeper == nil {
			keeper = c.keeper(ctx, h, s.to.settings, s.to.connection, history.Check)
		}
		list = append(list, s.Check)
		for range s.Repeat {
			tasks = append(tasks, checks.Task{Checks: []*expect.Check{s.Check}, Run: func(ctx context.Context) []expect.Run {
				return []expect.Run{s.ask(ctx, keeper, k.filters.Run)}
			}})
		}
	}
	return k.working(ctx, h, func(w *progress.Work) ([]expect.Result, error) {
		return checks.RunParallel(w, k.jobs, list, tasks)
	})
}

// body is what is sent for a check.
func (k *checking) body(ctx context.Context, s *asking) ([]byte, error) {
	body := s.Request
	if filter := s.Send.Filter; filter != "" {
		got, err := k.filters.Run(ctx, body, filter)
		switch {
		case err != nil && s.FromFile && ctx.Err() == nil:
			return nil, errors.New("the filter does not run on the request in the file; with the request as a table in the check the reason is shown")
		case err != nil:
			return nil, err
		case got.Count == 0:
			return nil, errors.New("the filter gives no result")
		case got.Count > 1: // how many could be a byte of the file
			return nil, errors.New("the filter gives more than one result")
		}
		body = got.Doc
	}
	if word := s.to.settings.Service; isOwn(s.Check) && word != check.DefaultWord {
		body = bytes.ReplaceAll(body, []byte(`"`+check.DefaultWord+`:`), []byte(`"`+word+`:`))
	}
	model := k.modelOf(s)
	if model == "" || s.Send.FixedModel || !scan.Valid(body) {
		return body, nil
	}
	return sjson.SetRawBytes(body, "model", scan.Quote(model))
}

// settingsOf are the settings for a check. What it says of the gateway counts as the flags do
// that it is named after, where no flag was given; but it gets no key that this shell has for
// another address (CONTRACT "The key belongs to an address").
func (c *common) settingsOf(h host, one *expect.Check) (config.Settings, error) {
	env, flags := config.ReadEnvironment(h.getenv), c.flags
	if flags.Profile == "" && flags.BaseURL == "" {
		flags.Profile, flags.BaseURL = one.Profile, one.BaseURL
		own := one.BaseURL != "" && strings.TrimSuffix(one.BaseURL, "/") != strings.TrimSuffix(env.BaseURL, "/") ||
			one.BaseURL == "" && one.Profile != "" && one.Profile != env.Profile && env.BaseURL == ""
		if own && env.APIKey != "" {
			h.say("%s:%d: GATEHOUSE_API_KEY is not sent: only the check names where it goes; give --profile or --base-url to send it there", one.File, one.Line)
			env.APIKey = ""
		}
	}
	s, err := config.Merge(c.file, env, flags)
	if err != nil {
		return s, wrongUsage("%s:%d: %w", one.File, one.Line, err)
	}
	for _, note := range s.Notes {
		h.say("%s", note)
	}
	return s, nil
}

// call is how the request of a check is sent.
func (s *asking) call() client.Call {
	call := client.Call{Path: client.ResponsesPath, Body: s.body, Metadata: client.MetadataOn, Header: http.Header{}}
	if check.Kind(s.body) == check.ForRerank {
		call.Path = client.RerankPath
	} else {
		call.Stream = gjson.GetBytes(s.body, "stream").Bool()
	}
	switch s.Send.Metadata {
	case expect.MetadataExperimental:
		call.Metadata = client.MetadataLegacy
	case expect.MetadataDisabled:
		call.Metadata = client.MetadataOff
		call.Header.Set("X-"+s.to.Service()+"-Metadata", "disabled")
	case expect.MetadataNone:
		call.Metadata = client.MetadataOff
	}
	if s.Send.Key == "" {
		return call
	}
	for name := range s.to.settings.Headers {
		if wire.Credential(name) {
			call.Header[http.CanonicalHeaderKey(name)] = nil
		}
	}
	call.Header["Authorization"] = nil
	if s.Send.Key == expect.KeyWrong {
		call.Header.Set("Authorization", "Bearer "+rand.Text())
	}
	return call
}

// ask sends the request of a check, and checks the answer.
func (s *asking) ask(ctx context.Context, k *keeper, filter checks.Filter) expect.Run {
	t := s.to
	if s.err != nil {
		return s.Nothing("request_jq", "a request", s.err.Error())
	}
	if err := t.pace.wait(ctx); err != nil {
		return s.Nothing("request", "an answer", err.Error())
	}
	call := s.call()
	began := time.Now()
	x := t.exchange(ctx, k, call)
	run := expect.Run{Exchange: x.Capture.ID, Took: time.Since(began)}
	run.Outcomes = s.Against(checks.Subject(ctx, x, filter))
	return run
}

// exchange makes an exchange, and keeps it where that is asked for.
func (t *checked) exchange(ctx context.Context, k *keeper, call client.Call) export.Exchange {
	about, x := t.about, state.NewExchange("", call.Body)
	if call.Path == client.RerankPath {
		about.Kind, x = state.Rerank, state.NewRerank("", call.Body)
	}
	var spool *archive.Spool
	if k != nil && t.saves {
		spool = k.archive.Spool(about)
		call.Store = store(spool)
	}
	captured := t.Do(ctx, call, client.SinkFunc(func(a wire.Arrival) { x.Apply(a) }))
	if spool != nil {
		k.archive.Save(about, x, captured, spool)
	}
	t.spans.Ended(about, nil, captured)
	return export.Exchange{State: x, Shown: x, Capture: captured, About: about, Local: t.isLocal(), Prices: t.pricesIn(ctx, k)}
}

// pricesIn are the prices that are known: in the history too, where the exchange is kept.
func (t *checked) pricesIn(ctx context.Context, k *keeper) prices.Book {
	if k != nil && t.saves {
		return k.archive.Prices(ctx)
	}
	return t.prices()
}

// pace keeps the requests to one gateway apart, and so those to each of its providers.
type pace struct {
	every time.Duration

	mu  sync.Mutex
	due time.Time
}

// wait returns when the next request may be sent; the error is that of ctx.
func (p *pace) wait(ctx context.Context) error {
	if p.every == 0 {
		return ctx.Err()
	}
	p.mu.Lock()
	now := time.Now()
	at := p.due
	if at.Before(now) {
		at = now
	}
	p.due = at.Add(p.every)
	p.mu.Unlock()
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
