package transcript

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/page"
)

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	top      anchor
	follow   bool
	selected key
	remade   int
	chosen   int
	find     page.FinderState[hit]
	wrote    key
}

func (m *Model) snapshot() snapshot {
	return snapshot{m.top, m.follow, m.selected, m.remade, m.welcome.at, m.find.State(), m.frameMark.key}
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	m.update()
	defer m.resumeFollowing()
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if m.EndFind() {
			return nil, nil
		}
		return views.Cancel{}, nil // a stream may run in a branch that is not shown, which only app knows
	}
	if cmd, took := m.find.Take(msg); took {
		m.changed()
		return nil, cmd
	}
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y), nil
	case tea.PasteMsg:
		switch {
		case m.find.Typing:
			return nil, m.write(msg)
		case m.Choosing():
			return views.Write{Message: msg}, nil
		}
		return nil, nil
	case tea.KeyPressMsg:
		if m.find.Typing {
			return nil, m.write(msg)
		}
		if m.Choosing() {
			if msg.Text != "" && views.IsLetter(msg.String()) {
				return views.Write{Message: msg}, nil
			}
			return m.choose(m.keys.Asked(msg, views.Overlay)), nil
		}
		return m.perform(m.keys.Asked(msg, views.Transcript, views.Global))
	case views.Perform:
		return m.perform(msg.Action)
	case lexersLoaded:
		return nil, msg.next
	case pictureDecoded:
		m.pictures.add(msg.id, msg.made)
		m.changed()
		return nil, msg.next
	}
	return nil, nil
}

func (m *Model) Stops() string {
	if what, ok := m.Finding(); ok {
		return "end " + what
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

// perform does what an action of the key table says.
func (m *Model) perform(a views.Action) (views.Intent, tea.Cmd) {
	switch a {
	case views.ActNextHit:
		return nil, m.find.Step(1).Cmd
	case views.ActPreviousHit:
		return nil, m.find.Step(-1).Cmd
	}
	return m.act(a), nil
}

// act does what of it needs no Cmd.
func (m *Model) act(a views.Action) views.Intent {
	if a == "" {
		return nil
	}
	if len(m.path) == 0 {
		return m.choose(a)
	}
	m.changed()
	switch a {
	case views.ActGoUp:
		m.Scroll(0, -1)
	case views.ActGoDown:
		m.Scroll(0, 1)
	case views.ActGoPageUp:
		m.Scroll(0, -max(m.page()-1, 1))
	case views.ActGoPageDown:
		m.Scroll(0, max(m.page()-1, 1))
	case views.ActGoTop:
		m.goTo(m.first())
		m.keepSelection()
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
		m.changed()
		m.find.Start()
	default:
		return m.actOn(a)
	}
	return nil
}

// actOn does what concerns the selected section or its turn.
func (m *Model) actOn(a views.Action) views.Intent {
	sec, turn := m.selection()
	if sec == nil {
		return nil
	}
	switch a {
	case views.ActRaw:
		if m.showsItemJSON(sec) {
			m.toggleItemJSON(sec)
			break
		}
		m.raw[turn] = !m.raw[turn]
		m.remade++
		m.find.Forget() // other sections are shown, and looked through
		m.selected = key{turn: turn}
		if !m.follow {
			m.top = anchor{key: key{turn: turn}}
		}
	case views.ActOpenRow:
		m.setFold(sec, !sec.folded)
	case views.ActCopy:
		return m.copySelected()
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
	case views.ActCallType, views.ActCallRun, views.ActCallMake:
		return m.answer(a)
	case views.ActShowImage:
		return m.showImage()
	case views.ActSaveBinary:
		if sec.binary != nil {
			return views.SaveBinary{Name: sec.binary.name, Data: decoded(sec.binary.text())}
		}
		return views.Notify{Text: "the selected item is not an image or file"}
	}
	return nil
}

// showsItemJSON reports whether the raw key shows the JSON of an item, or what it says again,
// and not the whole turn: the item was selected.
func (m *Model) showsItemJSON(sec *section) bool { return sec.json && sec.key == m.selected }

// toggleItemJSON shows the JSON of an item in the place of what it says, or the other way round.
func (m *Model) toggleItemJSON(sec *section) {
	m.leaveToFold()
	m.spelled[sec.key] = !m.spelled[sec.key]
	if m.folds[sec.key] = false; !m.spelled[sec.key] {
		delete(m.folds, sec.key)
	}
	m.find.Forget() // it is looked through as it is shown now
	m.remake(sec)
}

// selection returns the selected section, else the last one, and its turn.
func (m *Model) selection() (*section, int) {
	if len(m.path) == 0 {
		return nil, 0
	}
	at := m.positionOf(anchor{key: m.choice()})
	sec := m.sectionAt(at)
	return sec, m.path[at.turn].id
}

// choice is the section that keys speak of: the selected one, else the last
// of the last turn that means something.
func (m *Model) choice() key {
	if m.selected.turn != 0 && m.turns[m.selected.turn] != nil && m.shown(m.selected.turn) {
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

// shown reports whether a turn is on the path that is shown.
func (m *Model) shown(turn int) bool {
	for _, tv := range m.path {
		if tv.id == turn {
			return true
		}
	}
	return false
}

// setFold folds or unfolds a section. What stands on the screen's first line
// stays there.
func (m *Model) setFold(sec *section, folded bool) {
	if !sec.folds {
		return
	}
	if folded {
		m.leaveToFold()
	} else {
		m.stopFollowing() // else the end would stay, and the head that was asked for go
	}
	m.folds[sec.key] = folded
	m.remake(sec)
}

// remake has a section made anew, with the content that is to be shown now.
func (m *Model) remake(sec *section) {
	m.remade++
	sec.outdate()
	if tv := m.turns[sec.key.turn]; tv != nil {
		tv.synced = false
	}
	m.changed()
}

// leaveToFold keeps the screen where it is when something on it is folded,
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
func (m *Model) click(_, y int) views.Intent {
	if len(m.path) == 0 {
		return m.clickOffer(y)
	}
	m.layout()
	if y < 0 || y >= len(m.rows) {
		return nil
	}
	r := m.rows[y]
	m.selected = r.key
	m.changed()
	at := m.positionOf(anchor{key: r.key})
	sec := m.sectionAt(at)
	if r.block == 0 && r.line == sec.gap && (!sec.plain || sec.folded) {
		m.setFold(sec, !sec.folded)
	}
	return nil
}

// branch asks for the branch beside a turn or, where that turn has none, beside
// the nearest turn above it that has.
func (m *Model) branch(turn, step int) views.Intent {
	found := 0
	for _, tv := range m.path {
		if len(m.conv.Siblings(tv.turn)) > 1 {
			found = tv.id
		}
		if tv.id == turn {
			break
		}
	}
	if found == 0 {
		return views.Notify{Text: "no other branch here"}
	}
	return views.Branch{Turn: found, Step: step}
}
