package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/client/read"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/cost/prices"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
)

// pricesOf returns a function for the prices of the settings and of the local gateway, which are loaded by
// the first call.
func pricesOf(s config.Settings) func() prices.Book {
	return sync.OnceValue(func() prices.Book {
		book := prices.Book{Overrides: s.Prices}
		service := []gateway.Option{}
		if s.BaseURL == "" {
			service = append(service, gateway.WithService(s.Service))
		}
		if models, err := read.Models(gateway.New(service...).List()); err == nil {
			book.Lists = []prices.List{{Models: prices.Trim(models)}}
		}
		return book
	})
}

// receipting are the flags of the receipt command.
type receipting struct{ json, csv bool }

func newReceipt(h host, c *common) *cobra.Command {
	r := receipting{}
	cmd := &cobra.Command{
		Use:   "receipt ID|QUERY",
		Short: "Compute what exchanges cost, and compare it with what was reported",
		Long: "Compute what exchanges of the history cost, line by line, compare it with what the\n" +
			"service reported, and say what the same tokens would have cost elsewhere. Sums are\n" +
			"exact; one that may not be right is marked with ~.\n\n" +
			"Prices come from the exchange itself, from the list of models of its connection (the\n" +
			"playground and the proxy store it with its date), from the list prices of vendors, each with\n" +
			"a source and a date, and from [prices] in config.toml, in this order.\n\n" +
			"QUERY is a filter as history list has it: run:12, receipt:differs since:1d, or two words\n" +
			"or more. A single word is an ID; in \"quotes\" it is searched for.",
		Example: "  gatehouse receipt last\n  gatehouse receipt receipt:differs since:7d --csv",
		Args:    atLeastOne("nothing to compute; give the ID of an exchange, last, or a QUERY such as run:1"),
		RunE:    interruptible(func(ctx context.Context, args []string) error { return r.run(ctx, h, c, args) }),
	}
	cmd.Flags().BoolVar(&r.json, "json", false, "print one object: the exchanges and their sum")
	cmd.Flags().BoolVar(&r.csv, "csv", false, "print the exchanges as CSV")
	return cmd
}

func (r receipting) run(ctx context.Context, h host, c *common, args []string) error {
	if r.csv && r.json {
		return wrongUsage("--csv and --json: choose one of them")
	}
	var sum receipt.Sum
	var rows [][]string
	var list []receiptJSON
	lost := 0.0
	err := new(historyFlags).ofIDs(ctx, h, c, args, func(a archive.Reader, args []string) error {
		return eachOfHistory(ctx, h, a, args, func(x export.Exchange) error {
			s := report.SubjectOf(x.State, x.Capture, x.About, x.Prices)
			s.Lost = x.Lost()
			lost += max(s.Lost, 0)
			got := report.ReceiptOf(s)
			sum.Add(got)
			switch {
			case r.csv:
				rows = append(rows, receiptRow(x, got))
			case r.json:
				list = append(list, receiptObject(x, got, report.OtherwiseOf(s, got)))
			case len(args) == 1 && isID(args[0]):
				one := report.Receipt(s)
				if len(one.Blocks) == 0 { // the sum of an empty receipt describes it
					one.Blocks, one.Sum = []report.Block{one.Sum}, report.Span{}
				}
				return h.printReports(one)
			}
			return nil
		})
	})
	switch {
	case err != nil:
		return err
	case r.csv:
		rows = slices.Insert(rows, 0, []string{"at", "id", "model", "provider", "result", "reported_usd", "computed_usd", "assumed", "findings"})
		_, err := h.stdout.Write(spelling.ReportCSV(rows))
		return err
	case r.json:
		return h.printJSON(map[string]any{"exchanges": append([]receiptJSON{}, list...), "sum": sumObject(sum)})
	case len(args) > 1 || !isID(args[0]):
		return h.printReports(report.Receipts(sum, lost))
	}
	return nil
}

// isID reports whether a word is an id, and not a query: a single word is one, unless it has a condition,
// a wildcard or quotes.
func isID(word string) bool { return !strings.ContainsAny(word, ":<>=*\" \t\n") }

// receiptRow returns the CSV cells of a receipt.
func receiptRow(x export.Exchange, r receipt.Receipt) []string {
	sum := func(usd decimal.Decimal, known bool) string {
		if !known {
			return ""
		}
		return usd.String()
	}
	names := r.Names()
	return []string{
		x.Capture.Start.UTC().Format(time.RFC3339), x.Capture.ID, r.Model, r.Provider, string(r.Result),
		sum(r.Reported.Cost.USD, r.Reported.Cost.There), sum(r.Computed, r.Known), r.Assumed(), strings.Join(names[min(1, len(names)):], " "),
	}
}

// receiptJSON is a receipt in the object; every key is always there, null when unknown. Sums are
// in USD, with every digit.
type receiptJSON struct {
	ID        string           `json:"id"`
	At        string           `json:"at"`
	Model     string           `json:"model"`
	Provider  string           `json:"provider"`
	Result    string           `json:"result"`
	Reported  json.RawMessage  `json:"reported"`
	Computed  json.RawMessage  `json:"computed"`
	Assumed   string           `json:"assumed"` // why the computed cost may not be right
	BYOK      bool             `json:"is_byok"`
	Price     *priceJSON       `json:"price"`
	Lines     []lineJSON       `json:"lines"`
	Extras    []extraJSON      `json:"extras"`
	Findings  []receiptFinding `json:"findings"`
	Otherwise []otherJSON      `json:"otherwise"`
}

type priceJSON struct {
	From string `json:"from"`
	Name string `json:"name"`
	URL  string `json:"url"`
	Date string `json:"date"`
}

type lineJSON struct {
	Kind  string          `json:"kind"`
	Count int             `json:"count"`
	Each  json.RawMessage `json:"each"`
	USD   json.RawMessage `json:"usd"`
	By    string          `json:"by"` // whose price it is
}

type extraJSON struct {
	Name     string          `json:"name"`
	Reported json.RawMessage `json:"reported"`
	Computed json.RawMessage `json:"computed"`
}

type receiptFinding struct {
	Code    string `json:"code"`
	Line    string `json:"line"`
	Message string `json:"message"`
}

type otherJSON struct {
	Model    string          `json:"model"`
	Provider string          `json:"provider"`
	USD      json.RawMessage `json:"usd"`
	Served   bool            `json:"served"`
	Assumed  string          `json:"assumed"`
}

// usd returns a sum as a number; null if it is unknown.
func usd(d decimal.Decimal, known bool) json.RawMessage {
	if !known {
		return json.RawMessage("null")
	}
	return json.RawMessage(d.String())
}

// receiptObject returns the object of a receipt.
func receiptObject(x export.Exchange, r receipt.Receipt, others []receipt.Other) receiptJSON {
	o := receiptJSON{
		ID: x.Capture.ID, At: x.Capture.Start.UTC().Format(time.RFC3339), Model: r.Model, Provider: r.Provider, Result: string(r.Result),
		Reported: usd(r.Reported.Cost.USD, r.Reported.Cost.There), Computed: usd(r.Computed, r.Known), BYOK: r.Reported.BYOK, Assumed: r.Assumed(),
		Lines: []lineJSON{}, Extras: []extraJSON{}, Findings: []receiptFinding{}, Otherwise: []otherJSON{},
	}
	if r.Priced {
		s := r.Price.Source
		o.Price = &priceJSON{string(s.From), s.Name, s.URL, s.Date}
	}
	for _, l := range r.Bill.Lines {
		o.Lines = append(o.Lines, lineJSON{l.Kind.String(), l.Count, usd(l.Each, l.Priced), usd(l.Amount, l.Priced), l.By.String()})
	}
	for _, e := range r.Extras {
		o.Extras = append(o.Extras, extraJSON{e.Name, usd(e.Reported, true), usd(e.Bill.Total, e.Priced)})
	}
	for _, f := range r.Findings {
		o.Findings = append(o.Findings, receiptFinding{string(f.Code), f.Line, f.Message})
	}
	for _, other := range others {
		o.Otherwise = append(o.Otherwise, otherJSON{other.Model, other.Provider, usd(other.Cost, other.Known), other.Served, other.Assumed})
	}
	return o
}

// sumObject returns the total cost of exchanges.
func sumObject(s receipt.Sum) map[string]any {
	results := map[string]int{}
	for _, name := range receipt.Results() {
		results[name] = s.Results[receipt.Result(name)]
	}
	return map[string]any{
		"exchanges": s.Exchanges, "results": results, "reported": usd(s.Reported, s.Reporting > 0), "reporting": s.Reporting,
		"computed": usd(s.Computed, s.Known > 0), "known": s.Known, "difference": usd(s.Off, s.Reporting > 0 && s.Known > 0), "assumed": s.Assumed,
	}
}
