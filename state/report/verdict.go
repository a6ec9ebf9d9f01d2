package report

import (
	"slices"
	"sort"
	"strings"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
)

// Verdict reports the state or the end of an exchange, why, what to try, what the gateway changed, and
// warnings.
func Verdict(s Subject) Report {
	x := s.Exchange
	if c := s.Capture; c != nil && c.Changed != nil && c.Changed.URL != "" {
		s.Guidance.Redirected = s.Target
	}
	plain, explained := explain.Explain(x, s.Guidance.Context)
	r := standing(x, plain.Title)
	more := func(b Block) { r.Blocks = append(r.Blocks, Extra{b}) }
	if c := s.Capture; c != nil && c.Sent.URL != "" && (c.Caller != nil || !x.Kind().IsNative()) {
		more(Span{c.Sent.Line(), Address})
	}
	if explained {
		for _, b := range explanation(x, plain, plain.Title+" "+r.Sum.Text) {
			more(b)
		}
	}
	for _, c := range s.Read.Changes {
		f := Finding{Message: c.Did, Topic: c.Topic, Level: Warning}
		if c.Stage != "" {
			f.Message = c.Stage + ": " + c.Did
		}
		if c.Lost {
			f.Sign = "≠"
		}
		if c.Summary != "" {
			f.Message, f.Quoted = c.Summary, true
			if !strings.Contains(c.Summary, c.Stage) {
				f.Message = c.Stage + ": " + c.Summary
			}
		}
		more(f)
	}
	if words := explain.EmptyAnswer(x); words != "" {
		more(Finding{Level: Warning, Sign: "⚠", Message: words})
	}
	if kind := explain.ErrorType(x); kind != "" {
		r.Blocks = append(r.Blocks, Finding{Level: Warning, Sign: "⚠", Message: kind})
	}
	for _, w := range endFirst(x) {
		kind := x.KindOf(w.Code)
		f := warning(s, w, kind, explained && kind.Ends)
		if kind.Ends { // a narrow medium is next to the transcript, which shows the end
			more(f)
		} else {
			r.Blocks = append(r.Blocks, f)
		}
	}
	if f, ok := ForOthers(x, x.Warnings...); ok {
		r.Blocks = append(r.Blocks, f)
	}
	for _, words := range explain.NotStored(x) {
		more(quiet(words))
	}
	return r
}

// standing returns the verdict with what happened and the service's reason.
func standing(x *state.Exchange, title string) Report {
	words, reason := explain.Standing(x), ""
	if title != "" {
		words, reason = string(x.Verdict)+": "+title, otherReason(x, title)
	}
	if name, finish := x.Finished(); finish != "" {
		reason = name + " " + finish
	}
	return Report{Title: explain.Sign(x.Verdict) + " " + words, Role: VerdictRole(x.Verdict), Sum: quiet(reason)}
}

// otherReason returns the service's reason for the end of an answer, unless the title has it.
func otherReason(x *state.Exchange, title string) string {
	if strings.Contains(title, x.Reason) || strings.Contains(title, strings.ReplaceAll(x.Reason, "_", " ")) {
		return ""
	}
	return spelling.Word(x.Reason)
}

// Failure reports a failed exchange in place of its answer: what happened, the gateway's message, its
// meaning, what to try, and the members of the error.
func Failure(x *state.Exchange, plain explain.Explanation) Report {
	r := Report{Title: explain.Sign(x.Verdict) + " " + plain.Title, Role: VerdictRole(x.Verdict), Sum: quiet(otherReason(x, plain.Title))}
	if f := x.Failure; f != nil && r.Sum.Text != "" && spelling.Word(scan.Text(scan.Get(f.Metadata, "error_type"))) == r.Sum.Text {
		r.Sum.Text = "" // the members show it
	}
	r.Blocks = explanation(x, plain, r.Title+" "+x.Reason)
	if members := errorMembers(x); len(members) > 0 {
		r.Blocks = append(r.Blocks, Report{Blocks: members})
	}
	return r
}

// explanation returns the gateway's message, the names of the error that are not in already, their
// meaning, and what to try.
func explanation(x *state.Exchange, plain explain.Explanation, already string) (blocks []Block) {
	if plain.Message != "" {
		blocks = append(blocks, Quote{Text: plain.Message, Topic: explain.RouteTopic})
	}
	if names := errorNames(x, already); names != "" {
		blocks = append(blocks, quiet(names))
	}
	if plain.Meaning != "" {
		blocks = append(blocks, Span{Text: plain.Meaning})
	}
	for _, try := range plain.SuggestionTexts() {
		blocks = append(blocks, Span{try, Advice})
	}
	return blocks
}

// maxErrorMembers bounds the listed members of an error.
const maxErrorMembers = 30

// errorMembers lists the patterns that a guardrail found and the members of the error's metadata that are
// not explained.
func errorMembers(x *state.Exchange) (blocks []Block) {
	f := x.Failure
	if f == nil {
		return nil
	}
	add := func(label, value string) {
		if len(blocks) < maxErrorMembers {
			blocks = append(blocks, field(label, value, Value))
		}
	}
	for _, p := range f.Patterns {
		add("pattern", p)
	}
	if !scan.IsNull(f.Metadata) && scan.KindOf(f.Metadata) != scan.Object {
		add("error.metadata", scan.AnyText(f.Metadata))
	}
	explained := explain.Obstacle(x) != ""
	for m := range scan.Members(f.Metadata) {
		if m.Key != "patterns" && !(m.Key == "constraint" && explained) {
			add(m.Key, scan.AnyText(m.Value))
		}
	}
	if f.UserID != nil && *f.UserID != "" {
		add("user", *f.UserID)
	}
	return blocks
}

// VerdictRole returns the meaning of a verdict.
func VerdictRole(v state.Verdict) Role {
	if role, ok := verdictRoles[v]; ok {
		return role
	}
	return Warn
}

var verdictRoles = map[state.Verdict]Role{state.Completed: Good, state.Failed: Bad, state.Running: Running, state.Unknown: Quiet}

// errorNames returns the type and the code of an error that are not in already.
func errorNames(x *state.Exchange, already string) string {
	if x.Failure == nil {
		return ""
	}
	if x.Kind().IsForeign() {
		already = "" // other programs recognise an error by both
	}
	var names []string
	if kind := x.Failure.Type; kind != "" && !strings.Contains(already, kind) {
		names = append(names, "type "+spelling.Word(kind))
	}
	if code := scan.AnyText(x.Failure.Code); !scan.IsNull(x.Failure.Code) && !strings.Contains(already, code) {
		names = append(names, "code "+spelling.Word(code))
	}
	if names == nil {
		return ""
	}
	return "error " + strings.Join(names, ", ")
}

// endFirst sorts the warnings about the end of the answer before the others, which may be cut off, and
// the general one after its cause.
func endFirst(x *state.Exchange) []state.Warning {
	rank := func(w state.Warning) int {
		switch {
		case !x.KindOf(w.Code).Ends:
			return 2
		case w.Code == state.WarnNoTerminal:
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(x.Warnings), func(a, b state.Warning) int { return rank(a) - rank(b) })
}

// warning returns what happened, its meaning, its code and its moment; what happened is left out if the
// end was explained.
func warning(s Subject, w state.Warning, kind state.WarningKind, explained bool) Finding {
	x := s.Exchange
	about := w.Code
	if w.AtUS >= 0 {
		about += ", at " + figures.Moment(w.AtUS)
	}
	if last, ok := figures.Total(x); ok && kind.Ends && figures.Moment(last) != figures.Moment(x.End.AtUS) {
		about = w.Code + ", detected at " + figures.Moment(w.AtUS) + "; last byte at " + figures.Moment(last)
	}
	if n := x.FrameList.Count(frames.Unknown); w.Code == state.WarnUnknown && n > 1 { // as Events counts them
		about += ", in " + figures.Thousands(n) + " frames"
	} else if w.Count > 1 {
		about += ", " + figures.Thousands(w.Count) + " times"
	}
	if frame, alone, ok := s.frameOf(w, kind); ok {
		word := ", frame "
		if w.Count > 1 {
			word = ", first in frame "
		}
		if alone {
			about += word + figures.Thousands(frame+1)
		}
		if s.Guidance.FrameKeys != "" {
			about += ": " + s.Guidance.FrameKeys + " shows it in Events"
		}
	}
	f := Finding{Level: Warning, Sign: "⚠", Message: w.Message}
	details := []string{explain.MissingText(x, w.Code), kind.Meaning, about}
	if explained {
		details[1] = ""
	}
	switch {
	case !explained || x.NoBody:
	case w.Code == state.WarnUnread, w.Code == state.WarnChecksum: // the failure does not mention the file
		f.Message = kind.Meaning
	default: // the explanation has what happened and its meaning
		f.Message, details = "cut off: "+about, details[:1]
	}
	f.Detail = strings.Join(slices.DeleteFunc(details, func(words string) bool { return words == "" }), "\n")
	return f
}

// frameOf returns the frame of a warning, from 0; alone if no other arrived at its moment. ok is false if
// the list of events does not mark it.
func (s Subject) frameOf(w state.Warning, kind state.WarningKind) (frame int, alone, ok bool) {
	if !kind.Marked() || s.Capture == nil {
		return 0, false, false
	}
	refs := s.Capture.Frames.All()
	at := sort.Search(len(refs), func(i int) bool { return refs[i].AtUS >= w.AtUS })
	if at == len(refs) || refs[at].AtUS != w.AtUS {
		return 0, false, false
	}
	return at, at+1 == len(refs) || refs[at+1].AtUS != w.AtUS, true
}

// Relaxations lists the changes of a request that may make it succeed, or else that ask the gateway what
// a stage forwarded.
func Relaxations(s Subject) []explain.Relaxation {
	x := s.Exchange
	if x == nil || !x.Known.Request {
		return nil
	}
	list := explain.Relaxations(x, s.Models.Slugs())
	if len(list) > 0 || s.Read.Routing == nil {
		return list
	}
	for _, stage := range s.Read.Routing.Pipeline[:min(len(s.Read.Routing.Pipeline), maxListed)] {
		if s.echoes(stage) && explain.StageGaps(stage, x) != "" {
			return []explain.Relaxation{{Words: echoAction.Words, Edits: explain.EchoUpstream(x.Request)}}
		}
	}
	return nil
}

// echoAction asks the gateway to report what it sent upstream.
var echoAction = Action{Words: "open the request in the builder with it on", Action: "read-loosen", Number: 1}

// echoes reports whether the gateway can be asked what a compression left of the request: only a stream
// can return it (API document, debug).
func (s Subject) echoes(stage wire.Stage) bool {
	x := s.Exchange
	return stage.Compressed() && x.Stream && s.resendable() && !explain.EchoesUpstream(x.Request) &&
		len(explain.Relaxations(x, s.Models.Slugs())) == 0
}

// actions lists the changes by number; without changes, the suggestions.
func (of routed) actions(plain explain.Explanation) (blocks []Block) {
	list := Relaxations(of.Subject)
	if of.Guidance.SendKeys == "" { // nothing can be sent from here
		list = nil
	}
	for i, r := range list {
		if len(r.Edits) > 0 && (i == 0 || len(list[i-1].Edits) == 0) {
			blocks = append(blocks, quiet(of.changes()))
		}
		blocks = append(blocks, of.action(i, r))
	}
	blocked := of.resendable() && of.Exchange.Failure != nil && of.Exchange.Failure.Guardrail && of.Guidance.SendKeys != ""
	if blocked {
		words := "edit the text and send it again"
		switch explain.GuardWords(of.Exchange) {
		case explain.Matched:
			words += "; the Guardrails tab highlights the match"
		case explain.Unmatched:
			words += ", although nothing in it matches what the guardrail reported"
		case explain.NotNamed:
			words += "; which words matched is not known"
		default:
			words += "; the Guardrails tab shows what was reported"
		}
		blocks = append(blocks, Action{Words: words, Action: "read-edit"})
	}
	same := len(list) == 1 && len(list[0].Edits) == 0 // the only action, and it changes nothing
	if len(list) > 0 && !same || blocked {
		return blocks
	}
	for _, try := range plain.Suggestions {
		if same && (try.Kind == explain.Resend || try.Kind == explain.ResendLater) {
			continue // it has a key
		}
		blocks = append(blocks, Words{Sign: Span{Text: "· "}, Spans: []Span{{Text: try.Words}}})
	}
	return blocks
}

// changes describes the keys below, which send nothing.
func (s Subject) changes() string {
	where, does := "the builder", "sends"
	if s.Alone { // a rerank run
		where, does = "Rerank", "runs"
	}
	return "opens in " + where + " with the change; " + s.Guidance.SendKeys + " " + does + " it:"
}

// action returns a change as an action with its number.
func (s Subject) action(i int, r explain.Relaxation) Action {
	action := Action{Words: r.Words, Action: "read-loosen", Number: i + 1}
	switch {
	case r.WaitMS > 0 && s.Guidance.WaitOver:
		action.Words = explain.WaitOver(r.WaitMS)
	case s.Waits(r):
		action.Words = "send again after the " + explain.Wait(r.WaitMS) + " wait that the service asked for"
	}
	if len(r.Edits) > 0 {
		action.Places = edited(r.Edits)
	}
	return action
}

// maxWait is the longest wait that is offered, in milliseconds.
const maxWait = 600_000

// Waits reports whether sending again waits as long as the service asked to.
func (s Subject) Waits(r explain.Relaxation) bool {
	return len(r.Edits) == 0 && !s.Alone && r.WaitMS > 0 && r.WaitMS <= maxWait
}

func edited(edits []explain.Edit) string {
	var places []string
	for _, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			places = append(places, scan.JQOf(list)+" += ["+string(e.Value)+"]")
		case e.Value != nil:
			places = append(places, scan.JQOf(e.Pointer)+" = "+string(e.Value))
		default:
			places = append(places, "– "+scan.JQOf(e.Pointer))
		}
	}
	return "[" + strings.Join(places, "; ") + "]"
}
