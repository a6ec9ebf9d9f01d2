package views

// The intents of the inspector.
type (
	// SelectTurn shows the exchange of another turn in the inspector.
	SelectTurn struct{ Turn int }
	// Relax opens the request of the shown exchange in the builder, with some
	// edits made to it.
	Relax struct{ Edits []Edit }
	// AskMetadata sends the exchange's request again with the metadata header.
	AskMetadata struct{}
	// Seek puts the cursor of time behind a frame, counted from 0; -1 is the
	// end, which moves while the exchange runs.
	Seek struct{ Frame int }
	// Play lets the cursor of time run at a multiple of true speed; 0 stops it.
	Play struct{ Speed float64 }
	// ShowFrame goes to a frame in the list of events.
	ShowFrame struct {
		Turn  int // 0 for the shown exchange
		Frame int // counted from 0
	}
	// ShowText goes to what a frame wrote in the transcript.
	ShowText struct{ Frame int }
	// Compare shows what differs between the exchanges of two turns. Where one
	// of them is 0 the person is asked for it.
	Compare struct{ A, B int }
)

func (SelectTurn) intent()  {}
func (Relax) intent()       {}
func (AskMetadata) intent() {}
func (Seek) intent()        {}
func (Play) intent()        {}
func (ShowFrame) intent()   {}
func (ShowText) intent()    {}
func (Compare) intent()     {}
