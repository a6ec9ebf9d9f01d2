package read

import "testing"

// TestInputCountsCaches: the input is all that the model read, however a service counts.
func TestInputCountsCaches(t *testing.T) {
	for usage, want := range map[string][2]int{
		`{"input_tokens":5,"cache_read_input_tokens":2000,"cache_creation_input_tokens":10,"output_tokens":1}`:                     {2015, 2000},
		`{"input_tokens":5,"cache_read_input_tokens":null,"output_tokens":1}`:                                                      {5, -1},
		`{"prompt_tokens":2005,"cache_read_input_tokens":2000,"total_tokens":2006,"prompt_tokens_details":{"cached_tokens":2000}}`: {2005, 2000},
		`{"input_tokens":2005,"total_tokens":2006,"input_tokens_details":{"cached_tokens":2000},"cache_read_input_tokens":2000}`:   {2005, 2000},
	} {
		if u := Usage([]byte(usage)); u.Input != want[0] || u.Cached != want[1] {
			t.Errorf("%s: %d of which %d cached, want %v", usage, u.Input, u.Cached, want)
		}
	}
}
