package figures

import (
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Provider is who ran the model in the end: as the result says, else the endpoint that is
// selected, else the first attempt that succeeded; empty where none is reported.
func Provider(x *state.Exchange, r wire.Routing) string {
	if x.Ranking != nil && x.Ranking.Provider != "" {
		return x.Ranking.Provider
	}
	if x.Provider != "" {
		return x.Provider
	}
	if e, ok := r.Selected(); ok {
		return e.Provider
	}
	for _, a := range r.Attempts {
		if a.Succeeded() {
			return a.Provider
		}
	}
	return ""
}
