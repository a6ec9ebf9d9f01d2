package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/export"
	"gatehouse/state/redact"
)

// redacting are the flags of the export command that say what is masked.
type redacting struct {
	on, off, test bool
}

func (r *redacting) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&r.on, "redact", false, "mask keys, tokens, passwords, e-mail addresses, card and account numbers, and home directories ("+strings.Join(redactedWords(), " and ")+": by default)")
	f.BoolVar(&r.off, "no-redact", false, "write keys and personal data as they are")
	f.BoolVar(&r.test, "redact-test", false, "list what would be masked, without writing anything")
}

// check returns the error of flags that contradict each other.
func (r *redacting) check() error {
	switch {
	case r.on && r.off:
		return wrongUsage("--redact and --no-redact cannot be combined; give one of them")
	case r.test && r.off:
		return wrongUsage("--redact-test and --no-redact cannot be combined; give one of them")
	}
	return nil
}

// redactedWords are the documents that are redacted unless told otherwise.
func redactedWords() (words []string) {
	for _, d := range export.Documents() {
		if d.Redact {
			words = append(words, d.As)
		}
	}
	return words
}

// of returns the exchanges as the document is to have them, and says what was masked.
func (r *redacting) of(ctx context.Context, h host, c *common, d export.Document, list []export.Exchange) ([]export.Exchange, error) {
	if r.off || !r.on && !d.Redact {
		return list, nil
	}
	clean, err := r.redact(ctx, h, c, list)
	if err != nil {
		return nil, err
	}
	if n := clean.Count(); n > 0 {
		h.say("masked %s; --no-redact writes them as they are", countPlaces(n))
	}
	return clean.List, nil
}

// try says what would be masked.
func (r *redacting) try(ctx context.Context, h host, c *common, list []export.Exchange) error {
	clean, err := r.redact(ctx, h, c, list)
	if err != nil {
		return err
	}
	if n := clean.Count(); n > 0 {
		h.say("%s would be masked; nothing was written", countPlaces(n))
	} else {
		h.say("nothing would be masked")
	}
	return nil
}

func countPlaces(n int) string {
	if n == 1 {
		return "1 place"
	}
	return fmt.Sprintf("%d places", n)
}

// redact masks exchanges by the rules in force, and says every hit.
func (r *redacting) redact(ctx context.Context, h host, c *common, list []export.Exchange) (share.Redacted, error) {
	rules, err := redactRules(h, c)
	if err != nil {
		return share.Redacted{}, err
	}
	var clean share.Redacted
	err = h.working(ctx, progress.Step{Verb: "masking"}, unwritten, func(w *progress.Work) (err error) {
		clean, err = share.Redact(w, rules, list)
		return err
	})
	var unsearchable *redact.UnsearchableError
	switch {
	case errors.As(err, &unsearchable):
		return share.Redacted{}, &exit{exitFailed, fmt.Errorf("%w; leave it out, or write it as it is with --no-redact", err)}
	case err != nil:
		return share.Redacted{}, err
	}
	for _, f := range clean.Found {
		for _, hit := range f.Hits {
			if len(list) == 1 {
				h.say("%s", hit)
			} else {
				h.say("exchange %s, %s", f.ID, hit)
			}
		}
	}
	for _, d := range clean.Decoded {
		h.say("exchange %s: the %s body was compressed; it is written decompressed, so that it could be searched", d.ID, d.Body)
	}
	return clean, nil
}

// redactRules are the built-in rules, the patterns of the config, the keys that the settings name,
// and more.
func redactRules(h host, c *common, more ...string) (*redact.Rules, error) {
	settings, _, err := c.load(h) // what it has to say was said when the exchanges were read
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(h, settings, more...)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	return rules, nil
}
