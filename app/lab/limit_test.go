package lab_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"gatehouse/app/apptest"
)

// billing is a gateway that takes a tenth of a cent for each answer, which its prices allow for, and none of a bad key.
func billing(status int, asked *int) http.Handler {
	var mu sync.Mutex // of asked
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == http.MethodGet:
			fmt.Fprint(w, `{"data":[{"id":"m/a","pricing":{"prompt":"0","completion":"0.00001"},"context_length":4096},{"id":"m/b","pricing":{"prompt":"0","completion":"0.00001"},"context_length":4096}]}`)
		case status != http.StatusOK:
			*asked++
			w.WriteHeader(status)
			fmt.Fprint(w, `{"error":{"code":401,"message":"no such key"}}`)
		default:
			*asked++
			fmt.Fprint(w, `{"id":"r","object":"response","status":"completed","model":"m/a","output":[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"yes"}]}],"usage":{"input_tokens":1,"output_tokens":100,"total_tokens":101,"cost":0.001}}`)
		}
	})
}

var pricedLab = strings.NewReplacer("sim/writer", "m/a", "sim/coder", "m/b", "stream = true", "max_output_tokens = 100", "repeat = 2", "repeat = 5").Replace(apptest.LabFile)

// What the run may cost is shown first, and the limit is not exceeded.
func TestLabAsksForALimitAndKeepsIt(t *testing.T) {
	asked := 0
	apptest.RunElsewhere(t, billing(http.StatusOK, &asked), nil, func(d *apptest.Driver) {
		d.OpenLab(t, pricedLab)
		d.Press("R")
		d.WaitFor("the limit is asked for", func() bool { return strings.Contains(d.Screen(), "Cost limit in USD") })
		d.Shows("20 requests: to ")
		d.Shows("at most $0.02")
		d.Answer("0.0075")
		d.WaitFor("it has ended", func() bool { return !d.Laboratory().Busy() })
		d.Flush()
		d.Shows("the limit of $0.0075 is reached")
		if asked != 7 {
			t.Errorf("%d requests of a tenth of a cent were sent", asked)
		}
	})
}

// A 401 ends the run: the rest would fail alike.
func TestLabEndsWithABadKey(t *testing.T) {
	asked := 0
	apptest.RunElsewhere(t, billing(http.StatusUnauthorized, &asked), nil, func(d *apptest.Driver) {
		d.OpenLab(t, pricedLab)
		d.Press("R")
		d.WaitFor("the limit is asked for", func() bool { return strings.Contains(d.Screen(), "Cost limit in USD") })
		d.Answer("")
		d.WaitFor("it has ended", func() bool { return !d.Laboratory().Busy() })
		d.Flush()
		d.Shows("answered 401")
		if asked > 15 {
			t.Errorf("%d of 20 requests were sent", asked)
		}
	})
}
