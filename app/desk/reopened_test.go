package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// TestAReopenedSessionHasItsExchanges: the file holds the messages alone, and the history the
// exchanges that they came from.
func TestAReopenedSessionHasItsExchanges(t *testing.T) {
	dir, path := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "saved.json")
	history := func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }
	var ids []string
	leave := func(d *apptest.Driver) {
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	}
	apptest.Run(t, 120, 35, history, func(d *apptest.Driver) {
		for _, text := range []string{"rotate a key", "and another"} {
			d.Type(text)
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
			ids = append(ids, d.Desk.Shown().Conv.Current.Exchange.ID)
		}
		doc, err := d.Desk.Shown().Conv.Body("", talk.BodyOptions{})
		if err != nil || os.WriteFile(path, doc, 0o600) != nil {
			t.Fatal(err)
		}
		leave(d)
	})
	found := func(d *apptest.Driver) {
		var got []string
		d.WaitFor("the exchanges", func() bool {
			got = nil
			for _, turn := range d.Desk.Shown().Conv.Path() {
				if turn.Exchange == nil {
					return false
				}
				got = append(got, turn.Exchange.ID)
			}
			return len(got) == 2
		})
		if strings.Join(got, " ") != strings.Join(ids, " ") {
			t.Errorf("%v, want %v", got, ids)
		}
		d.Hides("saved.json*")
		d.Press("f4")
		d.Hides("Not sent from here")
		leave(d)
	}
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 120, 35, func(o *app.Options) { history(o); o.Session = &session }, found)
	apptest.Run(t, 120, 35, history, func(d *apptest.Driver) {
		d.Flush()
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("it is open", func() bool { return strings.Contains(d.Screen(), "saved.json") })
		found(d)
	})
}
