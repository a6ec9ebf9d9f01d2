package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/answer"
	"gatehouse/app/checks"
	"gatehouse/app/jq"
	"gatehouse/app/progress"
	"gatehouse/app/telemetry"
	"gatehouse/state/evidence"
	"gatehouse/state/expect"
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
