package markdown

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gatehouse/themes"
)

func TestCodeIsPlainUntilItsLexerIsThere(t *testing.T) {
	styles := themes.Dark()
	src := "```go\nfunc f() {}\n```\n\n```sql\nselect 1\n```\n\n```nosuch\nx y\n```\n"
	at := New(&styles, NewLexers())
	at.Update(src)
	coloured := screen(at, 80)

	lexers := NewLexers()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if lexers.Load(ctx) { // from now on somebody waits
		t.Fatal("a lexer was loaded that nobody wants")
	}
	m := New(&styles, lexers)
	m.Update(src)
	if drawn := screen(m, 80); plain(drawn) != plain(coloured) || slices.Equal(drawn, coloured) {
		t.Errorf("code without its lexer is drawn as %q", drawn)
	}
	for _, want := range []int{1, 2, 2} { // nobody has a lexer of the third name
		if !lexers.Load(context.Background()) || lexers.Version() != want {
			t.Fatalf("version %d, want %d", lexers.Version(), want)
		}
		screen(m, 80)
	}
	if drawn := screen(m, 80); !slices.Equal(drawn, coloured) {
		t.Errorf("with its lexers code is drawn as %q, want %q", drawn, coloured)
	}
	if len(lexers.wanted) != 0 {
		t.Error("something is wanted still")
	}
}

func TestTheNamesOfTheWireAreBounded(t *testing.T) {
	lexers := NewLexers()
	for i := range maxNames - 1 {
		lexers.add(fmt.Sprint("no such language ", i), nil)
	}
	for i := range 3 {
		lexers.get(fmt.Sprint("nor such a one ", i))
	}
	if n := len(lexers.known); n != maxNames {
		t.Errorf("%d names are kept, want %d", n, maxNames)
	}
}
