package main

// scene is one picture: the program in a terminal of some cells, and what is typed at it.
type scene struct {
	name          string // of the picture, docs/NAME.png
	width, height int
	request       string // opened as story.json; empty: nothing is
	steps         []step
}

// story is a request with something of everything that the builder shows.
const story = `{
  "model": "service/auto",
  "instructions": "You are a travel agent.",
  "stream": true,
  "temperature": 0.2,
  "plugins": [
    {"id": "auto-router", "allowed_models": ["aurora/*", "sim/*"]},
    {"id": "context-compression"}
  ],
  "tools": [{"type": "function", "name": "weather", "description": "The weather at a place.",
    "parameters": {"type": "object", "properties": {"place": {"type": "string"}, "days": {"type": "integer"}}, "required": ["place"]}}],
  "input": [
    {"type": "message", "role": "user", "content": "Where is it warm in March? Write to ana@example.com."},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "In Seville."}]},
    {"type": "message", "role": "user", "content": "And what should I pack?"}
  ]
}`

// scenes are all pictures.
func scenes() []scene {
	return []scene{
		{name: "chat", width: 140, height: 34, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "sim/reasoner", key: "enter", until: "sim/reasoner"},
			{text: "What happens to a request on its way?", key: "enter", until: "The events"},
			{text: "and what does a guardrail do?", until: "a guardrail do?"},
		}},
		{name: "build", width: 120, height: 34, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{text: "jjjjjjjjj", until: "allowed_models"},
			{key: "tab", until: "aurora/*"},
		}},
		{name: "route", width: 120, height: 34, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{key: "alt+g", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "R", until: "ENDPOINTS"},
		}},
		{name: "rerank", width: 150, height: 32, steps: []step{
			{until: "streamed answer"},
			{key: "f5", until: "load an example"},
			{key: "e", until: "12 documents"},
			{key: "alt+g", until: "esc close hint"},
			{key: "esc", until: "esc chat"},
			{text: "j3", until: "★★★"},
			{text: "l", until: "★★★"},
		}},
		{name: "models", width: 120, height: 34, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "price<1 tools", key: "down", until: "0.50"},
		}},
		{name: "connections", width: 120, height: 34, steps: []step{
			{until: "streamed answer"},
			{key: "f7", until: "CONNECTIONS"},
			{key: "a", until: "openrouter"},
		}},
	}
}
