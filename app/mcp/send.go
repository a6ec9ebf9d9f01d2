package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/sjson"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
	"gatehouse/state/text/spelling"
	"gatehouse/views/kit/text"
)

// Sender sends requests to the profiles that the user named, within a budget.
type Sender struct {
	Profiles []string
	Budget   *Budget
	Connect  func(ctx context.Context, profile string) (Connection, error) // closed after each request
}

// Connection is how one request goes to a profile.
type Connection struct {
	Known   validate.Service                                              // known without asking
	MaxCost func(context.Context, []byte) (usd float64, why string)       // of the answer; why it is unknown, or ""
	Send    func(context.Context, []byte) (x export.Exchange, saved bool) // saved: it is in the history
	Free    bool                                                          // it is the local gateway, which is simulated
	Model   string                                                        // of the profile, for a request that names none
	Close   func()
}

type sending struct {
	Request map[string]any `json:"request" jsonschema:"the request, as POST /responses or POST /rerank take it; with max_output_tokens, which bounds what it may cost"`
	Profile string         `json:"profile" jsonschema:"the profile to send it to; one of those that the description names"`
}

func (s *Sender) instructions() string {
	return "send really sends a request, which may cost money, to " + strings.Join(s.Profiles, ", ") + " only, until the budget of this session is used up. " + s.rehearsal() + "Every answer reports how much of it is used. Send only what the user asked for."
}

func (s *Sender) about() string {
	return strings.TrimSpace(fmt.Sprintf("Send a request to a profile (%s) and read the answer. All requests of this session together may cost at most %s; one whose cost is not known beforehand is not sent. %s", strings.Join(s.Profiles, ", "), figures.PriceOf(s.Budget.Max), s.rehearsal()))
}

// rehearsal explains that the budget does not limit the local gateway, if that is allowed.
func (s *Sender) rehearsal() string {
	if !slices.Contains(s.Profiles, history.Local) {
		return ""
	}
	return "The profile local is the local gateway, which is simulated: nothing is charged, and the budget does not bound it. "
}

// send sends a request with the bytes of the call: decoding it into a map would change the order
// of its members.
func (s *Sender) send(ctx context.Context, rules *redact.Rules, call *mcp.CallToolRequest, in sending) (answer, error) {
	if !slices.Contains(s.Profiles, in.Profile) {
		return answer{}, fmt.Errorf("nothing is sent: profile %q is not allowed; there are %s, and more only where the server is started with --allow-send", in.Profile, strings.Join(s.Profiles, ", "))
	}
	var args struct{ Request json.RawMessage }
	if err := json.Unmarshal(call.Params.Arguments, &args); err != nil {
		return answer{}, err
	}
	body := []byte(args.Request)
	conn, err := s.Connect(ctx, in.Profile)
	if err != nil {
		return answer{}, fmt.Errorf("nothing is sent: %w", err)
	}
	defer conn.Close()
	body = conn.withModel(body)
	if err := faults(conn.Known, body); err != nil {
		return answer{}, err
	}
	maxCost := 0.0
	if !conn.Free {
		var why string
		if maxCost, why = conn.MaxCost(ctx, body); why != "" {
			return answer{}, fmt.Errorf("nothing is sent: what the answer may cost is not known: %s", why)
		}
	}
	if err := s.Budget.reserve(maxCost); err != nil {
		return answer{}, err
	}
	x, saved := conn.Send(ctx, body)
	if cost, known := costOf(&x); known && !conn.Free {
		s.Budget.charge(maxCost, cost)
	}
	clean, err := share.Redact(progress.Begin(context.WithoutCancel(ctx), progress.Step{}), rules, []export.Exchange{x})
	if err != nil {
		return answer{}, fmt.Errorf("it was sent, and %w; nothing of the answer is shown", err)
	}
	out := sent(masked{clean.List[0], clean.Count()}, saved)
	if conn.Free {
		out.note("The local gateway is simulated: nothing is charged, and the budget does not bound it.")
	}
	return out, nil
}

// withModel adds the model of the profile to a request to /responses that names none.
func (c *Connection) withModel(body []byte) []byte {
	if c.Model == "" || validate.Kind(body) != validate.ForResponses || scan.Get(body, "model") != nil || scan.Get(body, "models") != nil {
		return body
	}
	with, err := sjson.SetBytes(body, "model", c.Model)
	if err != nil {
		return body // no object, which the check reports
	}
	return with
}

// faults returns the faults of a request, which is then not sent.
func faults(known validate.Service, body []byte) error {
	lines := faultList{"nothing is sent; the request has faults:"}
	for _, f := range report.Faults(report.Checked(validate.For(validate.Kind(body), body, known))) {
		lines = append(lines, f.Words())
	}
	if len(lines) == 1 {
		return nil
	}
	return lines
}

// costOf returns the cost of an answer that a service reports: with the user's key at the
// provider, its fee and what the provider charges.
func costOf(x *export.Exchange) (usd float64, known bool) {
	reported := report.ReceiptOf(report.SubjectOf(x.State, x.Capture, x.About, x.Prices)).Reported
	sum, known := reported.Cost.USD, reported.Cost.There
	if reported.BYOK {
		sum, known = sum.Add(reported.Upstream.USD), known && reported.Upstream.There
	}
	return sum.InexactFloat64(), known && !sum.IsNegative()
}

// sent describes the exchange of a request that was sent.
func sent(m masked, saved bool) answer {
	words := string(m.State.Verdict)
	if m.State.Reason != "" {
		words += ", " + spelling.Word(m.State.Reason)
	}
	shown := text.Sanitize(output.Answer(m.State, m.Capture, true))
	out := answer{}
	part, left := cut(shown, defaultBytes)
	if part != "" {
		out.data = export.Fence("text", part)
	}
	out.note("Ended as %s.", strings.TrimSuffix(words, "."))
	if saved {
		out.note("Its id is %s; why and get report more.", m.Capture.ID)
	} else {
		out.note("It is not saved in the history.")
	}
	if left > 0 {
		out.note("%d bytes of the text are left out.", left)
	}
	out.mask(m)
	return out
}

// Budget limits what one session may spend, in USD. Before a request is sent, the maximal cost of
// its answer is reserved; the cost that the service reports replaces that, and if it reports none
// the maximum counts.
type Budget struct {
	Max float64

	mu    sync.Mutex
	spent float64 // and reserved for running requests
	sends int
}

// reserve reserves the maximal cost of an answer, or returns an error with what is left.
func (b *Budget) reserve(maxCost float64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case maxCost < 0 || maxCost != maxCost:
		return fmt.Errorf("nothing is sent: what the answer may cost is not known")
	case b.spent+maxCost > b.Max:
		return fmt.Errorf("nothing is sent: the answer may cost %s, and %s of the budget are left; lower max_output_tokens, shorten the input, or choose a cheaper model", figures.PriceOf(maxCost), figures.PriceOf(max(b.Max-b.spent, 0)))
	}
	b.spent += maxCost
	b.sends++
	return nil
}

// charge replaces the reserved cost of an answer by its actual cost.
func (b *Budget) charge(reserved, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += cost - reserved
}

func (b *Budget) words() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("Budget: %s of %s used by %s.", figures.PriceOf(b.spent), figures.PriceOf(b.Max), figures.Counted(b.sends, "request"))
}
