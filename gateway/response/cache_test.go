package response_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

func scope() response.CacheScope { return response.CacheScope{Account: "a", Provider: "P", Model: "m"} }

func prompt(body string) *request.Request { return request.Parse([]byte(body)) }

func cut(body string) []response.Boundary { return response.Boundaries(prompt(body)) }

const mark = `"cache_control":{"type":"ephemeral"}`

func TestBoundaries(t *testing.T) {
	got := cut(`{"instructions":"one two","tools":[{"type":"function","name":"f"}],"input":[{"role":"user","content":"three"},
		{"role":"user","content":[{"type":"input_text","text":"four five",` + mark + `},{"type":"input_text","text":"six"}]},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}`)
	var told []string
	for _, b := range got {
		told = append(told, fmt.Sprintf("%d/%s", b.Tokens, b.TTL))
	}
	if s := strings.Join(told, " "); s != "2/0s 4/0s 5/0s 7/5m0s 8/0s 10/0s" {
		t.Errorf("%s", s)
	}
	for body, want := range map[string]time.Duration{
		`{"input":"x",` + mark + `}`:                                      5 * time.Minute,
		`{"input":"x","cache_control":{"type":"ephemeral","ttl":"1h"}}`:   time.Hour,
		`{"input":"x","cache_control":{"type":"ephemeral","ttl":"week"}}`: 5 * time.Minute,
		`{"input":"x"}`: 0,
	} {
		if got := cut(body); got[len(got)-1].TTL != want {
			t.Errorf("%s: %v", body, got)
		}
	}
	if got := cut(`{` + mark + `}`); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func message(role, text, more string) string {
	return fmt.Sprintf(`{"role":%q,"content":[{"type":"input_text","text":%q%s}]}`, role, text, more)
}

// A conversation that grows reads what it has sent before, though its breakpoint has moved on.
func TestGrowing(t *testing.T) {
	c, now := response.NewCache(), time.Now()
	use := func(body string) [2]int {
		read, written := c.Use(scope(), prompt(body), now)
		return [2]int{read, written}
	}
	first := message("user", "one two three", "")
	marked := message("user", "one two three", ","+mark)
	for i, step := range []struct {
		body string
		want [2]int
	}{
		{`{"input":[` + first + `]}`, [2]int{0, 0}},
		{`{"input":[` + first + `]}`, [2]int{0, 0}}, // without a breakpoint nothing is cached
		{`{"input":[` + marked + `]}`, [2]int{0, 3}},
		{`{"input":[` + first + `,` + message("assistant", "four", "") + `,` + message("user", "five", ","+mark) + `]}`, [2]int{3, 2}},
		{`{"input":[` + first + `,` + message("assistant", "four", "") + `,` + message("user", "five", "") + `,` + message("user", "six", "") + `],` + mark + `}`, [2]int{5, 1}},
		{`{"input":[` + message("user", "other", "") + `,` + first + `]}`, [2]int{0, 0}},
		{`{"instructions":"new","input":[` + first + `]}`, [2]int{0, 0}},
	} {
		if got := use(step.body); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
}

func TestScopesAndTime(t *testing.T) {
	c, now := response.NewCache(), time.Now()
	c.Use(scope(), prompt(`{"input":"one two",`+mark+`}`), now)
	for _, other := range []response.CacheScope{{Account: "b", Provider: "P", Model: "m"}, {Account: "a", Provider: "Q", Model: "m"}, {Account: "a", Provider: "P", Model: "n"}} {
		if read, _ := c.Use(other, prompt(`{"input":"one two"}`), now); read != 0 {
			t.Errorf("%+v reads %d", other, read)
		}
	}
	plain := prompt(`{"input":"one two"}`)
	for _, step := range []struct {
		after time.Duration
		read  int
	}{{5*time.Minute - 1, 2}, {5*time.Minute - 1, 2}, {5 * time.Minute, 0}} { // a hit renews the prefix
		now = now.Add(step.after)
		if read, _ := c.Use(scope(), plain, now); read != step.read {
			t.Errorf("after %s more: %d, want %d", step.after, read, step.read)
		}
	}
}

// Only the latest prefixes are cached.
func TestBound(t *testing.T) {
	c, now := response.NewCache(), time.Now()
	numbered := func(i int) *request.Request { return prompt(fmt.Sprintf(`{"input":"p%d",%s}`, i, mark)) }
	for i := range 10_001 {
		c.Use(scope(), numbered(i), now)
	}
	if read, _ := c.Use(scope(), prompt(`{"input":"p0"}`), now); read != 0 {
		t.Error("the oldest is still there")
	}
	if read, _ := c.Use(scope(), prompt(`{"input":"p1"}`), now); read == 0 {
		t.Error("the second is gone")
	}
}
