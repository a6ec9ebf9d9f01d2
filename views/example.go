package views

// Example names something to try in an empty conversation.
type Example string

// The examples, in the order in which they are offered.
const (
	ExampleStream    Example = "stream"
	ExampleRoute     Example = "route"
	ExampleGuardrail Example = "guardrail"
	ExampleCall      Example = "call"
	ExampleRerank    Example = "rerank"
)
