package process

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Argv splits a command line into the program and its arguments as a shell does. Variables and
// commands in it are an error, since no shell runs it.
func Argv(line string) ([]string, error) {
	var words []*syntax.Word
	var err error
	for w, wrong := range syntax.NewParser().WordsSeq(strings.NewReader(line)) {
		if wrong != nil {
			return nil, wrong
		}
		syntax.Walk(w, func(n syntax.Node) bool {
			switch n.(type) {
			case nil, *syntax.Word, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
			default:
				err = errors.New("no shell runs the command: quote $ and ` if they are meant as they are")
			}
			return err == nil
		})
		words = append(words, w)
	}
	if err != nil {
		return nil, err
	}
	argv, err := expand.Fields(nil, words...)
	if err == nil && (len(argv) == 0 || argv[0] == "") {
		err = errors.New("no program is named")
	}
	return argv, err
}
