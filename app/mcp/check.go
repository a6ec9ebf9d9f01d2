package mcp

import (
	"context"
	"errors"
	"fmt"

	"gatehouse/app/effect/checks"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

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
	for _, r := range checks.Hold(ctx, m.Exchange, all, s.Filter) {
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
