package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/views"
	"gatehouse/views/overlay/approve"
)

// jobs is how many requests are on their way at once.
const jobs = 8

// prepare writes the requests of the lab in the background, and finds their answers in the history.
func (s *Screen) prepare() tea.Cmd {
	s.Stop()
	of, was := s.lab, (*checks.Lab)(nil)
	if s.plan != nil {
		known := *s.plan // answers that still arrive replace what it knows
		was = &known
	}
	link := s.Link
	s.preparing, s.link, s.planErr = of, link, ""
	list, err := checks.Expand(of.Lab, "", 0)
	links := make([]*screen.Link, len(list))
	for i, one := range list {
		if links[i], err = s.LinkFor(one); err != nil {
			err = fmt.Errorf("%s:%d: %w", one.File, one.Line, err)
			break
		}
	}
	if err != nil {
		s.plan, s.preparing, s.planErr, s.runs = nil, nil, err.Error(), false
		s.version++
		return nil
	}
	return s.Work(progress.Step{Verb: "preparing", What: "the lab"}, func(w *progress.Work) tea.Msg {
		plan, err := s.planned(w, of.Lab, list, links, was)
		return screen.EffectFunc(func() tea.Cmd {
			if s.preparing != of || s.link != link {
				return nil
			}
			s.preparing, s.plan = nil, plan
			stopped := (*progress.StoppedError)(nil)
			if plan == nil {
				s.planErr, s.runs = err.Error(), false
			} else if err != nil && !errors.As(err, &stopped) {
				s.Notify("not all answers of the history are shown: %v", err)
			}
			s.markAll()
			s.version++
			if s.runs {
				s.runs = false
				return s.start()
			}
			return nil
		})
	})
}

// planned returns the requests of a lab, with the answers that an earlier plan or the history has. The error is that of
// the history if there is a plan, else of a connection.
func (s *Screen) planned(w *progress.Work, file *expect.Lab, list []*expect.Check, links []*screen.Link, was *checks.Lab) (*checks.Lab, error) {
	gateways := map[*screen.Link]*checks.Gateway{}
	all := make([]checks.Request, len(list))
	for i, one := range list {
		if gateways[links[i]] == nil {
			g, err := s.Gateway(w.Context(), links[i], history.Lab)
			if err != nil {
				return nil, err
			}
			gateways[links[i]] = g
		}
		all[i] = checks.Request{Check: one, To: gateways[links[i]]}
		all[i].Prepare(w.Context(), s.Filter)
	}
	plan := checks.NewLab(file, all)
	plan.Jobs, plan.Filter = jobs, s.Filter
	plan.Carry(was)
	a := s.History.Archive(w.Context())
	if a == nil {
		return plan, nil
	}
	return plan, cmp.Or(a.Flush(w.Context()), plan.Recall(w, a))
}

// running is a run of the lab. Cmds add what arrives, Update takes it.
type running struct {
	*progress.Work
	of      *checks.Lab // the plan that it began with
	so      lab.Progress
	mu      sync.Mutex // of arrived
	arrived []arrival
}

type arrival struct {
	lab.Cell
	trial lab.Trial
	so    lab.Progress
}

// start runs what is missing; at a gateway that may charge it asks for a limit first.
func (s *Screen) start() tea.Cmd {
	switch {
	case s.run != nil:
		return s.Notify("still running; %s stops it", s.Keys.Name(views.ActStop))
	case len(s.lab.Cases) == 0:
		return s.Notify("no prompt yet; %s adds prompts", s.key(views.ActLabAdd))
	case len(s.lab.Variants) == 0:
		return s.Notify("no variant yet; %s adds a model", s.key(views.ActLabVariant))
	case s.link != s.Link: // another connection
		s.runs = true
		return s.prepare()
	case s.planErr != "":
		return s.Notify("not run: %s", s.planErr)
	case !s.Ready():
		return s.Notify("still preparing the requests")
	}
	of := s.plan
	plan := *of
	left, count := plan.Left()
	if named := s.namedByFile(left); len(named) > 0 {
		return s.askAddresses(named)
	}
	if count == 0 {
		return s.Notify("every case has its answers; %s edits the lab, for example repeat", s.key(views.ActLabEdit))
	}
	if !slices.ContainsFunc(left, func(r checks.Request) bool { return !r.To.Local }) {
		return s.begin(&plan, of, count)
	}
	isOld := func() bool { return s.plan != of || !s.Ready() || s.run != nil || s.link != s.Link }
	return s.Work(progress.Step{Verb: "computing", What: "what it may cost"}, func(w *progress.Work) tea.Msg {
		words, stopped := costs(w.Context(), left), w.Err()
		return screen.EffectFunc(func() tea.Cmd {
			if !s.isShown() || s.Overlays.Top() != nil || isOld() || stopped != nil {
				return nil // something else is being done by now
			}
			return s.AskLimit(figures.Counted(count, "request")+": "+words, func(b *lab.Budget) tea.Cmd {
				if isOld() {
					return s.Notify("not run: the lab has changed meanwhile")
				}
				plan.Budget = b
				return s.begin(&plan, of, count)
			})
		})
	})
}

// namedByFile returns the addresses that requests go to and only the file names, until the user agreed to them.
func (s *Screen) namedByFile(all []checks.Request) []string {
	list := make([]*expect.Check, len(all))
	for i, r := range all {
		list[i] = r.Check
	}
	named, err := s.NamedByFile(list, s.allowed)
	if err != nil { // preparing reports it
		return nil
	}
	return named
}

// askAddresses asks whether requests may go to addresses that only the file names, and then starts.
func (s *Screen) askAddresses(named []string) tea.Cmd {
	about := "Only the lab file names " + strings.Trim(strconv.QuoteToASCII(strings.Join(named, ", ")), `"`) + ".\nNothing was sent there yet."
	agreed := then(func() tea.Cmd {
		s.allowed = append(s.allowed, named...)
		return s.start()
	})
	return s.OpenOverlay("Send to addresses of the file?", approve.New(s.Styles, s.Keys, about,
		approve.Choice{Words: "send the lab's requests there too", Intent: agreed, Key: "y"},
		approve.Choice{Words: "send nothing", Intent: views.Close{}, Key: "n"}))
}

// costs describes what requests may cost, by gateway.
func costs(ctx context.Context, all []checks.Request) string {
	var words []string
	for i, r := range all {
		if r.To.Local || slices.ContainsFunc(all[:i], func(o checks.Request) bool { return o.To == r.To }) {
			continue
		}
		usd, unknown, _ := r.To.MaxCost(ctx, all)
		cost := "to " + r.To.About.BaseURL + " at most " + figures.PriceOf(usd)
		if unknown != "" {
			cost = "those to " + r.To.About.BaseURL + " without a known cost (" + unknown + ") are left out under a limit"
		}
		words = append(words, cost)
	}
	return strings.Join(words, "; ")
}

// begin sends what is missing by a copy of a plan.
func (s *Screen) begin(plan, of *checks.Lab, count int) tea.Cmd {
	r := &running{Work: progress.Begin(s.Life.Ctx, checks.Step(0, count)), of: of, so: lab.Progress{Total: count}}
	plan.Arrived = func(c lab.Cell, t lab.Trial, so lab.Progress) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.arrived = append(r.arrived, arrival{c, t, so})
	}
	s.run = r
	s.version++
	s.Life.Readers.Add(1)
	send := func() tea.Msg {
		defer s.Life.Readers.Done()
		_, why, _ := plan.Run(r.Work)
		r.End()
		return screen.EffectFunc(func() tea.Cmd { return s.ended(r, why) })
	}
	return tea.Batch(send, s.nextArrivals(r))
}

// nextArrivals waits for answers of a run.
func (s *Screen) nextArrivals(r *running) tea.Cmd {
	return func() tea.Msg {
		if !r.Next() {
			return nil
		}
		return screen.EffectFunc(func() tea.Cmd {
			s.take(r)
			return s.nextArrivals(r)
		})
	}
}

// take takes the answers that have arrived. The rows of cases are replaced, as the figures may be reading them.
func (s *Screen) take(r *running) {
	r.mu.Lock()
	arrived := r.arrived
	r.arrived = nil
	r.mu.Unlock()
	for _, a := range arrived {
		r.so = a.so
		known := &r.of.Known.Trials
		*known = slices.Clone(*known)
		row := slices.Clone((*known)[a.Case])
		row[a.Candidate] = slices.Clone(row[a.Candidate])
		row[a.Candidate][a.Repeat] = a.trial
		(*known)[a.Case] = lab.WithMarks(row, s.lab.Marks)
	}
	if len(arrived) > 0 {
		s.version++
		s.Host.Arrange() // the notice has another length
	}
}

// ended shows why a run ended.
func (s *Screen) ended(r *running, why string) tea.Cmd {
	s.take(r)
	if s.run != r {
		return nil
	}
	s.run = nil
	s.version++
	s.Host.Arrange()
	key := s.key(views.ActRankRunAll)
	switch {
	case why != "":
		return s.Notify("%s: %s; %s runs the rest", why, r.so.Summary(), key)
	case r.so.Failed > 0:
		return s.Notify("%s; %s runs what failed again", r.so.Summary(), key)
	}
	return s.Notify("%s", r.so.Summary())
}

// Stop implements screen.Sender: it stops the run.
func (s *Screen) Stop() (ok bool) {
	words := s.stopped()
	if words != "" {
		s.Notify("%s%s runs the rest", words, s.key(views.ActRankRunAll))
	}
	return words != ""
}

// stopped stops the run, and returns how far it was, to be followed by other words; "" if there was none.
func (s *Screen) stopped() string {
	r := s.run
	if r == nil {
		return ""
	}
	r.Work.Stop()
	s.run = nil
	s.version++
	return "stopped: " + r.so.String() + "; "
}

// Running implements screen.Sender.
func (s *Screen) Running() int {
	if s.run == nil {
		return 0
	}
	return min(jobs, s.run.so.Total-s.run.so.Ended)
}

// Busy implements screen.Sender.
func (s *Screen) Busy() bool { return s.run != nil }

// Ready reports whether the requests have been written, and their answers been found in the history.
func (s *Screen) Ready() bool { return s.plan != nil && s.preparing == nil }
