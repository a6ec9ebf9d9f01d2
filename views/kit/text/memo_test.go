package text

import "testing"

// TestAMemoMakesOncePerKey, and again after Forget.
func TestAMemoMakesOncePerKey(t *testing.T) {
	var m Memo[int, int]
	made := 0
	get := func(key int) int {
		return m.Get(key, func() int { made++; return key * 10 })
	}
	for _, step := range []struct{ key, made int }{{0, 1}, {0, 1}, {2, 2}, {2, 2}, {0, 3}} {
		if got := get(step.key); got != step.key*10 || made != step.made {
			t.Errorf("key %d is %d and was made %d times, want %d", step.key, got, made, step.made)
		}
	}
	m.Forget()
	if get(0); made != 4 {
		t.Error("what was forgotten was not made again")
	}
}
