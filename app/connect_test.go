package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/profile"
	"gatehouse/state"
)

// answering is a server that lists these models and answers every request with
// one plain response.
func answering(models string, delay time.Duration) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/models", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(delay):
		case <-r.Context().Done():
		}
		if models == "" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		io.WriteString(w, models)
	})
	mux.HandleFunc("POST /api/v1/responses", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"r","object":"response","status":"completed","model":"served","output":[]}`)
	})
	return mux
}

// elsewhere runs a test against another server than the local gateway.
func elsewhere(t *testing.T, h http.Handler, change func(*Options), test func(d *driver)) {
	within(t, h, 100, 24, func(o *Options) {
		o.Connection = Connection{BaseURL: "http://other.example/api/v1", Key: profile.Key{Value: "k"}, Metadata: o.Connection.Metadata}
		if change != nil {
			change(o)
		}
	}, test)
}

func sentModel(d *driver) string {
	d.typeText("hello")
	d.keys("enter")
	d.until("the end", d.idle)
	return d.m.desk.Shown().Conv.Current.Exchange.RequestModel
}

func TestModelOfAnotherServer(t *testing.T) {
	cases := []struct{ name, list, option, want string }{
		{"its only model", `{"data":[{"id":"only/one"}]}`, "", "only/one"},
		{"none of several", `{"data":[{"id":"a/one"},{"id":"a/two"}]}`, "", ""},
		{"the one that was asked for", `{"data":[{"id":"only/one"}]}`, "mine/own", "mine/own"},
		{"no list", "", "", ""},
		{"a list that is none", "<html>", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			elsewhere(t, answering(c.list, 0), func(o *Options) { o.Connection.Model = c.option }, func(d *driver) {
				if got := sentModel(d); got != c.want {
					t.Errorf("the request named %q, want %q", got, c.want)
				}
			})
		})
	}
}

func TestEnterNeverWaitsForTheList(t *testing.T) {
	elsewhere(t, answering(`{"data":[{"id":"only/one"}]}`, time.Hour), nil, func(d *driver) {
		start := time.Now()
		if got := sentModel(d); got != "" || time.Since(start) > time.Second {
			t.Errorf("model %q after %v", got, time.Since(start))
		}
		d.keys("alt+m")
		d.shows("loading the server's models")
		d.typeText("typed/all-the-same")
		d.keys("enter")
		d.shows("typed/all-the-same")
	})
}

func TestTheConnectionIsNamedByItsHost(t *testing.T) {
	elsewhere(t, answering("", 0), nil, func(d *driver) {
		d.shows("other.example")
		d.hides("simulated")
		d.keys("alt+m")
		d.until("the list's failure", func() bool { return strings.Contains(d.screen(), "no model list") })
	})
}

func TestAPickerWithoutAListSaysAllOfItsMessage(t *testing.T) {
	elsewhere(t, answering("", 0), nil, func(d *driver) {
		d.keys("alt+m")
		d.until("the list's failure", func() bool { return !d.m.Link.Models.Loading })
		long := errors.New("connect: dial tcp 127.0.0.1:1: connect: connection refused by " + strings.Repeat("one host after another, ", 6) + "the last")
		d.m.Link.Models.List = nil
		d.m.SetModels(d.m.Link, nil, long)
		d.shows("no model list: connect: dial tcp 127.0.0.1:1:")
		shown := strings.Join(strings.Fields(strings.ReplaceAll(d.screen(), "│", " ")), " ")
		if want := "the last; type any name, enter takes it"; !strings.Contains(shown, want) {
			t.Errorf("the list does not say %q:\n%s", want, d.screen())
		}
	})
}

func TestAFailureWithoutAModelOffersThePicker(t *testing.T) {
	h := http.NewServeMux()
	h.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"code":400,"message":"model is required"}}`)
	})
	elsewhere(t, h, nil, func(d *driver) {
		sentModel(d)
		d.shows("alt+m chooses one")
		d.shows("model is required")
	})
}

func TestAGatewayThatDoesNotStartIsAFailureOnTheScreen(t *testing.T) {
	tries := 0
	bubble(t, 100, 24, func(o *Options) {
		working := o.Connection.Connect
		o.Connection.Connect = func(ctx context.Context) (string, string, error) {
			if tries++; tries <= 2 {
				return "", "", errors.New("no free port on loopback")
			}
			return working(ctx)
		}
	}, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		for _, want := range []string{"no free port on loopback", "not sent", "F7 chooses another connection"} {
			d.shows(want)
		}
		d.hides("check that the server is running")
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
		// The next attempt starts it again.
		d.keys("alt+r")
		d.until("the end", d.idle)
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q after the second attempt", v)
		}
	})
}

func TestStoppedBeforeTheConnectionIsMade(t *testing.T) {
	bubble(t, 100, 24, func(o *Options) {
		o.Connection.Connect = func(ctx context.Context) (string, string, error) {
			<-ctx.Done()
			return "", "", ctx.Err()
		}
	}, func(d *driver) {
		d.typeText("hello")
		d.keys("enter", "esc")
		d.until("the end", d.idle)
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Cancelled {
			t.Errorf("verdict %q", v)
		}
	})
}
