package events

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// travel does what moves the cursor of time, or jumps in the list; where the
// cursor is not at the end a jump takes it along.
func (m *Model) travel(a views.Action) views.Intent {
	switch a {
	case views.ActTimeBack:
		return m.step(-1)
	case views.ActTimeOn:
		return m.step(1)
	case views.ActTimeBackTen:
		return m.step(-10)
	case views.ActTimeOnTen:
		return m.step(10)
	case views.ActTimeHere:
		l := m.rows.Line(m.line())
		return m.seek(l.First + l.Count - 1)
	case views.ActTimePlay, views.ActTimeSpeed:
		if m.untimed() {
			return views.Notify{Text: "no frame times, so no playback; " +
				m.keys.Name(views.ActTimeBack) + " and " + m.keys.Name(views.ActTimeOn) + " step through the frames"}
		}
		return m.play(a)
	case views.ActGoEnd:
		m.follow = true
		m.sync()
		if m.time.frame >= 0 || m.time.speed != 0 {
			return views.Seek{Frame: -1}
		}
	default:
		return m.jump(a)
	}
	return nil
}

// play plays the exchange or pauses that, or takes the next speed.
func (m *Model) play(a views.Action) views.Intent {
	switch on := m.time.speed != 0; {
	case a == views.ActTimeSpeed:
		if m.time.next = faster(m.time.next); !on {
			return nil
		}
	case on:
		return views.Play{}
	}
	return views.Play{Speed: m.time.next}
}

// playWord returns what the key of the play does now.
func (m *Model) playWord() string {
	switch at := m.time.frame; {
	case m.time.speed != 0:
		return "pause"
	case at < 0 && !m.subject.Exchange.Running(), at >= m.rows.Frames()-1 && !m.endsApart():
		return "play from start"
	}
	return "play"
}

// faster returns the speed after one: true, ten times, a tenth.
func faster(speed float64) float64 {
	switch speed {
	case 1:
		return 10
	case 10:
		return 0.1
	}
	return 1
}

// step moves the cursor by frames; at the end it stays.
func (m *Model) step(by int) views.Intent {
	end := m.rows.Frames() - 1
	if m.endsApart() {
		end++
	}
	at := m.time.frame
	if at < 0 || at > end {
		if by > 0 {
			return views.Notify{Text: "playback is at the end"}
		}
		at = end
	}
	if at+by >= end && by > 0 {
		return views.Seek{Frame: -1}
	}
	return m.seek(max(at+by, 0))
}

// endsApart reports whether the end is a later moment than the last frame: there was silence
// before it, or no frame had announced it.
func (m *Model) endsApart() bool {
	_, announced := m.list().Ending()
	x := m.subject.Exchange
	return x.End != nil && (!announced || figures.SilenceBeforeEnd(x) > 0)
}

// seek puts the cursor after a frame.
func (m *Model) seek(frame int) views.Intent {
	m.goTo(frame)
	return views.Seek{Frame: frame}
}

// jump goes to a frame that is worth going to, to itself: a run that it is in
// is unfolded.
func (m *Model) jump(a views.Action) views.Intent {
	var frame int
	var ok bool
	missing := ""
	switch a {
	case views.ActFrameFirst:
		frame, ok = m.list().FirstDelta()
		missing = "no token received"
	case views.ActFrameLongest:
		var longest state.Silence
		longest, ok = figures.LongestSilence(m.subject.Exchange, m.subject.NowUS)
		frame = longest.Frame
		if missing = "all frames arrived at the same moment"; m.untimed() {
			missing = "no frame times were saved"
		}
	case views.ActFrameWarning:
		from := m.frame
		if m.follow { // nobody has chosen a frame yet
			from = -1
		}
		frame, ok = m.rows.NextOdd(from, 1)
		missing = "nothing stands out after this frame"
		if us := figures.SilenceBeforeEnd(m.subject.Exchange); us > 0 {
			missing = "after this frame only the silence before the end stands out: " + figures.Duration(us)
		}
	case views.ActFrameWarnBefore:
		frame, ok = m.rows.NextOdd(m.frame, -1)
		missing = "nothing stands out before this frame"
	default:
		return nil
	}
	if !ok || frame >= m.rows.Frames() {
		return views.Notify{Text: missing}
	}
	return m.showAt(frame)
}

// showAt selects a frame, and takes the cursor of time along where that is not at the end.
func (m *Model) showAt(frame int) views.Intent {
	if m.ShowFrame(frame); m.time.frame >= 0 {
		return views.Seek{Frame: frame}
	}
	return nil
}

// timeLine draws the cursor of time and the state of the exchange there. Through frames without
// times the cursor steps all the same.
func (m *Model) timeLine() string {
	s, x, last := m.styles, m.subject.Exchange, figures.Moment(m.lastMoment())
	steps := s.Key.Render(m.keys.Name(views.ActTimeBack)+" "+m.keys.Name(views.ActTimeOn)) + s.Dim.Render(" step")
	play := s.Key.Render(m.keys.Name(views.ActTimePlay)) + s.Dim.Render(" "+m.playWord()+" ") + s.Text.Render(fmt.Sprintf("×%g", cmp.Or(m.time.speed, m.time.next)))
	unsaved := s.Dim.Render("times: ") + s.Text.Render("not saved")
	frame := min(m.time.frame, m.rows.Frames()-1)
	number, of := "frame "+figures.Thousands(frame+1), s.Dim.Render(m.ofFrames(max(frame, 0)))
	var lefts, rights []string
	switch untimed := m.untimed(); {
	case untimed && frame < 0:
		lefts, rights = []string{" " + unsaved}, []string{steps}
	case untimed:
		lefts, rights = []string{" " + s.Accent.Render("◀ "+number+" ▶") + of, unsaved}, []string{steps}
	case frame < 0:
		label := "time: at the end, "
		if x.Running() {
			label = "time: now, "
		}
		lefts, rights = []string{" " + s.Dim.Render(label) + s.Text.Render(last)}, []string{steps + "   " + play, play}
	default:
		at := figures.Moment(max(m.rows.Ref(frame).AtUS, m.time.us))
		lefts = []string{" " + s.Accent.Render("◀ "+at+" ▶") + s.Dim.Render(" of "+last) + "   " + s.Text.Render(number) + of}
		rights = []string{play}
	}
	if frame >= 0 {
		x = m.time.then
	}
	if x == nil {
		return m.alignEnds(append(lefts, s.Dim.Render("rewinding …")), rights...)
	}
	return m.alignEnds(append(lefts, m.counters(x)...), rights...)
}

// ofFrames returns the number of frames in addition to the one at the cursor; at the last,
// whether the end is another moment; and for one that is not listed why no row is marked.
func (m *Model) ofFrames(frame int) string {
	words := " of " + figures.Thousands(m.rows.Frames())
	if frame == m.rows.Frames()-1 && m.endsApart() {
		words += ", before the end"
	}
	if m.hidden(frame) {
		words += ", hidden by the filter"
	}
	return words
}

// untimed reports whether the frames were saved without their times.
func (m *Model) untimed() bool { return m.rows.Frames() > 0 && m.rows.Ref(0).AtUS < 0 }

// alignEnds puts the first of rights that fits at the right end, and drops the last of lefts
// if none does.
func (m *Model) alignEnds(lefts []string, rights ...string) string {
	for {
		left := strings.Join(lefts, "   ")
		for _, right := range rights {
			if line, ok := text.Ends(left, right, m.Width-1, 1); ok {
				return line
			}
		}
		if len(lefts) == 1 {
			return left
		}
		lefts = lefts[:len(lefts)-1]
	}
}

// counters draws the figures of an exchange at a moment, the most important first.
func (m *Model) counters(x *state.Exchange) []string {
	t := figures.TokensOf(x)
	about := ""
	if t.Estimated {
		about = "~"
	}
	words := []string{about + figures.Counted(t.Counts[usage.Output], "token")}
	if t.Odd[usage.Output] != "" {
		words[0] = figures.OddCount(t.Odd[usage.Output]) + " tokens"
	}
	if by := figures.EstimatedBy(t); by != "" && m.time.frame >= 0 { // the count shown while the stream ran was estimated from its bytes
		words = append(words, by)
	}
	if rate, estimated, ok := figures.RateOf(x); ok && rate < 1e6 && !x.Running() {
		if about = ""; estimated {
			about = "~"
		}
		words = append(words, about+figures.Thousands(int(rate+0.5))+" tok/s")
	}
	words = append(words, figures.Counted(len(x.Items), "item"))
	for i, w := range words {
		words[i] = m.styles.Text.Render(w)
	}
	return words
}
