package form

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

// steps are the values that a row's keys go through, as JSON.
func (m *Model) steps(r *row) []string {
	switch {
	case r.kind == rowAdd && r.list.size == 0:
		empty := []string{"[]"}
		if r.list.kind == field.Pairs {
			empty = []string{"{}"}
		}
		if r.list.what.Nullable {
			empty = append(empty, "null")
		}
		return empty
	case r.kind != rowValue:
		return nil
	case r.what.Kind == field.Toggle:
		if r.what.Nullable {
			return []string{"true", "false", "null"}
		}
		return []string{"true", "false"}
	case r.what.Kind == field.Choice:
		return values(r.what)
	case r.what.Nullable && (r.value == nil || scan.IsNull(r.value)):
		return []string{"null"}
	}
	return nil
}

// toggle goes to the next of a row's values; of one that may be null or has
// many, unset follows the last.
func (m *Model) toggle(r *row) views.Intent {
	if r.kind == rowHead {
		m.fold(r, !r.open)
		return nil
	}
	steps := m.steps(r)
	if len(steps) == 0 {
		return m.enter(r)
	}
	now := r.at(steps)
	next := now + 1
	switch plain := len(steps) == 2 && r.what.Kind == field.Toggle; {
	case plain && now < 0 && yes(r.what.Default):
		next = 1
	case plain:
		next %= 2
	case next == len(steps):
		return m.step(r, nil)
	}
	return m.step(r, []byte(steps[next]))
}

// stepBy goes to the value before or after; unset is before the first.
func (m *Model) stepBy(r *row, by int) views.Intent {
	steps := m.steps(r)
	now := r.at(steps)
	switch {
	case r.kind == rowHead:
		m.fold(r, by > 0)
		return nil
	case len(steps) == 0:
		return views.Notify{Text: "no values to step through; " + m.keys.Name(views.ActFormEdit) + " edits it"}
	case now+by < 0 && r.value == nil, now+by >= len(steps):
		return nil
	case now+by < 0:
		return m.step(r, nil)
	}
	return m.step(r, []byte(steps[now+by]))
}

func (m *Model) step(r *row, value []byte) views.Intent {
	if value == nil && r.in != nil { // an element stays
		return nil
	}
	return set(r, value)
}

// at returns which of the steps a row's value is; -1 for none.
func (r *row) at(steps []string) int {
	if r.value == nil {
		return -1
	}
	return slices.IndexFunc(steps, func(s string) bool { return same(r.value, s) })
}

// same reports whether a value is what a step writes, in another spelling too.
func same(value []byte, step string) bool {
	if scan.KindOf(value) == scan.String {
		return step[0] == '"' && scan.Text(value) == scan.Text([]byte(step))
	}
	return string(value) == step
}

func yes(word string) bool { return word == "yes" || word == "true" }
