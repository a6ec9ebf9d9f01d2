//go:build !linux

package replay

import "time"

func nap(d time.Duration) { time.Sleep(d) }
