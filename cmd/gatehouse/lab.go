package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/evidence"
	"gatehouse/state/text/spelling"
)

// labbing are the flags of the commands lab and compare.
type labbing struct {
	checking
	repeat   int
	variants []string // of lab names, of compare files
	min      []string

	models, prompts []string // of compare
	json, csv       bool
}

func newLab(h host, c *common) *cobra.Command {
	l := labbing{checking: checking{origin: history.Lab, asks: true}}
	cmd := &cobra.Command{
		Use:   "lab FILE",
		Short: "Send the checks of a file to several variants, and compare these",
		Long: "Send the checks of a file to several variants, and compare these.\n\n" +
			"FILE is a file of checks with a [[variant]] for each model, provider preference or\n" +
			"other change of the requests. Each check is sent to each variant, repeat times; the\n" +
			"answers are saved in the history (origin:lab). The report has how many passed, how\n" +
			"long they took, what they cost, and which differences are more than chance.\n\n" +
			"Exit codes: 0 as expected, 1 a bound of --min was missed, a check of a required\n" +
			"variant failed or not all was sent, 2 a broken FILE or wrong usage, 130 interrupted\n" +
			"(143 by SIGTERM).",
		Example: "  gatehouse lab prompts.toml --repeat 5\n  gatehouse lab prompts.toml --max-cost 0.50 --yes --min 'pass>=0.9' --format junit",
		Args:    cobra.MaximumNArgs(1),
		RunE:    interruptible(func(ctx context.Context, args []string) error { return l.run(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	l.register(cmd, c)
	f.StringArrayVar(&l.variants, "variant", nil, "run this variant alone, by its `NAME`; repeatable")
	f.StringArrayVar(&l.min, "min", nil, "exit with 1 unless `BOUND` holds for each variant, for example 'pass>=0.9' or 'total_p95<5000'; repeatable")
	f.StringVar(&l.format, "format", "text", "`FORMAT` of the report: "+strings.Join(labFormats(), ", "))
	completeWords(cmd, "format", labFormats()...)
	return cmd
}

func labFormats() []string { return append([]string{"text", "junit"}, checks.LabFormats()...) }

// register adds the flags that lab and compare have.
func (l *labbing) register(cmd *cobra.Command, c *common) {
	f := cmd.Flags()
	f.IntVar(&l.repeat, "repeat", 0, "send each request `N` times (default: as FILE says, or once)")
	f.StringVar(&l.maxCost, "max-cost", "", "send nothing that could cost more than `USD` together, by the gateway's list of models")
	f.IntVar(&l.jobs, "jobs", checks.Jobs, "how many requests, `N`, run side by side")
	f.StringVar(&l.rate, "rate", "", "most requests to one gateway, `N/s`, for example 2/s; N/m a minute (default: any)")
	f.BoolVar(&l.yes, "yes", false, "send to a connection that may cost money")
	f.StringArrayVar(&l.addresses, "allow-address", nil, "send to this `URL` that only FILE names, repeatable; without it the terminal asks")
	completeFlag(cmd, "allow-address", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp))
	fileFlag(cmd, c)
	spanFlags(cmd, c)
}

// limits checks the flags that both have.
func (l *labbing) limits() error {
	if l.repeat < 0 || l.repeat > 1000 {
		return wrongUsage("--repeat %d: must be from 1 to 1000", l.repeat)
	}
	return l.checking.limits()
}

func (l *labbing) run(ctx context.Context, h host, c *common, args []string) error {
	switch {
	case len(args) == 0:
		return wrongUsage("no FILE; give a file of checks with a [[variant]] for each candidate")
	case !slices.Contains(labFormats(), l.format):
		return wrongUsage("--format %s: must be one of %s", l.format, strings.Join(labFormats(), ", "))
	}
	if err := l.limits(); err != nil {
		return err
	}
	bounds, err := readBounds(l.min)
	if err != nil {
		return err
	}
	file, err := checks.ReadLab(args[0], c.allowFiles...)
	if err != nil {
		return wrongUsage("%w", err)
	}
	switch {
	case len(file.Variants) == 0:
		return wrongUsage("%s: no variant in it; a variant begins with [[variant]]. A file of checks alone is run by gatehouse check", args[0])
	case len(file.Cases) == 0:
		return wrongUsage("%s: no check in it; a check begins with [[check]]", args[0])
	}
	if err := l.choose(file); err != nil {
		return err
	}
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	list, err := checks.Expand(file, c.flags.Model, l.repeat)
	if err != nil {
		return wrongUsage("%w", err)
	}
	answered, err := l.answers(ctx, h, c, settings, file, list)
	if err != nil {
		return stopOr(ctx, err)
	}
	if err := l.write(h, answered); err != nil {
		return err
	}
	return answered.verdict(h, file, bounds)
}

// choose leaves the variants of --variant, in the order of the file.
func (l *labbing) choose(file *expect.Lab) error {
	var names []string
	for _, v := range file.Variants {
		names = append(names, v.Name)
	}
	for _, name := range l.variants {
		if !slices.Contains(names, name) {
			return wrongUsage("--variant %s: no such variant%s", name, suggestion(name, names))
		}
	}
	if l.variants != nil {
		chosen := func(name string) bool { return slices.Contains(l.variants, name) }
		file.Variants = slices.DeleteFunc(file.Variants, func(v expect.Variant) bool { return !chosen(v.Name) })
		file.Required = slices.DeleteFunc(file.Required, func(name string) bool { return !chosen(name) })
	}
	return nil
}

// labAnswers are the trials of a lab, and the results of its checks by variant.
type labAnswers struct {
	lab.Results
	checks []expect.Result // of each variant and case
	why    string          // some were not sent; empty: all were
}

// answers sends the requests of a lab.
func (l *labbing) answers(ctx context.Context, h host, c *common, settings config.Settings, file *expect.Lab, list []*expect.Check) (out labAnswers, err error) {
	h.bound(&l.filters)
	defer l.filters.Close()
	err = l.connected(ctx, h, c, settings, list, func(all []checks.Request) error {
		run := checks.NewLab(file, all)
		run.Jobs, run.Filter = l.jobs, l.filters.Run
		if l.maxUSD != nil {
			run.Budget = lab.NewBudget(*l.maxUSD)
		}
		return h.working(ctx, checks.Step(0, 0), unreported, func(w *progress.Work) (err error) {
			out.Results, out.why, err = run.Run(w)
			out.checks = run.Checked()
			return err
		})
	})
	return out, err
}

// write writes the report in its format.
func (l *labbing) write(h host, of labAnswers) (err error) {
	var out []byte
	switch write := checks.LabWriter(l.format); {
	case l.format == "junit":
		out, err = evidence.JUnit(of.checks)
	case write == nil:
		return h.printReports(report.Lab(of.Results)...)
	default:
		out, err = write(of.Results)
	}
	if err != nil {
		return err
	}
	if l.format == "json" {
		h = h.forJSON()
	} else {
		out = []byte(printable(h, string(out)))
	}
	return h.print("the report", out)
}

// verdict returns the error of a lab that is not as it must be, and reports why on stderr.
func (of labAnswers) verdict(h host, file *expect.Lab, bounds []bound) error {
	failed := of.why != ""
	if failed {
		h.say("not all was sent: %s", of.why)
		for v, name := range of.Variants {
			if n := of.Summary(v).Unsent; n > 0 {
				h.say("not sent: %s of %s", figures.Counted(n, "request"), name)
			}
		}
	}
	for _, r := range of.checks {
		if !r.Passed() && slices.ContainsFunc(file.Required, func(name string) bool { return r.Name == name+": "+r.Group }) {
			h.say("required: %s failed", r.Name)
			failed = true
		}
	}
	for _, b := range bounds {
		for v, name := range of.Variants {
			if got := b.of(of.Summary(v)); !b.holds(got) {
				h.say("--min %s: of %s it is %s", b.text, name, figureText(got))
				failed = true
			}
		}
	}
	if failed {
		return quietly(exitFailed)
	}
	return nil
}

// bound is one of --min: a figure of a variant with its limit.
type bound struct {
	text, name, sign string
	limit            float64
}

// boundFigure returns the figure of a name that --min bounds: times in milliseconds, costs in USD; nil for none.
func boundFigure(name string) func(lab.Summary) float64 {
	return map[string]func(lab.Summary) float64{
		"pass":     lab.Summary.PassRate,
		"ttft_p50": func(s lab.Summary) float64 { return s.TTFT.P50 / 1000 }, "ttft_p95": func(s lab.Summary) float64 { return s.TTFT.P95 / 1000 },
		"total_p50": func(s lab.Summary) float64 { return s.Total.P50 / 1000 }, "total_p95": func(s lab.Summary) float64 { return s.Total.P95 / 1000 },
		"cost": func(s lab.Summary) float64 { return s.CostOfAnswer }, "cost_of_a_pass": lab.Summary.CostOfPass,
	}[name]
}

func readBounds(texts []string) (all []bound, err error) {
	for _, text := range texts {
		b := bound{text: text}
		for _, sign := range []string{">=", "<=", ">", "<"} {
			if name, limit, ok := strings.Cut(text, sign); ok {
				b.name, b.sign = strings.TrimSpace(name), sign
				b.limit, err = strconv.ParseFloat(strings.TrimSpace(limit), 64)
				break
			}
		}
		if b.sign == "" || err != nil || boundFigure(b.name) == nil {
			return nil, wrongUsage("--min %s: write a figure and its bound, for example 'pass>=0.9'; figures: pass, ttft_p50, ttft_p95, total_p50, total_p95 (in ms), cost and cost_of_a_pass (in USD)", text)
		}
		all = append(all, b)
	}
	return all, nil
}

func (b bound) of(s lab.Summary) float64 { return boundFigure(b.name)(s) }

// holds reports whether a figure is within the bound; one that is not known is not.
func (b bound) holds(v float64) bool {
	switch b.sign {
	case ">=":
		return v >= b.limit
	case "<=":
		return v <= b.limit
	case ">":
		return v > b.limit
	}
	return v < b.limit
}

func figureText(v float64) string {
	if math.IsNaN(v) {
		return "not known"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

func newCompare(h host, c *common) *cobra.Command {
	l := labbing{checking: checking{origin: history.Lab, asks: true}}
	cmd := &cobra.Command{
		Use:   "compare [FILE|-]",
		Short: "Send one request to several models or variants, and compare the answers",
		Long: "Send one request to several models or variants, and compare the answers.\n\n" +
			"FILE is a request object, as for send. Each -m is a variant with that model, and each\n" +
			"--variant one with the changes of a JSON merge patch (RFC 7386). The answers are printed\n" +
			"below one another, then a table of their figures; they are saved in the history.\n\n" +
			"Exit codes: 0 all completed, 1 some did not, 2 wrong usage or an invalid request, 130\n" +
			"interrupted (143 by SIGTERM).",
		Example: "  gatehouse compare -p 'Why is the sky blue?' -m sim/writer -m sim/coder\n  gatehouse compare request.json --variant cheap.json --variant fast.json --repeat 5",
		Args:    atMostOneFile,
		RunE:    interruptible(func(ctx context.Context, args []string) error { return l.compare(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	l.register(cmd, c)
	f.StringArrayVarP(&l.models, "model", "m", nil, "a variant with this model `SLUG`, repeatable")
	f.StringArrayVar(&l.variants, "variant", nil, "a variant with the changes in `FILE`, a JSON merge patch; repeatable")
	f.StringArrayVarP(&l.prompts, "prompt", "p", nil, "append `TEXT` as a user message, repeatable; alone it is the request, streamed")
	f.BoolVar(&l.json, "json", false, "print one JSON object, as lab --format json")
	f.BoolVar(&l.csv, "csv", false, "print a row of CSV for each answer")
	return cmd
}

// compare sends one request to all variants, and prints the answers.
func (l *labbing) compare(ctx context.Context, h host, c *common, args []string) error {
	if l.json && l.csv {
		return wrongUsage("--json and --csv cannot be combined; give one of them")
	}
	if err := l.limits(); err != nil {
		return err
	}
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	file, err := l.request(ctx, h, settings, args)
	if err != nil {
		return err
	}
	list, err := checks.Expand(file, c.flags.Model, l.repeat)
	if err != nil {
		return wrongUsage("%w", err)
	}
	var bodies [][]byte
	for _, one := range list {
		bodies = append(bodies, one.Request)
	}
	if !reportFaults(h, validate.ForResponses, inputName(args), knownOf(h, settings), bodies...) {
		return quietly(exitUsage)
	}
	of, err := l.answers(ctx, h, c, settings, file, list)
	if err != nil {
		return stopOr(ctx, err)
	}
	switch {
	case l.json:
		l.format = "json"
		err = l.write(h, of)
	case l.csv:
		l.format = "csv"
		err = l.write(h, of)
	default:
		err = printAnswers(h, of.Results)
	}
	if err != nil {
		return err
	}
	if of.why != "" || slices.ContainsFunc(of.checks, func(r expect.Result) bool { return !r.Passed() }) {
		return cmp.Or(of.verdict(h, file, nil), quietly(exitFailed))
	}
	return nil
}

// request returns the lab of one request, and of the variants that the flags name.
func (l *labbing) request(ctx context.Context, h host, settings config.Settings, args []string) (*expect.Lab, error) {
	s := sending{prompts: l.prompts}
	body, err := s.body(ctx, h, "", settings, args)
	if err == nil {
		err = noSet(body)
	}
	if err != nil {
		return nil, err
	}
	file := expect.One(inputName(args), body)
	for _, model := range l.models {
		file.Variants = append(file.Variants, expect.Variant{Name: model, Patch: talk.ModelPatch(model)})
	}
	for _, path := range l.variants {
		patch, err := files.Read(path, files.MaxDocument)
		switch {
		case err != nil:
			return nil, wrongUsage("--variant: %w", err)
		case scan.Check(patch) != nil || scan.KindOf(patch) != scan.Object:
			return nil, wrongUsage("--variant %s: not a JSON object; write what differs, for example {\"temperature\":0}", path)
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		file.Variants = append(file.Variants, expect.Variant{Name: name, Patch: bytes.TrimSpace(patch)})
	}
	if len(file.Variants) < 2 {
		return nil, wrongUsage("nothing to compare; name two or more models with -m, or variants with --variant FILE.json")
	}
	for i, v := range file.Variants {
		if slices.ContainsFunc(file.Variants[:i], func(o expect.Variant) bool { return o.Name == v.Name }) {
			return nil, wrongUsage("two variants are called %s; --repeat N sends the same request several times", v.Name)
		}
	}
	return file, nil
}

// printAnswers prints the answers of each variant below its name, equal ones once, and then the figures.
func printAnswers(h host, r lab.Results) error {
	for v, name := range r.Variants {
		for _, one := range lab.Collapse(r.Trials[0][v]) {
			text := strings.TrimRight(one.Text, "\n")
			if text == "" {
				text = "(no text: " + one.Failure() + ")"
			}
			head := "── " + spelling.OneLine(name)
			if n := r.Summary(v).Of; n > 1 {
				head += fmt.Sprintf(" · %d of %d", one.Count, n)
			}
			if err := h.print("the answer", []byte(printable(h, head+"\n"+quoted(text)+"\n"))); err != nil {
				return err
			}
		}
	}
	return h.printReports(report.Variants(r))
}
