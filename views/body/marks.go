package body

// markOn and markOff stand around a character that was made visible, until the
// line is drawn in the Escape style; hardBreak stands for a line break that
// glamour would join. All three are noncharacters (Unicode 23.7), which text
// from the wire cannot bring along: they are made visible like the rest.
const (
	markOn    = "\uFDD1"
	markOff   = "\uFDD2"
	hardBreak = "\uFDD3"
)

// marked is Sanitize with the visible stand-ins between markOn and markOff.
func marked(s string) string { return clean(s, markOn, markOff) }

// A mark is drawn between these, which text from the wire cannot bring along: see markOn.
const (
	citeOn   = "\uFDD4"
	citeHere = "\uFDD5" // in place of citeOn: it is the one that was gone to
	citeOff  = "\uFDD6"
)
