package evidence

import (
	"math"
	"strconv"

	"gatehouse/state/lab"
	"gatehouse/state/text/spelling"
)

// The object of a lab (CONTRACT "Lab files"); every key is always there, and null is what is not known.
type (
	labObject struct {
		Cases    []string     `json:"cases"`
		Variants []labVariant `json:"variants"`
		Pairs    []labPair    `json:"pairs"`
		Cells    []labCell    `json:"cells"`
	}
	labVariant struct {
		Name            string         `json:"name"`
		Passed          int            `json:"passed"`
		Of              int            `json:"of"`
		Interval        [2]*float64    `json:"interval"`
		TTFT            labTimes       `json:"ttft_ms"`
		FirstWord       labTimes       `json:"first_word_ms"` // without reasoning
		Total           labTimes       `json:"total_ms"`
		TokensPerSecond *float64       `json:"tokens_per_second"`
		OutputTokens    *float64       `json:"output_tokens"`
		Cost            *float64       `json:"cost"`
		CostOfPass      *float64       `json:"cost_of_a_pass"`
		Failures        map[string]int `json:"failures"`
		Unsent          int            `json:"unsent"`
		Waits           int            `json:"waits"`
		Served          []labServed    `json:"served"`
	}
	labTimes struct {
		P50 *float64 `json:"p50"`
		P95 *float64 `json:"p95"`
	}
	labServed struct {
		Model    string   `json:"model"`
		Provider string   `json:"provider"`
		Share    float64  `json:"share"`
		TTFT     *float64 `json:"ttft_ms"`
		Cost     *float64 `json:"cost"`
	}
	labPair struct {
		A          string      `json:"a"`
		B          string      `json:"b"`
		Difference *float64    `json:"difference"`
		P          *float64    `json:"p"`
		Interval   [2]*float64 `json:"interval"`
		Enough     bool        `json:"enough"`
	}
	labCell struct {
		Case    string   `json:"case"`
		Variant string   `json:"variant"`
		Runs    []labRun `json:"runs"`
	}
	labRun struct {
		Exchange string   `json:"exchange"`
		Passed   bool     `json:"passed"`
		Missed   []string `json:"missed"`
		Verdict  string   `json:"verdict"`
		Model    string   `json:"model"`
		Provider string   `json:"provider"`
		TTFT     *float64 `json:"ttft_ms"`
		Total    *float64 `json:"total_ms"`
		Output   *float64 `json:"output_tokens"`
		Cost     *float64 `json:"cost"`
		Text     string   `json:"text"`
	}
)

// LabJSON writes one object with the figures of a lab and every trial that was sent.
func LabJSON(r lab.Results) ([]byte, error) {
	o := labObject{Cases: r.Cases, Pairs: []labPair{}, Cells: []labCell{}}
	passes := r.Figures(lab.Pass)
	for v, name := range r.Variants {
		o.Variants = append(o.Variants, variantOf(r, v, name))
		for w, other := range r.Variants[:v] {
			d := lab.Differ(passes.Column(w), passes.Column(v))
			o.Pairs = append(o.Pairs, labPair{other, name, value(d.Mean), value(d.P), [2]*float64{value(d.Low), value(d.High)}, !d.TooFew()})
		}
	}
	for c, row := range r.Trials {
		for v, trials := range row {
			cell := labCell{r.Cases[c], r.Variants[v], []labRun{}}
			for _, t := range trials {
				if !t.Unsent() {
					cell.Runs = append(cell.Runs, runOf(t))
				}
			}
			o.Cells = append(o.Cells, cell)
		}
	}
	return encoded(o, "")
}

func variantOf(r lab.Results, v int, name string) labVariant {
	s := r.Summary(v)
	of := labVariant{
		Name: name, Passed: s.Passed, Of: s.Of, Interval: [2]*float64{value(s.Low), value(s.High)},
		TTFT: labTimes{millis(s.TTFT.P50), millis(s.TTFT.P95)}, FirstWord: labTimes{millis(s.FirstWord.P50), millis(s.FirstWord.P95)}, Total: labTimes{millis(s.Total.P50), millis(s.Total.P95)},
		TokensPerSecond: value(s.Rate), OutputTokens: value(s.Tokens), Cost: value(s.Cost), CostOfPass: value(s.CostOfPass()),
		Failures: s.Failures, Unsent: s.Unsent, Waits: s.Waits, Served: []labServed{},
	}
	for _, m := range r.Served(v) {
		of.Served = append(of.Served, labServed{m.Model, m.Provider, m.Share, millis(m.TTFT.P50), value(m.CostOfAnswer)})
	}
	return of
}

func runOf(t lab.Trial) labRun {
	missed := t.Missed
	if missed == nil {
		missed = []string{}
	}
	return labRun{t.ID, t.Passed, missed, string(t.Verdict), t.Served, t.Provider, millis(t.Figure(lab.TTFT)), millis(t.Figure(lab.Total)),
		value(t.Figure(lab.Tokens)), value(t.Dollars()), t.Text}
}

// LabCSV writes a row for each trial that was sent.
func LabCSV(r lab.Results) []byte {
	rows := [][]string{{"case", "variant", "repeat", "exchange", "passed", "verdict", "model", "provider", "ttft_ms", "total_ms", "output_tokens", "cost", "text"}}
	for c, row := range r.Trials {
		for v, trials := range row {
			for n, t := range trials {
				if t.Unsent() {
					continue
				}
				rows = append(rows, []string{
					r.Cases[c], r.Variants[v], strconv.Itoa(n + 1), t.ID, strconv.FormatBool(t.Passed), string(t.Verdict), t.Served, t.Provider,
					cell(millis(t.Figure(lab.TTFT))), cell(millis(t.Figure(lab.Total))), cell(value(t.Figure(lab.Tokens))), cell(value(t.Dollars())), t.Text,
				})
			}
		}
	}
	return spelling.ReportCSV(rows)
}

// value is nil for NaN.
func value(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// millis is microseconds in milliseconds.
func millis(us float64) *float64 { return value(us / 1000) }

func cell(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}
