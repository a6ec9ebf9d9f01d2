package text

// MarkOn and MarkOff stand around a character that was made visible, until the
// line is drawn in the Escape style; HardBreak stands for a line break that
// glamour would join. All three are noncharacters (Unicode 23.7), which text
// from the wire cannot bring along: they are made visible like the rest.
const (
	MarkOn    = "\uFDD1"
	MarkOff   = "\uFDD2"
	HardBreak = "\uFDD3"
)

// Marked is Sanitize with the visible stand-ins between MarkOn and MarkOff.
func Marked(s string) string { return clean(s, MarkOn, MarkOff) }

// The mark of a citation stands between these; they are noncharacters too.
const (
	CiteOn   = "\uFDD4"
	CiteHere = "\uFDD5" // in place of CiteOn: it is the one that was gone to
	CiteOff  = "\uFDD6"
)
