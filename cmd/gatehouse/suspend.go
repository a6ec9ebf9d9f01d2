package main

// process is one row of the process table, as far as job control needs it.
type process struct {
	parent, group, session int
}

// resumable reports whether somebody can bring the process back when its group
// stops: whether the first of its ancestors outside of its group belongs to its
// session, as the shell of a job does (POSIX, "orphaned process group"). A
// session leader has none, and in an orphaned group the kernel ignores the
// request to stop. What look does not know is taken for nobody.
func resumable(self int, look func(id int) (process, bool)) bool {
	me, ok := look(self)
	if !ok {
		return false
	}
	const deepest = 100 // ancestors in one group; look is asked while processes come and go
	at := me
	for range deepest {
		parent, ok := look(at.parent)
		switch {
		case at.parent <= 0 || !ok || parent.session != me.session: // 0: outside of the container
			return false
		case parent.group != me.group:
			return true
		}
		at = parent
	}
	return false
}
