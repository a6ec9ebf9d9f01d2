package output

import (
	"gatehouse/gateway/token"

	"github.com/go-json-experiment/json"
)

// Fusion is the item of a panel of models and of the analyst that compared their
// answers (wire-notes §4).
type Fusion struct {
	Type     string // <word>:fusion
	ID       string
	Analyst  string // the slug of the analyst's model
	Panel    []Panelist
	Analysis *Analysis // nil when there was nothing to compare
	Sources  []FusionSource
	Error    string // why there is no analysis, in words
	Reason   string // the same as one of the notes' failure reasons
	Spent    Spent
}

// Panelist is one model of the panel and its answer, or its failure.
type Panelist struct {
	Model     string
	Content   string
	Reasoning string
	Error     string // empty when it answered
	Status    int    // the HTTP status of the failure
}

// FusionSource is a page that the panel found.
type FusionSource struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Analysis is the comparison.
type Analysis struct {
	Consensus      []string        `json:"consensus"`
	Contradictions []Contradiction `json:"contradictions"`
	Partial        []Partial       `json:"partial_coverage"`
	Unique         []Insight       `json:"unique_insights"`
	BlindSpots     []string        `json:"blind_spots"`
}

// Contradiction is something that the models see differently.
type Contradiction struct {
	Topic   string   `json:"topic"`
	Stances []Stance `json:"stances"`
}

// Stance is how one model sees it.
type Stance struct {
	Model  string `json:"model"`
	Stance string `json:"stance"`
}

// Partial is a point that some of the models make.
type Partial struct {
	Models []string `json:"models"`
	Point  string   `json:"point"`
}

// Insight is a point that one model alone makes.
type Insight struct {
	Model   string `json:"model"`
	Insight string `json:"insight"`
}

var (
	_ Item    = Fusion{}
	_ Spender = Fusion{}
	_ Used    = Fusion{}
)

// Use tells that the gateway asked the panel, whose searches are the panel's own.
func (f Fusion) Use() (by Runner, search bool) { return Gateway, false }

// Spending is what the panel and the analyst needed.
func (f Fusion) Spending() Spent { return f.Spent }

// Tokens is 0: every word of it is another model's.
func (f Fusion) Tokens() int { return 0 }

// Cut leaves the item whole.
func (f Fusion) Cut(int) Item { return f }

// Empty is the item before anyone has answered.
func (f Fusion) Empty() Item { return Fusion{Type: f.Type, ID: f.ID} }

// AppendJSON appends the item.
func (f Fusion) AppendJSON(dst []byte, status string) []byte {
	type answer struct {
		Model   string `json:"model"`
		Content string `json:"content"`
	}
	type failed struct {
		Model  string `json:"model"`
		Error  string `json:"error"`
		Status int    `json:"status_code,omitempty"`
	}
	var answers []answer
	var failures []failed
	for _, p := range f.Panel {
		if p.Error == "" {
			answers = append(answers, answer{p.Model, p.Content})
			continue
		}
		failures = append(failures, failed{p.Model, p.Error, p.Status})
	}
	dst = appendText(appendType(dst, f.Type), "id", f.ID)
	if f.Analysis != nil {
		dst = appendAny(dst, "analysis", f.Analysis)
	}
	if len(f.Panel) > 0 {
		dst = appendAny(dst, "responses", answers)
		dst = appendAny(dst, "sources", f.Sources)
	}
	if len(failures) > 0 {
		dst = appendAny(dst, "failed_models", failures)
	}
	if f.Error != "" {
		dst = appendText(dst, "error", f.Error)
	}
	if f.Reason != "" {
		dst = appendText(dst, "failure_reason", f.Reason)
	}
	return append(appendText(dst, "status", status), '}')
}

// appendAny appends a member with a value that is made of our own structures.
func appendAny(dst []byte, name string, value any) []byte {
	b, err := json.Marshal(value, json.FormatNilSliceAsNull(false))
	if err != nil {
		panic("output: " + err.Error())
	}
	return append(append(append(append(dst, `,"`...), name...), `":`...), b...)
}

// Play sends what the panel says, all models in turn, one token of each, as they
// talk side by side; then the analysis (wire-notes §5.1).
func (f Fusion) Play(s *Stage) bool {
	head := s.place(f.ID, "")
	send := func(name string, members func([]byte) []byte) bool {
		return s.event("response.fusion_call."+name, func(b []byte) []byte {
			b = append(b, head...)
			if members == nil {
				return b
			}
			return members(b)
		})
	}
	if !send("in_progress", nil) || !f.playPanel(s, send) {
		return false
	}
	if f.Analysis != nil {
		if !send("analysis.in_progress", func(b []byte) []byte {
			// judge_model is the deprecated alias, always with the same value ("Events").
			return appendText(appendText(b, "analyst_model", f.Analyst), "judge_model", f.Analyst)
		}) || !send("analysis.completed", func(b []byte) []byte { return appendAny(b, "analysis", f.Analysis) }) {
			return false
		}
	}
	return send("completed", nil)
}

func (f Fusion) playPanel(s *Stage, send func(string, func([]byte) []byte) bool) bool {
	var speakers []*speaker
	for _, p := range f.Panel {
		if !send("panel.added", func(b []byte) []byte { return appendText(b, "model", p.Model) }) {
			return false
		}
		speakers = append(speakers, &speaker{p, p.Reasoning, p.Content, false})
	}
	for talking := len(speakers) > 0; talking; {
		talking = false
		for _, p := range speakers {
			if p.done {
				continue
			}
			talking = true
			if !p.next(f, s, send) {
				return false
			}
		}
	}
	return true
}

// speaker is a panelist and what it still has to say.
type speaker struct {
	Panelist
	thoughts, words string
	done            bool
}

// next sends the speaker's next token, or its end.
func (p *speaker) next(f Fusion, s *Stage, send func(string, func([]byte) []byte) bool) bool {
	say := func(name, tok string) bool {
		head := appendText(s.place(f.ID, ""), "model", p.Model)
		return s.asides("response.fusion_call.panel."+name, tok, head, nil)
	}
	var tok string
	switch {
	case p.Error != "":
		p.done = true
		return send("panel.failed", func(b []byte) []byte {
			b = appendText(appendText(b, "model", p.Model), "error", p.Error)
			return appendInt(b, "status_code", p.Status)
		})
	case p.thoughts != "":
		tok, p.thoughts = token.Next(p.thoughts)
		return say("reasoning.delta", tok)
	case p.words != "":
		tok, p.words = token.Next(p.words)
		return say("delta", tok)
	}
	p.done = true
	return send("panel.completed", func(b []byte) []byte {
		return appendText(appendText(b, "model", p.Model), "content", p.Content)
	})
}
