package output

import "time"

// Fusion is the item of a panel of models and of the analyst that compares their answers
// (wire-notes §4). It is the only item that is made while it is played, so that the answers are
// streamed as they are written.
type Fusion struct {
	Type     string // <word>:fusion
	ID       string
	Analyst  string // the slug of the analyst's model
	Panel    []Panelist
	Analysis *Analysis // nil if there was nothing to compare
	Sources  []Source
	Error    string // why there is no analysis, in words
	Reason   string // the same as a failure reason of wire-notes §4
	Spent    Spent
	// Ask makes the models answer and fills the item; nil if no model is to be asked. [Fusion.Run]
	// calls it.
	Ask func(f *Fusion, l Listener)
}

// Panelist is one model of the panel and its answer, or its failure.
type Panelist struct {
	Model     string
	Content   string
	Reasoning string
	Error     string // empty when it answered
	Status    int    // the HTTP status of the failure
}

// Analysis is the comparison.
type Analysis struct {
	Consensus      []string        `json:"consensus"`
	Contradictions []Contradiction `json:"contradictions"`
	Partial        []Partial       `json:"partial_coverage"`
	Unique         []Insight       `json:"unique_insights"`
	BlindSpots     []string        `json:"blind_spots"`
}

// Contradiction is a topic on which the models disagree.
type Contradiction struct {
	Topic   string   `json:"topic"`
	Stances []Stance `json:"stances"`
}

// Stance is the view of one model.
type Stance struct {
	Model  string `json:"model"`
	Stance string `json:"stance"`
}

// Partial is a point that several models make, but not all.
type Partial struct {
	Models []string `json:"models"`
	Point  string   `json:"point"`
}

// Insight is a point that only one model makes.
type Insight struct {
	Model   string `json:"model"`
	Insight string `json:"insight"`
}

var (
	_ Spender = (*Fusion)(nil)
	_ Used    = (*Fusion)(nil)
)

// Use reports a run by the gateway. The searches of the panel are not counted here.
func (f *Fusion) Use() (by Runner, search bool) { return Gateway, false }

// Spending returns what the panel and the analyst used.
func (f *Fusion) Spending() Spent { return f.Spent }

// Tokens returns 0, since other models write all of the item.
func (f *Fusion) Tokens() int { return 0 }

func (f *Fusion) Cut(int) Item { return f }

func (f *Fusion) Empty() Item { return &Fusion{Type: f.Type, ID: f.ID} }

func (f *Fusion) AppendJSON(dst JSON, status string) JSON {
	answers, failures := JSON("["), JSON("[")
	for _, p := range f.Panel {
		if p.Error == "" {
			answers = append(answers.Next(), '{').Text("model", p.Model).Text("content", p.Content).End()
			continue
		}
		failures = append(failures.Next(), '{').Text("model", p.Model).Text("error", p.Error).Int("status_code", p.Status).End()
	}
	dst = open(dst, f.Type).Text("id", f.ID)
	if f.Analysis != nil {
		dst = dst.Value("analysis", f.Analysis)
	}
	if len(f.Panel) > 0 {
		dst = dst.Raw("responses", string(answers)+"]").Value("sources", f.Sources)
	}
	if len(failures) > 1 {
		dst = dst.Raw("failed_models", string(failures)+"]")
	}
	return dst.Optional("error", f.Error).Optional("failure_reason", f.Reason).Text("status", status).End()
}

// The types of a [PanelEvent]: the end of the event's name, after response.fusion_call. (wire-notes
// §5.1).
const (
	PanelAdded     = "panel.added"
	PanelReasoning = "panel.reasoning.delta"
	PanelDelta     = "panel.delta"
	PanelCompleted = "panel.completed"
	PanelFailed    = "panel.failed"
	Analysing      = "analysis.in_progress"
	Analysed       = "analysis.completed"
)

// PanelEvent is something that happens while a panel answers. The Panelist has only its Model until
// it has completed or failed; Delta is its next token.
type PanelEvent struct {
	Type string
	Panelist
	Delta string
}

// Listener receives the events of a panel. The zero value ignores them and does not delay the
// panel.
type Listener struct {
	Pace    time.Duration         // between two tokens of one model
	Receive func(PanelEvent) bool // reports false if the reader stopped; may be nil
}

// Send passes an event on. It reports false if the reader stopped.
func (l Listener) Send(e PanelEvent) bool { return l.Receive == nil || l.Receive(e) }

// Run makes the panel answer and returns after the last answer. Further calls do nothing.
func (f *Fusion) Run(l Listener) {
	if ask := f.Ask; ask != nil {
		f.Ask = nil
		ask(f, l)
	}
}

// Play runs the panel and sends its events as they happen.
func (f *Fusion) Play(s *Stage) bool {
	head := s.place(f.ID, "")
	send := func(name string, members JSON) bool { return s.event("response.fusion_call."+name, members) }
	if !send("in_progress", head) {
		return false
	}
	ok := true
	f.Run(Listener{Pace: s.Pace, Receive: func(e PanelEvent) bool {
		ok = ok && send(e.Type, f.appendEvent(head, e))
		return ok
	}})
	return ok && send("completed", head)
}

func (f *Fusion) appendEvent(b JSON, e PanelEvent) JSON {
	switch e.Type {
	case Analysing:
		// judge_model is the deprecated alias, always with the same value ("Events").
		return b.Text("analyst_model", f.Analyst).Text("judge_model", f.Analyst)
	case Analysed:
		return b.Value("analysis", f.Analysis)
	case PanelReasoning, PanelDelta:
		return b.Text("model", e.Model).Text("delta", e.Delta)
	case PanelCompleted:
		return b.Text("model", e.Model).Text("content", e.Content)
	case PanelFailed:
		return b.Text("model", e.Model).Text("error", e.Error).Int("status_code", e.Status)
	}
	return b.Text("model", e.Model)
}
