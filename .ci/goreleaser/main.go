// Command goreleaser reads .goreleaser.yaml as goreleaser does, strictly: a
// member that goreleaser does not know is an error. The whole of goreleaser
// would take longer to build than all tests take to run.
package main

import (
	"fmt"
	"os"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func main() {
	if _, err := config.Load(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
