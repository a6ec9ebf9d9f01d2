package lint

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"sync"
)

// ClientResult is what a client made of an answer.
type ClientResult string

// What a client may make of an answer.
const (
	Complete    ClientResult = "whole"     // the same text or the same calls as of the good answer
	Empty       ClientResult = "empty"     // nothing
	Partial     ClientResult = "partial"   // some of it; of calls also all of them without an id
	Wrong       ClientResult = "wrong"     // another text or other calls
	ClientError ClientResult = "error"     // an error, though the good answer is none
	Reported    ClientResult = "reported"  // the error that is in the answer
	Unnoticed   ClientResult = "unnoticed" // no error, though there is one in the answer
)

// Lost reports whether the client lost something that the answer had.
func (m ClientResult) Lost() bool { return m != Complete && m != Reported }

// The forms in which a client hands on an answer.
const (
	Streamed = "stream" // piece by piece, as it arrives
	Final    = "final"  // as one object, when it has ended
)

// Outcome is what a public client made of an answer that breaks a rule.
type Outcome struct {
	Client, Version string
	Form            string
	Made            ClientResult
}

// Measurements are what the clients of the suite made of every sample. The suite in
// gateway/sdktest writes them: .ci/run measure.
type Measurements struct {
	Versions    map[string]string `json:"versions"`     // by client
	NotMeasured map[string]string `json:"not_measured"` // by rule, why clients cannot be measured
	Rules       []Measured        `json:"rules"`
}

// Measured is what clients made of the sample of a rule.
type Measured struct {
	Rule string                             `json:"rule"`
	API  string                             `json:"api"`
	Made map[string]map[string]ClientResult `json:"made"` // by client and form
}

//go:embed clients.json
var clients []byte

// Measurement returns what was measured. It must not be changed.
var Measurement = sync.OnceValue(func() *Measurements {
	var m Measurements
	if err := json.Unmarshal(clients, &m); err != nil {
		panic("lint: clients.json: " + err.Error())
	}
	return &m
})

// Clients returns what clients of an API made of an answer that breaks the rule, by client and
// form; nothing where that was not measured.
func (r *Rule) Clients(api API) (all []Outcome) {
	m := Measurement()
	for _, measured := range m.Rules {
		if measured.Rule != r.ID || measured.API != api.String() {
			continue
		}
		for _, client := range slices.Sorted(maps.Keys(measured.Made)) {
			forms := measured.Made[client]
			for _, form := range slices.Sorted(maps.Keys(forms)) {
				all = append(all, Outcome{client, m.Versions[client], form, forms[form]})
			}
		}
	}
	return all
}
