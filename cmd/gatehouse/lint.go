package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/report"
	"gatehouse/state/share/evidence"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
	reports "gatehouse/views/kit/report"
)

// linting are the flags of the lint command.
type linting struct {
	format, failOn string
}

func newLint(h host, c *common) *cobra.Command {
	l := linting{}
	cmd := &cobra.Command{
		Use:   "lint [FILE|ID|QUERY]",
		Short: "Say what in an answer breaks clients",
		Long: "Say in which ways answers deviate from the API and from what clients rely on, which\n" +
			"clients lose something by it, and what the maker of the gateway does about it.\n\n" +
			"FILE is an HTTP Archive or a recorded answer, ID an exchange of the history, QUERY a\n" +
			"filter on it, such as origin:proxy since:1h. Without one it is the last exchange.\n\n" +
			"Hints on what was sent, as validate has them, follow the findings and leave the exit code.\n\n" +
			"Exit codes: 0 nothing of the level of --fail-on or worse, 1 something, 2 wrong usage.",
		RunE: interruptible(func(ctx context.Context, args []string) error { return l.run(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&l.format, "format", "text", "`FORMAT` of the findings: text, json or sarif")
	f.StringVar(&l.failOn, "fail-on", "error", "exit with 1 from this `LEVEL` on: error, warning or note")
	completeWords(cmd, "format", "text", "json", "sarif")
	completeWords(cmd, "fail-on", "error", "warning", "note")
	return cmd
}

func (l *linting) run(ctx context.Context, h host, c *common, args []string) error {
	failLevel, ok := lint.ParseLevel(l.failOn)
	if !ok {
		return wrongUsage("--fail-on %s: must be error, warning or note", l.failOn)
	}
	var out linted
	switch l.format {
	case "text":
		out = &lintedText{h: h, counts: map[lint.Level]int{}}
	case "json":
		out = &lintedJSON{h: h, Exchanges: []exchangeJSON{}}
	case "sarif":
		out = &lintedSARIF{h: h.forReport(), file: fileNamed(args)}
	default:
		return wrongUsage("--format %s: must be text, json or sarif", l.format)
	}
	failed, checked := false, 0
	each := func(x export.Exchange) error {
		list := x.State.Findings()
		if x.State.Linted() {
			checked++
		}
		failed = failed || slices.ContainsFunc(list, func(f lint.Finding) bool { return f.Rule.Level >= failLevel })
		return out.add(x, list, report.SentHints(x.State, x.Capture))
	}
	err := l.exchanges(ctx, h, c, args, each)
	if err == nil {
		err = out.end()
	}
	switch {
	case answer.ReaderGone(err), err == nil && failed:
		return quietly(exitFailed)
	case err == nil && checked == 0:
		return wrongUsage("nothing was checked: give an answer, a FILE or an exchange of the history that has one")
	}
	return err
}

// fileNamed returns the path of the file that the first word names, or "".
func fileNamed(args []string) (path string) {
	if len(args) > 0 && files.Exists(args[0]) {
		path, _ = files.Expand(args[0]) // the file exists
	}
	return path
}

// exchanges calls each with the exchanges that the words name, one after the other.
func (l *linting) exchanges(ctx context.Context, h host, c *common, args []string, each func(export.Exchange) error) error {
	if len(args) == 0 {
		args = []string{"last"}
	}
	if files.Exists(args[0]) {
		list, err := new(exporting).file(ctx, h, c, args)
		if err != nil {
			return err
		}
		return h.working(ctx, progress.Step{Verb: "checking", What: args[0]}, "the others were not checked", func(w *progress.Work) error {
			for i, x := range list {
				x.Title = cmp.Or(x.Title, args[0]) // a saved answer is called like its file
				if err := each(x); err != nil {
					return err
				}
				if err := w.Counted("checking", i+1, len(list), "exchanges"); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return new(historyFlags).ofIDs(ctx, h, c, args, func(a archive.Reader, args []string) error {
		return eachOfHistory(ctx, h, a, args, each)
	})
}

// eachOfHistory calls each with the exchange of an id, or with those that a query matches, the oldest
// first.
func eachOfHistory(ctx context.Context, h host, a archive.Reader, args []string, each func(export.Exchange) error) error {
	if len(args) == 1 && isID(args[0]) {
		x, err := share.Find(ctx, a, args[0])
		if err != nil {
			return notFound(args[0], err)
		}
		return each(x)
	}
	text := strings.Join(args, " ")
	q, _, err := filtering(ctx, h, a, text, time.Now()).On(ctx, a)
	if err != nil {
		return badFilter(err)
	}
	list, err := a.List(ctx, archive.Page{Query: q, Limit: -1})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		h.say("no exchange of the history matches %s", text)
	}
	return h.working(ctx, progress.Step{Verb: "reading", What: "the history"}, "", func(w *progress.Work) error {
		for i := range slices.Backward(list) {
			x, err := share.Load(ctx, a, &list[i])
			if err == nil {
				err = each(x)
			}
			if err == nil {
				err = w.Counted("reading", len(list)-i, len(list), "exchanges")
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// linted prints findings in answers, and hints on requests.
type linted interface {
	add(export.Exchange, []lint.Finding, []report.Finding) error
	end() error
}

// lintedText prints the report of each exchange, and the totals.
type lintedText struct {
	h         host
	exchanges int
	unchecked int // of those
	remarked  int // of those, whose end or warnings are printed
	counts    map[lint.Level]int
	hints     int // on requests
}

func (t *lintedText) add(x export.Exchange, list []lint.Finding, hints []report.Finding) error {
	for _, f := range list {
		t.counts[f.Rule.Level]++
	}
	if t.exchanges++; !x.State.Linted() {
		t.unchecked++
	}
	t.hints += len(hints)
	r := report.Lint(x.State, hints)
	if x.State.Linted() && (x.State.Verdict != state.Completed || len(x.State.Warnings) > 0 || x.State.IsEmpty()) {
		t.remarked++
	} else if len(list) == 0 && len(hints) == 0 {
		return nil
	}
	if r.Title = exchangeName(x); r.Title == x.Title { // a line of ours begins with it
		r.Title = spelling.Word(r.Title)
	}
	if len(r.Blocks) == 0 { // a report without blocks prints nothing
		r.Blocks, r.Sum = []report.Block{r.Sum}, report.Span{}
	}
	_, err := fmt.Fprintln(t.h.stdout, reports.Plain(t.h.columns(), r))
	return err
}

// exchangeName returns the title above the findings of an exchange. One of a saved answer has no id.
func exchangeName(x export.Exchange) string {
	if x.Capture == nil || x.Capture.ID == "" || x.About.Origin == "" {
		return x.Title
	}
	return x.Capture.ID + "  " + x.Title
}

func (t *lintedText) end() error {
	sum := cmp.Or(report.CountedLevels(t.counts).Text, "nothing found")
	if len(t.counts) == 0 && t.remarked > 0 {
		sum = "nothing that breaks a client"
	}
	if t.exchanges > t.unchecked {
		t.h.say("%s in %s", sum, figures.Counted(t.exchanges-t.unchecked, "exchange"))
	}
	if t.hints > 0 {
		t.h.say("%s on what was sent", figures.Counted(t.hints, "hint"))
	}
	if t.unchecked > 0 {
		t.h.say("%s not checked: no answer of an API that lint knows", figures.Counted(t.unchecked, "exchange"))
	}
	return nil
}

// lintedJSON prints one object.
type lintedJSON struct {
	h         host
	Exchanges []exchangeJSON `json:"exchanges"`
}

// exchangeJSON is an exchange in the object; every key is always there.
type exchangeJSON struct {
	ID       string            `json:"id"`
	Model    string            `json:"model"`
	Verdict  string            `json:"verdict"`
	Findings []lintFindingJSON `json:"findings"`
	Hints    []hintJSON        `json:"hints"` // on the request
}

// hintJSON is a hint on a request in the object.
type hintJSON struct {
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

// lintFindingJSON is a finding in the object; every key is always there.
type lintFindingJSON struct {
	Rule    string       `json:"rule"`
	Level   string       `json:"level"`
	Message string       `json:"message"`
	Frames  []int        `json:"frames"` // counted from 0, as the lines of send --events; the first ones
	Count   int          `json:"count"`
	Effect  string       `json:"effect"`
	Clients []clientJSON `json:"clients"` // what was measured
	Remedy  string       `json:"remedy"`
	Source  string       `json:"source"`
}

// clientJSON is what a public client made of an answer that breaks the rule.
type clientJSON struct {
	Client  string `json:"client"`
	Version string `json:"version"`
	Form    string `json:"form"` // stream: piece by piece; final: as one object
	Made    string `json:"made"`
}

func (j *lintedJSON) add(x export.Exchange, list []lint.Finding, hints []report.Finding) error {
	one := exchangeJSON{Model: x.State.Model, Verdict: string(x.State.Verdict), Findings: []lintFindingJSON{}, Hints: []hintJSON{}}
	if x.Capture != nil {
		one.ID = x.Capture.ID
	}
	for _, f := range hints {
		one.Hints = append(one.Hints, hintJSON{f.Path, string(f.Level), f.Message})
	}
	for _, f := range list {
		clients := []clientJSON{}
		for _, o := range f.Rule.Clients(x.State.Kind().API()) {
			clients = append(clients, clientJSON{o.Client, o.Version, o.Form, string(o.Made)})
		}
		one.Findings = append(one.Findings, lintFindingJSON{
			f.Rule.ID, f.Rule.Level.String(), report.FindingWords(f), append([]int{}, f.Frames...), f.Count, f.Rule.Effect, clients, f.Rule.Remedy, f.Rule.Source,
		})
	}
	j.Exchanges = append(j.Exchanges, one)
	return nil
}

func (j *lintedJSON) end() error {
	return j.h.printJSON(j)
}

// lintedSARIF prints a SARIF log. A result of an exchange that was read from a file is in that file.
type lintedSARIF struct {
	h       host
	file    string // that was read; empty: the history
	results []evidence.SARIFResult
}

// hintRule is the rule of the hints on requests.
const hintRule = "request-hint"

func (s *lintedSARIF) add(x export.Exchange, list []lint.Finding, hints []report.Finding) error {
	name, file := strings.Join(strings.Fields(exchangeName(x)), " "), ""
	if s.file != "" {
		file = files.FromHere(s.file)
	}
	for _, f := range hints {
		s.results = append(s.results, evidence.SARIFResult{Rule: hintRule, Level: string(f.Level), Message: f.Words(), Name: name, File: file, Key: f.Path})
	}
	for _, f := range list {
		words := report.FindingWords(f)
		if at := report.FindingPlace(f); at != "" {
			words += " In " + at + "."
		}
		s.results = append(s.results, evidence.SARIFResult{Rule: f.Rule.ID, Level: f.Rule.Level.String(), Message: words + " " + f.Rule.Effect, Name: name, File: file})
	}
	return nil
}

func (s *lintedSARIF) end() error {
	var rules []evidence.SARIFRule
	for _, id := range lint.Named() {
		all := lint.Rules() // of a rule for several APIs the first
		r := all[slices.IndexFunc(all, func(r lint.Rule) bool { return r.ID == id })]
		rules = append(rules, evidence.SARIFRule{ID: id, Level: r.Level.String(), Short: r.What, Help: r.Effect + " " + r.Remedy})
	}
	rules = append(rules, evidence.SARIFRule{ID: hintRule, Level: lint.Note.String(), Short: "Something that was sent is hardly meant so."})
	out, err := evidence.WriteSARIF(rules, s.results)
	if err == nil {
		_, err = s.h.stdout.Write(out)
	}
	return err
}
