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
	"gatehouse/state/history"
	"gatehouse/state/share/cassette"
)

// Replaying configures a replay. Requests that are not recorded are forwarded to the Targets of the
// options, and their answers recorded; without targets they fail.
type Replaying struct {
	Options
	Answers Answers
	Add     func(har.Entry) // receives the exchanges of targets; nil without targets
	Speed   float64         // divides recorded times; 0: without waiting
	Fault   proxy.Fault
	MaxBody int64 // bytes of a request
	// Replayed is called for each replayed exchange once its record has ended. found is nil for a
	// request that is not recorded.
	Replayed func(found *cassette.Found, x *state.Exchange, c *wire.Capture)
	Missed   func(wire.Sent, cassette.Miss) // called for a request that is not recorded, without its credentials
}

// Answers are recorded answers: a cassette, or the samples of lint.
type Answers interface {
	Find(wire.Sent) (cassette.Found, bool)
	Miss(wire.Sent) cassette.Miss // why no answer is found
	Len() int                     // number of answers
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

// player finds the answers.
type player struct {
	Replaying
	missing sync.Mutex // held while a miss is compared and reported
}

// find returns the answer to a request, or one that describes the nearest recorded request.
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
		a.Nearest = map[string]any{"nearest": miss.ID}
		if len(miss.Lines) > 0 {
			a.Nearest["differences"] = miss.Lines
		}
		if miss.More > 0 {
			a.Nearest["more_differences"] = miss.More
		}
	}
	return a
}

// Record adds the exchange of a target to the answers that are replayed.
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
