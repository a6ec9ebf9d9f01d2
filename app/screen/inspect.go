package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/views"
)

// Exchange is an exchange that the inspector shows: one of a conversation, or one
// that a screen has sent by itself. What depends on where it comes from, the
// inspector asks of it.
type Exchange interface {
	// Turn is the id of its turn in the conversation; 0 for one that is in none.
	Turn() int
	// Sender is the screen that has sent it by itself; nil for a turn.
	Sender() Sender
	// State is what is known of it; nil for nothing yet.
	State() *state.Exchange
	// Capture is its bytes; nil until its reader has started.
	Capture() *wire.Capture
	// Place is where it is among its neighbours, from 0, and how many they are with
	// it; at is -1 for one that is no longer among them.
	Place() (at, count int)
	// Label is its place, or its name, and its verdict, for the line of tabs.
	Label() string
	// Step shows the neighbour that is so many places further.
	Step(by int) tea.Cmd
	// Pair is the comparison that begins with it; nil for one of its neighbours
	// where there is none.
	Pair() (a, b Exchange)
	// About is what its bytes do not tell of it.
	About() history.About
	// Session is all that belongs together with it; nil where that is nothing more.
	Session() *Session
	// Resend sends its request again.
	Resend() tea.Cmd
	// Send sends what is sent from where it is shown, and Preview shows that.
	Send() tea.Cmd
	Preview() tea.Cmd
	// Change goes to where its request is made, to the place there with that JSON
	// pointer, and makes some edits.
	Change(place string, edits ...views.Edit) tea.Cmd
}

// BaseURL is the address that the path of a request was appended to.
func BaseURL(url string) string {
	base, _, _ := strings.Cut(url, "?")
	return strings.TrimSuffix(strings.TrimSuffix(base, client.ResponsesPath), client.RerankPath)
}
