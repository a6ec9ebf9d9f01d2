package run

import "slices"

// doubt removes others from their runs if some evidence linked them to one run and they may as well follow
// m, which had ended by then and was recorded only now.
func (j joining) doubt(others []Member, m *Member, by Evidence) error {
	parents := map[int64]bool{}
	for _, o := range others {
		parents[o.Key] = true
	}
	if len(others) > 1 { // what might follow either follows the one before them
		for _, o := range others {
			parents[o.Parent] = true
		}
	}
	delete(parents, 0)
	for parent := range parents {
		children, err := j.Children(parent)
		if err != nil {
			return err
		}
		for _, child := range children {
			if child.Key == m.Key || child.By != by || child.Session != "" || child.Key < m.End {
				continue
			}
			if err := j.part(child); err != nil {
				return err
			}
		}
	}
	return nil
}

// part takes an exchange out of its run, with those that follow it.
func (j joining) part(child Member) error {
	list, err := j.In(child.Run)
	if err != nil {
		return err
	}
	gone := map[int64]bool{child.Key: true}
	for more := true; more; {
		more = false
		for _, m := range list {
			if !gone[m.Key] && gone[m.Parent] {
				gone[m.Key], more = true, true
			}
		}
	}
	run := int64(0)
	if len(gone) > 1 {
		if run, err = j.Begin(); err != nil {
			return err
		}
	}
	for _, m := range list {
		if !gone[m.Key] {
			continue
		}
		m.Run = run
		if m.Key == child.Key {
			m.Parent, m.By = 0, ""
		}
		if err := j.Put(m); err != nil {
			return err
		}
	}
	left := slices.DeleteFunc(list, func(m Member) bool { return gone[m.Key] })
	if len(left) == 1 { // it is alone
		left[0].Run = 0
		return j.Put(left[0])
	}
	return nil
}
