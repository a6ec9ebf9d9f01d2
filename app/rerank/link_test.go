package rerank

import (
	"testing"

	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/state/rank/dataset"
)

// TestASetGoesWhereItWasSent: another conversation that is shown while the requests are
// written, over another connection, does not get them.
func TestASetGoesWhereItWasSent(t *testing.T) {
	s := newAlone("a/b")
	from := s.Link
	written := s.askAll(false)()
	s.Link = s.NewLink(screen.Connection{Name: "other", BaseURL: "http://127.0.0.1:2/v1"})
	written.(screen.Effect).Apply()
	if got := s.row()[0].About.BaseURL; got != from.BaseURL {
		t.Errorf("it went to %s", got)
	}
}

// TestAnswersOfTwoConnectionsDoNotMix: those of another connection than the present one are missing
// in the grid, are listed with its name, and count again after returning to it.
func TestAnswersOfTwoConnectionsDoNotMix(t *testing.T) {
	s := newAlone("a/b")
	s.answer(t, []int{0, 1, 2})
	from := s.Link
	if !s.hasRanking(0, 0) || !s.bench().Results[0][0].Valid {
		t.Fatal("the answer does not count")
	}
	s.Link = s.NewLink(screen.Connection{Name: "other", BaseURL: "http://127.0.0.1:2/v1"})
	if s.hasRanking(0, 0) || s.bench().Results[0][0].Valid {
		t.Error("the answer of another connection counts")
	}
	if got := s.changedSince(s.row()[0], 0); got != "ran over "+from.InFull() {
		t.Error(got)
	}
	s.Link = from
	if !s.hasRanking(0, 0) || s.changedSince(s.row()[0], 0) != "" {
		t.Error("the answer does not count any more")
	}
}

// TestARunIsSentAgainWhereItWent: whatever connection the shown conversation has by then,
// for that server never saw the documents. A link of the same place may have a newer key.
func TestARunIsSentAgainWhereItWent(t *testing.T) {
	s := newAlone("a/b")
	one := s.NewLink(screen.Connection{Name: "one", BaseURL: "http://127.0.0.1:1/v1"})
	s.Link = one
	s.answer(t, []int{0, 1, 2})
	s.Link = s.NewLink(screen.Connection{Name: "two", BaseURL: "http://127.0.0.1:2/v1"})
	x := s.row()[0]
	if link, to := x.resendLink(); link != one || to != " to one (127.0.0.1:1)" {
		t.Errorf("it would go to %s, said as %q", link.BaseURL, to)
	}
	s.Link = s.NewLink(screen.Connection{Name: "one", BaseURL: "http://127.0.0.1:1/v1", Key: profile.Key{Env: "NEW"}})
	if link, to := x.resendLink(); link != s.Link || to != "" {
		t.Errorf("the link with the new key is not taken, but %+v, %q", link.Connection, to)
	}
}

// TestWhatIsNotSavedIsOneSetsAlone: a set over a connection that saves nothing is not
// saved, not even before it is sent; the set after it is, and an undo forgets nothing.
func TestWhatIsNotSavedIsOneSetsAlone(t *testing.T) {
	s := newAlone("a/b")
	stored := func() bool { state, _ := s.SavedState(); return state != nil }
	saving := s.Link
	s.Link = s.NewLink(screen.Connection{Name: "private", BaseURL: "http://127.0.0.1:2/v1", NoHistory: true})
	if stored() {
		t.Error("it is stored before it is sent")
	}
	s.answer(t, []int{0, 1, 2})
	s.Link = saving
	if stored() {
		t.Error("it is stored after it was sent")
	}
	s.newSet()
	s.change(s.set.WithDocuments(dataset.TextDocument("mine")), "", nil)
	if !stored() {
		t.Error("the next set is not stored")
	}
	s.step(false)
	s.step(false)
	if stored() {
		t.Error("the set that an undo brings back is stored")
	}
}
