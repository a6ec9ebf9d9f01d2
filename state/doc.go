// Package state folds what arrived of an exchange: its items and their texts, the
// verdict, the warnings. What is sent is in state/talk. No goroutine, no clock, no IO.
package state
