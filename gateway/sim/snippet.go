package sim

import (
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

// Snippet is a prepared program.
type Snippet struct {
	Title    string
	Language string
	Fence    string // the word after the code fence
	Code     string
	Notes    []string
	Known    bool // the prompt names the program
	Guessed  bool // the prompt names no language
}

var (
	pythonWords     = output.Lazy(`(?i)\bpython\b|\bpy\b`)
	javascriptWords = output.Lazy(`(?i)\b(?:javascript|typescript|node|js|ts)\b`)
	goWords         = output.Lazy(`\bGo\b|(?i)\bgolang\b|\bin go\b`)
)

// Snippet returns the program in the language that the prompt names.
func (t *turn) Snippet() Snippet {
	s, ending := Snippet{Language: "Go", Fence: "go"}, ".go.txt"
	switch {
	case goWords().MatchString(t.Text):
	case pythonWords().MatchString(t.Text):
		s.Language, s.Fence, ending = "Python", "python", ".py"
	case javascriptWords().MatchString(t.Text):
		s.Language, s.Fence, ending = "JavaScript", "js", ".js"
	default:
		s.Guessed = true
	}
	all, words := programs(), Significant(t.Text)
	named := slices.IndexFunc(all, func(p program) bool {
		return slices.ContainsFunc(p.words, func(w string) bool { return slices.Contains(words, w) })
	})
	s.Known = named >= 0
	if !s.Known {
		named = len(all) - 1
	}
	chosen := all[named]
	code, err := texts.ReadFile("snippets/" + chosen.name + ending)
	if err != nil {
		panic("sim: " + err.Error()) // the file is part of the program
	}
	s.Title, s.Notes, s.Code = chosen.title, chosen.notes, strings.TrimRight(string(code), "\n")
	return s
}

type program struct {
	name  string
	title string
	words []string
	notes []string
}

// programs returns all programs; the last is for prompts that name none.
func programs() []program {
	return []program{
		{"fibonacci", "Fibonacci", []string{"fibonacci", "fib"}, []string{
			"Each number is computed only when it is asked for",
			"The caller decides when to stop",
		}},
		{"fizzbuzz", "FizzBuzz", []string{"fizzbuzz", "fizz"}, []string{
			"A multiple of 15 is a multiple of both 3 and 5",
			"A multiple of neither is printed as it is",
		}},
		{"primes", "Primes, by a sieve", []string{"prime", "primes", "sieve"}, []string{
			"Crossing out starts at n²: smaller multiples are already crossed out",
			"It takes about n·log log n steps and n flags",
		}},
		{"search", "Binary search", []string{"binary", "bisect", "search"}, []string{
			"The search range is half-open, from low up to but not including high",
			"It finds the first of several equal values, or where a missing one would go",
		}},
		{"server", "A small HTTP server", []string{"server", "http", "web"}, []string{
			"It listens on this machine only",
			"Try it with `curl http://127.0.0.1:8081/hello/you` (in Python and JavaScript: `/you`)",
		}},
		{"stream", "Read a streamed answer", []string{"stream", "sse", "event", "events", "gateway"}, []string{
			"Start the server with `gatehouse gateway`; it accepts any non-empty key",
			"It reads only `data:` lines and prints only text deltas",
			"A stream without `response.completed` was cut off; production code should check that",
		}},
	}
}
