package output

import "github.com/go-json-experiment/json"

// Fusion is the item of a panel of models and of the analyst that compares their
// answers (wire-notes §4). It is the one item that is made while it is played:
// what the models say is heard as they say it.
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
	// Ask lets the models answer and fills the item with what came of it; nil when
	// nobody is to be asked. It is called by [Fusion.Hold].
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
	_ Item    = (*Fusion)(nil)
	_ Spender = (*Fusion)(nil)
	_ Used    = (*Fusion)(nil)
)

// Use tells that the gateway asked the panel, whose searches are the panel's own.
func (f *Fusion) Use() (by Runner, search bool) { return Gateway, false }

// Spending is what the panel and the analyst needed.
func (f *Fusion) Spending() Spent { return f.Spent }

// Tokens is 0: every word of it is another model's.
func (f *Fusion) Tokens() int { return 0 }

// Cut leaves the item whole.
func (f *Fusion) Cut(int) Item { return f }

// Empty is the item before anyone has answered.
func (f *Fusion) Empty() Item { return &Fusion{Type: f.Type, ID: f.ID} }

// AppendJSON appends the item.
func (f *Fusion) AppendJSON(dst []byte, status string) []byte {
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
