package app

import (
	"os"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// TestMain starts the clock of chroma's regular expressions outside of every
// bubble. It is one for the process, begins with the first match that can time
// out and ends some time after the last: begun in a bubble it would not let that
// bubble end, for the years between a bubble's time and ours if it ran in both.
func TestMain(m *testing.M) {
	clock := regexp2.MustCompile("x", regexp2.None)
	clock.MatchTimeout = 100 * 365 * 24 * time.Hour
	if _, err := clock.MatchString("x"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
