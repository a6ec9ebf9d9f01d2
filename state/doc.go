// Package state folds the arrivals of an exchange into its items, texts, verdict and
// warnings. The request side is in state/talk. It uses no goroutine, no clock and no IO.
package state
