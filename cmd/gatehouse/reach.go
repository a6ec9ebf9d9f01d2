package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/config"
	"gatehouse/client/capture"
	"gatehouse/state/figures"
	posix "gatehouse/state/spelling"
)

// fileFlag adds --allow-files to a command that reads files which name others.
func fileFlag(cmd *cobra.Command, c *common) {
	cmd.Flags().StringArrayVar(&c.allowFiles, "allow-files", nil, "let FILE also name files below `DIR`, repeatable; without it those of its repository, or else of its folder")
	completeFlag(cmd, "allow-files", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
}

// errUnsent is the error of requests to which the user did not agree.
var errUnsent = errors.New("nothing is sent")

// recipient is where requests of a file go.
type recipient struct {
	settings config.Settings
	place    string // where the file names the address
	requests int
}

// allowAddresses asks once whether requests may go to the addresses that only files name.
// Where nobody can be asked, the error names the flags that allow them. --yes is no answer.
func (c *common) allowAddresses(ctx context.Context, h host, allowed []string, all []recipient) error {
	reach, err := config.ReachOf(c.file, config.ReadEnvironment(h.getenv), c.flags, allowed)
	if err != nil {
		return wrongUsage("%w", err)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(s recipient) bool { return reach.Has(s.settings) })
	if len(all) == 0 {
		return nil
	}
	stderr, ok := h.stderr.(*statusLine)
	if !ok || !isTerminal(stderr.to) || !isTerminal(h.stdin) {
		var faults faultList
		for _, s := range all {
			faults = append(faults, fmt.Errorf("%s: only this file names %s; --allow-address %s allows it", s.place, s.address(), posix.ShellWord(base(s.settings))))
		}
		return wrongUsage("%w", append(faults, errUnsent))
	}
	h.say("only the files name these addresses:")
	for _, s := range all {
		h.say("  %s: %s to %s", s.place, figures.Counted(s.requests, "request"), s.address())
	}
	yes, err := h.ask(ctx, "Send to them?")
	if err == nil && !yes {
		err = wrongUsage("%w", errUnsent)
	}
	return err
}

// address returns the address in words. Letters that look like others are escaped.
func (s recipient) address() string {
	words := strings.Trim(strconv.QuoteToASCII(base(s.settings)), `"`)
	if s.settings.FromProfile {
		words += fmt.Sprintf(" (profile %q)", s.settings.Profile)
	}
	return words
}

// base returns an address without the credentials in it.
func base(s config.Settings) string {
	address := withoutPassword(s.BaseURL)
	for _, secret := range capture.InAddress(address) {
		address = strings.ReplaceAll(address, secret, "***")
	}
	return address
}

// ask asks a question on stderr that is answered with y or yes on a line of stdin.
func (h host) ask(ctx context.Context, question string) (yes bool, err error) {
	io.WriteString(h.stderr, question+" [y/N] ")
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(h.stdin).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes", nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
