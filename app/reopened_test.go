package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// TestAReopenedSessionHasItsExchanges: the file holds the messages alone, and the history the
// exchanges that they came from.
func TestAReopenedSessionHasItsExchanges(t *testing.T) {
	dir, path := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "saved.json")
	history := func(o *Options) { o.History = archiveIn(dir) }
	var ids []string
	leave := func(d *driver) {
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	}
	bubble(t, 120, 35, history, func(d *driver) {
		for _, text := range []string{"rotate a key", "and another"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the end", d.idle)
			ids = append(ids, d.m.desk.Shown().Conv.Current.Exchange.ID)
		}
		doc, err := d.m.desk.Shown().Conv.Body("", talk.BodyOptions{})
		if err != nil || os.WriteFile(path, doc, 0o600) != nil {
			t.Fatal(err)
		}
		leave(d)
	})
	found := func(d *driver) {
		var got []string
		d.until("the exchanges", func() bool {
			got = nil
			for _, turn := range d.m.desk.Shown().Conv.Path() {
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
		d.hides("saved.json*")
		d.keys("f4")
		d.hides("Not sent from here")
		leave(d)
	}
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, 120, 35, func(o *Options) { history(o); o.Session = &session }, found)
	bubble(t, 120, 35, history, func(d *driver) {
		d.flush()
		d.do(views.OpenFile{Path: path})
		d.until("it is open", func() bool { return strings.Contains(d.screen(), "saved.json") })
		found(d)
	})
}
