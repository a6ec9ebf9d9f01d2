package screen

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// TestAStalledScreenBoundsWhatWaits: exchanges that begin while there is no room are counted
// and not held, and those that begin later are followed again.
func TestAStalledScreenBoundsWhatWaits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &Host{Mail: newMailbox()}
		p, box := &Proxy{host: h}, &h.Mail
		body := make([]byte, 1<<20)
		followed, missing := 0, 0
		for range rapid.IntRange(40, 120).Draw(t, "exchanges") {
			saved := rapid.Bool().Draw(t, "saved")
			f := p.follow(history.About{Origin: history.Proxy}, saved)
			if f.Sink == nil {
				missing++
			} else {
				followed++
				f.Sink.Start(&wire.Capture{ID: "x", Sent: wire.Sent{Body: body[:rapid.IntRange(0, 1<<20).Draw(t, "request")]}})
				f.Sink.Arrive(wire.Arrival{Kind: wire.ArrivedEnd, Body: body})
			}
			f.Done()
		}
		if box.queued > maxQueued+4<<20 {
			t.Errorf("%d bytes wait", box.queued)
		}
		ended, not := 0, 0
		for ended+not < followed+missing {
			taken := box.fetch(time.Time{})
			for _, c := range taken.Chunks {
				for i := range c {
					if c[i].saved {
						ended++
					}
				}
			}
			not += taken.missed.all
		}
		if ended != followed || not != missing || box.queued != 0 {
			t.Errorf("%d of %d ended, %d of %d are counted, %d bytes wait", ended, followed, not, missing, box.queued)
		}
		if f := p.follow(history.About{}, false); f.Sink == nil {
			t.Error("there is room again, and the next is not followed")
		}
	})
}
