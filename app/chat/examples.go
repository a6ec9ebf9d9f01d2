package chat

import (
	"bytes"
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/chat/transcript"
	"gatehouse/views/kit/picker"
)

// examples are what was tried of the examples in this run.
type examples struct {
	tried   map[views.Example]bool // those that showed what they are about
	last    exampleRequest
	seen    views.Action // the tab that the hint led to, once it was opened
	welcome transcript.Welcome
	made    welcomeMade
}

// welcomeMade is what the welcome was made of.
type welcomeMade struct {
	connection          string
	simulated, metadata bool
	tried, more         int
	title, details      string
	proxy               string
	passed              screen.Traffic
}

func (s *Screen) examplesHere() []exampleRequest {
	return slices.DeleteFunc(slices.Clone(exampleRequests), func(e exampleRequest) bool {
		return !s.Link.Local && (e.local || e.routed && !s.Link.Metadata)
	})
}

// welcome returns what an empty conversation shows: what this is, what there is to continue,
// the proxy, and the examples.
func (s *Screen) welcome() transcript.Welcome {
	title, details, more := s.desk.Previous()
	made := welcomeMade{s.Link.Title, s.Link.Local, s.Link.Metadata, len(s.examples.tried), more, title, details, s.Proxy.URL(), screen.Traffic{}}
	if s.Proxy.On() {
		made.passed = *s.Proxy.Through
	}
	if s.examples.made == made {
		return s.examples.welcome
	}
	w := transcript.Welcome{Title: "Send a request through a model gateway and see every step."}
	switch {
	case s.Link.Local:
		w.About = []string{
			"This gateway is simulated: answers are made up here, free of charge.",
			s.Keys.Name(views.ActConnections) + " connects to a real gateway. " + s.Keys.Name(views.ActDoctor) + " checks this setup.",
		}
	case s.Link.BaseURL == "":
		w.About = []string{"No connection. Choose one with " + s.Keys.Name(views.ActConnections) + " before you send."}
	default:
		w.About = []string{"Requests go to " + s.Link.Title + ". Examples are only filled in; press " + s.Keys.Name(views.ActSend) + " to send."}
	}
	if title != "" {
		w.Offers = append(w.Offers, transcript.Offer{Group: "Continue", Words: title, Details: details, Take: views.RunAction{Action: views.ActContinue}})
		if more > 0 {
			w.Offers = append(w.Offers, transcript.Offer{Group: "Continue", Words: "an earlier run", Details: figures.Thousands(more) + " more", Take: views.RunAction{Action: views.ActEarlier}})
		}
	}
	if s.Proxy.On() {
		line := s.Proxy.Export()
		w.About = append(w.About, s.Proxy.Words(s.Keys))
		w.Offers = append(w.Offers, transcript.Offer{Group: "Proxy", Words: line, Details: "copies it", Take: views.Copy{What: "the line", Text: line}})
	}
	for _, e := range s.examplesHere() {
		w.Offers = append(w.Offers, transcript.Offer{Group: "Try", Words: e.words, Details: e.teaches, Done: s.examples.tried[e.example], Take: views.TryExample{Example: e.example}})
	}
	s.examples.made, s.examples.welcome = made, w
	return w
}

// listExamples lists all examples, also those that were tried.
func (s *Screen) listExamples() tea.Cmd {
	var items []picker.Item
	for _, e := range s.examplesHere() {
		item := picker.Item{Label: e.words, Words: e.teaches, Choose: func() views.Intent { return views.TryExample{Example: e.example} }}
		if s.examples.tried[e.example] {
			item.Right = "tried"
		}
		items = append(items, item)
	}
	return s.OpenList("Examples", items)
}

// tryExample builds the request of an example in a new conversation, and sends
// it. Where it may cost something, the user sends it. An example that is no request
// of a conversation is another screen's.
func (s *Screen) tryExample(name views.Example) (cmd tea.Cmd, ok bool) {
	at := slices.IndexFunc(exampleRequests, func(e exampleRequest) bool { return e.example == name })
	if at < 0 {
		return nil, false
	}
	e := exampleRequests[at]
	s.Overlays.Close()
	if e.text == "" {
		s.setTried(e)
		return nil, false
	}
	cmd = tea.Batch(s.desk.StartExample(), s.SetFocus(ComposerPane))
	edits := e.edits
	if s.Link.Local { // the model that was chosen may be one that breaks
		edits = append([]views.Edit{{Pointer: "/model", Value: scan.Quote(screen.LocalModel)}}, edits...)
	}
	for _, edit := range edits {
		if err := s.desk.Edit(edit); err != nil {
			return tea.Batch(cmd, s.Notify("the example was not built: %v", err)), true
		}
	}
	if e.routed {
		s.desk.Shown().AskMetadata()
	}
	if e.models != nil {
		cmd = tea.Batch(cmd, s.desk.CompareModels(e.models))
	}
	if !s.Link.Local {
		s.composer.Remember(s.composer.Text())
		s.composer.SetText(e.text)
		return tea.Batch(cmd, s.Notify("the example is written, not sent: %s sends it, %s shows the request", s.Keys.Name(views.ActSend), s.Keys.Name(views.ActPreview))), true
	}
	cmd = tea.Batch(cmd, s.desk.Send(e.text))
	s.examples.last, s.examples.seen, s.desk.Example = e, "", s.desk.Shown().Conv.Current
	return cmd, true
}

func (s *Screen) setTried(e exampleRequest) {
	if s.examples.tried == nil {
		s.examples.tried = map[views.Example]bool{}
	}
	s.examples.tried[e.example] = true
}

// followExample notes that an example has shown what it is about, and that its hint was followed.
func (s *Screen) followExample() {
	t := s.desk.Example
	if t == nil || t.Exchange == nil || t.Exchange.Running() {
		return
	}
	if s.examples.last.worked(t.Exchange) {
		s.setTried(s.examples.last)
	}
	e, ok := s.hinted()
	if !ok || s.look.Turn() != s.desk.Shown().Conv.Current {
		return
	}
	for _, one := range s.Screens() {
		for _, p := range one.Pages() {
			if p.ID == s.Focus() && p.Action == e.tab {
				s.examples.seen = e.tab
			}
		}
	}
}

// hinted returns the example whose hint is of use: its exchange is the last one of the shown
// conversation, or what it asked for has been answered.
func (s *Screen) hinted() (e exampleRequest, ok bool) {
	t, now, e := s.desk.Example, s.desk.Shown().Conv.Current, s.examples.last
	switch {
	case t == nil || now == nil || now.Exchange == nil || len(s.desk.Shown().Runs) > 0:
		return e, false
	case now.Parent == t && e.sent != "" && len(s.desk.Shown().Conv.OpenCalls()) == 0 && bytes.Contains(now.Exchange.Request, []byte(`"function_call_output"`)):
		e.key, e.tab, e.shows = "", views.ActTabRequest, e.sent
		return e, true
	}
	return e, now == t
}

// exampleNote reports where to look after an example, until the hint was followed, or that the
// example did not show what it is about.
func (s *Screen) exampleNote() []string {
	e, ok := s.hinted()
	switch {
	case !ok || e.tab == s.examples.seen:
		return nil
	case !e.worked(s.desk.Example.Exchange):
		return []string{"This time the example did not work: " + e.missed + ". " + s.Keys.Name(views.ActExamples) + " repeats it."}
	}
	return []string{s.hintOf(e)}
}

// hintOf reports where to look after an example, and how to get to the others.
func (s *Screen) hintOf(e exampleRequest) string {
	name := s.Keys.Name
	if e.models != nil {
		in := s.Keys.In(views.Variant).Name
		return name(views.ActNextPane) + " goes to a model: " + in(views.ActContinueWith) + " continues with it, " + in(views.ActRepeat) + " asks all five times, in the lab."
	}
	words := ""
	if e.key != "" {
		words = name(e.key) + " " + e.does + ". "
	}
	words += name(views.ActInspect) + " then " + name(e.tab) + " shows " + e.shows + "."
	if len(s.examples.tried) < len(s.examplesHere()) {
		words += " " + name(views.ActNew) + ": more to try."
	}
	return words
}

func (s *Screen) closeHint() tea.Cmd {
	s.desk.Example = nil
	s.Host.Arrange()
	return nil
}

// offers reports whether down leads from the empty text to a list of what can be chosen.
func (s *Screen) offers(c *desk.Chat) bool {
	return c.Conv.Current == nil && c.Variants == nil && len(s.welcome().Offers) > 0
}

// exampleRequest is an example as it is offered, and what is built in a conversation
// for it, as a user would build it.
type exampleRequest struct {
	example views.Example
	words   string
	teaches string       // in a few words
	text    string       // of the message; empty: it is no request of a conversation
	models  []string     // that it is sent to side by side; none: to one
	edits   []views.Edit // of the request
	routed  bool         // it asks for routing metadata, which only some services have
	local   bool         // it shows something of the local gateway
	tab     views.Action // of the inspector, that shows what happened; empty for none
	shows   string       // what is seen there
	key     views.Action // that continues with it; empty for none
	does    string       // what that does
	sent    string       // what the inspector's request shows once that was done; empty for nothing

	worked func(*state.Exchange) bool // reports whether it shows what it is about
	missed string                     // what is missing if not
}

func hasCall(x *state.Exchange) bool {
	return slices.ContainsFunc(x.Answer(), func(i *state.Item) bool { return i.Type == "function_call" })
}

// exampleRequests are the examples, in the order in which they are offered.
var exampleRequests = []exampleRequest{
	{
		example: views.ExampleStream, words: "a streamed answer", teaches: "every event, with its time",
		text: "What happens to a request on its way through a gateway?",
		tab:  views.ActTabEvents, shows: "every event with its time",
		worked: func(x *state.Exchange) bool { return x.Stream && x.Verdict == state.Completed }, missed: "no complete stream was received",
	},
	{
		example: views.ExampleVariants, words: "a question to three models", teaches: "answers, times, prices side by side",
		text: "Which of my keys should I rotate first, and how?", models: []string{"sim/writer", "sim/coder", "sim/reasoner"}, local: true,
		tab:    views.ActSideBySide,
		worked: func(x *state.Exchange) bool { return x.Verdict == state.Completed }, missed: "not all answers were completed",
	},
	{
		example: views.ExampleRoute, words: "a question that is routed", teaches: "why this provider served",
		text: "Which of my keys should I rotate first, and how?",
		edits: []views.Edit{
			{Pointer: "/model"},
			{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router"}]`)},
		},
		routed: true,
		tab:    views.ActTabRoute, shows: "what was considered and chosen",
		worked: func(x *state.Exchange) bool { return x.Routing != nil }, missed: "no routing metadata was received",
	},
	{
		example: views.ExampleGuardrail, words: "a guardrail block", teaches: "what a rule found in a prompt",
		text:  "Please charge 4111 1111 1111 1111 and tell me when it is done.",
		local: true,
		tab:   views.ActTabGuardrails, shows: "which rule found what",
		worked: func(x *state.Exchange) bool { return x.Failure != nil && x.Failure.Guardrail }, missed: "no guardrail blocked the request",
	},
	{
		example: views.ExampleCall, words: "a function call", teaches: "the model asks, you answer",
		text: "What is the weather in Lisbon?",
		edits: []views.Edit{{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"get_weather",` +
			`"description":"The weather in a city","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}]`)}},
		key: views.ActAnswer, does: "answers the call",
		tab: views.ActTabResponse, shows: "it raw",
		sent:   "the call and its output as they were sent",
		worked: hasCall, missed: "the model called no tool",
	},
	{example: views.ExampleRerank, words: "three rerankers on 12 documents", teaches: "where they agree or differ", local: true},
}
