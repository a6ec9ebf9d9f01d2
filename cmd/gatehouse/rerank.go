package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"syscall"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
)

// reranking are the flags of the rerank command.
type reranking struct {
	requestFlags
	models     []string
	queries    []string
	queryFile  string
	field      string // of a CSV, JSON or JSONL, that holds the text
	columns    dataset.Columns
	topN       int
	topNGiven  bool // --top-n was given
	allowFiles []string
	bench      benching
	spending   spending
}

func newRerank(h host, c *common) *cobra.Command {
	var r reranking
	cmd := &cobra.Command{
		Use:   "rerank [FILE|-]",
		Short: "Rank documents against a query, with one or several models",
		Long: "Rank documents against a query, with one or several models side by side.\n\n" +
			"FILE is a rerank request, sent unchanged except for the members that flags set, or\n" +
			"a saved set of the rerank workbench, or a data set. Any other input holds documents: one per line,\n" +
			"a JSON array of strings or of objects with text or image, or with --field a CSV, a\n" +
			"JSON array or JSONL; then --model and --query are required. Without FILE, standard\n" +
			"input is read unless it is a terminal.\n\n" +
			"A data set is a folder as BEIR lays it out (corpus.jsonl, queries.jsonl, qrels/*.tsv), or a\n" +
			"CSV or JSONL with query, text and relevance in each record, or with the columns that\n" +
			"--query-field, --text-field and --relevance-field name.\n" +
			"A set runs all its queries, or those that --query names. Its marks give the measures of\n" +
			"each model over all queries, and whether the models differ by more than chance.\n\n" +
			"The table has rank, score and text; with several models, each one's rank and score\n" +
			"and how well each pair agrees. = marks a score equal to that of a neighbour, ≈ one\n" +
			"that is nearly equal.\n\n" +
			"Exit codes, the worst of all models: 0 completed, 1 failed or truncated, or a --min was\n" +
			"missed, 2 wrong usage or an invalid request, 3 incomplete, 130 interrupted (143 by\n" +
			"SIGTERM).",
		Args: atMostOneFile,
	}
	f := cmd.Flags()
	cmd.RunE = interruptible(func(ctx context.Context, args []string) error {
		r.topNGiven = f.Changed("top-n")
		return r.run(ctx, h, c, args)
	})
	f.StringArrayVarP(&r.models, "model", "m", nil, "rerank model `SLUG`, repeatable")
	f.StringArrayVarP(&r.queries, "query", "q", nil, "the query `TEXT`, repeatable")
	f.StringVar(&r.queryFile, "queries", "", "run the queries of `FILE`: one a line, or JSONL with query, id and marks by document id")
	f.StringVar(&r.field, "field", "", "column of a CSV or member of JSON or JSONL, `NAME`, that holds the texts")
	f.StringVar(&r.columns.Query, "query-field", "", "column or member of a data set, `NAME`, that holds the queries (default: query)")
	f.StringVar(&r.columns.Text, "text-field", "", "column or member of a data set, `NAME`, that holds the texts (default: text)")
	f.StringVar(&r.columns.Relevance, "relevance-field", "", "column or member of a data set, `NAME`, that holds the marks (default: relevance)")
	f.IntVar(&r.topN, "top-n", 0, "return only the best `N` documents")
	f.StringVar(&r.spending.maxCost, "max-cost", "", "send no request that could raise the total cost above `USD`, by listed prices or else the dearest answer so far; what arrived is printed")
	r.register(f)
	r.bench.flags(cmd)
	fileFlag(cmd, c)
	spanFlags(cmd, c)
	return cmd
}

// ranking is one exchange with POST /rerank and its answer.
type ranking struct {
	answer   dataset.Answer
	query    int    // its index among the queries that are sent
	marks    []int  // of the documents, for that query; nil: there are none
	marksFor string // the text that they were made for, if not the query
	body     []byte
	x        *state.Exchange
	sent     bool // else the limit or a signal ended the command before
}

// run makes the exchanges: one that fails does not stop the others.
func (r *reranking) run(ctx context.Context, h host, c *common, args []string) error {
	fields, err := r.fields()
	if err != nil {
		return err
	}
	if err := r.parseFlags(); err != nil {
		return err
	}
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	r.allowFiles = c.allowFiles
	runs, err := r.read(ctx, h, args)
	if err != nil {
		return err
	}
	if len(r.bench.runFiles) > 0 && len(r.bench.set.Runs) == 0 {
		return wrongUsage("--run is for a set or a data set: a request has no ids and no marks")
	}
	bodies := make([][]byte, len(runs))
	for i, run := range runs {
		bodies[i] = run.body
	}
	if !r.force && !reportFaults(h, validate.ForRerank, inputName(args), knownOf(h, settings), bodies...) {
		return quietly(exitUsage)
	}
	conn, err := connect(ctx, h, settings)
	if err != nil {
		return stopOr(ctx, err)
	}
	defer conn.Close()
	if err := r.spending.announce(ctx, h, conn, runs); err != nil {
		return err
	}
	cells := make([]lab.Cell, len(runs))
	for i := range cells {
		cells[i].Case = i
	}
	all := lab.NewRun(cells, maxParallel, r.spending.budget)
	spans, stop, err := c.spans(ctx, h, settings, false, h.sayLine)
	if err != nil {
		return err
	}
	defer stop()
	about := aboutSending(settings, conn, history.Rerank)
	saver := c.saver(ctx, h, settings, conn, history.Rerank)
	defer saver.close()
	err = r.ask(ctx, h, all, runs, func(run *ranking) {
		call := client.Call{Path: client.RerankPath, Body: run.body, Header: fields, Timeout: r.timeout, IdleTimeout: r.idle}
		saver.store(&call)
		captured := conn.Do(ctx, call, client.SinkFunc(func(a wire.Arrival) { run.x.Apply(a) }))
		saver.save(call, run.x, captured)
		spans.Ended(about, nil, captured)
	})
	if err != nil {
		return err
	}
	conn.about.Operation = "POST /rerank"
	return r.finish(ctx, h, conn.about, all, runs)
}

// parseFlags parses the flags that do not depend on the input.
func (r *reranking) parseFlags() error {
	if err := cmp.Or(r.bench.read(r.json), r.spending.parse()); err != nil {
		return err
	}
	if r.field != "" && r.columns != (dataset.Columns{}) {
		return wrongUsage("--field is for documents alone; name the texts of a data set with --text-field")
	}
	return nil
}

// finish writes the rankings and reports how the requests ended.
func (r *reranking) finish(ctx context.Context, h host, about explain.Context, all *lab.Run, runs []*ranking) error {
	sent, err := r.spending.sent(h, all, runs)
	if err != nil {
		return err
	}
	for _, run := range sent {
		run.read(about)
	}
	bench := r.bench.of(runs)
	err = r.print(h, sent, bench)
	for _, run := range sent {
		run.printNotices(h, about, r.json, sent)
	}
	if written := r.bench.write(bench); written != nil {
		return written
	}
	reached := err != nil || r.bench.reachesMinimums(h, bench)
	switch err := exitOf(ctx, sent, err); {
	case err != nil:
		return err
	case !reached:
		return quietly(exitFailed)
	case len(sent) < len(runs):
		return quietly(exitIncomplete)
	}
	return nil
}

// print writes the answers, in the form that was asked for.
func (r *reranking) print(h host, sent []*ranking, bench dataset.Bench) error {
	switch {
	case r.bench.csv:
		_, err := h.stdout.Write(bench.CSV())
		return err
	case r.json && r.bench.isShown(bench):
		return printRankings(h.forJSON(), sent, bench.JSON())
	case r.json:
		return printRankings(h.forJSON(), sent, nil)
	case r.bench.measures != nil: // the flags ask for the measures alone
		return h.printReports(report.RankBench(bench, agreementK)...)
	case r.bench.isShown(bench):
		return printTable(h, sent, report.RankBench(bench, agreementK)...)
	}
	return printTable(h, sent)
}

// maxParallel limits the exchanges that run at the same time.
const maxParallel = 16

// ask makes the exchanges, and shows how many have been answered.
func (r *reranking) ask(ctx context.Context, h host, all *lab.Run, runs []*ranking, exchange func(*ranking)) error {
	step := progress.Step{Verb: "waiting for", What: "the models", Total: len(runs), Unit: "answers"}
	if len(runs) == 1 {
		step = progress.Step{Verb: "waiting for", What: runs[0].answer.Label}
	}
	// After a signal no error is returned: the verdicts of the exchanges show it.
	return h.working(ctx, step, "", func(w *progress.Work) error {
		plan := func(c lab.Cell) (string, float64, bool) {
			return runs[c.Case].answer.Label, r.spending.maxUSD(runs[c.Case]), true
		}
		checks.Drive(ctx, all, plan, func(_ context.Context, c lab.Cell, waits int) (*state.Exchange, bool, func()) {
			run := runs[c.Case]
			if run.sent = true; waits > 0 {
				run.x = state.NewRerank("", run.body)
			}
			exchange(run)
			return run.x, len(runs) == 1, func() {
				all.Finish(c, run.x, usage.Dollars(run.x.Usage), run.x.Ranking != nil)
				step.Done++
				_ = w.At(step)
			}
		})
		return nil
	})
}

// exitOf returns the error with which the command ends after the exchanges: the worst of all models.
// err is that of writing the rankings.
func exitOf(ctx context.Context, runs []*ranking, err error) error {
	if answer.ReaderGone(err) {
		return quietly(stopped{syscall.SIGPIPE}.code())
	}
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("the ranking could not be written to standard output: %w", err)}
	}
	signalCode, signalled := stopCode(ctx)
	worst := exitOK
	for _, run := range runs {
		if signalled && run.x.Verdict != state.Completed { // or it waited to be sent again
			return quietly(signalCode)
		}
		if code := run.x.Verdict.ExitCode(); code == exitFailed || worst == exitOK {
			worst = code
		}
	}
	return quietly(worst)
}

// spending is the limit of --max-cost.
type spending struct {
	maxCost string
	budget  *lab.Budget // nil without a limit
	known   preview.Catalogue
}

// parse parses the flag.
func (s *spending) parse() error {
	if s.maxCost == "" {
		return nil
	}
	usd, err := readCost(s.maxCost)
	s.budget = lab.NewBudget(usd)
	return err
}

// announce prints what the requests may cost, if there is a limit.
func (s *spending) announce(ctx context.Context, h host, conn connection, all []*ranking) error {
	if s.budget == nil {
		return nil
	}
	list, err := conn.Models(ctx)
	if ctx.Err() != nil {
		return stopOr(ctx, ctx.Err())
	}
	s.known = preview.ReadCatalogue(list)
	sum, unknown := 0.0, ""
	if err != nil {
		unknown = "the list of models cannot be read (" + err.Error() + ")"
	}
	for _, run := range all {
		usd, why := s.known.MaxCost(run.body, true, false)
		sum, unknown = sum+usd, cmp.Or(unknown, why)
	}
	costs := fmt.Sprintf("at most %s by the list of models", figures.PriceOf(sum))
	if unknown != "" {
		costs = "what they may cost is not known beforehand: " + unknown
	}
	h.say("%s, limit %s; %s", figures.Counted(len(all), "request"), figures.PriceOf(s.budget.Most()), costs)
	return nil
}

// maxUSD returns what a request may cost; NaN if that is unknown.
func (s *spending) maxUSD(run *ranking) float64 {
	if s.budget == nil {
		return math.NaN()
	}
	if usd, unknown := s.known.MaxCost(run.body, true, false); unknown == "" {
		return usd
	}
	return math.NaN()
}

// sent returns the requests that were sent. It prints why the others were not.
func (s *spending) sent(h host, run *lab.Run, all []*ranking) (sent []*ranking, err error) {
	for _, run := range all {
		if run.sent {
			sent = append(sent, run)
		}
	}
	switch why := run.Why(); {
	case why == "" || len(sent) == len(all) && s.budget.Ended() == "":
	case len(sent) == 0:
		return nil, wrongUsage("nothing is sent: %s", why)
	default:
		words := fmt.Sprintf("%s: %s of %s sent", why, figures.Thousands(len(sent)), figures.Counted(len(all), "request"))
		if s.budget != nil {
			words += ", which cost " + figures.PriceOf(s.budget.Spent())
		}
		h.sayLine(words)
	}
	return sent, nil
}
