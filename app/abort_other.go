//go:build !unix

package app

import "os"

// abortSignals are none: signal.Notify without a list would deliver all.
func abortSignals() []os.Signal { return []os.Signal{unused{}} }

type unused struct{}

func (unused) String() string { return "none" }
func (unused) Signal()        {}

func abort(os.Signal) {}
