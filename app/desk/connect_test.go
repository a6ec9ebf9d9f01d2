package desk_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
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

func sentModel(d *apptest.Driver) string {
	d.Type("hello")
	d.Press("enter")
	d.WaitFor("the end", d.Idle)
	return d.Desk.Shown().Conv.Current.Exchange.RequestModel
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
			apptest.RunElsewhere(t, answering(c.list, 0), func(o *app.Options) { o.Connection.Model = c.option }, func(d *apptest.Driver) {
				if got := sentModel(d); got != c.want {
					t.Errorf("the request named %q, want %q", got, c.want)
				}
			})
		})
	}
}

func TestEnterNeverWaitsForTheList(t *testing.T) {
	apptest.RunElsewhere(t, answering(`{"data":[{"id":"only/one"}]}`, time.Hour), nil, func(d *apptest.Driver) {
		start := time.Now()
		if got := sentModel(d); got != "" || time.Since(start) > time.Second {
			t.Errorf("model %q after %v", got, time.Since(start))
		}
		d.Press("alt+m")
		d.Shows("loading the server's models")
		d.Type("typed/all-the-same")
		d.Press("enter")
		d.Shows("typed/all-the-same")
	})
}

func TestTheConnectionIsNamedByItsHost(t *testing.T) {
	apptest.RunElsewhere(t, answering("", 0), nil, func(d *apptest.Driver) {
		d.Shows("other.example")
		d.Hides("simulated")
		d.Press("alt+m")
		d.WaitFor("the list's failure", func() bool { return strings.Contains(d.Screen(), "no model list") })
	})
}

func TestAPickerWithoutAListSaysAllOfItsMessage(t *testing.T) {
	apptest.RunElsewhere(t, answering("", 0), nil, func(d *apptest.Driver) {
		d.Press("alt+m")
		d.WaitFor("the list's failure", func() bool { return !d.Link.Models.Loading })
		long := errors.New("connect: dial tcp 127.0.0.1:1: connect: connection refused by " + strings.Repeat("one host after another, ", 6) + "the last")
		d.Link.Models.List = nil
		d.SetModels(d.Link, nil, long)
		d.Shows("no model list: connect: dial tcp 127.0.0.1:1:")
		shown := strings.Join(strings.Fields(strings.ReplaceAll(d.Screen(), "│", " ")), " ")
		if want := "the last; type any name, enter takes it"; !strings.Contains(shown, want) {
			t.Errorf("the list does not say %q:\n%s", want, d.Screen())
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
	apptest.RunElsewhere(t, h, nil, func(d *apptest.Driver) {
		sentModel(d)
		d.Shows("alt+m chooses one")
		d.Shows("model is required")
	})
}

func TestAGatewayThatDoesNotStartIsAFailureOnTheScreen(t *testing.T) {
	tries := 0
	apptest.Run(t, 100, 24, func(o *app.Options) {
		working := o.Connection.Connect
		o.Connection.Connect = func(ctx context.Context) (string, string, error) {
			if tries++; tries <= 2 {
				return "", "", errors.New("no free port on loopback")
			}
			return working(ctx)
		}
	}, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		for _, want := range []string{"no free port on loopback", "not sent", "F7 chooses another connection"} {
			d.Shows(want)
		}
		d.Hides("check that the server is running")
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
		// The next attempt starts it again.
		d.Press("alt+r")
		d.WaitFor("the end", d.Idle)
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q after the second attempt", v)
		}
	})
}

func TestStoppedBeforeTheConnectionIsMade(t *testing.T) {
	apptest.Run(t, 100, 24, func(o *app.Options) {
		o.Connection.Connect = func(ctx context.Context) (string, string, error) {
			<-ctx.Done()
			return "", "", ctx.Err()
		}
	}, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter", "esc")
		d.WaitFor("the end", d.Idle)
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Cancelled {
			t.Errorf("verdict %q", v)
		}
	})
}
