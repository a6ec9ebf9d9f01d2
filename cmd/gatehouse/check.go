package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/jq"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/state/share/evidence"
	"gatehouse/views/kit/text"
)

// checking are the flags of the check command.
type checking struct {
	recorded, yes, print bool
	format, failOn       string
	jobs                 int
	rate, maxCost        string
	only                 []string // groups; empty: all checks
	addresses            []string // --allow-address
	rerankModel          string

	every  time.Duration // between two requests to one gateway; 0: they do not wait
	maxUSD *float64      // maximal cost of the answers; nil: any

	filters jq.Pool // runs the jq filters of all checks

	origin history.Origin
	asks   bool // before anything is sent that may cost money, but for --yes
}

func newCheck(h host, c *common) *cobra.Command {
	k := checking{origin: history.Check}
	cmd := &cobra.Command{
		Use:   "check FILE...|@document",
		Short: "Check that answers are as files of checks expect",
		Long: "Check that answers are as files of checks expect.\n\n" +
			"FILE is TOML with a [[check]] for each request and what is expected of its answer.\n" +
			"Each request is sent, and saved in the history; with --recorded nothing is sent, and\n" +
			"the exchanges that the checks name are read from the history or from an HTTP Archive.\n\n" +
			"@document is a file that ships in the program: the rules of the API document. It asks\n" +
			"the local gateway, or with --base-url, --model and --rerank-model any other, which of\n" +
			"them it follows. Another is asked only with --yes, after a message with the number\n" +
			"of requests and their cost.\n\n" +
			"Exit codes: 0 all checks passed, 1 some failed, 2 a broken FILE or wrong usage, 130\n" +
			"interrupted (143 by SIGTERM).",
		RunE: interruptible(func(ctx context.Context, args []string) error { return k.run(ctx, h, c, args) }),
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
		var list []*expect.Check
		for _, path := range args {
			some, _ := readChecks(c, path) // a completion reports no error
			list = append(list, some...)
		}
		return groupsOf(list), cobra.ShellCompDirectiveNoFileComp
	})
	completeWords(cmd, "fail-on", "failure", "warning")
	return cmd
}

// formats returns the words of --format.
func (k *checking) formats() []string {
	words := []string{"text"}
	for _, f := range evidence.Formats() {
		words = append(words, f.Word)
	}
	return words
}

// usage checks the values of the flags.
func (k *checking) usage(args []string) (err error) {
	switch {
	case len(args) == 0:
		return wrongUsage("nothing to check; give a FILE of checks, or @document")
	case k.print && !slices.Equal(args, []string{expect.DocumentName}):
		return wrongUsage("--print applies to @document only; another file can be read where it is")
	case k.recorded && slices.Contains(args, expect.DocumentName):
		return wrongUsage("--recorded: @document names no exchanges; without --recorded its requests are sent")
	case !slices.Contains(k.formats(), k.format):
		return wrongUsage("--format %s: must be text, json, junit, sarif or tap", k.format)
	case k.failOn != "failure" && k.failOn != "warning":
		return wrongUsage("--fail-on %s: must be failure or warning", k.failOn)
	}
	return k.limits()
}

// limits reads the flags that bound what is sent.
func (k *checking) limits() (err error) {
	if k.jobs < 1 {
		return wrongUsage("--jobs %d: must be 1 or more", k.jobs)
	}
	if k.maxCost != "" {
		maxUSD, err := readCost(k.maxCost)
		if err != nil {
			return err
		}
		k.maxUSD = &maxUSD
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

// readRate returns the time between two requests at a rate; "": 0.
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

func (k *checking) run(ctx context.Context, h host, c *common, args []string) error {
	if err := k.usage(args); err != nil {
		return err
	}
	if k.print {
		_, err := h.stdout.Write(expect.Document())
		return err
	}
	all, err := k.files(c, args)
	if err != nil {
		return err
	}
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	h.bound(&k.filters)
	defer k.filters.Close()
	run := k.send
	if k.recorded {
		run = k.checkRecorded
	}
	results, err := run(ctx, h, c, settings, all)
	if err != nil {
		return stopOr(ctx, err)
	}
	return k.report(h, results)
}

// report writes the report. The error is that of failed checks or of writing.
func (k *checking) report(h host, results []expect.Result) error {
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

// write writes the report in its format.
func (k *checking) write(h host, results []expect.Result) error {
	for _, f := range evidence.Formats() {
		if f.Word != k.format {
			continue
		}
		out, err := f.Write(results)
		if err != nil {
			return err
		}
		if k.format == "json" || k.format == "sarif" {
			h = h.forJSON()
		} else {
			out = []byte(printable(h, string(out)))
		}
		_, err = h.stdout.Write(out)
		return err
	}
	for _, r := range results {
		if err := h.printReports(report.Expected(r)); err != nil {
			return err
		}
	}
	h.sayLine(report.CountedChecks(results).Text)
	return nil
}

// withoutNeeded returns wrong usage that lists the checks without what is needed to run them; nil for none.
func withoutNeeded(all []*expect.Check, has func(*expect.Check) bool, words string) error {
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

// files reads the check files, and selects the groups of --only.
func (k *checking) files(c *common, paths []string) (list []*expect.Check, err error) {
	var broken faultList
	for _, path := range paths {
		some, err := readChecks(c, path)
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
				return nil, wrongUsage(`--only %s: no check has a group; write group = %q in it`, name, name)
			}
			return nil, wrongUsage("--only %s: no such group%s", name, suggestion(name, groups))
		}
	}
	return slices.DeleteFunc(list, func(c *expect.Check) bool { return k.only != nil && !slices.Contains(k.only, c.Group) }), nil
}

// groupsOf returns the groups of checks in the order of their first check.
func groupsOf(list []*expect.Check) (groups []string) {
	for _, c := range list {
		if c.Group != "" && !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	return groups
}

// readChecks reads a check file, or the one that ships in the program.
func readChecks(c *common, path string) ([]*expect.Check, error) {
	if path == expect.DocumentName {
		return expect.Parse(path, expect.Document(), nil)
	}
	if strings.HasPrefix(path, "@") {
		return nil, fmt.Errorf("%s: the program has no checks of that name; give a FILE of checks, or @document", path)
	}
	return checks.Read(path, c.allowFiles...)
}

// checkRecorded checks recorded exchanges. It opens no socket.
func (k *checking) checkRecorded(ctx context.Context, h host, c *common, settings config.Settings, all []*expect.Check) (results []expect.Result, err error) {
	if err := withoutNeeded(all, func(c *expect.Check) bool { return c.Recorded != "" }, `names no exchange; write for example recorded = "last"`); err != nil {
		return nil, err
	}
	var a *archive.Archive // opened if a check names an exchange of it
	defer func() {
		if a != nil {
			_ = a.Close() // it was only read
		}
	}()
	open := func(ctx context.Context) (_ *archive.Archive, err error) {
		if a != nil {
			return a, nil
		}
		if a, err = c.openToRead(ctx, h, settings); err != nil {
			return nil, &exit{exitFailed, fmt.Errorf("the history cannot be opened: %w", err)}
		}
		return a, a.Flush(ctx)
	}
	err = h.working(ctx, checks.Step(0, 0), unreported, func(w *progress.Work) error {
		r := checks.Records{Open: open, Allowed: c.allowFiles, Filter: k.filters.Run}
		tasks, err := r.Tasks(w, all)
		if err == nil {
			results, err = checks.RunParallel(w, k.jobs, all, tasks)
		}
		return err
	})
	return results, err
}

// unreported is the result of stopped checks.
const unreported = "nothing is reported"

// checked is a gateway that requests are sent to.
type checked struct {
	checks.Gateway
	conn     connection
	settings config.Settings
}

// gatewayTo connects to the gateway of some settings.
func (c *common) gatewayTo(ctx context.Context, h host, s config.Settings, origin history.Origin) (*checked, error) {
	conn, err := connect(ctx, h, s)
	if err != nil {
		return nil, err
	}
	return &checked{checks.Gateway{
		Client: conn.Client, About: aboutSending(s, conn, origin), Local: s.BaseURL == "", Headers: s.Headers, Prices: pricesOf(s),
	}, conn, s}, nil
}

// send sends the requests of checks.
func (k *checking) send(ctx context.Context, h host, c *common, settings config.Settings, list []*expect.Check) (results []expect.Result, err error) {
	if err := withoutNeeded(list, func(c *expect.Check) bool { return c.Request != nil }, "has no request to send; --recorded looks at what it names"); err != nil {
		return nil, err
	}
	err = k.connected(ctx, h, c, settings, list, func(all []checks.Request) error {
		return h.working(ctx, checks.Step(0, 0), unreported, func(w *progress.Work) (err error) {
			results, err = checks.Send(w, k.jobs, all, k.filters.Run)
			return err
		})
	})
	return results, err
}

// connected calls do with the requests of checks, once they may be sent, and closes their connections.
func (k *checking) connected(ctx context.Context, h host, c *common, settings config.Settings, list []*expect.Check, do func([]checks.Request) error) error {
	spans, stop, err := c.spans(ctx, h, settings, false, h.sayLine)
	if err != nil {
		return err
	}
	defer stop()
	recipients, err := c.recipients(h, list)
	if err != nil {
		return err
	}
	if err := c.allowAddresses(ctx, h, k.addresses, recipients); err != nil {
		return err
	}
	gateways := map[*expect.Check]*checked{}
	paces := map[string]*checks.Pace{}
	for _, r := range recipients {
		g, err := c.gatewayTo(ctx, h, r.settings, k.origin)
		if err != nil {
			return err
		}
		defer g.conn.Close()
		if paces[g.About.BaseURL] == nil {
			paces[g.About.BaseURL] = &checks.Pace{Every: k.every}
		}
		g.Pace, g.Ended = paces[g.About.BaseURL], spans.Ended
		for _, one := range r.checks {
			gateways[one] = g
		}
	}
	all, err := k.requests(ctx, h, c, list, gateways)
	if err != nil {
		return err
	}
	var saver *saver
	defer func() { saver.close() }()
	for _, r := range all {
		g := gateways[r.Check]
		if saver == nil && c.persists(g.settings) {
			saver = c.saver(ctx, h, g.settings, g.conn, k.origin)
		}
		if saver != nil && c.persists(g.settings) {
			g.Archive = saver.archive
		}
	}
	return do(all)
}

// requests returns the requests of checks, once they may be sent.
func (k *checking) requests(ctx context.Context, h host, c *common, list []*expect.Check, gateways map[*expect.Check]*checked) (all []checks.Request, err error) {
	for _, one := range list {
		r := checks.Request{Check: one, To: &gateways[one].Gateway}
		switch {
		case r.IsRerank():
			r.Model = k.rerankModel
		case checks.IsBuiltIn(one):
			r.Model = gateways[one].settings.Model
		case k.origin == history.Check: // a lab's requests have it already, or their variant's
			r.Model = c.flags.Model
		}
		all = append(all, r)
	}
	if all, err = withModels(h, all); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Prepare(ctx, k.filters.Run)
	}
	return all, k.allowed(ctx, h, all, gateways)
}

// withModels omits the requests to /rerank that name a model of the local gateway and go to another.
// Other such requests are an error.
func withModels(h host, all []checks.Request) ([]checks.Request, error) {
	omitted := len(all)
	all = slices.DeleteFunc(all, func(r checks.Request) bool { return r.LacksModel() && r.IsRerank() })
	for _, r := range all {
		if r.LacksModel() {
			return nil, wrongUsage("%s asks for models of the local gateway; name one of %s with --model", expect.DocumentName, r.To.About.BaseURL)
		}
	}
	omitted -= len(all)
	if omitted > 0 && len(all) == 0 {
		return nil, wrongUsage("%s asks for a reranker of the local gateway; name another with --rerank-model", expect.DocumentName)
	}
	if omitted > 0 {
		h.say("%s of /rerank left out; --rerank-model names a model for them", figures.Counted(omitted, "check"))
	}
	return all, nil
}

// allowed prints what will be sent and what it may cost, for @document and with --max-cost. The error
// is why nothing is sent.
func (k *checking) allowed(ctx context.Context, h host, all []checks.Request, gateways map[*expect.Check]*checked) error {
	sum := 0.0
	seen, unasked := map[*checked]bool{}, false
	for _, first := range all {
		g := gateways[first.Check]
		if seen[g] {
			continue
		}
		seen[g] = true
		builtIn, count := false, 0
		for _, r := range all {
			if gateways[r.Check] == g {
				builtIn, count = builtIn || checks.IsBuiltIn(r.Check), count+r.Repeat
			}
		}
		if !builtIn && k.maxUSD == nil && !k.asks {
			continue
		}
		if g.Local {
			h.say("%s to the local gateway, which cost nothing", figures.Counted(count, "request"))
			continue
		}
		usd, unknown, err := g.MaxCost(ctx, all)
		if refused, ok := errors.AsType[*client.StatusError](err); ok && refused.Status == http.StatusUnauthorized {
			return g.unauthorized()
		}
		sum += usd
		costs := fmt.Sprintf("they cost at most %s by its list of models", figures.PriceOf(usd))
		if unknown != "" {
			costs = "what they may cost is not known: " + unknown
		}
		h.say("%s to %s; %s", figures.Counted(count, "request"), g.About.BaseURL, costs)
		switch {
		case ctx.Err() != nil:
			return stopOr(ctx, ctx.Err())
		case k.maxUSD != nil && unknown != "":
			return wrongUsage("nothing is sent: whether the requests stay within --max-cost %s is not known", k.maxCost)
		case k.asks: // its budget bounds the cost
			unasked = unasked || !k.yes && (usd > 0 || unknown != "")
		case k.maxUSD != nil && sum > *k.maxUSD:
			return wrongUsage("nothing is sent: %s is more than --max-cost %s", figures.PriceOf(sum), k.maxCost)
		case builtIn && !k.yes:
			return wrongUsage("nothing is sent; --yes sends them")
		}
	}
	if unasked {
		return wrongUsage("nothing is sent; --yes sends them")
	}
	return nil
}

// unauthorized returns the error of a gateway that answered 401 to GET /models.
func (g *checked) unauthorized() error {
	what := "the key that was sent"
	if g.conn.key == "" {
		what = "a request without a key"
	}
	remedy := "set GATEHOUSE_API_KEY, or name a profile that has a key with --profile"
	if g.settings.Profile != "" {
		remedy = "set GATEHOUSE_API_KEY and pass --profile " + g.settings.Profile
	}
	return wrongUsage("nothing is sent: %s answers 401 to %s for its list of models; %s", g.About.BaseURL, what, remedy)
}

// recipients returns where checks are sent.
func (c *common) recipients(h host, list []*expect.Check) (all []recipient, err error) {
	for _, one := range list {
		i := slices.IndexFunc(all, func(r recipient) bool {
			return r.checks[0].Profile == one.Profile && r.checks[0].BaseURL == one.BaseURL && r.checks[0].BeforeFlags == one.BeforeFlags
		})
		if i < 0 {
			settings, err := c.settingsOf(h, one)
			if err != nil {
				return nil, err
			}
			i, all = len(all), append(all, recipient{settings: settings})
		}
		all[i].checks = append(all[i].checks, one)
	}
	return all, nil
}

// settingsOf returns the settings for a check. Its profile and base_url count like the flags, if these
// are not given; but the key of this shell for another address is not used (CONTRACT "The key belongs
// to an address").
func (c *common) settingsOf(h host, one *expect.Check) (config.Settings, error) {
	env, flags, merge := config.ReadEnvironment(h.getenv), c.flags, config.Merge
	if one.BeforeFlags || flags.Profile == "" && flags.BaseURL == "" && one.Profile+one.BaseURL != "" {
		flags.Profile, flags.BaseURL, merge = one.Profile, one.BaseURL, config.MergeOfFile
	}
	s, err := merge(c.file, env, flags)
	if err != nil {
		return s, wrongUsage("%s:%d: %w", one.File, one.Line, err)
	}
	h.sayLines(s.Notes...)
	return s, nil
}

// maxStopped is how long the filters of a run may take, in all, that are stopped for their time.
const maxStopped = 3 * jq.DefaultTime

// bound limits the filters of a run, and reports for which it waits.
func (h host) bound(filters *jq.Pool) {
	filters.Stopped = maxStopped
	filters.Slow = func(filter string) { h.say("waiting for the jq filter %s", text.Shortened(filter)) }
}
