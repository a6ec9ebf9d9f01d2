package app

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/client/profile"
	"gatehouse/state"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// twoRuns runs the program twice with one history. What the first leaves is offered to
// the second, which continues it with one key.
func twoRuns(t *testing.T, first, second func(d *driver)) {
	t.Helper()
	twoRunsWith(t, func(*Options) {}, first, second)
}

// twoRunsWith changes the options of the second run.
func twoRunsWith(t *testing.T, change func(*Options), first, second func(d *driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	history := func(o *Options) { o.History = archiveIn(dir) }
	bubble(t, 120, 35, history, func(d *driver) {
		d.flush()
		first(d)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	bubble(t, 120, 35, func(o *Options) { history(o); change(o) }, func(d *driver) {
		d.until("the offer", func() bool { return strings.Contains(d.screen(), "Continue") })
		d.start(d.m.Run(views.ActContinue))
		d.start(d.m.Run(views.ActContinue)) // pressed twice
		d.until("what was left", func() bool { return strings.Contains(d.screen(), "continued") })
		second(d)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

func TestAnUnsentTextComesBack(t *testing.T) {
	twoRuns(t, func(d *driver) {
		d.typeText("an unsent thought")
		d.shows("an unsent thought")
	}, func(d *driver) {
		d.shows("❯ an unsent thought")
		d.hides("2 of 2")
	})
}

// TestAConversationSaysThatItContinuesElsewhere: its next request may cost money, or be
// answered by the simulator.
func TestAConversationSaysThatItContinuesElsewhere(t *testing.T) {
	ask := func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the answer", func() bool {
			turn := d.m.desk.Shown().Conv.Current
			return turn != nil && turn.Exchange.Verdict == state.Completed
		})
	}
	elsewhere := func(o *Options) {
		o.Connection = Connection{Name: "work", BaseURL: "https://gw.test/v1"}
	}
	twoRunsWith(t, elsewhere, ask, func(d *driver) { d.shows("was sent to local; its next request goes to work") })
	twoRuns(t, ask, func(d *driver) { d.hides("its next request goes to") })
}

func TestAnAnswerInItsMiddleComesBack(t *testing.T) {
	shown := ""
	twoRuns(t, func(d *driver) {
		d.typeText("write 100 KB")
		d.keys("enter")
		d.until("some of the answer", func() bool {
			turn := d.m.desk.Shown().Conv.Current
			return turn != nil && len(turn.Exchange.Text()) > 500
		})
		shown = d.m.desk.Shown().Conv.Current.Exchange.Text()
	}, func(d *driver) {
		turn := d.m.desk.Shown().Conv.Current
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
	twoRuns(t, func(d *driver) {
		for _, text := range []string{"one", "two"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the answer", d.idle)
		}
		d.keys("alt+r")
		d.until("the answer", d.idle)
		if err := d.m.desk.Shown().Conv.Draft.Set("/temperature", []byte("0.20")); err != nil {
			t.Fatal(err)
		}
		d.typeText("and three")
		body, turns = d.body(), d.m.desk.Shown().Conv.Len()
	}, func(d *driver) {
		if got := d.body(); !bytes.Equal(got, body) {
			t.Errorf("what goes out next is\n%s\nwant\n%s", got, body)
		}
		if n := d.m.desk.Shown().Conv.Len(); n != turns || turns != 3 {
			t.Errorf("%d turns came back, there were %d", n, turns)
		}
	})
}

func TestARerankSetComesBack(t *testing.T) {
	twoRuns(t, func(d *driver) {
		set := dataset.Set{}.WithQuery(0, dataset.Query{Text: "which one?"}).WithDocuments(dataset.TextDocument("first"), dataset.TextDocument("second"))
		d.replaceSet(set)
	}, func(d *driver) {
		d.keys("f5")
		d.shows("which one?")
		d.shows("second")
	})
}

func TestWhatIsSavedNeedsNoQuestionAtTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.typeText("an unsent thought")
		d.keys("ctrl+q")
		if !d.quit && d.m.life.asked {
			t.Errorf("it asks before it quits:\n%s", d.screen())
		}
		d.m.History.Close()
	})
}

// TestSavingRests: an idle program saves nothing and wakes for nothing.
func TestSavingRests(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.typeText("x")
		d.pass(5 * time.Second)
		began := time.Now()
		select {
		case msg := <-d.msgs:
			t.Errorf("%T came to an idle program after %s", msg, time.Since(began))
		case <-time.After(time.Minute):
		}
		d.m.History.Close()
	})
}

// TestNoSecretIsInWhatIsSaved: keys, a password and a header of the profile are written in
// a text, a draft, a title and a rerank set, and are in nothing that the next run reads.
func TestNoSecretIsInWhatIsSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	secrets := []string{"canary-password-1", "canary-variable-2", "canary-header-3"}
	all := strings.Join(secrets, " ")
	bubble(t, 120, 35, func(o *Options) {
		o.History = archiveIn(dir)
		o.Connection.Key, o.Connection.Basic = profile.Key{Value: "person:" + secrets[0]}, true
		o.Secrets = []string{secrets[1]}
		o.Connection.Header = http.Header{"X-Api-Key": {secrets[2]}}
	}, func(d *driver) {
		d.replaceSet(dataset.Set{}.WithQuery(0, dataset.Query{Text: all}).WithDocuments(dataset.TextDocument(all)))
		if err := d.m.desk.Shown().Conv.Draft.SetString("/instructions", all); err != nil {
			t.Fatal(err)
		}
		d.keys("f2")
		d.typeText("asked " + all)
		d.keys("enter")
		d.until("the answer", d.idle)
		d.typeText("unsent " + all)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	a, err := archiveIn(dir)(t.Context(), func(err error) { t.Error(err) })
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
func runIn(t *testing.T, dir string, width, height int, test func(d *driver)) {
	t.Helper()
	bubble(t, width, height, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.flush()
		test(d)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// TestAnEarlierRunCanBeContinued: also when a later run has left little, which is offered
// first.
func TestAnEarlierRunCanBeContinued(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *driver)) { runIn(t, dir, 80, 24, test) }
	run(func(d *driver) { d.ask("sim/writer", "the question that matters") })
	run(func(d *driver) {
		time.Sleep(time.Hour) // each launch begins with the same clock
		d.typeText("x")
	})
	run(func(d *driver) {
		time.Sleep(2 * time.Hour)
		d.until("the offer", func() bool { return strings.Contains(d.screen(), "Continue   “x”") })
		d.shows("an earlier run  1 more")
		d.start(d.m.Run(views.ActEarlier))
		d.until("the list", func() bool { return strings.Contains(d.screen(), "the question that matters") })
		d.shows("1 turn")
		d.keys("down", "enter")
		d.until("what was left", func() bool { return strings.Contains(d.screen(), "continued") })
		if got := d.messages(); !strings.Contains(got, "the question that matters") {
			t.Errorf("what came back is %q", got)
		}
		d.start(d.m.Run(views.ActContinue)) // one was continued: the other is listed
		d.until("the list", func() bool { return strings.Contains(d.screen(), "▸ x") })
	})
}

// TestDownAndEnterContinue: the row to continue is the first one below the empty text, and
// nothing is sent on the way.
func TestDownAndEnterContinue(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *driver)) { runIn(t, dir, 120, 35, test) }
	run(func(d *driver) { d.ask("sim/writer", "the question that matters") })
	run(func(d *driver) {
		d.until("the offer", func() bool { return strings.Contains(d.screen(), "Continue") })
		d.shows("or ↓ to choose")
		d.typeText("x")
		d.keys("down") // a text that is written is not left
		d.typeText("y")
		d.shows("❯ xy")
		d.keys("backspace", "backspace", "down", "enter")
		d.until("what was left", func() bool { return strings.Contains(d.screen(), "continued") })
		if got := d.messages(); !strings.Contains(got, "the question that matters") || d.m.desk.Started != 0 {
			t.Errorf("%d requests were sent, and what is shown is %q", d.m.desk.Started, got)
		}
		d.keys("alt+n", "down")
		d.hides("Continue")
		d.shows("Try ▸ a streamed answer")
	})
}
