package main

import (
	"encoding/json"

	"gatehouse/state/export"
	"gatehouse/state/lint"
	"gatehouse/state/report"
)

// lintedJSON prints one object.
type lintedJSON struct {
	h         host
	Exchanges []exchangeJSON `json:"exchanges"`
}

// exchangeJSON is an exchange in the object; every key is always there.
type exchangeJSON struct {
	ID       string          `json:"id"`
	Model    string          `json:"model"`
	Verdict  string          `json:"verdict"`
	Findings []deviationJSON `json:"findings"`
	Hints    []hintJSON      `json:"hints"` // on the request
}

// hintJSON is a hint on a request in the object.
type hintJSON struct {
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

func hintsJSON(hints []report.Finding) []hintJSON {
	list := make([]hintJSON, 0, len(hints))
	for _, f := range hints {
		list = append(list, hintJSON{f.Path, string(f.Level), f.Message})
	}
	return list
}

// deviationJSON is a finding in the object; every key is always there.
type deviationJSON struct {
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

func clientsJSON(outcomes []lint.Outcome) []clientJSON {
	list := make([]clientJSON, 0, len(outcomes))
	for _, o := range outcomes {
		list = append(list, clientJSON{o.Client, o.Version, o.Form, string(o.Made)})
	}
	return list
}

func (j *lintedJSON) add(x export.Exchange, list []lint.Finding, hints []report.Finding) error {
	one := exchangeJSON{Model: x.State.Model, Verdict: string(x.State.Verdict), Findings: []deviationJSON{}, Hints: hintsJSON(hints)}
	if x.Capture != nil {
		one.ID = x.Capture.ID
	}
	for _, f := range list {
		one.Findings = append(one.Findings, deviationJSON{
			f.Rule.ID, f.Rule.Level.String(), report.DeviationWords(f), append([]int{}, f.Frames...), f.Count, f.Rule.Effect, clientsJSON(f.Rule.Clients(x.State.Kind().API())), f.Rule.Remedy, f.Rule.Source,
		})
	}
	j.Exchanges = append(j.Exchanges, one)
	return nil
}

func (j *lintedJSON) end() error {
	e := json.NewEncoder(j.h.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(j)
}
