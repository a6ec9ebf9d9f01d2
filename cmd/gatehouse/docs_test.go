package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// manualPage is the README or a page of docs/.
type manualPage struct {
	name string // from the repository's root
	text string
}

// block is a fenced block of code in a page.
type block struct {
	line     int    // of its fence, counted from 1
	language string // after the fence
	mark     string // the comment on the line before the fence, without its signs
	text     string
}

// manual is the README and all pages of docs/.
func manual(t *testing.T) []manualPage {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal("no pages in docs", err)
	}
	var pages []manualPage
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, manualPage{strings.TrimPrefix(filepath.ToSlash(name), "../../"), string(text)})
	}
	return pages
}

// split separates the fenced blocks of a page from its prose, whose line numbers do not change.
func (p manualPage) split() (prose []string, blocks []block) {
	mark, open := "", false
	for i, line := range strings.Split(p.text, "\n") {
		fence, fenced := strings.CutPrefix(line, "```")
		switch {
		case fenced && !open:
			blocks = append(blocks, block{line: i + 1, language: fence, mark: mark})
			open = true
		case fenced:
			open = false
		case open:
			blocks[len(blocks)-1].text += line + "\n"
		}
		if comment, ok := strings.CutPrefix(line, "<!-- "); ok {
			mark = strings.TrimSuffix(comment, " -->")
		} else {
			mark = ""
		}
		if open || fenced {
			line = ""
		}
		prose = append(prose, line)
	}
	return prose, blocks
}

// code finds inline code.
var code = regexp.MustCompile("`([^`]+)`")

// TestCodeIsFenced: only a fenced block names its language, and only those
// marked sh are run.
func TestCodeIsFenced(t *testing.T) {
	for _, p := range manual(t) {
		prose, blocks := p.split()
		for i, line := range prose {
			if strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "" && !inList(prose[:i]) {
				t.Errorf("%s:%d: an indented block; fence it", p.name, i+1)
			}
		}
		for _, b := range blocks {
			switch b.language {
			case "sh", "toml":
			default:
				t.Errorf("%s:%d: a block in %q, which no test looks at; sh and toml are tested", p.name, b.line, b.language)
			}
		}
	}
}

// inList reports whether what follows the lines continues an item of a list.
func inList(before []string) bool {
	for i := len(before) - 1; i >= 0; i-- {
		line := strings.TrimSpace(before[i])
		switch {
		case regexp.MustCompile(`^([-*]|[0-9]+\.) `).MatchString(line):
			return true
		case line == "":
			return false
		}
	}
	return false
}
