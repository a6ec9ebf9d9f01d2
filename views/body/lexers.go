package body

import (
	"context"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Lexers are chroma's lexers by the names that code blocks give a language.
//
// The first use of a lexer reads and compiles its rules: a few milliseconds,
// more from a cold disk. Where somebody waits in Load, drawing never pays for
// that: code is drawn plain until its lexer is there. Elsewhere a lexer is
// loaded where it is first needed.
type Lexers struct {
	mu      sync.Mutex
	known   map[string]chroma.Lexer // nil: there is none of that name
	version int
	wanted  chan string // nil until somebody waits in Load
}

// NewLexers makes an empty set.
func NewLexers() *Lexers { return &Lexers{known: map[string]chroma.Lexer{}} }

// Version counts the lexers that have been loaded: what was drawn at another
// version may look different now.
func (x *Lexers) Version() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.version
}

// Load waits until drawing wants a lexer and loads it. It reports whether it
// did: not when ctx is done.
func (x *Lexers) Load(ctx context.Context) bool {
	x.mu.Lock()
	if x.wanted == nil {
		x.wanted = make(chan string, 1)
	}
	wanted := x.wanted
	x.mu.Unlock()
	select {
	case <-ctx.Done():
		return false
	case language := <-wanted:
		x.add(language, load(language))
		return true
	}
}

// get returns the lexer of a language, or nil when there is none or none yet.
func (x *Lexers) get(language string) chroma.Lexer {
	if language == "" || len(language) > 40 {
		return nil
	}
	x.mu.Lock()
	l, ok := x.known[language]
	wanted := x.wanted
	x.mu.Unlock()
	switch {
	case ok:
		return l
	case wanted == nil:
		l = load(language)
		x.add(language, l)
		return l
	}
	select { // what finds the channel full asks again when it is drawn again
	case wanted <- language:
	default:
	}
	return nil
}

func (x *Lexers) add(language string, l chroma.Lexer) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.known[language]; !ok {
		x.known[language] = l
		x.version++
	}
}

// load finds the lexer of a language and compiles its rules. For a name that
// nobody knows chroma searches the patterns of all file names, for some 9 ms.
func load(language string) chroma.Lexer {
	l := lexers.Get(language)
	if l == nil {
		return nil
	}
	l = chroma.Coalesce(l)
	if _, err := l.Tokenise(&chroma.TokeniseOptions{State: "root"}, "\n"); err != nil {
		return nil
	}
	return l
}
