package main

import (
	"strings"

	"gatehouse/app/files"
	"gatehouse/state/evidence"
	"gatehouse/state/export"
	"gatehouse/state/lint"
	"gatehouse/state/report"
)

// lintedSARIF prints a log in which the rules of lint are those of the program. A result of
// an exchange that was read from a file is in that file.
type lintedSARIF struct {
	h       host
	file    string // empty: the exchanges are of the history
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
		words := report.DeviationWords(f)
		if at := report.DeviationPlace(f); at != "" {
			words += " In " + at + "."
		}
		s.results = append(s.results, evidence.SARIFResult{Rule: f.Rule.ID, Level: f.Rule.Level.String(), Message: words + " " + f.Rule.Effect, Name: name, File: file})
	}
	return nil
}

func (s *lintedSARIF) end() error {
	var rules []evidence.SARIFRule
	for _, id := range lint.Named() {
		for _, r := range lint.Rules() { // of a rule for several APIs the first
			if r.ID == id {
				rules = append(rules, evidence.SARIFRule{ID: id, Level: r.Level.String(), Short: r.What, Help: r.Effect + " " + r.Remedy})
				break
			}
		}
	}
	rules = append(rules, evidence.SARIFRule{ID: hintRule, Level: lint.Note.String(), Short: "Something that was sent is hardly meant so."})
	out, err := evidence.WriteSARIF(rules, s.results)
	if err == nil {
		_, err = s.h.stdout.Write(out)
	}
	return err
}
