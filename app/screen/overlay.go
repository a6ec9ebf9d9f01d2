package screen

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/overlay/approve"
)

// Overlay is a pane over the screen, with its place. It takes every key but
// those that stop and quit.
type Overlay struct {
	ID          ID // never used again, so that a late message finds no other
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

// Top returns the overlay on top, or nil.
func (o *Overlays) Top() *Overlay {
	if n := len(o.Open); n > 0 {
		return o.Open[n-1]
	}
	return nil
}

// Pane returns the pane of an overlay; nil for one that was closed.
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

// Dismiss closes an overlay, the top one or another; ok is false if it is not
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
	ended := h.CloseImage() // its pixels would cover the overlay
	o := &h.Overlays
	o.serial++
	one := &Overlay{ID: ID(fmt.Sprintf("overlay/%d", o.serial)), Title: text.SanitizeLine(title), Pane: pane}
	o.Open = append(o.Open, one)
	h.Arrange()
	return tea.Batch(ended, Address(one.ID, pane.SetFocus(true)))
}

// ConfirmDelete asks before it deletes, where the key is next to the one that compares.
func (h *Host) ConfirmDelete(what string, do func() tea.Cmd) tea.Cmd {
	about := "Delete " + what + "? " + h.Keys.Name(views.ActUndo) + " restores."
	return h.OpenOverlay("Confirm", approve.New(h.Styles, h.Keys, about,
		approve.Choice{Words: "delete", Intent: Confirmed{Do: do}, Key: "y"},
		approve.Choice{Words: "do not delete", Intent: views.Close{}, Key: "n"}))
}

// Fault shows in an overlay why its text cannot be used, so that the text is not
// lost; if the overlay is closed or nil, in a notice.
func (h *Host) Fault(o *Overlay, err error) tea.Cmd { return h.fault(o, "not changed", err) }

// fault is Fault with the failed action, for the notice.
func (h *Host) fault(o *Overlay, not string, err error) tea.Cmd {
	if slices.Contains(h.Overlays.Open, o) {
		if p, ok := o.Pane.(interface{ SetFault(fault string) }); ok {
			p.SetFault(err.Error())
			h.Redraw()
			return nil
		}
	}
	return h.Notify("%s: %v", not, err)
}

// PathFault is Fault for an error about a path: an overlay in which the path was
// typed does not repeat it. A notice begins with the failed action: "not saved".
func (h *Host) PathFault(o *Overlay, not, path string, err error) tea.Cmd {
	if slices.Contains(h.Overlays.Open, o) {
		err = errors.New(strings.TrimPrefix(err.Error(), path+": "))
	}
	return h.fault(o, not, err)
}

// Notice is the text in or above the rule over the footer: the line that describes what just happened,
// which goes with the next key that does more than type a letter, and below it the warnings, which stay
// until esc closes them or the next text is sent. Each is shown on the screen where it arrived.
type Notice struct {
	last, warnings []string
	covered        []string          // warnings that contain one of these are not shown
	screen, lastOn string            // the shown screen, and that of last; empty: not known yet
	on             map[string]string // the screen of each warning
	changed        func()            // called when other lines are to be drawn
}

// Place assigns a new line to the shown screen.
func (n *Notice) Place(screen string) {
	before := n.screen
	n.screen, n.lastOn = screen, cmp.Or(n.lastOn, screen)
	if before != screen && len(n.last)+len(n.warnings) > 0 {
		n.changed()
	}
}

// isHere reports whether a line of a screen is shown; one from before any screen was shown is shown on all.
func (n *Notice) isHere(screen string) bool { return screen == "" || screen == n.screen }

// Notify shows a line until the next key.
func (n *Notice) Notify(format string, args ...any) tea.Cmd {
	n.NotifyLines(fmt.Sprintf(format, args...))
	return nil
}

// NotifyLines shows lines until the next key.
func (n *Notice) NotifyLines(lines ...string) {
	n.last, n.lastOn = sanitized(lines), ""
	n.changed()
}

// Retract removes a notified line that is no longer true.
func (n *Notice) Retract(line string) {
	n.remove(&n.last, containsAny(line))
}

// Warn adds warnings, which are shown until they are closed.
func (n *Notice) Warn(lines ...string) {
	for _, line := range sanitized(lines) {
		n.warnings = append(n.warnings, line)
		n.on[line] = n.screen
	}
	n.changed()
}

// RemoveWarnings removes the warnings that contain one of some texts, which are no longer true.
func (n *Notice) RemoveWarnings(texts ...string) {
	n.remove(&n.warnings, containsAny(texts...))
}

// HideWarnings hides the warnings that contain one of some texts, which the screen shows itself now;
// without any it shows all again.
func (n *Notice) HideWarnings(texts ...string) {
	before := len(n.shown())
	if n.covered = sanitized(texts); len(n.shown()) != before {
		n.changed()
	}
}

// ClearLine removes the line that describes what just happened; with all, also the warnings.
func (n *Notice) ClearLine(all bool) {
	if all {
		shown := n.shown()
		n.remove(&n.warnings, func(line string) bool { return slices.Contains(shown, line) })
	}
	n.remove(&n.last, func(string) bool { return true })
}

// remove removes those lines for which drop is true.
func (n *Notice) remove(lines *[]string, drop func(string) bool) {
	had := len(*lines)
	if *lines = slices.DeleteFunc(*lines, drop); len(*lines) < had {
		n.changed()
	}
}

// shown returns the warnings of the shown screen that are not hidden.
func (n *Notice) shown() []string {
	covered := containsAny(n.covered...)
	return slices.DeleteFunc(slices.Clone(n.warnings), func(line string) bool { return covered(line) || !n.isHere(n.on[line]) })
}

// containsAny returns a function that reports whether a line contains one of some texts.
func containsAny(texts ...string) func(line string) bool {
	texts = sanitized(texts)
	return func(line string) bool {
		return slices.ContainsFunc(texts, func(one string) bool { return strings.Contains(line, one) })
	}
}

// HasLine reports whether a line describes what just happened.
func (n *Notice) HasLine() bool { return len(n.last) > 0 }

// HasWarnings reports whether warnings are shown.
func (n *Notice) HasWarnings() bool { return len(n.shown()) > 0 }

// Lines returns the lines to draw.
func (n *Notice) Lines() []string {
	if !n.isHere(n.lastOn) {
		return n.shown()
	}
	return slices.Concat(n.last, n.shown())
}

// sanitized makes lines harmless: a notice quotes servers, files and paths.
func sanitized(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = text.SanitizeLine(text.Shortened(l))
	}
	return out
}
