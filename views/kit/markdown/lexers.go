package markdown

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
	asked   map[string]bool         // those that wait in wanted
	version int
	wanted  chan string // nil until somebody waits in Load
}

// maxNames bounds the names that are stored, since the wire chooses them. Beyond it code of a new
// name is plain.
const maxNames = 256

// NewLexers makes an empty set.
func NewLexers() *Lexers { return &Lexers{known: map[string]chroma.Lexer{}, asked: map[string]bool{}} }

// Version counts the lexers that have been found and loaded: what was drawn at another
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
		x.wanted = make(chan string, maxNames)
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
	if ok || len(x.known)+len(x.asked) >= maxNames {
		x.mu.Unlock()
		return l
	}
	if x.wanted == nil {
		x.mu.Unlock()
		l = load(language)
		x.add(language, l)
		return l
	}
	if !x.asked[language] { // asked is bounded as wanted is
		x.asked[language] = true
		x.wanted <- language
	}
	x.mu.Unlock()
	return nil
}

// add stores a lexer. A name without one changes nothing that was drawn.
func (x *Lexers) add(language string, l chroma.Lexer) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.asked, language)
	if _, ok := x.known[language]; !ok {
		x.known[language] = l
		if l != nil {
			x.version++
		}
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
