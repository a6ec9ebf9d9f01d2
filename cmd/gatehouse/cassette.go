package main

import (
	"fmt"
	"sync"

	"gatehouse/app/files"
	"gatehouse/client/har"
)

// cassette is the file that a command records exchanges to.
type cassette struct {
	h    host
	path string
	file *files.Cassette
	said sync.Once
}

// recordTo opens a cassette to append to. One that cannot be is wrong usage.
func recordTo(h host, path string) (*cassette, error) {
	file, err := files.OpenCassette(path)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	if held := file.Held(); held > 0 {
		h.say("%s holds %s; new ones are appended", path, exchanges(held))
	}
	return &cassette{h: h, path: path, file: file}, nil
}

// Record appends an exchange. That it could not be is said once; the exchange itself is
// not concerned.
func (c *cassette) Record(e har.Entry) {
	if err := c.file.Append(e); err != nil {
		c.said.Do(func() {
			c.h.say("warning: %s: an exchange could not be recorded: %v; exchanges pass all the same", c.path, err)
		})
	}
}

// close ends the recording, and says what is missing.
func (c *cassette) close() {
	if n := c.file.Missing(); n > 0 {
		c.h.say("warning: %s: %s could not be recorded", c.path, exchanges(n))
	}
	if err := c.file.Close(); err != nil {
		c.h.say("warning: %s: %v", c.path, err)
	}
}

// exchanges is a number of them, in words.
func exchanges(n int) string {
	if n == 1 {
		return "1 exchange"
	}
	return fmt.Sprintf("%d exchanges", n)
}
