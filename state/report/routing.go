package report

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
)

// routed is an exchange with its route.
type routed struct {
	Subject
	explain.Route
}

// Routing reports the complete route: request, strategy, stages, endpoints, attempts, and why no
// provider served it. Without metadata it explains why there is none. Values of an unexpected type
// appear as received.
func Routing(s Subject) Report {
	if s.Exchange == nil {
		return nothing("Send a request to see how it was routed: which models and providers were considered, and which one served it.")
	}
	of := routed{s, explain.RouteOf(s.Exchange, s.Read.Routing)}
	r := Report{Title: "ROUTE"}
	if len(of.Raw) == 0 {
		r.Blocks = append(of.unmetered(), of.why())
		return r
	}
	r.Blocks = append(of.head(), of.flow(), of.why(), of.stages(), of.endpoints(), of.attempts(), of.served())
	return r
}

// nothing returns the report before anything was sent.
func nothing(what string) Report {
	return Report{Blocks: []Block{Span{"Nothing sent yet.", Title}, quiet(what)}}
}

// RoutingRaw reports the metadata and the error as received.
func RoutingRaw(s Subject) Report {
	if s.Exchange == nil {
		return Report{}
	}
	var r Report
	of := routed{s, explain.RouteOf(s.Exchange, s.Read.Routing)}
	if raw := of.Raw; len(raw) > 0 {
		others := members("other", raw, " requested strategy region summary attempt is_byok endpoints attempts pipeline ")
		all := Row{ID: "all", Cells: []Span{{Text: "raw metadata"}, quiet(figures.Size(len(raw)))}, JSON: raw}
		r.Blocks = []Block{Report{Title: "RAW", Blocks: slices.Concat(others, []Block{all}, of.failure())}}
	} else if blocks := of.failure(); len(blocks) > 0 {
		r.Blocks = append(r.Blocks, Report{Title: "ERROR", Blocks: blocks})
	}
	return r
}

// unmetered explains why there is no metadata, how to request it, and what is known without it.
func (of routed) unmetered() []Block {
	x := of.Exchange
	blocks := []Block{Span{of.without(), Title}, Span{Text: of.whyWithout()}}
	switch {
	case of.unasked():
		blocks = append(blocks, askMetadata)
	case !x.Running() && of.resendable() && len(Relaxations(of.Subject)) == 0 && of.mayChange():
		blocks = append(blocks, Action{Words: "send again", Action: "resend"})
	}
	asked := cmp.Or(x.Chain, x.NoModel())
	if !x.Known.Request {
		asked = "–"
	}
	facts := Numbers{{Label: "requested", Value: asked}, {Label: explain.Part(x), Value: x.Model}}
	if x.Ranking != nil {
		facts = append(facts, Number{Label: "provider", Value: x.Ranking.Provider})
	}
	if x.Head != nil {
		facts = append(facts, Number{Label: "status", Value: wire.StatusText(x.HTTPStatus())})
	}
	facts = slices.DeleteFunc(facts, func(n Number) bool { return n.Value == "" })
	return append(blocks, Report{Blocks: []Block{facts}})
}

var askMetadata = Action{Words: "send again with routing metadata", Action: "read-metadata"}

// unasked reports whether the exchange has ended, did not ask for routing metadata and can be sent again
// with it.
func (s Subject) unasked() bool {
	x := s.Exchange
	return s.resendable() && !x.Running() && len(x.Routing) == 0 && !s.Metadata
}

// mayChange reports whether the same request may have another outcome: a failed one only if the
// explanation advises to send it again.
func (of routed) mayChange() bool {
	plain, ok := explain.Exchange(of.Exchange, explain.Context{})
	return !ok || plain.Advises(explain.Resend)
}

// head returns the metadata's summary and its simple members, a dash for each missing one.
func (of routed) head() (blocks []Block) {
	r, x := of.Routing, of.Exchange
	if f := x.Failure; r.Summary != "" && (f == nil || f.Message != r.Summary) { // the message is shown below
		blocks = append(blocks, Quote{Text: r.Summary, Role: Title, Bare: true})
	}
	if r.Summary != "" && x.Verdict == state.Failed && x.HasOutput() {
		blocks = append(blocks, quiet("This is the service's own summary, written before the answer failed."))
	}
	text := func(name string) string {
		v := scan.Get(r.Raw, name)
		switch {
		case scan.IsNull(v):
			return "–"
		case scan.KindOf(v) == scan.String:
			return scan.Text(v)
		}
		return string(v)
	}
	key := text("is_byok")
	key = cmp.Or(map[string]string{"true": "yes", "false": "no"}[key], key)
	attempt := text("attempt")
	if attempt == "0" && len(r.Attempts) == 0 {
		attempt = "0 (no provider reached)"
	}
	facts := Numbers{
		{Label: "requested", Value: cmp.Or(of.asked(), text("requested"))}, {Label: "strategy", Value: text("strategy")}, {Label: "region", Value: text("region")},
		{Label: "attempt", Value: attempt}, {Label: "own provider key (is_byok)", Value: key},
	}
	if r.Requested != "" && !strings.HasPrefix(facts[0].Value, r.Requested) {
		facts = append(facts, Number{Label: "named by the gateway", Value: r.Requested})
	}
	blocks = append(blocks, facts)
	var missing []string
	for _, name := range []string{"summary", "region", "is_byok", "attempt", "strategy", "endpoints", "pipeline"} {
		if scan.Get(r.Raw, name) == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		blocks = append(blocks, quiet("Not included: "+strings.Join(missing, ", ")+"."))
	}
	return blocks
}

// asked returns the model, models or router that was requested, as everywhere: in the words of the
// request, or the gateway's where the request is not known or has none.
func (s Subject) asked() string {
	x := s.Exchange
	asked := x.Chain
	if asked == "" && s.Read.Routing != nil {
		asked = s.Read.Routing.Requested
	}
	if asked == "" && s.Capture != nil {
		asked = x.Asked(s.Capture.Sent)
	}
	return asked
}

// served reports who answered.
func (of routed) served() Report {
	x := of.Exchange
	r := Report{Title: "SERVED", Step: true}
	model, provider, nobody := of.Server()
	role := VerdictRole(x.Verdict)
	if nobody {
		r.Blocks = []Block{Span{"✗ not served", role}}
		return r
	}
	line := explain.Sign(x.Verdict) + " " + cmp.Or(model, "model not reported")
	if provider != "" {
		line += " by " + provider
	}
	ended := string(x.Verdict)
	switch {
	case x.Verdict == state.Failed && x.HasOutput():
		ended = "failed: the answer started, but did not finish"
	case x.Verdict == state.Truncated && x.HasOutput():
		ended = "truncated: the answer was cut off"
	case x.Verdict == state.Cancelled && x.HasOutput():
		ended = "cancelled during the answer"
	}
	r.Blocks = []Block{Row{Cells: []Span{{line, role}, quiet(ended)}}}
	return r
}

// why explains a request that was not served or whose answer ended early: what happened, the constraint
// that left no endpoint, and what could be changed.
func (of routed) why() Report {
	x := of.Exchange
	plain, ok := explain.Exchange(x, of.Guidance.Context)
	if !ok || of.Ended {
		return Report{}
	}
	r := Report{Title: "WHY WAS THIS NOT SERVED?"}
	if x.HasOutput() {
		r.Title = "WHY DID THE ANSWER END EARLY?"
	}
	row := Row{ID: "why", Cells: []Span{{explain.Sign(x.Verdict) + " " + plain.Title, VerdictRole(x.Verdict)}}}
	if plain.Message != "" {
		row.Below = append(row.Below, Quote{Text: plain.Message})
	}
	if words := explain.Obstacle(x); words != "" && words != plain.Message {
		row.Below = append(row.Below, Span{words, Title})
	} else if plain.Meaning != "" {
		row.Below = append(row.Below, Span{Text: plain.Meaning})
	}
	if x.Failure != nil && x.Failure.Status == http.StatusForbidden && !x.Failure.Document {
		row.Below = append(row.Below, quiet(explain.ForbiddenBy(*x.Failure)))
	}
	if facts := of.errorFacts(); facts != nil {
		row.Below = append(row.Below, facts)
	}
	r.Blocks = []Block{row, Report{Blocks: of.actions(plain)}}
	return r
}

// errorFacts returns the error's type and the user, named by their members.
func (of routed) errorFacts() (facts Numbers) {
	f := of.Exchange.Failure
	if f == nil {
		return nil
	}
	kind := scan.Text(scan.Get(f.Metadata, "error_type"))
	if kind != "" {
		facts = append(facts, Number{Label: "error.metadata.error_type", Value: kind})
	}
	if f.Type != "" && f.Type != kind {
		facts = append(facts, Number{Label: "error_type", Value: f.Type})
	}
	if f.UserID != nil {
		facts = append(facts, Number{Label: "user_id", Value: *f.UserID})
	}
	return facts
}

// failure returns the members of an error: metadata of any type, why nothing was available, and its body.
func (of routed) failure() []Block {
	f := of.Exchange.Failure
	if f == nil {
		return nil
	}
	blocks := append(member("error/metadata", "error.metadata", f.Metadata), member("error/availability", "error.availability", f.Available)...)
	rest := ""
	if more := f.BodySize - int64(len(f.Body)); more > 0 {
		rest = ", truncated by " + figures.Size(int(more))
	}
	if f.Document {
		return append(blocks, Row{ID: "error/body", Cells: []Span{{Text: "body" + rest}, quiet(figures.Size(len(f.Body)))}, Text: string(f.Body)})
	}
	return append(blocks, member("error/body", "raw error"+rest, f.Body)...)
}

// member returns a member as received; an object or array unfolds.
func member(id, name string, v []byte) []Block {
	switch kind := scan.KindOf(v); {
	case len(v) == 0 || kind == scan.Invalid:
		return nil
	case kind == scan.Object || kind == scan.Array:
		return []Block{Row{ID: id, Cells: []Span{{Text: name}, quiet(figures.Size(len(v)))}, JSON: v}}
	}
	words := string(v)
	if scan.KindOf(v) == scan.String {
		words = scan.Text(v)
	}
	return []Block{Numbers{{Label: name, Value: words}}}
}

// members returns the members of an object that are not among the known ones.
func members(id string, object []byte, known string) (blocks []Block) {
	i := 0
	for m := range scan.Members(object) {
		if !strings.Contains(known, " "+m.Key+" ") {
			blocks = append(blocks, member(id+"/"+strconv.Itoa(i), m.Key, m.Value)...)
		}
		i++
	}
	return blocks
}

// flow draws the route of a request. The stages that run on the answer follow the attempts.
func (of routed) flow() Flow {
	r := of.Routing
	stages, answer := of.passed()
	attempts := of.tried()
	asked := cmp.Or(of.asked(), "–")
	first, _, _ := strings.Cut(asked, ",") // of several models
	list := []Step{{Label: "requested", Nodes: []Node{{Names: []string{first, first, asked}, Role: Value}}}, step("strategy", cmp.Or(r.Strategy, "–"), Value)}
	if r.PipelineAs == wire.Malformed {
		list = append(list, step("stages", explain.UnexpectedType, Quiet))
	} else if len(stages) > 0 {
		list = append(list, Step{Label: "stages", Nodes: stages, InTurn: true})
	}
	endpoints, role := figures.Counted(len(r.Endpoints), "endpoint"), Quiet // they are listed below
	switch {
	case len(r.Endpoints) > 0:
	case r.EndpointsAs == wire.Malformed:
		endpoints = explain.UnexpectedType
	case of.NoneLeft():
		endpoints, role = "none left", Bad
	case r.EndpointsAs == wire.Listed:
		endpoints = "none listed"
	case r.Total != wire.None:
		endpoints = "not listed"
	default:
		endpoints = "not reported"
	}
	if len(attempts) == 0 {
		attempts = step("", of.Unlisted(), Quiet).Nodes
	}
	list = append(list, step("endpoints", endpoints, role), Step{Label: "attempts", Nodes: attempts, InTurn: true})
	if len(answer) > 0 {
		list = append(list, Step{Label: "answer", Nodes: answer, InTurn: true})
	}
	list = append(list, Step{Label: "served", Nodes: []Node{of.servedBy()}})
	for i := range list[2:] {
		list[2+i].Detailed = true
	}
	return Flow{Steps: list, Ends: true}
}

// passed returns the stages of the request and those of the answer.
func (of routed) passed() (request, answer []Node) {
	for _, s := range of.Pipeline[:min(len(of.Pipeline), maxListed)] {
		n := Node{Sign: Span{"◆", Mark}, Names: []string{cmp.Or(s.Name, s.Type, "–")}, Outcome: Span{explain.Outcome(s, of.Exchange), OutcomeRole(s)}, About: cmp.Or(s.Summary, s.Type)}
		if explain.OfAnswer(s) {
			answer = append(answer, n)
		} else {
			request = append(request, n)
		}
	}
	return request, answer
}

// maxStatusWidth is the length of a status in the flow, in characters.
const maxStatusWidth = 12

// tried returns the attempts, named by provider, from short to long names. If they are of several
// models each has its model, shortened to its last part where that is unique.
func (of routed) tried() (attempts []Node) {
	list := of.Attempts[:min(len(of.Attempts), maxListed)]
	ends := map[string]string{}
	unique, several := true, false
	for _, a := range list {
		end := a.Model[strings.LastIndexByte(a.Model, '/')+1:]
		unique = unique && cmp.Or(ends[end], a.Model) == a.Model
		ends[end], several = a.Model, several || a.Model != list[0].Model
	}
	for i, a := range list {
		sign, role := AttemptSign(a)
		provider, end := cmp.Or(a.Provider, "–"), a.Model
		if unique {
			end = a.Model[strings.LastIndexByte(a.Model, '/')+1:]
		}
		names := []string{provider, provider, provider, strings.TrimSpace(provider + " " + a.Model)}
		if several || a.Provider == "" {
			names = []string{strings.TrimSpace(provider + " " + end), names[3], names[3]}
		}
		status := spelling.Fit(cmp.Or(explain.AttemptStatus(a), "–"), maxStatusWidth)
		attempts = append(attempts, Node{
			Sign: Span{sign, role}, Names: names, Did: Span{status, role}, About: strconv.Itoa(i+1) + ". " + explain.AttemptWords(a),
		})
	}
	return attempts
}

// servedBy returns the last node: the model with the verdict of its answer.
func (of routed) servedBy() Node {
	model, _, nobody := of.Server()
	n := Node{Sign: Span{"●", Good}, Names: []string{cmp.Or(model, "not reported")}}
	if v := of.Exchange.Verdict; v != state.Completed {
		n.Sign = Span{explain.Sign(v), VerdictRole(v)}
	}
	switch {
	case nobody:
		return Node{Sign: Span{"✗", Bad}, Names: []string{"none"}, Role: Bad}
	case model == "":
		n.Role = Quiet
	}
	return n
}
