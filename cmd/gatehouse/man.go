package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// newMan is for those who pack the program: the packages of a release carry the
// pages that it writes.
func newMan(h host) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages of all commands to a directory",
		Hidden: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return wrongUsage("gatehouse man takes one directory, for example gatehouse man man1")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := writeMan(cmd.Root(), args[0]); err != nil {
				return &exit{exitFailed, fmt.Errorf("the man pages could not be written: %w", err)}
			}
			h.say("wrote the man pages to %s; read one with man -l %[1]s/gatehouse.1", args[0])
			return nil
		},
	}
}

// writeMan writes one page a command to dir, which is made if it is missing.
func writeMan(root *cobra.Command, dir string) error {
	day, err := manDate(os.Getenv("SOURCE_DATE_EPOCH"), time.Now())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var write func(cmd *cobra.Command) error
	write = func(cmd *cobra.Command) error {
		page := newManPage(cmd, day)
		if err := os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), []byte(page), 0o644); err != nil {
			return err
		}
		for _, sub := range listedCommands(cmd) {
			if err := write(sub); err != nil {
				return err
			}
		}
		return nil
	}
	return write(root)
}

// manDate is the day that the pages carry: that of SOURCE_DATE_EPOCH, in seconds, so that
// a build can be repeated, and without it that of now.
func manDate(epoch string, now time.Time) (string, error) {
	if epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return "", errors.New("SOURCE_DATE_EPOCH must be a number of seconds since 1970, not " + strconv.Quote(epoch))
		}
		now = time.Unix(seconds, 0)
	}
	return now.UTC().Format(time.DateOnly), nil
}

// manName is what man calls a command.
func manName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// listedCommands are the commands below one that its help lists, but help itself.
func listedCommands(cmd *cobra.Command) (listed []*cobra.Command) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			listed = append(listed, sub)
		}
	}
	return listed
}
