package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/app/effect/checks"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

// reportMaker makes a report on an exchange.
type reportMaker struct {
	name string
	make func(m masked, s report.Subject) report.Report
}

func reports() []reportMaker {
	return []reportMaker{
		{"verdict", func(_ masked, s report.Subject) report.Report { return verdict(s) }},
		{"exchange", func(m masked, _ report.Subject) report.Report { return report.Entry(m.Listed, m.Capture) }},
		{"route", func(_ masked, s report.Subject) report.Report { return report.Routing(s) }},
		{"guardrails", func(_ masked, s report.Subject) report.Report { return report.Guards(s) }},
		{"time", func(_ masked, s report.Subject) report.Report { return report.Time(s) }},
		{"tokens", func(_ masked, s report.Subject) report.Report { return report.Tokens(s) }},
		{"lint", func(_ masked, s report.Subject) report.Report {
			return report.Lint(s.Exchange, report.SentHints(s.Exchange, s.Capture))
		}},
		{"cache", nil}, // made by Server.cache from other exchanges too
		{"receipt", func(_ masked, s report.Subject) report.Report { return report.Receipt(s) }},
	}
}

// verdict returns the report on how an exchange ended, with a text if it is empty.
func verdict(s report.Subject) report.Report {
	r := report.Verdict(s)
	if len(r.Blocks) == 0 {
		r.Blocks = []report.Block{report.Span{Text: "It ended without a warning."}}
	}
	return r
}

func reportNames() (names []string) {
	for _, r := range reports() {
		names = append(names, r.name)
	}
	return names
}

type asking struct {
	ID       string   `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	Parts    []string `json:"parts,omitempty" jsonschema:"which reports: verdict, exchange, route, guardrails, time, tokens, lint, cache, receipt; default: all"`
	MaxBytes int      `json:"max_bytes,omitempty" jsonschema:"most bytes of the answer, up to 65536; default 12288"`
}

func (s *Server) why(ctx context.Context, a *archive.Archive, in asking) (out answer, err error) {
	limit, err := boundOf(in.MaxBytes)
	if err != nil {
		return out, err
	}
	names := reportNames()
	for _, name := range in.Parts {
		if !slices.Contains(names, name) {
			return out, fmt.Errorf("parts: there is no %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return out, err
	}
	subject := m.Subject()
	var written []string
	for _, r := range reports() {
		if len(in.Parts) > 0 && !slices.Contains(in.Parts, r.name) {
			continue
		}
		words := ""
		if r.make == nil {
			words = s.cache(ctx, a, m)
		} else {
			words = export.Reports(r.make(m, subject))
		}
		if words != "" {
			written = append(written, words)
		}
	}
	if len(written) == 0 {
		out.note("There is nothing to report of that; ask without parts.")
		return out, nil
	}
	out = bounded(text.Sanitize(strings.Join(written, "\n\n"))+"\n", limit, "ask with parts for some of "+strings.Join(names, ", "), m)
	out.note("It ended as %s.", m.State.Verdict)
	return out, nil
}

// cache returns the report on the prompt cache without texts of other exchanges. The names of these
// are masked as words of the history.
func (s *Server) cache(ctx context.Context, a *archive.Archive, m masked) string {
	r := report.Cached(m.Listed)
	if now, found, err := a.Caching(ctx, m.Listed.ID); err == nil && !r.Empty() {
		r = report.CacheInShort(report.Caching{Now: now, Found: found, Of: m.State})
	}
	words, _ := s.Rules.Text(export.Reports(r), "cache")
	return words
}

type checking struct {
	ID   string `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	File string `json:"file" jsonschema:"path of a file of checks on this machine; request with as: check writes one"`
}

func (s *Server) check(ctx context.Context, a *archive.Archive, in checking) (out answer, err error) {
	all, err := checks.Read(in.File)
	var broken *expect.Broken
	switch {
	case errors.As(err, &broken):
		return out, fmt.Errorf("%w; request with as: \"check\" writes a file of checks to begin with", err)
	case err != nil:
		return out, err
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return out, err
	}
	var results []report.Report
	failed := 0
	for _, r := range checks.Evaluate(ctx, m.Exchange, all, s.Filter) {
		if !r.Passed() {
			failed++
		}
		results = append(results, report.Expected(r))
	}
	out = bounded(text.Sanitize(export.Reports(results...))+"\n", maxBytes, "hold it against fewer checks", m)
	if failed == 0 {
		out.note("All %d checks passed.", len(all))
	} else {
		out.note("%d of %d checks failed.", failed, len(all))
	}
	if m.places > 0 {
		out.note("The checks saw the exchange as it is masked.")
	}
	return out, nil
}
