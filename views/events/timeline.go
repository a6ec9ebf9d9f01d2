package events

import (
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/usage"
	"gatehouse/views"
	"gatehouse/views/text"
)

// timeLine draws the cursor of time and how things stood there.
func (m *Model) timeLine() string {
	s, x, then := m.styles, m.subject.Exchange, m.time.then
	last := max(m.rows.Ref(m.rows.Frames()-1).AtUS, m.subject.NowUS)
	if us, ok := figures.Total(x); ok {
		last = us + figures.SilenceBeforeEnd(x)
	}
	speed := m.time.next
	if m.time.speed != 0 {
		speed = m.time.speed
	}
	if m.untimed() {
		return m.stepLine()
	}
	play := s.Key.Render(m.keys.Name(views.ActTimePlay)) + s.Dim.Render(" "+m.playWord()+" ") + s.Text.Render(fmt.Sprintf("×%g", speed))
	if m.time.frame < 0 {
		steps := s.Key.Render(m.keys.Name(views.ActTimeBack)+" "+m.keys.Name(views.ActTimeOn)) + s.Dim.Render(" step")
		stands := "time: at the end, "
		if x.Running() {
			stands = "time: now, "
		}
		end := " " + s.Dim.Render(stands) + s.Text.Render(figures.Moment(last))
		return m.apart(append([]string{end}, m.counters(x)...), steps+"   "+play, play)
	}
	frame := min(m.time.frame, m.rows.Frames()-1)
	at := s.Accent.Render("◀ "+figures.Moment(max(m.rows.Ref(frame).AtUS, m.time.us))+" ▶") + s.Dim.Render(" of "+figures.Moment(last)) + "   " +
		s.Text.Render("frame "+figures.Thousands(frame+1)) + s.Dim.Render(m.ofFrames(frame))
	counters := []string{s.Dim.Render("rewinding …")}
	if then != nil {
		counters = m.counters(then)
	}
	return m.apart(append([]string{" " + at}, counters...), play)
}

// ofFrames says how many frames there are beside the one at the cursor, of the last
// that the end is still to come, where that is another moment, and of one that is not
// listed why no row is marked.
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

// stepLine is timeLine of frames without times: the cursor steps through them all
// the same.
func (m *Model) stepLine() string {
	s, x := m.styles, m.subject.Exchange
	steps := s.Key.Render(m.keys.Name(views.ActTimeBack)+" "+m.keys.Name(views.ActTimeOn)) + s.Dim.Render(" step")
	at := []string{" " + s.Dim.Render("times: ") + s.Text.Render("not saved")}
	if m.time.frame >= 0 {
		frame := min(m.time.frame, m.rows.Frames()-1)
		cursor := s.Accent.Render("◀ frame "+figures.Thousands(frame+1)+" ▶") + s.Dim.Render(m.ofFrames(frame))
		at = []string{" " + cursor, strings.TrimSpace(at[0])}
		if x = m.time.then; x == nil {
			return m.apart(append(at, s.Dim.Render("rewinding …")), steps)
		}
	}
	return m.apart(append(at, m.counters(x)...), steps)
}

// apart puts the first of some words for which there is room at the right end,
// and leaves out what stands last at the left one where there is none.
func (m *Model) apart(lefts []string, rights ...string) string {
	for {
		left := strings.Join(lefts, "   ")
		for _, right := range rights {
			if line, ok := text.Ends(left, right, m.width-1, 1); ok {
				return line
			}
		}
		if len(lefts) == 1 {
			return left
		}
		lefts = lefts[:len(lefts)-1]
	}
}

// counters draws what an exchange had come to, what matters most first.
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
	if by := figures.EstimatedBy(t); by != "" && m.time.frame >= 0 { // what stood here while the stream ran was by its bytes
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
