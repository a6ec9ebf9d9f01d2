package main

import "time"

// tour is the film of the README: the first half minute with the program.
func tour() scene {
	return scene{name: "tour", width: 120, height: 30, before: greeted, film: true, steps: []step{
		{until: "streamed answer"},
		{say: "Send a request through a model gateway and see every step.", hold: 1200 * time.Millisecond},
		{key: "down", until: "▸", hold: 400 * time.Millisecond},
		{key: "down", say: "an example: a question that is routed", hold: 600 * time.Millisecond},
		{key: "enter", until: "✓ completed", hold: 1500 * time.Millisecond},
		{key: "f4", say: "F4 inspects it", until: "Overview", hold: 1200 * time.Millisecond},
		{key: "R", say: "R: which models were considered, and who served", until: "ENDPOINTS", hold: 2500 * time.Millisecond},
		{key: "E", say: "E: every event with its time", until: "delta", hold: 1500 * time.Millisecond},
		{key: "f2", say: "F2: something that a guardrail blocks", until: "❯"},
		{text: "please charge 4111 1111 1111 1111", hold: 300 * time.Millisecond},
		{key: "enter", until: "blocked", hold: 2 * time.Second},
		{key: "f4", until: "guardrail"},
		{key: "U", say: "F4 U: the words that were found", until: "4111", hold: 2500 * time.Millisecond},
		{key: "f5", say: "F5: three rerankers on the same documents", until: "load an example", hold: 700 * time.Millisecond},
		{key: "e", until: "12 documents"},
		{key: "alt+g", until: "esc close hint", hold: 500 * time.Millisecond},
		{key: "esc", until: "esc chat", hold: time.Second},
		{key: "j", hold: 500 * time.Millisecond},
		{key: "j", hold: 500 * time.Millisecond},
		{key: "j", hold: 2 * time.Second},
	}}
}
