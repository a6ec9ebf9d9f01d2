// Package state holds the program's values and the pure functions on them: the
// draft, the conversation as a tree of turns, the fold of an exchange's
// arrivals, the verdict. No goroutine, no clock, no IO.
package state
