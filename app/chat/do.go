package chat

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client/capture"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/views"
)

func (s *Screen) Do(intent views.Intent) (tea.Cmd, bool) {
	switch i := intent.(type) {
	case screen.WatchAnswer:
		return s.Show(ComposerPane), true
	case screen.AnswerArrived:
		return s.throttleColumn(i.Of, i.Ended), true
	case screen.ShowFile:
		return s.desk.ShowFile(i.File)
	case views.Send:
		return s.desk.Send(i.Text), true
	case views.Resend:
		if i.AfterMS > 0 {
			return s.desk.ResendLater(i.Turn, i.AfterMS), true
		}
		return s.desk.Resend(i.Turn), true
	case views.EditResend:
		return s.editTurn(i), true
	case views.DeleteTurn:
		return s.desk.DeleteTurn(i.Turn, s.transcript.ShowTurn), true
	case views.Branch:
		return s.showBranch(i.Turn, i.Step), true
	case views.CopyMenu:
		return s.copyMenu(i.Turn), true
	case views.ShowText:
		return s.showText(i.Frame), true
	case views.SetModel:
		s.Overlays.Close()
		return s.desk.SetModel(i.Slug), true
	case views.MarkModel:
		return s.MarkModel(i.Slug), true
	case views.CompareModels:
		s.Overlays.Close()
		return s.desk.CompareModels(i.Slugs), true
	case views.Vary:
		return s.vary(i.Action), true
	case views.FavourModel:
		return s.FavourModel(i.Slug), true
	case views.ShowConversation:
		s.Overlays.Close()
		return s.desk.Show(i.Index), true
	case views.ChooseOffer:
		return s.SetFocus(TranscriptPane), true
	case views.TryExample:
		return s.tryExample(i.Example)
	case views.Write:
		return tea.Batch(s.SetFocus(ComposerPane), s.Deliver(ComposerPane, i.Message)), true
	case views.ContinueRun:
		s.Overlays.Close()
		return s.desk.ContinueRun(i.Index), true
	case views.NameFile:
		s.Overlays.Close()
		return tea.Batch(s.SetFocus(ComposerPane), s.nameFile()), true
	case views.Attach:
		return s.desk.Attach(i.Path), true
	case views.AttachPasted:
		return s.desk.AttachPasted(i.Text), true
	case views.Detach:
		s.desk.Detach(i.Index)
		return nil, true
	case views.CompleteFile:
		return s.completeFile(i.Prefix), true
	case views.AnswerCall:
		return s.desk.AnswerCall(i.ID, i.How), true
	case views.RunCommand:
		s.Overlays.Close()
		return s.desk.RunApproved(i), true
	case views.AskCommand:
		if i.ID != "" { // another one than the question was about
			s.Overlays.Close()
		}
		return s.desk.AskCommand(i.Tool, i.ID), true
	case views.BindCommand:
		return s.desk.BindCommand(i), true
	case views.CallOutput:
		s.Overlays.Close()
		return s.desk.GiveOutput(i.ID, i.Item), true
	case views.SendNow:
		s.Overlays.Close()
		switch {
		case i.Force:
			return s.desk.SendRefused(i.Elsewhere), true
		case i.Shown:
			return s.desk.SendPreviewed(), true
		}
		return s.desk.SendNow(), true
	}
	return nil, false
}

// editTurn edits the message of a turn where the text is written; at a place of
// the shown exchange's request which is not that text, the request in the builder.
func (s *Screen) editTurn(i views.EditResend) tea.Cmd {
	turn := s.desk.Shown().Conv.Find(i.Turn)
	if turn != nil && turn == s.look.Turn() && i.Pointer != "" && !desk.IsText(turn, i.Pointer) {
		return s.look.Change(i.Pointer)
	}
	s.edit = editOrigin{turn, s.Focus()}
	cmd := s.desk.EditTurn(i.Turn)
	if turn != nil && i.From < i.To && s.desk.Shown().Editing == turn {
		s.composer.Mark(i.From, i.To)
	}
	return cmd
}

// leaveEdit drops the edit of a turn and leads back to where it was begun.
func (s *Screen) leaveEdit() tea.Cmd {
	turn := s.desk.Shown().Editing
	s.desk.DropEdit()
	if turn != s.edit.turn {
		return nil
	}
	return s.SetFocus(s.edit.pane)
}

// showBranch goes from a turn to a sibling of it, and to the last turn after that. A
// stream that runs in the branch that is left continues.
func (s *Screen) showBranch(id, step int) tea.Cmd {
	conv := s.desk.Shown().Conv
	turn := conv.Find(id)
	if turn == nil {
		return nil
	}
	all := conv.Siblings(turn)
	to := slices.Index(all, turn) + step
	switch {
	case to < 0:
		return s.Notify("this is the first of %d branches", len(all))
	case to >= len(all):
		return s.Notify("this is the last of %d branches", len(all))
	}
	conv.Select(conv.Leaf(all[to]))
	s.transcript.ShowTurn(all[to].ID)
	return nil
}

func (s *Screen) copyMenu(id int) tea.Cmd {
	turn := s.desk.Shown().Conv.Find(id)
	if turn == nil {
		return s.Notify("nothing to copy yet")
	}
	return s.look.CopyMenu(s.look.ExchangeOf(turn), s.comparisons()...)
}

func (s *Screen) makeCheck(id int) tea.Cmd {
	turn := s.desk.Shown().Conv.Find(id)
	if turn == nil {
		return s.Notify("no answer to check yet")
	}
	return s.look.MakeCheck(s.look.ExchangeOf(turn))
}

func (s *Screen) nameFile() tea.Cmd {
	cmd, _ := s.Do(s.composer.NameFile())
	return cmd
}

func (s *Screen) completeFile(prefix string) tea.Cmd {
	return func() tea.Msg {
		paths := files.Complete(prefix)
		return screen.EffectFunc(func() tea.Cmd {
			s.composer.SetCompletions(prefix, paths)
			return nil
		})
	}
}

// showText goes to what a frame of the shown exchange wrote in the transcript.
func (s *Screen) showText(frame int) tea.Cmd {
	exchange, conv := s.look.Exchange(), s.desk.Shown().Conv
	if exchange == nil || exchange.State == nil {
		return nil
	}
	x := s.look.Shown(exchange)
	w, ok := x.FramePosition(frame)
	if !ok {
		return s.Notify("frame %d has no text in the transcript", frame+1)
	}
	turn := exchange.Turn
	if turn == nil {
		return exchange.Change("")
	}
	if !s.desk.Shown().OnPath(turn) {
		conv.Select(conv.Leaf(turn))
	}
	cmd := s.Refreshed(s.SetFocus(TranscriptPane))
	found := w.Length == 0 || x.HasDelta(deltaOf(turn.Capture, frame), w)
	if !found {
		w.Length = 0 // nothing there is to be marked as what the frame wrote
	}
	if !s.transcript.ShowFrameText(turn.ID, frame, w) {
		return tea.Batch(cmd, s.Notify("the text of frame %d is not in the transcript", frame+1))
	}
	switch {
	case found:
		return cmd
	case x.Items[w.Item].Replaced():
		return tea.Batch(cmd, s.Notify("the text of frame %d was replaced by the item's final text", frame+1))
	}
	return tea.Batch(cmd, s.Notify("the text of frame %d could not be located", frame+1))
}

// deltaOf returns what a frame carries of an item; empty where it carries none.
func deltaOf(c *wire.Capture, frame int) string {
	if c == nil {
		return ""
	}
	refs := c.Frames.All()
	if frame >= len(refs) {
		return ""
	}
	event, err := read.Event(capture.FrameAt(c.Text(), refs[frame]).Data)
	if err != nil {
		return ""
	}
	return event.Delta
}
