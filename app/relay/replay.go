package relay

import (
	"context"
	"net/http"
	"sync"

	"gatehouse/client/har"
	"gatehouse/client/proxy"
	"gatehouse/client/replay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cassette"
	"gatehouse/state/history"
)

// Replaying says what is replayed. Of the options, requests that are not recorded go to the
// Targets, and what these answer is recorded; without targets they fail.
type Replaying struct {
	Options
	Answers Answers
	Add     func(har.Entry) // is given what targets have answered; nil without targets
	Speed   float64         // by which recorded times are divided; 0: without waiting
	Fault   replay.Fault
	MaxBody int64 // bytes of a request
	// Replayed is called for each exchange once its record has ended, as Ended is for those
	// with a target. found is nil for a request that is not recorded.
	Replayed func(found *cassette.Found, x *state.Exchange, c *wire.Capture)
	Missed   func(wire.Sent, cassette.Miss) // a request is not recorded; its credentials are taken out
}

// Answers is where the answer to a request is looked for: a cassette, or the samples of lint.
type Answers interface {
	Find(wire.Sent) (cassette.Found, bool)
	Miss(wire.Sent) cassette.Miss // why it is not found
	Len() int                     // how many there are
}

// StartReplay listens and answers until Close. Its errors are those of Start.
func StartReplay(ctx context.Context, o Replaying) (*Relay, error) {
	r := &Relay{options: o.Options}
	p := player{Replaying: o}
	var misses http.Handler
	if len(o.Targets) > 0 {
		if err := r.forward(&p); err != nil {
			return nil, err
		}
		misses = r.proxy
	}
	r.replay = replay.New(replay.Options{
		Find: p.find, Forward: misses, Speed: o.Speed, Fault: o.Fault, MaxBody: o.MaxBody,
		Hosts: o.hosts(), Refused: o.Refused,
		Watch: func(_ string, sent wire.Sent, a replay.Answer) proxy.Watch { return p.replayed(r, sent, a) },
	})
	return r, r.listen(ctx, r.replay)
}

// player looks for answers.
type player struct {
	Replaying
	missing sync.Mutex // held while a miss is compared and told: one at a time
}

// find looks for the answer to a request, and says what is near where there is none.
func (p *player) find(sent wire.Sent) replay.Answer {
	if found, ok := p.Answers.Find(sent); ok {
		return replay.Answer{Capture: found.Capture, Note: &found}
	}
	p.missing.Lock()
	defer p.missing.Unlock()
	miss := p.Answers.Miss(sent)
	if p.Missed != nil {
		p.Missed(sent, miss)
	}
	a := replay.Answer{Message: miss.Words}
	if miss.ID != "" {
		a.Nearest = nearest{miss.ID, miss.Lines, miss.More}
	}
	return a
}

// nearest is what the answer to a miss shows.
type nearest struct {
	ID          string   `json:"nearest"`
	Differences []string `json:"differences,omitempty"`
	More        int      `json:"more_differences,omitempty"`
}

// Record keeps what a target has answered: it is replayed from now on.
func (p *player) Record(e har.Entry) (recorded bool) {
	recorded = p.Replaying.Record != nil && p.Replaying.Record.Record(e)
	p.Add(e)
	return recorded
}

// replayed follows an exchange that is answered here.
func (p *player) replayed(r *Relay, sent wire.Sent, a replay.Answer) proxy.Watch {
	found, _ := a.Note.(*cassette.Found)
	about := history.About{Origin: history.Replay, Kind: state.KindOf(sent), BaseURL: "http://" + r.Address()}
	if found != nil {
		about.Service, about.Target = found.About.Service, found.Capture.ID
	}
	return r.follow(about, false, func(x *state.Exchange, c *wire.Capture) {
		if p.Replayed != nil {
			p.Replayed(found, x, c)
		}
	})
}
