package run_test

import (
	"slices"

	"gatehouse/state/answer/run"
)

// book is a Book in memory.
type book struct {
	members map[int64]run.Member
	names   map[run.Hash][]int64
	runs    int64
}

func newBook() *book {
	return &book{members: map[int64]run.Member{}, names: map[run.Hash][]int64{}}
}

func (b *book) where(is func(run.Member) bool) (list []run.Member) {
	for _, m := range b.members {
		if is(m) {
			list = append(list, m)
		}
	}
	return list
}

func (b *book) Of(session string) (run.Member, bool, error) {
	var found run.Member
	for _, m := range b.where(func(m run.Member) bool { return m.Session == session }) {
		if found.Key == 0 || m.Run != 0 {
			found = m
		}
	}
	return found, found.Key != 0, nil
}

func (b *book) Named(h run.Hash, sessions ...string) (list []run.Member, err error) {
	for _, key := range slices.Backward(slices.Sorted(slices.Values(b.names[h]))) {
		if m := b.members[key]; len(list) < run.MaxNamed && (len(sessions) == 0 || slices.Contains(sessions, m.Session)) {
			list = append(list, m)
		}
	}
	return list, nil
}

func (b *book) Children(key int64) ([]run.Member, error) {
	return b.where(func(m run.Member) bool { return m.Parent == key }), nil
}

func (b *book) In(of int64) ([]run.Member, error) {
	return b.where(func(m run.Member) bool { return m.Run == of }), nil
}

func (b *book) Begin() (int64, error) { b.runs++; return b.runs, nil }

func (b *book) Put(m run.Member) error { b.members[m.Key] = m; return nil }

func (b *book) Name(key int64, h run.Hash) error { b.names[h] = append(b.names[h], key); return nil }
