package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/answer"
	"gatehouse/app/checks"
	"gatehouse/app/config"
	"gatehouse/app/jq"
	"gatehouse/app/progress"
	"gatehouse/app/telemetry"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/check"
	"gatehouse/state/evidence"
	"gatehouse/state/expect"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/preview"
	"gatehouse/state/prices"
	"gatehouse/state/report"
	reports "gatehouse/views/report"
)

// checking are the flags of the check command.
type checking struct {
	recorded, yes, print bool
	format, failOn       string
	jobs                 int
	rate, maxCost        string
	only                 []string // groups; empty: all checks
	addresses            []string // --allow-address
	model, rerankModel   string

	every time.Duration // between two requests to one gateway; 0: none
	most  *float64      // that the answers may cost, in USD; nil: whatever they do

	filters jq.Pool // runs the jq filters of all checks

	spans *telemetry.Sender
}

func newCheck(h host, c *common) *cobra.Command {
	var k checking
	cmd := &cobra.Command{
		Use:   "check FILE...|@document",
		Short: "Check that answers are as files of checks expect",
		Long: "Check that answers are as files of checks expect.\n\n" +
			"FILE is TOML with a [[check]] for each request and what is expected of its answer.\n" +
			"Each request is sent, and saved in the history; with --recorded nothing is sent, and\n" +
			"the exchanges that the checks name are read from the history or from an HTTP Archive.\n\n" +
			"@document is a file that ships in the program: the rules of the API document. It asks\n" +
			"the local gateway, or with --base-url, --model and --rerank-model any other, which of\n" +
			"them it keeps; another is asked only with --yes, once it was said what is sent and what\n" +
			"that may cost.\n\n" +
			"Exit codes: 0 all checks passed, 1 some failed, 2 a broken FILE or wrong usage, 130\n" +
			"interrupted (143 by SIGTERM).",
		RunE: func(cmd *cobra.Command, args []string) error { return k.run(cmd, h, c, args) },
	}
	f := cmd.Flags()
	f.BoolVar(&k.recorded, "recorded", false, "send nothing: check the exchanges that recorded names")
	f.StringVar(&k.format, "format", "text", "`FORMAT` of the report: text, json, junit, sarif or tap")
	f.StringVar(&k.failOn, "fail-on", "failure", "exit with 1 from this `LEVEL` on: failure, or warning for a miss that pass allows")
	f.IntVar(&k.jobs, "jobs", 4, "how many checks, `N`, run side by side")
	f.StringVar(&k.rate, "rate", "", "most requests to one gateway, `N/s`, for example 2/s; N/m a minute (default: any)")
	f.StringSliceVar(&k.only, "only", nil, "run the checks of this `GROUP` alone; several with commas")
	f.BoolVar(&k.yes, "yes", false, "send @document to a gateway that is not the local one")
	f.StringVar(&k.maxCost, "max-cost", "", "send nothing if the answers may cost more than `USD`, by the gateway's list of models")
	f.StringVar(&k.rerankModel, "rerank-model", "", "model `SLUG` of the requests to /rerank; --model is that of the others")
	f.BoolVar(&k.print, "print", false, "print @document and send nothing")
	f.StringArrayVar(&k.addresses, "allow-address", nil, "send to this `URL` that only FILE names, repeatable; without it the terminal asks")
	fileFlag(cmd, c)
	completeFlag(cmd, "allow-address", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp))
	spanFlags(cmd, c)
	completeWords(cmd, "format", k.formats()...)
	cmd.ValidArgsFunction = cobra.FixedCompletions([]string{expect.DocumentName + "\tthe rules of the API document"}, cobra.ShellCompDirectiveDefault)
	completeFlag(cmd, "only", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return k.groupsOf(c, args), cobra.ShellCompDirectiveNoFileComp
	})
	completeWords(cmd, "fail-on", "failure", "warning")
	return cmd
}

func (k *checking) formats() []string {
	words := []string{"text"}
	for _, f := range evidence.Formats() {
		words = append(words, f.Word)
	}
	return words
}

// usage looks at what the flags' types alone do not tell.
func (k *checking) usage(args []string) (err error) {
	switch {
	case len(args) == 0:
		return wrongUsage("nothing to check; give a FILE of checks, or @document")
	case k.print && !slices.Equal(args, []string{expect.DocumentName}):
		return wrongUsage("--print is of @document alone; another file can be read where it is")
	case k.recorded && slices.Contains(args, expect.DocumentName):
		return wrongUsage("--recorded: @document names no exchanges; without --recorded its requests are sent")
	case !slices.Contains(k.formats(), k.format):
		return wrongUsage("--format %s: must be text, json, junit, sarif or tap", k.format)
	case k.failOn != "failure" && k.failOn != "warning":
		return wrongUsage("--fail-on %s: must be failure or warning", k.failOn)
	case k.jobs < 1:
		return wrongUsage("--jobs %d: must be 1 or more", k.jobs)
	}
	if k.maxCost != "" {
		most, err := readCost(k.maxCost)
		if err != nil {
			return err
		}
		k.most = &most
	}
	k.every, err = readRate(k.rate)
	return err
}

// readCost reads --max-cost.
func readCost(words string) (usd float64, err error) {
	usd, err = strconv.ParseFloat(words, 64)
	if err != nil || !(usd >= 0) || math.IsInf(usd, 0) {
		return 0, wrongUsage("--max-cost %s: must be an amount in USD, for example 0.50", words)
	}
	return usd, nil
}

// readRate is the time between two requests that a rate leaves.
func readRate(rate string) (time.Duration, error) {
	if rate == "" {
		return 0, nil
	}
	count, per, unit := strings.TrimSuffix(rate, "/s"), time.Second, "/s"
	if n, ok := strings.CutSuffix(rate, "/m"); ok {
		count, per, unit = n, time.Minute, "/m"
	}
	n, err := strconv.ParseFloat(count, 64)
	if err != nil || !(n > 0 && n <= 1e6) || !strings.HasSuffix(rate, unit) {
		return 0, wrongUsage("--rate %s: write how many a second or a minute, for example 2/s or 30/m", rate)
	}
	return time.Duration(float64(per) / n), nil
}

func (k *checking) run(cmd *cobra.Command, h host, c *common, args []string) error {
	if err := k.usage(args); err != nil {
		return err
	}
	if k.print {
		_, err := h.stdout.Write(expect.Document())
		return err
	}
	k.model = c.flags.Model
	all, err := k.files(c, args)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	defer k.filters.Close()
	if !k.recorded {
		spans, stop, err := c.spans(ctx, h, settings, false, h.sayLine)
		if err != nil {
			return err
		}
		defer stop()
		k.spans = spans
	}
	ask := k.live
	if k.recorded {
		ask = k.replayed
	}
	results, err := ask(ctx, h, c, all)
	if err != nil {
		return stopOr(ctx, err)
	}
	return k.tell(h, results)
}

// tell writes the report.
func (k *checking) tell(h host, results []expect.Result) error {
	failed, missed := false, false
	for _, r := range results {
		failed, missed = failed || !r.Passed(), missed || r.Missed() > 0
	}
	err := k.write(h, results)
	switch {
	case err != nil && !answer.ReaderGone(err):
		return &exit{exitFailed, fmt.Errorf("the report could not be written to standard output: %w", err)}
	case err != nil || failed || missed && k.failOn == "warning":
		return quietly(exitFailed)
	}
	return nil
}

func (k *checking) write(h host, results []expect.Result) error {
	for _, f := range evidence.Formats() {
		if f.Word == k.format {
			out, err := f.Write(results)
			if err == nil {
				if k.format == "json" || k.format == "sarif" {
					h = h.forJSON()
				} else {
					out = []byte(printable(h, string(out)))
				}
				_, err = h.stdout.Write(out)
			}
			return err
		}
	}
	width := h.columns()
	for _, r := range results {
		if _, err := fmt.Fprintln(h.stdout, strings.TrimRight(reports.Plain(width, report.Expected(r)), "\n")); err != nil {
			return err
		}
	}
	h.say("%s", report.CountedChecks(results).Text)
	return nil
}

// working runs checks. Where somebody looks, a line says how far that is.
func (k *checking) working(ctx context.Context, h host, run func(*progress.Work) ([]expect.Result, error)) (results []expect.Result, err error) {
	err = h.working(ctx, checks.Step(0, 0), "nothing is reported", func(w *progress.Work) (err error) {
		results, err = run(w)
		return err
	})
	return results, err
}

// lacking says which checks have not what is needed to run them; nil for none.
func lacking(all []*expect.Check, has func(*expect.Check) bool, words string) error {
	var faults faultList
	for _, c := range all {
		if !has(c) {
			faults = append(faults, fmt.Errorf("%s:%d: %q %s", c.File, c.Line, c.Name, words))
		}
	}
	if faults == nil {
		return nil
	}
	return wrongUsage("%w", faults)
}

// files reads the check files, and chooses the groups that are asked for.
func (k *checking) files(c *common, paths []string) (list []*expect.Check, err error) {
	var broken faultList
	for _, path := range paths {
		some, err := k.file(c, path)
		if list = append(list, some...); err != nil {
			broken = append(broken, err)
		}
	}
	if broken != nil {
		return nil, wrongUsage("%w", broken)
	}
	groups := groupsOf(list)
	for _, name := range k.only {
		if !slices.Contains(groups, name) {
			if groups == nil {
				return nil, wrongUsage(`--only %s: no check is of a group; write group = %q in it`, name, name)
			}
			return nil, wrongUsage("--only %s: no such group%s", name, suggestion(name, groups))
		}
	}
	return slices.DeleteFunc(list, func(c *expect.Check) bool { return k.only != nil && !slices.Contains(k.only, c.Group) }), nil
}

// groupsOf are the groups of checks, in the order in which they come.
func groupsOf(list []*expect.Check) (groups []string) {
	for _, c := range list {
		if c.Group != "" && !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	return groups
}

// groupsOf completes --only: the groups of the files that were named.
func (k *checking) groupsOf(c *common, args []string) []string {
	var list []*expect.Check
	for _, path := range args {
		some, _ := k.file(c, path) // a completion is no place for an error
		list = append(list, some...)
	}
	return groupsOf(list)
}

// file reads a check file, or the one that ships in the program.
func (k *checking) file(c *common, path string) ([]*expect.Check, error) {
	if path == expect.DocumentName {
		return expect.Parse(path, expect.Document(), nil)
	}
	if strings.HasPrefix(path, "@") {
		return nil, fmt.Errorf("%s: the program has no checks of that name; give a FILE of checks, or @document", path)
	}
	return checks.Read(path, c.allowFiles...)
}

// isOwn reports whether a check is one of those that ship in the program.
func isOwn(c *expect.Check) bool { return c.File == expect.DocumentName }

// modelOf is the model that a request is to name instead of its own; empty: its own.
func (k *checking) modelOf(s *asking) string {
	switch {
	case check.Kind(s.Request) == check.ForRerank:
		return k.rerankModel
	case isOwn(s.Check):
		return s.to.settings.Model
	}
	return k.model
}

// modelled leaves out what cannot be asked since no model is named for it: the checks that ship
// in the program name those of the local gateway.
func (k *checking) modelled(h host, all []asking) ([]asking, error) {
	left := len(all)
	all = slices.DeleteFunc(all, func(s asking) bool {
		return isOwn(s.Check) && !s.to.isLocal() && k.modelOf(&s) == "" && check.Kind(s.Request) == check.ForRerank
	})
	for _, s := range all {
		if isOwn(s.Check) && !s.to.isLocal() && k.modelOf(&s) == "" && check.Kind(s.Request) != check.ForRerank {
			return nil, wrongUsage("%s asks for models of the local gateway; name one of %s with --model", expect.DocumentName, s.to.about.BaseURL)
		}
	}
	left -= len(all)
	if left > 0 && len(all) == 0 {
		return nil, wrongUsage("%s asks for a reranker of the local gateway; name another with --rerank-model", expect.DocumentName)
	}
	if left > 0 {
		h.say("%s of /rerank left out; --rerank-model names a model for them", figures.Counted(left, "check"))
	}
	return all, nil
}

// allowed says what will be sent and what it may cost, where that is asked for. The error says
// why nothing is.
func (k *checking) allowed(ctx context.Context, h host, gateways []*checked, all []asking) error {
	sum := 0.0
	for _, t := range gateways {
		own, sent := false, 0
		for _, s := range all {
			if s.to == t {
				own, sent = own || isOwn(s.Check), sent+s.Repeat
			}
		}
		if sent == 0 || !own && k.most == nil {
			continue
		}
		if t.isLocal() {
			h.say("%s to the local gateway, which cost nothing", figures.Counted(sent, "request"))
			continue
		}
		usd, unknown, err := t.mostOf(ctx, all)
		if refused, ok := errors.AsType[*client.StatusError](err); ok && refused.Status == http.StatusUnauthorized {
			return t.keyless()
		}
		sum += usd
		costs := fmt.Sprintf("they cost at most %s by its list of models", figures.PriceOf(usd))
		if unknown != "" {
			costs = "what they may cost is not known: " + unknown
		}
		h.say("%s to %s; %s", figures.Counted(sent, "request"), t.about.BaseURL, costs)
		switch {
		case ctx.Err() != nil:
			return stopOr(ctx, ctx.Err())
		case k.most != nil && unknown != "":
			return wrongUsage("nothing is sent: whether they keep to --max-cost %s is not known", k.maxCost)
		case k.most != nil && sum > *k.most:
			return wrongUsage("nothing is sent: %s is more than --max-cost %s", figures.PriceOf(sum), k.maxCost)
		case own && !k.yes:
			return wrongUsage("nothing is sent; --yes sends them")
		}
	}
	return nil
}

// keyless says that a gateway takes no request of this run, by its answer to GET /models.
func (t *checked) keyless() error {
	what := "the key that was sent"
	if t.key == "" {
		what = "a request without a key"
	}
	remedy := "set GATEHOUSE_API_KEY, or name a profile that has a key with --profile"
	if t.settings.Profile != "" {
		remedy = "set GATEHOUSE_API_KEY and pass --profile " + t.settings.Profile
	}
	return wrongUsage("nothing is sent: %s answers 401 to %s for its list of models; %s", t.about.BaseURL, what, remedy)
}

// mostOf is the most that the answers of a gateway may cost in USD, by its list of models;
// unknown says why that cannot be told, which may be an error of reading the list.
func (t *checked) mostOf(ctx context.Context, all []asking) (usd float64, unknown string, err error) {
	list, err := t.Models(ctx)
	if err != nil {
		return 0, "its list of models cannot be read (" + err.Error() + ")", err
	}
	known := preview.ReadCatalogue(list)
	for _, s := range all {
		if s.to != t || s.err != nil {
			continue
		}
		body := s.body
		if without, err := sjson.DeleteBytes(body, "previous_response_id"); err == nil && isOwn(s.Check) && scan.Valid(body) {
			body = without // the response that it names is nowhere
		}
		one, why := known.MaxCost(body, check.Kind(body) == check.ForRerank, s.Send.FixedModel)
		unknown = cmp.Or(unknown, why)
		usd += one * float64(s.Repeat)
	}
	return usd, unknown, nil
}

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

// recordedIn is the history, which is opened where a check names an exchange of it.
type recordedIn struct {
	h       host
	c       *common
	archive *archive.Archive // nil until then
}

// replayed checks recorded exchanges. It opens no socket.
func (k *checking) replayed(ctx context.Context, h host, c *common, all []*expect.Check) ([]expect.Result, error) {
	if err := lacking(all, func(c *expect.Check) bool { return c.Recorded != "" }, `names no exchange; write for example recorded = "last"`); err != nil {
		return nil, err
	}
	from := &recordedIn{h: h, c: c}
	defer from.close()
	return k.working(ctx, h, func(w *progress.Work) ([]expect.Result, error) {
		r := checks.Records{Open: from.open, Allowed: c.allowFiles, Filter: k.filters.Run}
		tasks, err := r.Tasks(w, all)
		if err != nil {
			return nil, err
		}
		return checks.RunParallel(w, k.jobs, all, tasks)
	})
}

func (r *recordedIn) open(ctx context.Context) (*archive.Archive, error) {
	if r.archive != nil {
		return r.archive, nil
	}
	settings, _, err := r.c.load(r.h) // what it has to say was said
	if err != nil {
		return nil, err
	}
	a, err := r.c.openToRead(ctx, r.h, settings)
	if err != nil {
		return nil, &exit{exitFailed, fmt.Errorf("the history cannot be opened: %w", err)}
	}
	r.archive = a
	return a, a.Flush(ctx)
}

func (r *recordedIn) close() {
	if r.archive != nil {
		_ = r.archive.Close() // it was only read
	}
}
