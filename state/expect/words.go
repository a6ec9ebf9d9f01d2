package expect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/text/spelling"
)

// word reads the expected word of an exchange: one pattern, or a list; one must match. check returns a
// fault of a pattern or ""; nil: there can be none.
func word(of func(*Subject) (word, none string), check func(pattern string) string) maker {
	return func(f *file, name string, v *value) []Expectation {
		patterns := f.words(name, v, name+` = "a word"`, "what it may be")
		if patterns == nil {
			return nil
		}
		for _, p := range patterns {
			if check != nil && check(p) != "" {
				f.fault(v.line, "%s = %q: %s", name, p, check(p))
			}
		}
		return one(name, v, alternatives(patterns), func(s *Subject) observed {
			got, none := of(s)
			if got == "" {
				return unknown(none)
			}
			if slices.ContainsFunc(patterns, func(p string) bool { return spelling.Wildcard(p, got) }) {
				return found(true, spelling.Word(got))
			}
			return found(false, spelling.Word(got)+why(name, s.Exchange))
		})
	}
}

// why returns why an exchange that should not have failed did: the service's message, or the transport's.
func why(name string, x *state.Exchange) string {
	if f := x.Failure; f != nil && f.Message != "" && (name == "verdict" || name == "http_status") {
		return " (" + spelling.Quoted(strings.TrimSuffix(spelling.Shorten(f.Message, maxShown), ".")) + ")"
	}
	return ""
}

func verdict(s *Subject) (word, none string) {
	if s.Exchange.Verdict == state.Unknown {
		return "", "the record does not say how it ended"
	}
	return string(s.Exchange.Verdict), "it has not ended"
}

func isVerdict(pattern string) string {
	words := []string{}
	for _, v := range []state.Verdict{state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled} {
		if words = append(words, string(v)); spelling.Wildcard(pattern, string(v)) {
			return ""
		}
	}
	return "no such verdict" + meant(pattern, words)
}

// httpStatus returns 0 if no head was received, as send --json does.
func httpStatus(s *Subject) (word, none string) {
	switch x := s.Exchange; {
	case x.Head != nil && x.Head.Status > 0:
		return strconv.Itoa(x.HTTPStatus()), ""
	case x.Head == nil && x.Known.Answer:
		return "0", ""
	}
	return "", "the status was not recorded"
}

var status = regexp.MustCompile(`^[0-9*]+$`)

func isStatus(pattern string) string {
	if status.MatchString(pattern) {
		return ""
	}
	return `no status; write for example 200 or "4*"`
}

// exit returns the code that send would end with.
func exit(s *Subject) (word, none string) {
	if word, none = verdict(s); word == "" {
		return "", none
	}
	return strconv.Itoa(s.Exchange.Verdict.ExitCode()), ""
}

func served(s *Subject) (word, none string) {
	return s.Exchange.Model, "the answer names no model"
}

func provider(s *Subject) (word, none string) {
	return figures.Provider(s.Exchange, read.Routing(s.Exchange.Routing)), "no routing metadata that names one"
}

func asked(s *Subject) (word, none string) {
	return s.Exchange.RequestModel, "the request names no model"
}

// codes reads codes, sorted; none are meant by an empty list.
func (f *file) codes(name string, v *value, example string) (all []string, ok bool) {
	if v.kind == list && len(v.list) == 0 {
		return nil, true
	}
	all = f.texts(name, v, example, "")
	slices.Sort(all)
	return slices.Compact(all), all != nil
}

// warnings reads which warnings there must be, and no others.
func warnings(f *file, name string, v *value) []Expectation {
	want, ok := f.codes(name, v, `warnings = ["no_done"], or [] for none`)
	if !ok {
		return nil
	}
	return one(name, v, listed(want), ifAnswered(func(s *Subject) observed {
		var got []string
		for _, w := range s.Exchange.Warnings {
			got = append(got, w.Code)
		}
		slices.Sort(got)
		got = slices.Compact(got)
		return found(slices.Equal(got, want), listed(got))
	}))
}

// findings reads which rules of lint must have found something, and no others, or how grave
// a finding may be.
func findings(f *file, name string, v *value) []Expectation {
	if v.kind == table {
		return f.parts(name, v, `lint = { max_level = "note" }`, map[string]maker{"max_level": gravest})
	}
	want, ok := f.codes(name, v, `lint = [] for no finding, or lint = { max_level = "note" }`)
	for _, id := range want {
		if !slices.Contains(lint.Named(), id) {
			f.fault(v.line, "%s: no rule %q%s", name, id, meant(id, lint.Named()))
		}
	}
	if !ok {
		return nil
	}
	return one(name, v, listed(want), ifLinted(func(s *Subject) observed {
		var got []string
		frame := NoFrame
		for _, d := range s.Exchange.Findings() {
			if got = append(got, d.Rule.ID); frame == NoFrame && len(d.Frames) > 0 && !slices.Contains(want, d.Rule.ID) {
				frame = d.Frames[0]
			}
		}
		slices.Sort(got)
		return observed{listed(got), slices.Equal(got, want), frame}
	}))
}

func gravest(f *file, name string, v *value) []Expectation {
	if !f.is(name, v, text, `max_level = "note"`) {
		return nil
	}
	most, ok := lint.ParseLevel(v.text)
	if !ok {
		f.fault(v.line, "%s is %q; write note, warning or error", name, v.text)
	}
	return one(name, v, "nothing graver than "+v.text, ifLinted(func(s *Subject) observed {
		all := s.Exchange.Findings() // the gravest first
		if len(all) == 0 || all[0].Rule.Level <= most {
			return found(true, "nothing graver")
		}
		got := found(false, all[0].Rule.Level.String()+" "+all[0].Rule.ID)
		if len(all[0].Frames) > 0 {
			got.frame = all[0].Frames[0]
		}
		return got
	}))
}

// compared returns the results that there are where a cost is reported and a price is known.
func compared() []string {
	return []string{string(receipt.Agrees), string(receipt.Differs), string(receipt.MayDiffer)}
}

// receiptIs reads the expected result of comparing the reported with the computed cost.
func receiptIs(f *file, name string, v *value) []Expectation {
	words := f.words(name, v, name+` = "agrees"`, alternatives(compared()))
	if words == nil {
		return nil
	}
	for _, w := range words {
		if !slices.Contains(compared(), w) {
			f.fault(v.line, "%s = %q: it is %s", name, w, alternatives(compared()))
		}
	}
	return one(name, v, alternatives(words), func(s *Subject) observed {
		if s.Receipt == nil {
			return unknown("no prices are known")
		}
		r := s.Receipt()
		switch r.Result {
		case receipt.None:
			return unknown("no answer has arrived")
		case receipt.NoUsage:
			return unknown("no tokens are reported")
		case receipt.Unreported:
			return unknown("no cost is reported; computed: " + r.Sum())
		case receipt.Unpriced:
			return unknown(messages(r, receipt.NoPrice))
		}
		got := string(r.Result)
		if why := messages(r, receipt.Code(r.Result)); why != "" {
			got += ": " + why
		}
		return found(slices.Contains(words, string(r.Result)), got)
	})
}

func messages(r receipt.Receipt, code receipt.Code) string {
	var all []string
	for _, f := range r.Findings {
		if f.Code == code {
			all = append(all, f.Message)
		}
	}
	return strings.Join(all, "; ")
}
