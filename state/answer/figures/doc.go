// Package figures computes the numbers shown of an exchange: tokens, cost, times, output speed and
// silences, and which headers and echoed settings are worth knowing. All of it follows from the state of
// the exchange; what must be counted while it runs is counted there.
package figures
