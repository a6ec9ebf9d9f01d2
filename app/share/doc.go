// Package share brings exchanges out of the history or a file and writes them as
// documents that somebody else can open. The playground and gatehouse export do the same
// with it.
package share
