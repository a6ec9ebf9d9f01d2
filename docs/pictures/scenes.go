package main

import "strings"

// scene is one picture or film: the program in a terminal of some cells, and what is typed
// at it.
type scene struct {
	name          string // of the picture, docs/NAME.png, or the film, docs/NAME.gif
	shows         string // the screen, tab or window by its name there
	width, height int
	before        [][]string // commands that were run before, in the same home
	args          []string   // of the program
	request       string     // opened as story.json; empty: nothing is
	archive       string     // an HTTP Archive in day.har, for commands that were run before
	team          []string   // people who share exchanges in the database of $TEAM_URL, each with the settings NAME.toml
	steps         []step
	film          bool
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

// cachedStory is a request of a program that reads files, with a mark that it is to be cached.
var cachedStory = `{
  "model": "aurora/dawn",
  "instructions": "You are a careful engineer. ` + strings.Repeat("Name the file and the line that you mean. ", 40) + `",
  "cache_control": {"type": "ephemeral"},
  "stream": true,
  "tools": [{"type": "function", "name": "read_file", "description": "Reads a file of the repository and returns its text, with the number of each line.",
    "parameters": {"type": "object", "properties": {"path": {"type": "string"}, "from": {"type": "integer"}, "to": {"type": "integer"}}, "required": ["path"]}}],
  "input": [
    {"type": "message", "role": "user", "content": "Which of my keys should I rotate first?"},
    {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": "{\"path\": \"keys.toml\"}"},
    {"type": "function_call_output", "call_id": "c1", "output": "` + strings.Repeat("[keys.staging] created = 2025-01-03 used = 2026-11-20 ", 12) + `"}
  ]
}`

// breaking is a saved stream that breaks clients.
const breaking = `event: response.created
data: {"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","model":"acme/large","status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"m","type":"message","role":"assistant","status":"in_progress","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"m","output_index":0,"content_index":0,"delta":"It is warm in Seville."}

event: response.completed
data: {"type":"response.completed","sequence_number":3,"response":{"id":"r","object":"response","model":"acme/large","status":"completed","output":[],"usage":{"input_tokens":9,"output_tokens":6,"total_tokens":15}}}

data: [DONE]

`

// judged is a set of queries with marks.
const judged = `{
  "kind": "rerank-set",
  "queries": [
    {"query": "how do I rotate an API key?", "marks": {"0": 3, "1": 1, "7": 1}},
    {"query": "why was my request refused?", "marks": {"4": 3, "5": 2, "9": 1}},
    {"query": "change the credit card", "marks": {"3": 3, "2": 1}},
    {"query": "who used a key?", "marks": {"7": 3, "14": 1}},
    {"query": "how long are prompts kept?", "marks": {"15": 3, "10": 2}},
    {"query": "limit what a key can spend", "marks": {"6": 3, "13": 1}},
    {"query": "my stream stopped early", "marks": {"8": 3}},
    {"query": "invite a colleague", "marks": {"13": 3, "12": 1}}
  ],
  "documents": [
    "Rotate a key every ninety days. Create the new one first, then remove the old one.",
    "A key is a secret: never write it into code or a repository.",
    "Invoices are sent on the first of the month, with tax where it applies.",
    "To change the card that pays, open Billing and choose Payment methods.",
    "A request is refused with 402 when the credit has run out.",
    "429 means too many requests: wait for as long as Retry-After says.",
    "Keys can be limited to models, to an amount a month, and to addresses.",
    "The audit log names who created, used and removed each key.",
    "Streams end with [DONE]. One that ends before it is truncated.",
    "A guardrail blocks a prompt that holds card numbers or secrets.",
    "Prompts are cached by the provider for five minutes.",
    "Webhooks are signed; compare the signature before you trust one.",
    "Log in with a passkey, or with a password and a second factor.",
    "A member can see usage; an owner can also pay and invite.",
    "Usage is counted in tokens, and listed by model and by day.",
    "Requests are kept for thirty days, unless logging is off."
  ],
  "models": ["sim/bm25", "sim/trigram", "sim/position"]
}`

// policies is a lab of prompts by models and a routing policy.
const policies = `repeat = 3
[[variant]]
name = "writer"
request = { model = "sim/writer" }
[[variant]]
name = "auto, cheap first"
request = { model = "service/auto", provider = { sort = "price" } }
[[variant]]
name = "reasoner"
request = { model = "sim/reasoner" }
[[check]]
name = "rotate a key"
request = { input = "Which key should I rotate first?", stream = true }
[[check]]
name = "greets"
request = { input = "hello", stream = true }
[check.expect]
output_tokens = { max = 120 }
[[check]]
name = "a table"
request = { input = "Show me a table, a list and some code", stream = true }
[check.expect]
text_contains = ["|"]
[[check]]
name = "what it can do"
request = { input = "What can you do?", stream = true }
`

// scenes are all pictures.
func scenes() []scene {
	return []scene{
		{name: "start", shows: "Chat", width: 120, height: 30, steps: []step{
			{until: "streamed answer"},
			{key: "down", until: "▸"},
		}},
		{name: "chat", shows: "Chat", width: 140, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "sim/reasoner", key: "enter", until: "sim/reasoner"},
			{text: "What happens to a request on its way?", key: "enter", until: "The events"},
			{text: "and what does a guardrail do?", until: "a guardrail do?"},
		}},
		{name: "build", shows: "Build", width: 120, height: 34, before: greeted, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{text: "jjjjjjjjjj", until: "allowed_models"},
			{key: "tab", until: "aurora/*"},
		}},
		{name: "prompt", shows: "Build", width: 120, height: 34, before: greeted, request: cachedStory, steps: []step{
			{until: "story.json"},
			{key: "alt+g", until: "completed"},
			{text: "And then?", key: "f3", until: "PLUGINS"},
			{text: "gjjjjjjjjj", until: "LARGEST"},
			{key: "tab", until: "could be read"},
		}},
		{name: "overview", shows: "Overview", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "fault/cut", key: "enter", until: "fault/cut"},
			{text: "Which key should I rotate first?", key: "enter", until: "truncated"},
			{key: "f4", until: "Overview"},
		}},
		{name: "route", shows: "Route", width: 120, height: 34, before: greeted, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{key: "alt+g", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "R", until: "ENDPOINTS"},
		}},
		{name: "fusion", shows: "Fusion", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "service/fusion", key: "enter", until: "service/fusion"},
			{text: "What does a reranker do?", key: "enter", until: "✓ completed"},
			{key: "f4", until: "Overview"},
			{key: "F", until: "PANEL"},
		}},
		{name: "lint", shows: "Lint", width: 120, height: 34, before: greeted, request: breaking, steps: []step{
			{until: "warm in Seville"},
			{key: "f4", until: "Overview"},
			{key: "V", until: "final-output-empty"},
		}},
		{name: "cache", shows: "Cache", width: 120, height: 34, archive: cached(), before: [][]string{{"import", "day.har"}}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "clau"},
			{key: "enter", until: "Overview"},
			{key: "I", until: "FIRST DIFFERENCE"},
		}},
		{name: "receipt", shows: "Receipt", width: 120, height: 34, before: greeted, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{key: "alt+g", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "$", until: "OTHERWISE"},
		}},
		{name: "guardrails", shows: "Guardrails", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{text: "Please charge 4111 1111 1111 1111 and write to ana@example.com.", key: "enter", until: "blocked"},
			{key: "f4", until: "Overview"},
			{key: "U", until: "4111"},
		}},
		{name: "request", shows: "Request", width: 120, height: 34, before: greeted, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{key: "alt+g", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "Q", until: "travel agent"},
		}},
		{name: "response", shows: "Response", width: 120, height: 34, before: greeted, request: story, steps: []step{
			{until: "story.json"},
			{key: "f3", until: "PLUGINS"},
			{key: "alt+g", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "S", until: "output"},
		}},
		{name: "events", shows: "Events", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "sim/reasoner", key: "enter", until: "sim/reasoner"},
			{text: "What happens to a request on its way?", key: "enter", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "E", until: "response.created"},
		}},
		{name: "preview", shows: "Events", width: 160, height: 40, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "sim/reasoner", key: "enter", until: "sim/reasoner"},
			{text: "What happens to a request on its way?", key: "enter", until: "completed"},
			{key: "f4", until: "Overview"},
			{key: "E", until: "text of"},
			{text: "Tjjjjjjjj", until: "\"delta\": \" request\""},
		}},
		{name: "diff", shows: "Diff", width: 150, height: 36, before: [][]string{
			{"send", "-m", "sim/reasoner", "--metadata", "-p", "Which key should I rotate first?"},
			{"send", "-m", "sim/writer", "-p", "Which key should I rotate next?"},
		}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "verdict"},
			{text: "jmkm", until: "B "},
			{key: "D", until: "COMPARE"},
		}},
		{name: "rerank", shows: "Rerank", width: 150, height: 32, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "f5", until: "load an example"},
			{key: "e", until: "12 documents"},
			{key: "alt+g", until: "esc close hint"},
			{key: "esc", until: "esc chat"},
			{text: "j3", until: "★★★"},
			{text: "l", until: "★★★"},
		}},
		{name: "variants", shows: "Chat", width: 140, height: 36, before: greeted, steps: []step{
			{until: "question to three models"},
			{key: "down"},
			{key: "down"},
			{key: "enter", until: "◂"},
			{key: "tab", until: "continue with this"},
		}},
		{name: "lab", shows: "Lab", width: 120, height: 40, before: greeted, request: policies, steps: []step{
			{until: "36 requests"},
			{text: "R", until: "36 of 36 answers"},
		}},
		{name: "bench", shows: "Rerank", width: 120, height: 40, before: greeted, request: judged, steps: []step{
			{until: "story.json"},
			{key: "tab", until: "story.json"},
			{text: "R", until: "24 of 24 answers"},
			{text: "BD", until: "disagree most first"},
		}},
		{name: "history", shows: "History", width: 160, height: 36, before: [][]string{
			{"send", "-p", "Which key should I rotate first?"},
			{"send", "-m", "service/auto", "--metadata", "-p", "Compare two ways to store API keys"},
			{"send", "-m", "aurora/dawn", "--metadata", "-p", "Write a function that checks a card number"},
			{"send", "-m", "fault/cut", "-p", "Which key should I rotate first?"},
			{"send", "-p", "please charge 4111 1111 1111 1111"},
			{"send", "-m", "fault/429", "-p", "hello"},
			{"send", "-m", "sim/reasoner", "-p", "What happens to a request on its way?"},
			{"send", "-m", "fault/incomplete", "-p", "Tell me everything about keys"},
			{"send", "-m", "fault/gap", "-p", "Say it in one sentence"},
		}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "verdict"},
			{text: "jj", until: "TIME"},
		}},
		{name: "figures", shows: "Figures", width: 140, height: 36, archive: twoDays(), before: [][]string{{"import", "day.har"}}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "verdict"},
			{text: "/since:2026-11-27 until:2026-11-28", key: "enter", until: "of "},
			{text: "F", until: "exchanges,"},
			{text: "A", until: "against"},
			{text: strings.Repeat("h", 30), until: "failed  TTFT"},
		}},
		{name: "runs", shows: "Runs", width: 140, height: 24, archive: agents(), before: [][]string{{"import", "day.har"}}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "verdict"},
			{text: "U", until: "exchanges"},
			{text: "|", until: "off"},
			{key: "down", until: "▸"},
			{key: "enter", until: "reasoning"},
		}},
		{name: "team", shows: "History", width: 140, height: 34, team: []string{"ann", "bob", "kim"}, before: [][]string{
			{"--config", "ann.toml", "team", "init"},
			{"--config", "kim.toml", "--data-dir", "kim", "send", "-p", "Which key should I rotate first?"},
			{"--config", "bob.toml", "--data-dir", "bob", "send", "-m", "service/auto", "--metadata", "-p", "Compare two ways to store API keys"},
			{"--config", "bob.toml", "--data-dir", "bob", "send", "-m", "fault/429", "-p", "Classify this ticket"},
			{"--config", "kim.toml", "--data-dir", "kim", "send", "-m", "aurora/dawn", "--metadata", "-p", "Write a function that checks a card number"},
			{"--config", "ann.toml", "send", "-p", "please charge 4111 1111 1111 1111"},
			{"--config", "kim.toml", "--data-dir", "kim", "send", "-m", "fault/cut", "-p", "Draft a reply to the customer"},
			{"--config", "bob.toml", "--data-dir", "bob", "send", "-m", "sim/reasoner", "-p", "What happens to a request on its way?"},
			{"--config", "bob.toml", "--data-dir", "bob", "team", "push"},
			{"--config", "kim.toml", "--data-dir", "kim", "team", "push"},
			{"--config", "ann.toml", "team", "push"},
		}, args: []string{"--config", "ann.toml"}, steps: []step{
			{until: "streamed answer"},
			{key: "f6", until: "verdict"},
			{text: "T", until: "bob"},
			{text: "j", until: "TIME"},
		}},
		{name: "proxy", shows: "History", width: 138, height: 16, args: []string{"--proxy", "local"}, steps: []step{
			{until: "proxy :8089"},
			{asks: ask{"sim/writer", "Summarise the incident of last night"}, key: "f6", until: "✓ completed  "},
			{asks: ask{"sim/coder", "Write a migration that adds an index"}, until: "7 + 340"},
			{asks: ask{"fault/429", "Classify this ticket"}, until: "failed 429"},
			{asks: ask{"fault/cut", "Draft a reply to the customer"}, until: "truncated"},
			{asks: ask{"sim/reasoner", "write 20 KB about access keys"}, until: "20 KB"},
			{asks: ask{"fault/slow", "Which of these keys is the oldest?"}, until: "2 running"},
			{until: "+ ~"},
		}},
		{name: "models", shows: "Models", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "alt+m", until: "context"},
			{text: "price<1 tools", key: "down", until: "0.50"},
		}},
		{name: "connections", shows: "Connections", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "f7", until: "CONNECTIONS"},
			{key: "a", until: "openrouter"},
		}},
		{name: "doctor", shows: "What works here", width: 120, height: 43, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "f8", until: "models"},
		}},
		{name: "palette", shows: "Commands", width: 120, height: 30, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "ctrl+p", until: "Commands"},
			{text: "copy", until: "copy"},
		}},
		{name: "help", shows: "Keys", width: 120, height: 34, before: greeted, steps: []step{
			{until: "streamed answer"},
			{key: "f1", until: "Keys"},
		}},
	}
}

// greeted makes the program print its first-time messages, so that they are not in the picture.
var greeted = [][]string{{"send", "-p", "hello"}}
