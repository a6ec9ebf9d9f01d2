//go:build !linux

package jq

// limitData does nothing: here no limit counts what Go holds.
func limitData(int64) {}
