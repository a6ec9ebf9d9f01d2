package cache

import (
	"encoding/json"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialects"
	"gatehouse/state/run"
)

// Variant is what is changed in the requests of a run before they are played again.
type Variant struct {
	Breakpoint bool // a mark at the end of each request
	Session    bool // one session_id, so that one provider serves all
	First      bool // each has the tools and the instructions of the first
}

// Variants are those that may make a difference to an exchange: what its request has already is not
// added, and the first request is followed where tools or instructions are others than before.
func Variants(now *Use, found *Analysis) (all []Variant) {
	if n := len(now.Prompt.Pieces); n > 0 && now.Prompt.Pieces[n-1].Keep == run.NoMark {
		all = append(all, Variant{Breakpoint: true})
	}
	if now.Prompt.Setting("session_id") == "" {
		all = append(all, Variant{Session: true})
	}
	if len(all) == 2 {
		all = append(all, Variant{Breakpoint: true, Session: true})
	}
	if d := found.Diff; found.Before != nil && d.Change != Same && d.Group <= run.Instructions {
		all = append(all, Variant{First: true})
	}
	return all
}

// stand is the model of the local gateway that stands for one that it does not have. Two providers
// serve it.
const stand = "driftwood/schooner"

// apart is what is left out of a request that was made for another service.
var apart = []string{"provider", "plugins", "models", "route", "service_tier", "previous_response_id", "conversation", "prompt", "background", "store"}

// Playable is a request in the form that the local gateway takes: one of another API is translated.
func Playable(path string, body []byte) ([]byte, error) {
	read, err := dialects.Read(body)
	if err != nil || read.Dialect == dialect.Responses {
		return body, err
	}
	translated, err := dialects.Translate(path, body)
	if err != nil {
		return nil, err
	}
	return translated.Body, nil
}

// Request is a playable request as it is played: that of another service has a model of the local
// gateway. It begins with a line of its own, so that nothing is read that another play has left.
// first is the first request of the run.
func (v Variant) Request(body, first []byte, local bool, line string) (_ []byte, err error) {
	set := func(name string, value any) {
		if err == nil {
			body, err = sjson.SetBytes(body, name, value)
		}
	}
	if !local {
		set("model", stand)
		for _, name := range apart {
			if err == nil {
				body, err = sjson.DeleteBytes(body, name)
			}
		}
	}
	if v.First {
		for _, name := range []string{"tools", "instructions"} {
			if of := gjson.GetBytes(first, name); of.Exists() {
				set(name, json.RawMessage(of.Raw))
			} else if err == nil {
				body, err = sjson.DeleteBytes(body, name)
			}
		}
	}
	set("stream", false)
	set("instructions", line+"\n"+scan.Text(scan.Get(body, "instructions")))
	if v.Breakpoint {
		set("cache_control", map[string]string{"type": "ephemeral"})
	}
	if v.Session {
		set("session_id", line)
	}
	return body, err
}

// Words are what the variant changes.
func (v Variant) Words() string {
	switch {
	case v.First:
		return "with the first one's tools and instructions"
	case v.Breakpoint && v.Session:
		return "with a breakpoint and a session_id"
	case v.Breakpoint:
		return "with a breakpoint"
	case v.Session:
		return "with a session_id"
	}
	return "as it was"
}

// Played is what was read of a request that was played.
type Played struct {
	In, Cached int    // tokens; -1: not reported
	Provider   string // empty: not reported
	Problem    string // why there is no answer; empty: there is one
}

// Comparison is a run that was played on the local gateway, as it was and with a variant.
type Comparison struct {
	Variant
	Recorded, Plain, Changed []Played // of each exchange
	Left                     int      // exchanges that were not played
}
