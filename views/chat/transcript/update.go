package transcript

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// scrollState is what moving around changes: where the pane looks, and which section keys speak of.
type scrollState struct {
	top      anchor // the first line on the screen
	follow   bool   // the pane stays at the end while the answer grows
	read     key    // a failure whose end was gone to: until then its title is shown
	selected key
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	m.update()
	was := m.scrollState
	answer := m.handle(msg)
	m.resumeFollowing()
	answer.Used = answer.Used || m.scrollState != was
	return answer
}

// handle does what a message asks for. Update finds out whether that moved the spot.
func (m *Model) handle(msg tea.Msg) views.Answer {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if m.EndFind() {
			return views.Answer{Used: true}
		}
		return views.Ask(views.Cancel{}) // a stream may run in a branch that is not shown, which only app knows
	}
	if cmd, ok := m.find.Update(msg); ok {
		m.changed()
		return views.AnswerOf(nil, cmd, true)
	}
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return m.click(msg.Y)
	case tea.PasteMsg:
		switch {
		case m.find.Typing:
			return m.write(msg)
		case m.Choosing():
			return views.Ask(views.Write{Message: msg})
		}
	case tea.KeyPressMsg:
		switch {
		case m.find.Typing:
			return m.write(msg)
		case m.Choosing() && msg.Text != "" && views.IsLetter(msg.String()):
			return views.Ask(views.Write{Message: msg})
		case m.Choosing():
			return m.choose(m.keys.Asked(msg, views.Overlay))
		}
		return m.act(m.keys.Asked(msg, views.Transcript, views.Global))
	case views.Perform:
		return m.act(msg.Action)
	case lexersLoaded:
		return views.AnswerOf(nil, msg.next, true)
	case pictureDecoded:
		m.pictures.add(msg.id, msg.made)
		m.changed()
		return views.AnswerOf(nil, msg.next, true)
	}
	return views.Answer{}
}

func (m *Model) StopWord() string {
	switch {
	case m.find.Open:
		return "end search"
	case m.hasFrameMark():
		return "end mark"
	}
	return ""
}

func (m *Model) running() bool {
	if len(m.path) == 0 {
		return false
	}
	x := m.path[len(m.path)-1].turn.SentExchange()
	return x != nil && x.Running()
}

func (m *Model) act(a views.Action) views.Answer {
	if a == "" {
		return views.Answer{}
	}
	if len(m.path) == 0 {
		return m.choose(a)
	}
	m.changed()
	switch a {
	case views.ActGoTop:
		m.goTo(m.first())
		m.showSelection()
	case views.ActGoEnd:
		m.readFailure()
		m.Follow()
		m.selected = key{}
	case views.ActTurnBefore:
		m.toTurn(-1)
	case views.ActTurnAfter:
		m.toTurn(1)
	case views.ActItemBefore:
		m.toItem(-1)
	case views.ActItemAfter:
		m.toItem(1)
	case views.ActFind:
		return views.Answer{Used: m.find.Start()}
	case views.ActNextHit:
		return m.find.Step(1)
	case views.ActPreviousHit:
		return m.find.Step(-1)
	default:
		if by, ok := views.Steps(a, m.page()-1); ok {
			m.Scroll(0, by)
			break
		}
		return m.actOn(a)
	}
	return views.Answer{}
}

// actOn does what concerns the selected section or its turn.
func (m *Model) actOn(a views.Action) views.Answer {
	sec, turn := m.selection()
	switch a {
	case views.ActRaw:
		if m.showsItemJSON(sec) {
			m.toggleItemJSON(sec)
		} else {
			m.toggleRaw(turn)
		}
		return views.Answer{Used: true}
	case views.ActOpenRow:
		return views.Answer{Used: m.setFold(sec, !sec.folded)}
	}
	return views.Ask(m.ask(a, sec, turn))
}

// ask returns what an action asks for of a section or its turn; nil for any other action.
func (m *Model) ask(a views.Action, sec *section, turn int) views.Intent {
	switch a {
	case views.ActCopy:
		if sec := m.copied(); sec != nil {
			return views.Copy{What: sec.what, Text: sec.source()}
		}
		return views.Notify{Text: "nothing to copy here; " + m.keys.Name(views.ActCopyMenu) + " lists what can be copied"}
	case views.ActCopyMenu:
		return views.CopyMenu{Turn: turn}
	case views.ActTurnResend, views.ActResend:
		return views.Resend{Turn: turn}
	case views.ActTurnEdit:
		return views.EditResend{Turn: turn}
	case views.ActDelete:
		return views.DeleteTurn{Turn: turn}
	case views.ActTurnInspect:
		return views.SelectTurn{Turn: turn}
	case views.ActTurnCompare:
		return views.Compare{B: turn}
	case views.ActTurnEvents:
		return m.events()
	case views.ActBranchPrev:
		return m.branch(turn, -1)
	case views.ActBranchNext:
		return m.branch(turn, 1)
	case views.ActAnswer, views.ActCallRun:
		return m.answer(a)
	case views.ActShowImage:
		return m.showImage()
	case views.ActSaveBinary:
		if sec.binary == nil {
			return views.Notify{Text: "the selected item is not an image or file"}
		}
		return views.SaveBinary{Name: sec.binary.name, Data: decoded(sec.binary.text())}
	}
	return nil
}

// toggleRaw shows a turn as it was on the wire, or drawn again.
func (m *Model) toggleRaw(turn int) {
	m.raw[turn] = !m.raw[turn]
	m.find.Forget() // other sections are shown, and searched
	m.selected = key{turn: turn}
	if !m.follow {
		m.top = anchor{key: key{turn: turn}}
	}
}

// showsItemJSON reports whether the raw key shows the JSON of the selected item, or its
// words again, and not the complete turn.
func (m *Model) showsItemJSON(sec *section) bool { return sec.json && sec.key == m.selected }

// toggleItemJSON shows the JSON of an item instead of what it says, or the other way round.
func (m *Model) toggleItemJSON(sec *section) {
	m.leaveToFold()
	m.spelled[sec.key] = !m.spelled[sec.key]
	if m.folds[sec.key] = false; !m.spelled[sec.key] {
		delete(m.folds, sec.key)
	}
	m.find.Forget() // it is searched as it is shown now
	m.remake(sec)
}

// selection returns the selected section, else the last one, and its turn.
func (m *Model) selection() (*section, int) {
	if len(m.path) == 0 {
		return nil, 0
	}
	at := m.positionOf(anchor{key: m.choice()})
	return m.sectionAt(at), m.path[at.turn].id
}

// choice returns the section that keys speak of: the selected one, else the last
// of the last turn that means something.
func (m *Model) choice() key {
	if m.SelectedTurn() != 0 {
		return m.selected
	}
	last := len(m.path) - 1
	for at, ok := m.tail(last), true; ok && at.turn == last; at, ok = m.adjacentSection(at, -1) {
		if k := m.sectionAt(at).key; k.part != partModel {
			return k
		}
	}
	return m.selected
}

// place returns the place of a turn on the path that is shown; -1 for another.
func (m *Model) place(turn int) int {
	return slices.IndexFunc(m.path, func(tv *turnView) bool { return tv.id == turn })
}

// setFold folds or unfolds a section, if it can be folded. What is on the screen's first
// line stays there.
func (m *Model) setFold(sec *section, folded bool) (done bool) {
	if !sec.folds {
		return false
	}
	if folded {
		m.leaveToFold()
	} else {
		m.stopFollowing() // else the end would stay, and the head that was asked for go
	}
	m.folds[sec.key] = folded
	m.remake(sec)
	return true
}

// remake has a section made again, with the content that is to be shown now.
func (m *Model) remake(sec *section) {
	sec.outdate()
	if tv := m.turns[sec.key.turn]; tv != nil {
		tv.synced = false
	}
	m.changed()
}

// leaveToFold leaves the screen where it is when something on it is folded,
// unless a stream runs or all of the transcript fits.
func (m *Model) leaveToFold() {
	if m.running() {
		return
	}
	if at := m.topPosition(); at != m.first() {
		m.stopFollowing()
	}
}

// click selects what was clicked, and folds or unfolds it when its first line
// was; in an empty conversation it takes an offer.
func (m *Model) click(y int) views.Answer {
	if len(m.path) == 0 {
		return m.clickOffer(y)
	}
	m.layout()
	if y < 0 || y >= len(m.rows) {
		return views.Answer{}
	}
	r := m.rows[y]
	m.selected = r.key
	m.changed()
	at := m.positionOf(anchor{key: r.key})
	sec := m.sectionAt(at)
	if r.block == 0 && r.line == sec.gap && (!sec.plain || sec.folded) {
		return views.Answer{Used: m.setFold(sec, !sec.folded)}
	}
	return views.Answer{}
}

// branch asks for the branch next to a turn or, where that turn has none, next to
// the nearest turn above it that has.
func (m *Model) branch(turn, step int) views.Intent {
	for _, tv := range slices.Backward(m.path[:m.place(turn)+1]) {
		if len(m.conv.Siblings(tv.turn)) > 1 {
			return views.Branch{Turn: tv.id, Step: step}
		}
	}
	return views.Notify{Text: "no other branch here"}
}
