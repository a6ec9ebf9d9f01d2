package screen

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/text"
)

// Overlay is a pane that lies over the screen, with its place. It takes every
// key but those that stop and quit.
type Overlay struct {
	ID          ID // of its own, so that a late message finds no other
	Title       string
	Pane        views.Pane
	Frame, Rect views.Rect

	closed []func() // called when it is closed
}

// OnClose adds what is called when it is closed.
func (o *Overlay) OnClose(do func()) { o.closed = append(o.closed, do) }

// Overlays are those that are open, the top one last.
type Overlays struct {
	Open   []*Overlay
	serial int // of the last one
}

// Top is the overlay on top, or nil.
func (o *Overlays) Top() *Overlay {
	if n := len(o.Open); n > 0 {
		return o.Open[n-1]
	}
	return nil
}

// Pane is the pane of an overlay; nil for one that was closed.
func (o *Overlays) Pane(id ID) views.Pane {
	for _, one := range o.Open {
		if one.ID == id {
			return one.Pane
		}
	}
	return nil
}

// Close closes the top one.
func (o *Overlays) Close() { o.Dismiss(o.Top()) }

// Dismiss closes an overlay, wherever it lies; ok is false where it is not
// open: its answer is then not wanted any more.
func (o *Overlays) Dismiss(one *Overlay) (ok bool) {
	at := slices.Index(o.Open, one)
	if at < 0 {
		return false
	}
	for _, do := range one.closed {
		do()
	}
	o.Open = slices.Delete(o.Open, at, at+1)
	return true
}

// OpenOverlay puts a pane on top. The title may hold what arrived from a file or
// the wire.
func (h *Host) OpenOverlay(title string, pane views.Pane) tea.Cmd {
	ended := h.CloseImage() // its pixels would lie over it
	o := &h.Overlays
	o.serial++
	one := &Overlay{ID: ID(fmt.Sprintf("overlay/%d", o.serial)), Title: text.SanitizeLine(title), Pane: pane}
	o.Open = append(o.Open, one)
	h.Arrange()
	return tea.Batch(ended, Address(one.ID, pane.SetFocus(true)))
}

// Fault shows in an overlay why what was written there cannot be used, so that
// nothing is lost; where it is closed, or nil, in a notice.
func (h *Host) Fault(o *Overlay, err error) tea.Cmd { return h.fault(o, "not changed", err) }

// fault is Fault with what did not happen, for the notice.
func (h *Host) fault(o *Overlay, not string, err error) tea.Cmd {
	if o != nil && slices.Contains(h.Overlays.Open, o) {
		if p, ok := o.Pane.(interface{ SetFault(fault string) }); ok {
			p.SetFault(err.Error())
			h.Redraw()
			return nil
		}
	}
	return h.Notify("%s: %v", not, err)
}

// PathFault is Fault for an error about a path: an overlay in which the path was
// written does not repeat it. A notice begins with what did not happen: "not saved".
func (h *Host) PathFault(o *Overlay, not, path string, err error) tea.Cmd {
	if slices.Contains(h.Overlays.Open, o) {
		err = errors.New(strings.TrimPrefix(err.Error(), path+": "))
	}
	return h.fault(o, not, err)
}
