package desk_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client/profile"
	"gatehouse/state"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

func TestAnUnsentTextComesBack(t *testing.T) {
	apptest.RunTwice(t, func(d *apptest.Driver) {
		d.Type("an unsent thought")
		d.Shows("an unsent thought")
	}, func(d *apptest.Driver) {
		d.Shows("❯ an unsent thought")
		d.Hides("2 of 2")
	})
}

func TestAnAnswerInItsMiddleComesBack(t *testing.T) {
	shown := ""
	apptest.RunTwice(t, func(d *apptest.Driver) {
		d.Type("write 100 KB")
		d.Press("enter")
		d.WaitFor("some of the answer", func() bool {
			turn := d.Desk.Shown().Conv.Current
			return turn != nil && len(turn.Exchange.Text()) > 500
		})
		shown = d.Desk.Shown().Conv.Current.Exchange.Text()
	}, func(d *apptest.Driver) {
		turn := d.Desk.Shown().Conv.Current
		if turn == nil || turn.Exchange == nil || turn.Capture == nil {
			t.Fatalf("the turn is %+v", turn)
		}
		if x := turn.Exchange; x.Verdict != state.Cancelled || !strings.HasPrefix(x.Text(), shown) {
			t.Errorf("it is %s with %d bytes, %d were shown", x.Verdict, len(x.Text()), len(shown))
		}
	})
}

func TestABuiltRequestAndItsBranchesComeBack(t *testing.T) {
	var body []byte
	turns := 0
	apptest.RunTwice(t, func(d *apptest.Driver) {
		for _, text := range []string{"one", "two"} {
			d.Type(text)
			d.Press("enter")
			d.WaitFor("the answer", d.Idle)
		}
		d.Press("alt+r")
		d.WaitFor("the answer", d.Idle)
		if err := d.Desk.Shown().Conv.Draft.Set("/temperature", []byte("0.20")); err != nil {
			t.Fatal(err)
		}
		d.Type("and three")
		body, turns = d.Body(), d.Desk.Shown().Conv.Len()
	}, func(d *apptest.Driver) {
		if got := d.Body(); !bytes.Equal(got, body) {
			t.Errorf("what goes out next is\n%s\nwant\n%s", got, body)
		}
		if n := d.Desk.Shown().Conv.Len(); n != turns || turns != 3 {
			t.Errorf("%d turns came back, there were %d", n, turns)
		}
	})
}

func TestARerankSetComesBack(t *testing.T) {
	apptest.RunTwice(t, func(d *apptest.Driver) {
		set := dataset.Set{}.WithQuery(0, dataset.Query{Text: "which one?"}).WithDocuments(dataset.TextDocument("first"), dataset.TextDocument("second"))
		d.ReplaceSet(set)
	}, func(d *apptest.Driver) {
		d.Press("f5")
		d.Shows("which one?")
		d.Shows("second")
	})
}

func TestWhatIsSavedNeedsNoQuestionAtTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Type("an unsent thought")
		d.Press("ctrl+q")
		if !d.HasQuit {
			t.Errorf("it asks before it quits:\n%s", d.Screen())
		}
		d.History.Close()
	})
}

// TestSavingRests: an idle program saves nothing and wakes for nothing.
func TestSavingRests(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Type("x")
		d.Sleep(5 * time.Second)
		began := time.Now()
		select {
		case msg := <-d.Messages:
			t.Errorf("%T came to an idle program after %s", msg, time.Since(began))
		case <-time.After(time.Minute):
		}
		d.History.Close()
	})
}

// TestNoSecretIsInWhatIsSaved: keys, a password and a header of the profile are written in
// a text, a draft, a title and a rerank set, and are in nothing that the next run reads.
func TestNoSecretIsInWhatIsSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	secrets := []string{"canary-password-1", "canary-variable-2", "canary-header-3"}
	all := strings.Join(secrets, " ")
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = apptest.ArchiveIn(dir)
		o.Connection.Key, o.Connection.Basic = profile.Key{Value: "person:" + secrets[0]}, true
		o.Secrets = []string{secrets[1]}
		o.Connection.Header = http.Header{"X-Api-Key": {secrets[2]}}
	}, func(d *apptest.Driver) {
		d.ReplaceSet(dataset.Set{}.WithQuery(0, dataset.Query{Text: all}).WithDocuments(dataset.TextDocument(all)))
		if err := d.Desk.Shown().Conv.Draft.SetString("/instructions", all); err != nil {
			t.Fatal(err)
		}
		d.Press("f2")
		d.Type("asked " + all)
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		d.Type("unsent " + all)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	a, err := apptest.ArchiveIn(dir)(t.Context(), func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	runs, err := a.Runs(t.Context())
	if len(runs) != 1 || err != nil {
		t.Fatalf("the runs: %v, %v", runs, err)
	}
	run := runs[0]
	saved := run.Title + run.Detail + decoded(t, run.State)
	var state struct{ Sessions []string }
	if err := json.Unmarshal(run.State, &state); err != nil || len(state.Sessions) != 1 {
		t.Fatalf("the run has %v, %v", state.Sessions, err)
	}
	session, err := a.Session(t.Context(), state.Sessions[0])
	if err != nil {
		t.Fatal(err)
	}
	saved += decoded(t, session.State)
	for _, turn := range session.Turns {
		saved += decoded(t, turn.State)
	}
	for _, secret := range secrets {
		if strings.Contains(saved, secret) {
			t.Errorf("%s is saved in\n%s", secret, saved)
		}
	}
	if !strings.Contains(saved, "unsent") || !strings.Contains(saved, "asked") {
		t.Errorf("what was written is not saved:\n%s", saved)
	}
}

// decoded is a saved state with the bytes in it as they are: JSON writes them in base64.
func decoded(t *testing.T, state []byte) string {
	t.Helper()
	out := string(state)
	for _, word := range strings.Split(string(state), `"`) {
		if plain, err := base64.StdEncoding.DecodeString(word); err == nil && len(plain) > 0 {
			out += decoded(t, plain)
		}
	}
	return out
}

// runIn runs a test in a new launch of the program, whose history is in dir.
func runIn(t *testing.T, dir string, width, height int, test func(d *apptest.Driver)) {
	t.Helper()
	apptest.Run(t, width, height, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Flush()
		test(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// TestAnEarlierRunCanBeContinued: also when a later run has left little, which is offered
// first.
func TestAnEarlierRunCanBeContinued(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *apptest.Driver)) { runIn(t, dir, 80, 24, test) }
	run(func(d *apptest.Driver) { d.Ask("sim/writer", "the question that matters") })
	run(func(d *apptest.Driver) {
		time.Sleep(time.Hour) // each launch begins with the same clock
		d.Type("x")
	})
	run(func(d *apptest.Driver) {
		time.Sleep(2 * time.Hour)
		d.WaitFor("the offer", func() bool { return strings.Contains(d.Screen(), "Continue   “x”") })
		d.Shows("an earlier run  1 more")
		d.Start(d.Run(views.ActEarlier))
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "the question that matters") })
		d.Shows("1 turn")
		d.Press("down", "enter")
		d.WaitFor("what was left", func() bool { return strings.Contains(d.Screen(), "continued") })
		if got := messages(d); !strings.Contains(got, "the question that matters") {
			t.Errorf("what came back is %q", got)
		}
		d.Start(d.Run(views.ActContinue)) // one was continued: the other is listed
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "▸ x") })
	})
}

// TestDownAndEnterContinue: the row to continue is the first one below the empty text, and
// nothing is sent on the way.
func TestDownAndEnterContinue(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *apptest.Driver)) { runIn(t, dir, 120, 35, test) }
	run(func(d *apptest.Driver) { d.Ask("sim/writer", "the question that matters") })
	run(func(d *apptest.Driver) {
		d.WaitFor("the offer", func() bool { return strings.Contains(d.Screen(), "Continue") })
		d.Shows("or ↓ to choose")
		d.Type("x")
		d.Press("down") // a text that is written is not left
		d.Type("y")
		d.Shows("❯ xy")
		d.Press("backspace", "backspace", "down", "enter")
		d.WaitFor("what was left", func() bool { return strings.Contains(d.Screen(), "continued") })
		if got := messages(d); !strings.Contains(got, "the question that matters") || d.Desk.Started != 0 {
			t.Errorf("%d requests were sent, and what is shown is %q", d.Desk.Started, got)
		}
		d.Press("alt+n", "down")
		d.Hides("Continue")
		d.Shows("Try ▸ a streamed answer")
	})
}

// TestWhatIsContinuedIsWhatIsNamed, also where an empty conversation was shown at the end.
func TestWhatIsContinuedIsWhatIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *apptest.Driver)) { runIn(t, dir, 120, 35, test) }
	run(func(d *apptest.Driver) {
		d.Ask("sim/writer", "question A")
		d.Press("alt+n")
		d.Ask("sim/writer", "question B")
		d.Press("alt+n")
	})
	run(func(d *apptest.Driver) {
		d.WaitFor("the offer", func() bool { return strings.Contains(d.Screen(), "“question B”") })
		d.Shows("another conversation")
		d.Press("down", "enter")
		d.WaitFor("what was left", func() bool { return strings.Contains(d.Screen(), "continued") })
		if got := messages(d); !strings.Contains(got, "question B") {
			t.Errorf("what came back is %q", got)
		}
	})
}
