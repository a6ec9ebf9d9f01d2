package screen

import (
	"errors"
	"testing"

	"gatehouse/views"

	tea "charm.land/bubbletea/v2"
)

// nowhere is a root without a screen.
type nowhere struct{}

func (nowhere) Focus() ID                               { return "" }
func (nowhere) SetFocus(ID) tea.Cmd                     { return nil }
func (nowhere) Screens() []Screen                       { return nil }
func (nowhere) DeliverUsed(ID, tea.Msg) (tea.Cmd, bool) { return nil, false }
func (nowhere) Refreshed(cmd tea.Cmd) tea.Cmd           { return cmd }
func (nowhere) Back(ID) Escape                          { return Escape{} }
func (nowhere) Arrange()                                {}
func (nowhere) Redraw()                                 {}
func (nowhere) Show(ID) tea.Cmd                         { return nil }
func (nowhere) Hold()                                   {}
func (nowhere) Run(views.Action) tea.Cmd                { return nil }
func (nowhere) Do(views.Intent) tea.Cmd                 { return nil }

func TestAFailedEditorLeavesTheText(t *testing.T) {
	h := NewHost(nowhere{}, Options{}, nil, nil)
	landed := false
	h.edited("vi", "half", errors.New("exit status 1"), func(string) tea.Cmd { landed = true; return nil })
	if landed || len(h.Notice.Lines()) == 0 {
		t.Errorf("the text was taken: %v; notice %q", landed, h.Notice.Lines())
	}
}
