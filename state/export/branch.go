package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/history"
)

// place is where an exchange stands in its session.
type place struct {
	goesOn bool   // what it was sent first is written already, with an earlier exchange
	branch string // how it leaves the one before it; empty: it goes on after that
}

// placeOf finds the place of an exchange among those before it.
func placeOf(list []Exchange, i int) place {
	of := list[i]
	if i == 0 || !of.State.Known.Request || of.State.IsRerank() || of.About.Session == "" || of.About.Session != list[i-1].About.Session {
		return place{}
	}
	items := saidIn(of.State)
	switch {
	case follows(items, list[i-1]):
		return place{goesOn: true}
	case !slices.ContainsFunc(items, func(s said) bool { return s.byModel }):
		return place{branch: "another branch, from the start"}
	}
	after, most := -1, -1
	for j, earlier := range list[:i] {
		if earlier.About.Session != of.About.Session || !follows(items, earlier) {
			continue
		}
		if n := len(inputItems(earlier.State.Request)); n >= most {
			after, most = j, n
		}
	}
	if after < 0 {
		return place{branch: "with all that it was sent"}
	}
	return place{goesOn: true, branch: fmt.Sprintf("another branch, after exchange %d", after+1)}
}

// said is what an item of a conversation says, in whatever form it is written.
type said struct {
	byModel bool
	text    string // of a message; else the item's call or bytes
}

// saidIn is what a request says.
func saidIn(x *state.Exchange) (all []said) {
	for _, item := range inputItems(x.Request) {
		all = append(all, saidBy(item))
	}
	return all
}

func saidBy(item []byte) said {
	if scan.KindOf(item) == scan.String {
		return said{text: scan.Text(item)}
	}
	s := said{byModel: len(history.NewItems([][]byte{item})) == 0}
	content := scan.Get(item, "content")
	texts := []string{scan.Text(content)}
	for _, part := range scan.Elements(content) {
		texts = append(texts, cmp.Or(scan.Text(scan.Get(part, "text")), scan.Text(scan.Get(part, "refusal"))))
	}
	s.text = cmp.Or(joined(texts), scan.Text(scan.Get(item, "call_id")), string(item))
	return s
}

// joined is the texts that are not empty.
func joined(texts []string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n\n")
}

// follows reports whether a conversation begins with that of an earlier exchange and its
// answer.
func follows(items []said, earlier Exchange) bool {
	if earlier.State == nil || !earlier.State.Known.Request {
		return false
	}
	asked := saidIn(earlier.State)
	if len(items) <= len(asked) || !slices.Equal(items[:len(asked)], asked) {
		return false
	}
	answer := items[len(asked):]
	if end := slices.IndexFunc(answer, func(s said) bool { return !s.byModel }); end >= 0 {
		answer = answer[:end]
	}
	told := false
	for _, it := range earlier.State.Items {
		text := it.CallID()
		if it.Type == "message" {
			var texts []string
			for _, p := range it.Parts() {
				texts = append(texts, p.Text())
			}
			text = joined(texts)
		}
		if text == "" {
			continue
		}
		if slices.Contains(answer, said{true, text}) {
			return true
		}
		told = true
	}
	return !told && len(answer) == 0
}
