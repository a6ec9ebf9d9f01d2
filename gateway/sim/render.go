package sim

import (
	"embed"
	"strings"
	"text/template"
	"time"

	"gatehouse/gateway/fault"
)

//go:embed answers/*.md snippets/*
var texts embed.FS

// parse reads the templates. They are part of the program, so a broken one is a
// fault of the program; the tests render them all.
func parse() *template.Template {
	return template.Must(template.New("").Funcs((&turn{}).functions()).ParseFS(texts, "answers/*.md"))
}

// render writes the answer that a template gives.
func (t *turn) render(name string) string {
	mine := template.Must(t.templates().Clone()).Funcs(t.functions())
	var b strings.Builder
	if err := mine.ExecuteTemplate(&b, name+".md", t); err != nil {
		panic("sim: " + err.Error()) // as for parse
	}
	return strings.TrimSpace(b.String())
}

// functions is what the templates can call beside the methods of a turn.
func (t *turn) functions() template.FuncMap {
	return template.FuncMap{
		"pick":   func(choices ...string) string { return choices[t.rand.IntN(len(choices))] },
		"roll":   func(n int) int { return t.rand.IntN(n) },
		"plural": plural,
		"join":   strings.Join,
		"code":   codeLine,
		"line":   oneLine,
		"fence":  fence,
		"faults": fault.Models,
		"slow":   func() time.Duration { return fault.SlowPace },
	}
}

// fence makes a code block of a text that may hold fences itself.
func fence(language, text string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	if runes := []rune(text); len(runes) > 2000 {
		text = string(runes[:2000]) + "…"
	}
	return marks + language + "\n" + strings.TrimRight(text, "\n") + "\n" + marks
}
