// Command gatehouse is a terminal playground and request inspector for model
// gateways. Each command is one small file; what they do lies in the rooms
// they call.
package main

import (
	"context"
	"os"

	"gatehouse/app/jq"
)

func main() {
	if jq.IsChild(os.Args) { // the playground runs a filter in a process of its own
		os.Exit(jq.Child(os.Stdin, os.Stdout))
	}
	os.Exit(run(context.Background(), os.Args[1:], host{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
	}))
}
