// Package figures works out what is shown of an exchange in numbers: tokens and cost,
// where the time went, how fast the output came, where it stood still, which headers
// are worth knowing, and which settings came back other than they were asked for. All
// of it follows from what state folded; what must be counted while that runs is
// counted there.
package figures
