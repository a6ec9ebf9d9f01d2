package views

// Lines keeps what drawing a line gave, from one frame to the next. Of the
// lines of a screen most were on the screen before, at another place when it
// was scrolled.
type Lines struct {
	now, before map[string]string
}

// Frame begins a frame: what neither the last one nor this one draws is
// forgotten.
func (l *Lines) Frame() {
	if l.now == nil {
		l.now, l.before = map[string]string{}, map[string]string{}
	}
	l.now, l.before = l.before, l.now
	clear(l.now)
}

// Forget forgets all: draw gives something else from now on.
func (l *Lines) Forget() { *l = Lines{}; l.Frame() }

// Line returns what draw gives for a line.
func (l *Lines) Line(line string, draw func(string) string) string {
	if drawn, ok := l.now[line]; ok {
		return drawn
	}
	drawn, ok := l.before[line]
	if !ok {
		drawn = draw(line)
	}
	l.now[line] = drawn
	return drawn
}
