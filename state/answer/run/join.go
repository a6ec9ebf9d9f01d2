package run

import (
	"cmp"
	"slices"
	"strconv"
)

// Member is an exchange as a Book has it.
type Member struct {
	Key     int64 // when it began, in microseconds of Unix time: no two have the same
	End     int64 // when it ended, in microseconds of Unix time
	Run     int64 // 0: it is alone
	Parent  int64 // key of the one before it; 0 for none
	By      Evidence
	Session string
}

// Book is what is known of the exchanges so far, in the order of their arrival.
type Book interface {
	// Of is an exchange of a session, one in a run where there is any.
	Of(session string) (Member, bool, error)
	// Named are the latest exchanges of sessions that have a name, at most MaxNamed; without sessions, of any.
	Named(h Hash, sessions ...string) ([]Member, error)
	// Children are those whose parent an exchange is.
	Children(key int64) ([]Member, error)
	// In are the exchanges of a run.
	In(run int64) ([]Member, error)
	// Begin makes a run.
	Begin() (run int64, err error)
	// Put writes what of an exchange has changed, or that it is there.
	Put(Member) error
	// Name gives an exchange a name.
	Name(key int64, h Hash) error
}

// MaxNamed is how many exchanges with one name are considered. A caller that asks the same again and again gives
// that name to all, and which of them another continues is not known anyway.
const MaxNamed = 64

// waiting returns the name of those that name one before them that was not there.
func waiting(h Hash) Hash {
	w := hashOf("waiting", strconv.FormatInt(int64(h), 16))
	if h < 1<<31 {
		w &= 1<<31 - 1
	}
	return w
}

// under returns the name of those that a session began.
func under(session string) Hash { return hashOf("under", session) }

// Join puts an exchange into its run.
func Join(b Book, m Member, c Clues) error {
	j := joining{b, c}
	m.Session = c.Session
	mate, found, err := j.sessionMember()
	if err != nil {
		return err
	}
	if found {
		m.By = BySession
		if mate.Session != c.Session {
			m.By = ByParent
		}
		if err := j.together(&m, &mate); err != nil {
			return err
		}
	}
	if err := j.follow(&m); err != nil {
		return err
	}
	if m.Parent == 0 && found && mate.Session == c.Under {
		if m.Parent, err = j.beginner(&m); err != nil {
			return err
		}
	}
	if err := b.Put(m); err != nil {
		return err
	}
	if c.Under != "" && !(found && mate.Session == c.Session) {
		if err := b.Name(m.Key, under(c.Under)); err != nil {
			return err
		}
	}
	for _, name := range c.Names {
		if err := j.named(&m, name); err != nil {
			return err
		}
		if err := b.Name(m.Key, name.Hash); err != nil {
			return err
		}
	}
	return nil
}

// joining is one exchange on its way into the book.
type joining struct {
	Book
	Clues
}

// sessionMember returns an exchange of the same session, else of the one that began it or that it began.
func (j joining) sessionMember() (m Member, ok bool, err error) {
	if j.Session == "" {
		return m, false, nil
	}
	for _, session := range []string{j.Session, j.Under} {
		if session == "" {
			continue
		}
		if m, ok, err = j.Of(session); ok || err != nil {
			return m, ok, err
		}
		list, err := j.Named(under(session))
		if err != nil {
			return m, false, err
		}
		if len(list) > 0 {
			return list[0], true, nil
		}
	}
	return m, false, nil
}

// beginner returns the key of the last exchange that had ended before m in the session that began that of m;
// 0 for none.
func (j joining) beginner(m *Member) (key int64, err error) {
	list, err := j.In(m.Run)
	for _, o := range list {
		if o.Session == j.Under && o.End <= m.Key {
			key = max(key, o.Key)
		}
	}
	return key, err
}

// together puts two exchanges into one run, and writes the second and those of a run that is merged.
func (j joining) together(m, with *Member) (err error) {
	switch {
	case with.Run == 0 && m.Run == 0:
		if m.Run, err = j.Begin(); err != nil {
			return err
		}
		fallthrough
	case with.Run == 0:
		with.Run = m.Run
		return j.Put(*with)
	case m.Run == 0:
		m.Run = with.Run
		return nil
	}
	return j.merge(with.Run, m.Run)
}

// merge moves the exchanges of one run to another.
func (j joining) merge(from, to int64) error {
	if from == to {
		return nil
	}
	list, err := j.In(from)
	if err != nil {
		return err
	}
	for _, m := range list {
		m.Run = to
		if err := j.Put(m); err != nil {
			return err
		}
	}
	return nil
}

// follow finds the exchange that m continues. If several may be it, none is.
func (j joining) follow(m *Member) error {
	for i, clue := range j.After {
		found, err := j.earlier(m, clue)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			if i > 0 {
				continue
			}
			if err := j.Name(m.Key, waiting(clue.Hash)); err != nil {
				return err
			}
			continue
		}
		before, ok, err := j.before(found, m, clue.By)
		if !ok || err != nil {
			return err
		}
		if m.By == "" || m.By == BySession || m.By == ByParent {
			m.By = clue.By
		}
		m.Parent = before.Key
		return j.together(m, &before)
	}
	return nil
}

// before returns the one of several that an exchange follows. Within a session it is the last that
// had ended. Without one it is known only where there is one, or all follow the same: then that.
func (j joining) before(found []Member, m *Member, by Evidence) (before Member, ok bool, err error) {
	before = found[len(found)-1]
	switch {
	case m.Session != "":
		for _, f := range found {
			if f.End <= m.Key {
				before = f
			}
		}
		return before, true, nil
	case by == ByRetry: // which is sent again once
		retry, err := j.retryOf(before)
		if err == nil && retry.Key != 0 {
			err = j.part(retry)
		}
		return before, len(found) == 1 && retry.Key == 0, err
	case len(found) == 1:
		return before, true, nil
	case found[0].Parent == 0 || slices.ContainsFunc(found, func(m Member) bool { return m.Parent != found[0].Parent }):
		return before, false, nil
	}
	list, err := j.In(before.Run)
	for _, parent := range list {
		if parent.Key == before.Parent {
			return parent, true, err
		}
	}
	return before, false, err
}

// retryOf returns the exchange in which m was sent again; the zero Member for none.
func (j joining) retryOf(m Member) (Member, error) {
	list, err := j.Children(m.Key)
	if i := slices.IndexFunc(list, func(child Member) bool { return child.By == ByRetry }); i >= 0 {
		return list[i], err
	}
	return Member{}, err
}

// earlier returns those exchanges with a name that began before another, in their order, and have the same session, or
// none if it has none; the call that begins a sub-agent may be in the session that began that of m.
func (j joining) earlier(m *Member, name Clue) ([]Member, error) {
	sessions := []string{m.Session}
	if name.By == ByParent {
		sessions = append(sessions, j.Under)
	}
	list, err := j.Named(name.Hash, sessions...)
	if m.Session == "" && len(list) >= MaxNamed-1 { // which of MaxNamed is not known
		return nil, err
	}
	found := slices.DeleteFunc(slices.Clone(list), func(f Member) bool { return f.Key >= m.Key })
	slices.SortFunc(found, func(a, b Member) int { return cmp.Compare(a.Key, b.Key) })
	return found, err
}

// named handles a name that exchange m gets and that others may share or wait for. The run of m is known,
// and m is in the book.
func (j joining) named(m *Member, name Clue) error {
	others, err := j.sharing(name.Hash, m)
	if err != nil {
		return err
	}
	if len(others) > 0 && m.Session == "" {
		if len(others) >= MaxNamed-1 { // nothing follows one of MaxNamed
			return nil
		}
		return j.doubt(others, m, name.By)
	}
	wait, err := j.sharing(waiting(name.Hash), m)
	if err != nil {
		return err
	}
	wait = slices.DeleteFunc(wait, func(w Member) bool { return w.Key < m.Key })
	if name.By == ByRetry && len(wait) != 1 {
		return nil
	}
	for _, w := range wait {
		if err := j.adopt(m, w, name.By); err != nil {
			return err
		}
	}
	return nil
}

// sharing returns the other exchanges with a name that have the session of m, or none if it has none.
func (j joining) sharing(h Hash, m *Member) (found []Member, err error) {
	list, err := j.Named(h, m.Session)
	return slices.DeleteFunc(slices.Clone(list), func(o Member) bool { return o.Key == m.Key }), err
}

// adopt makes w, which waited for m, follow it.
func (j joining) adopt(m *Member, w Member, by Evidence) error {
	if w.Parent > m.Key { // it has a later one by now
		return nil
	}
	w.Parent = m.Key
	if w.By == "" || w.By == BySession {
		w.By = by
	}
	if err := j.Put(w); err != nil {
		return err
	}
	run := m.Run
	if err := j.together(m, &w); err != nil || m.Run == run {
		return err
	}
	return j.Put(*m)
}
