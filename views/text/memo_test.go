package text

import "testing"

// TestAMemoMakesOncePerKey, and again once it was told to forget.
func TestAMemoMakesOncePerKey(t *testing.T) {
	var m Memo[int, int]
	made := 0
	get := func(key int) int {
		return m.Get(key, func() int { made++; return key * 10 })
	}
	if get(0) != 0 || get(0) != 0 || made != 1 {
		t.Errorf("the zero key was made %d times", made)
	}
	if get(2) != 20 || get(2) != 20 || get(0) != 0 || made != 3 {
		t.Errorf("made %d times", made)
	}
	m.Forget()
	if get(0); made != 4 {
		t.Error("what was forgotten was not made again")
	}
}
