package cache

import (
	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialects"
)

// Variant is what is added to the requests of a run before they are played again.
type Variant struct {
	Breakpoint bool // a mark at the end of each request
	Session    bool // one session_id
}

// stand is the model of the local gateway that stands for one that it does not have. Two providers
// serve it.
const stand = "driftwood/schooner"

// apart is what is left out of a request that was made for another service.
var apart = []string{"provider", "plugins", "models", "route", "service_tier", "previous_response_id", "conversation", "prompt", "background", "store"}

// Request is a request as the local gateway can play it: one of another API is translated, and
// that of another service has a model of the local gateway. It begins with a line of its own, so that
// nothing is read that another play has left.
func (v Variant) Request(path string, body []byte, local bool, line string) ([]byte, error) {
	read, err := dialects.Read(body)
	if err != nil {
		return nil, err
	}
	if read.Dialect != dialect.Responses {
		translated, err := dialects.Translate(path, body)
		if err != nil {
			return nil, err
		}
		body = translated.Body
	}
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

// Words are what the variant adds.
func (v Variant) Words() string {
	switch {
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
