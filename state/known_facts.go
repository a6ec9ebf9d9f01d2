package state

// Known says what is known of an exchange beside the answer. Of one that was sent from
// here all of it is; a file that was opened holds less.
type Known struct {
	Request bool // what was sent, and where
	Head    bool // that no head came where there is none
	Times   bool // when each part of it came; else -1 stands for the moments that are not known
	Stream  bool // whether the answer came alone or ended a stream
	End     bool // that the answer ended where it ends here; else the rest may be lost
}

// Whole reports whether all of it is known.
func (k Known) Whole() bool { return k == everything() }

// everything is known of an exchange that is sent.
func everything() Known { return Known{true, true, true, true, true} }
