package form

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

// steps returns the values that a row's keys go through, as JSON.
func (r *row) steps() []string {
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

// toggle goes to the next of a row's values. Unset follows the last, except for a field that is
// true or false: it changes from one to the other.
func (m *Model) toggle(r *row) views.Intent {
	if r.kind == rowHead {
		m.fold(r, !r.open)
		return nil
	}
	steps := r.steps()
	if len(steps) == 0 {
		return m.enter(r)
	}
	next := r.at(steps) + 1
	if r.what.Kind == field.Toggle && !r.what.Nullable {
		if next == 0 && isYes(r.what.Default) {
			next = 1 // false
		}
		next %= len(steps)
	}
	if next == len(steps) {
		return stepToUnset(r)
	}
	return set(r, []byte(steps[next]))
}

// stepBy goes to the value before or after; unset is before the first.
func (m *Model) stepBy(r *row, by int) views.Intent {
	if r.kind == rowHead {
		m.fold(r, by > 0)
		return nil
	}
	steps := r.steps()
	if len(steps) == 0 {
		return views.Notify{Text: "no values to step through; " + m.keys.Name(views.ActFormEdit) + " edits it"}
	}
	switch next := r.at(steps) + by; {
	case next < 0:
		return stepToUnset(r)
	case next < len(steps):
		return set(r, []byte(steps[next]))
	}
	return nil
}

// stepToUnset unsets a row's value, unless that is an element of a list.
func stepToUnset(r *row) views.Intent {
	if r.value == nil || r.in != nil {
		return nil
	}
	return set(r, nil)
}

// at returns the index of the step that a row's value is; -1 for none.
func (r *row) at(steps []string) int {
	if r.value == nil {
		return -1
	}
	return slices.IndexFunc(steps, func(s string) bool { return isStep(r.value, s) })
}

// isStep reports whether a value is that of a step, however it is spelled.
func isStep(value []byte, step string) bool {
	if scan.KindOf(value) == scan.String {
		return step[0] == '"' && scan.Text(value) == scan.Text([]byte(step))
	}
	return string(value) == step
}

// isYes reports whether a default means true.
func isYes(word string) bool { return word == "yes" || word == "true" }
