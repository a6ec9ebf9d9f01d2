package run_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"gatehouse/state"
	"gatehouse/state/answer/run"
)

// step is an exchange of a generated caller.
type step struct {
	member run.Member
	clues  run.Clues
	of     int  // whose it is
	joined bool // its bytes say so
	why    string
}

// world generates callers that work at once.
type world struct {
	*rand.Rand
	distinct bool // no two answers are alike
	calls    int
	keys     int64
	steps    []step
}

func (w *world) pick(of ...string) string { return of[w.IntN(len(of))] }

// gives is what a model answers.
func (w *world) gives(last bool) (all []talkItem) {
	if w.IntN(3) == 0 {
		all = append(all, talkItem{"thought", "hm", "rs_1"})
	}
	if text := w.pick("", "I look.", "Well"); text != "" || last {
		if w.distinct && last {
			w.calls++
			text += strconv.Itoa(w.calls)
		}
		all = append(all, talkItem{"answer", text + " yes ", ""})
	}
	for n := range w.IntN(3) + 1 {
		if last {
			break
		}
		id := "call_" + strconv.Itoa(n)
		if w.distinct {
			w.calls++
			id += fmt.Sprint("_", w.calls)
		}
		all = append(all, talkItem{"call", w.pick(`{"path":"a.txt"}`, `{ "path" : "b.txt", "n": 1.0 }`), id})
	}
	return all
}

// caller is one that works: a conversation that grows.
type caller struct {
	*world
	of      int
	api     state.Kind
	header  http.Header
	body    doc
	talk    []talkItem
	now     int64
	compact bool // the items do not continue those before
	counts  bool // it reports how often a request was sent before
}

// exchange is one of the caller: it takes a while, and is sent again where it failed.
func (c *caller) exchange(gives []talkItem) {
	fails := 0
	if c.IntN(6) == 0 {
		fails = 1 + c.IntN(2)
	}
	for n := 0; n <= fails; n++ {
		h := c.header.Clone()
		if c.counts {
			h.Set("X-Stainless-Retry-Count", strconv.Itoa(n))
		}
		document := ""
		if n == fails {
			document = answer(c.api, gives)
		}
		c.keys++
		c.now = max(c.now, c.keys)
		start := c.now*10 + int64(c.of)
		for slices.ContainsFunc(c.steps, func(s step) bool { return s.member.Key == start }) {
			start++
		}
		c.now += 1 + int64(c.IntN(20))
		body := request(c.api, c.talk, c.body)
		clues := cluesOf(c.api, body, document, h)
		linked := clues.Session != "" || !c.compact && slices.ContainsFunc(clues.After, func(after run.Clue) bool { return after.By != run.ByParent })
		c.steps = append(c.steps, step{
			member: run.Member{Key: start, End: c.now * 10}, clues: clues, of: c.of, joined: linked,
			why: fmt.Sprint(c.api, " ", string(body)),
		})
		c.now += int64(c.IntN(5))
	}
	c.compact = false
}

// turn asks for something and does what the model calls.
func (c *caller) turn() {
	c.talk = append(c.talk, talkItem{"user", c.pick("hello", "fix it", "and now?"), ""})
	for n := c.IntN(4); n >= 0; n-- {
		gives := c.gives(n == 0)
		c.exchange(gives)
		c.talk = append(c.talk, gives...)
		for _, g := range gives {
			if g.kind == "call" {
				c.talk = append(c.talk, talkItem{"output", c.pick("done", "12 lines"), g.id})
			}
		}
	}
}

func (c *caller) work() {
	for range 1 + c.IntN(4) {
		c.turn()
		switch {
		case c.IntN(5) == 0 && len(c.talk) > 4: // an edit of what was asked before
			at := c.IntN(len(c.talk))
			for at > 0 && c.talk[at].kind != "user" {
				at--
			}
			c.talk = c.talk[:at:at]
			if at == 0 {
				c.compact = true
			}
		case c.IntN(6) == 0: // compaction
			c.talk = []talkItem{{"user", "So far: " + c.pick("much", "little"), ""}}
			c.compact = true
		}
	}
}

// newWorld generates one, in the order in which its exchanges end.
func newWorld(seed uint64) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 7)), distinct: seed%2 == 0}
	for of := range 2 + w.IntN(5) {
		c := &caller{world: w, of: of, api: []state.Kind{state.Responses, state.Chat, state.Messages}[w.IntN(3)], header: http.Header{}, body: doc{}, now: int64(w.IntN(30)), counts: w.IntN(2) == 0}
		switch w.IntN(5) {
		case 0:
			c.header.Set("X-Session-Id", fmt.Sprint("s", of))
		case 1:
			c.body["session_id"] = fmt.Sprint("s", of)
		}
		w.keys = 0
		c.work()
	}
	slices.SortFunc(w.steps, func(a, b step) int { return int(a.member.End - b.member.End) })
	return w
}

// joined is a book of the exchanges of a world in some order.
func joined(t *testing.T, steps []step) *book {
	t.Helper()
	b := newBook()
	for _, s := range steps {
		if err := run.Join(b, s.member, s.clues); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// check reports exchanges of different callers in one run, and runs of one.
func check(t *testing.T, seed uint64, b *book, steps []step) {
	t.Helper()
	owner, size := map[int64]step{}, map[int64]int{}
	for _, s := range steps {
		m := b.members[s.member.Key]
		if m.Run == 0 {
			continue
		}
		size[m.Run]++
		if o, ok := owner[m.Run]; ok && o.of != s.of {
			t.Fatalf("world %d: exchanges of %d and %d are in one run\n%s\n%s", seed, o.of, s.of, o.why, s.why)
		}
		owner[m.Run] = s
		if p, ok := b.members[m.Parent]; m.Parent != 0 && (!ok || p.Run != m.Run || p.Key >= m.Key) {
			t.Fatalf("world %d: %v follows %v", seed, m, p)
		}
	}
	for of, n := range size {
		if n < 2 {
			t.Fatalf("world %d: run %d has %d exchange", seed, of, n)
		}
	}
}

// TestNoExchangeIsInTheRunOfAnother: callers that work at once, ask the same, and get the same
// answers, with edits, retries and compaction, whatever order their exchanges are written in.
func TestNoExchangeIsInTheRunOfAnother(t *testing.T) {
	for seed := range uint64(200) {
		w := newWorld(seed)
		check(t, seed, joined(t, w.steps), w.steps)
		for range 3 {
			mixed := slices.Clone(w.steps)
			w.Shuffle(len(mixed), func(i, j int) {
				if w.IntN(4) == 0 {
					mixed[i], mixed[j] = mixed[j], mixed[i]
				}
			})
			check(t, seed, joined(t, mixed), mixed)
		}
	}
}

// TestWhatTheBytesSayIsJoined: where no two answers are alike, an exchange whose bytes say so is
// in the run of the caller's one before it, whatever order they are written in.
func TestWhatTheBytesSayIsJoined(t *testing.T) {
	for seed := uint64(0); seed < 200; seed += 2 {
		w := newWorld(seed)
		mixed := slices.Clone(w.steps)
		w.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		for order, steps := range [][]step{w.steps, mixed} {
			b, before := joined(t, steps), map[int]int64{}
			for _, s := range w.steps {
				m := b.members[s.member.Key]
				if last, any := before[s.of]; any && s.joined && (m.Run == 0 || m.Run != last) {
					t.Errorf("world %d, order %d: %+v of %d is not in run %d: %s", seed, order, m, s.of, last, s.why)
				}
				before[s.of] = m.Run
			}
		}
	}
}

// countingBook counts the exchanges that it returned.
type countingBook struct {
	*book
	returned int
}

func (b *countingBook) Named(h run.Hash, sessions ...string) ([]run.Member, error) {
	list, err := b.book.Named(h, sessions...)
	b.returned += len(list)
	return list, err
}

func (b *countingBook) In(of int64) ([]run.Member, error) {
	list, err := b.book.In(of)
	b.returned += len(list)
	return list, err
}

// TestTheSameAskedAgainAndAgain: an exchange that was made often before costs no more than the hundredth, and is
// in no run.
func TestTheSameAskedAgainAndAgain(t *testing.T) {
	b, body := &countingBook{book: newBook()}, request(state.Chat, []talkItem{{"user", "hello", ""}}, doc{})
	clues := cluesOf(state.Chat, body, answer(state.Chat, []talkItem{{"answer", "Hi", ""}}), nil)
	next := request(state.Chat, []talkItem{{"user", "hello", ""}, {"answer", "Hi", ""}, {"user", "and now?", ""}}, doc{})
	follows := cluesOf(state.Chat, next, answer(state.Chat, []talkItem{{"answer", "Yes", ""}}), nil)
	needed := map[int64]int{}
	for n := range int64(300) {
		was := b.returned
		for i, c := range []run.Clues{clues, follows} {
			if err := run.Join(b, run.Member{Key: 100*n + 10*int64(i) + 1, End: 100*n + 10*int64(i) + 5}, c); err != nil {
				t.Fatal(err)
			}
		}
		needed[n] = b.returned - was
		if m := b.members[100*n+11]; n > 0 && m.Run != 0 {
			t.Fatalf("exchange %d follows one of %d: %+v", n, n+1, m)
		}
	}
	if needed[299] > needed[100] {
		t.Errorf("the last exchange needed %d others, the hundredth %d", needed[299], needed[100])
	}
}
