package chat

import (
	"encoding/json"

	"gatehouse/views"
)

// exampleRequest is an example as it is offered, and what is built in a conversation
// for it, as a user would build it.
type exampleRequest struct {
	example views.Example
	words   string
	teaches string       // in a few words
	text    string       // of the message; empty: it is no request of a conversation
	edits   []views.Edit // of the request
	routed  bool         // it asks for routing metadata, which only some services have
	local   bool         // it shows something of the local gateway
	tab     views.Action // of the inspector, that shows what happened; empty for none
	shows   string       // what is seen there
	key     views.Action // that continues with it; empty for none
	does    string       // what that does
	sent    string       // what the inspector's request shows once that was done; empty for nothing
}

// exampleRequests are the examples, in the order in which they are offered.
var exampleRequests = []exampleRequest{
	{
		example: views.ExampleStream, words: "a streamed answer", teaches: "every event, with its time",
		text: "What happens to a request on its way through a gateway?",
		tab:  views.ActTabEvents, shows: "every event with its time",
	},
	{
		example: views.ExampleRoute, words: "a question that is routed", teaches: "what was considered, and who served",
		text: "Which of my keys should I rotate first, and how?",
		edits: []views.Edit{
			{Pointer: "/model"},
			{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router"}]`)},
		},
		routed: true,
		tab:    views.ActTabRoute, shows: "what was considered and chosen",
	},
	{
		example: views.ExampleGuardrail, words: "a guardrail block", teaches: "what a rule found in a prompt",
		text:  "Please charge 4111 1111 1111 1111 and tell me when it is done.",
		local: true,
		tab:   views.ActTabGuardrails, shows: "which rule found what",
	},
	{
		example: views.ExampleCall, words: "a function call", teaches: "a model asks for a tool, you answer",
		text: "What is the weather in Lisbon?",
		edits: []views.Edit{{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"get_weather",` +
			`"description":"The weather in a city","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}]`)}},
		key: views.ActAnswer, does: "answers the call",
		tab: views.ActTabResponse, shows: "it raw",
		sent: "the call and its output as they were sent",
	},
	{example: views.ExampleRerank, words: "three rerankers on 12 documents", teaches: "where rerankers agree, and where not", local: true},
}
