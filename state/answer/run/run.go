// Package run finds out which exchanges are steps of one piece of work, a run: by what their
// bytes say, never by when they were. Each request of an agent holds the one before it and
// its answer; many callers send the id of their session besides.
package run

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Evidence is why an exchange is in its run.
type Evidence string

const (
	ByItems    Evidence = "items"    // its request begins with the request and the answer of the one before
	ByIDs      Evidence = "ids"      // by the ids of the answer's items
	ByResponse Evidence = "response" // it names the response that it continues
	ByRetry    Evidence = "retry"    // it says that it is sent again, and one with the same body failed
	BySession  Evidence = "session"  // it has the session id of another
	ByParent   Evidence = "parent"   // it names the session that began it, or its first message is what a tool of agents was asked
	ByCompact  Evidence = "compact"  // its request has the compaction that another answered
)

// Evidences are all of it, in the order of their numbers, which are in archives: add new ones
// at the end.
var Evidences = [...]Evidence{"", ByItems, ByResponse, ByRetry, BySession, ByParent, ByIDs, ByCompact}

// Number returns the number of the evidence; 0 for none.
func (e Evidence) Number() int { return max(slices.Index(Evidences[:], e), 0) }

// EvidenceOf returns the evidence with a number.
func EvidenceOf(number int64) Evidence {
	if number < 0 || number >= int64(len(Evidences)) {
		return ""
	}
	return Evidences[number]
}

// Hash stands for a sequence of items, or for an id: a number of 47 bits, so that archives grow
// by little for it. That an exchange is taken for another by chance happens in a million once in
// a hundred archives.
type Hash int64

// hashOf returns a hash of texts; the boundaries between them count.
func hashOf(kind string, texts ...string) Hash {
	h := sha256.New()
	for _, t := range append([]string{kind}, texts...) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(t)))
		h.Write(size[:])
		h.Write([]byte(t))
	}
	return short(h.Sum(nil))
}

func short(sum []byte) Hash { return Hash(binary.BigEndian.Uint64(sum) >> 17) }

// Clue is a name by which a later exchange refers to one that it continues.
type Clue struct {
	Hash
	By Evidence
}

// Clues are what an exchange says of the others of its run.
type Clues struct {
	IDs
	After []Clue // names of the one before it, the surest first
	Names []Clue // by which later exchanges may refer to it
}

// maxAfter bounds the beginnings of a request that are looked up. An edit further back than that number
// of answers is not found.
const maxAfter = 200

// CluesOf reads those of an exchange that has ended. session is that of the playground's
// conversation that it belongs to; empty for none.
func CluesOf(session string, x *state.Exchange, c *wire.Capture) (clues Clues) {
	asked := c.Asked() // another request may have been sent, which the program never sends again
	m := membersOf(asked.Body)
	clues.IDs = idsOf(m, asked.Header)
	if session != "" && session != clues.Session {
		clues.IDs = IDs{Session: session}
	}
	clues.chain(m, x, c, c.Caller != nil || session == "")
	begins := len(clues.After) == 0
	clues.retry(x, c) // which is less sure
	if begins {
		clues.After = append(clues.After, begunBy(asked.Body)...)
	}
	for _, list := range [][]Clue{clues.After, clues.Names} {
		for i := range list {
			if clues.Session != "" { // they are compared within it alone, and may be shorter
				list[i].Hash &= 1<<31 - 1
			}
		}
	}
	return clues
}

// chain adds the names of the exchange that this one continues. referred is true if another may name its
// response, or the items of its answer, by their ids: a conversation of the playground does not.
func (c *Clues) chain(m members, x *state.Exchange, of *wire.Capture, referred bool) {
	if x.IsRerank() {
		return
	}
	if m.previous != "" {
		c.After = append(c.After, Clue{hashOf("response", m.previous), ByResponse})
	} else if asked, err := itemsOf(of.Asked().Body, true); err == nil {
		c.items(asked, x, referred && !m.unstored)
		if x.Kind().String() == "gemini" {
			c.withoutIDs(of.Asked().Body, x)
		}
	}
	stored := !unstored(x.Response) || of.Head.IsSocket() // a connection stores its responses
	if x.ResponseID != "" && x.Kind() == state.Responses && stored && referred {
		c.Names = append(c.Names, Clue{hashOf("response", x.ResponseID), ByResponse})
	}
}

// items adds the names that follow from the items of the request and the answer. referred is true if the
// next request may name the items of this answer by their ids alone.
func (c *Clues) items(asked []item, x *state.Exchange, referred bool) {
	var ends chain
	by := ByItems
	last := -1 // of those that the model gave
	var after []Clue
	for i, it := range asked {
		ends.add(it)
		if it.reference {
			by = ByIDs
		}
		if it.given && (i+1 == len(asked) || !asked[i+1].given) {
			after, last = append(after, Clue{ends.hash(), by}), i
		}
	}
	slices.Reverse(after)
	if len(after) > 0 {
		c.After = append(c.After, after[0])
		c.After = append(c.After, together(asked[:last+1])...)
		c.After = append(c.After, after[1:]...)
	}
	c.After = c.After[:min(len(c.After), maxAfter)]
	c.compacted(asked)
	answer := answerOf(x, true)
	if len(answer) == 0 {
		return
	}
	items, ids, named := ends, ends, false
	for _, it := range answer {
		if it.summary != 0 {
			c.Names = append(c.Names, Clue{it.summary, ByCompact})
		}
		if it.prompt != 0 {
			c.Names = append(c.Names, Clue{it.prompt, ByParent})
		}
		items.add(it)
		if it.id != "" {
			it, named = reference(it.id), true
		}
		ids.add(it)
	}
	c.Names = append(c.Names, Clue{items.hash(), ByItems})
	if referred && named {
		c.Names = append(c.Names, Clue{ids.hash(), ByIDs})
	}
}

// withoutIDs adds the name of the exchange for a caller that sends calls back without their ids.
func (c *Clues) withoutIDs(body []byte, x *state.Exchange) {
	answer := answerOf(x, false)
	if !slices.ContainsFunc(answer, func(it item) bool { return it.call }) {
		return
	}
	asked, _ := itemsOf(body, false) // which was read before
	var ends chain
	for _, it := range slices.Concat(asked, answer) {
		ends.add(it)
	}
	if name := (Clue{ends.hash(), ByItems}); !slices.Contains(c.Names, name) {
		c.Names = append(c.Names, name)
	}
}

// compacted adds the name of the last compaction in a request: what was before it is not sent again.
func (c *Clues) compacted(asked []item) {
	for _, it := range slices.Backward(asked) {
		if it.summary != 0 {
			c.After = append(c.After, Clue{it.summary, ByCompact})
			return
		}
	}
}

// maxTogether bounds the calls of one answer whose outputs may appear between them.
const maxTogether = 16

// together returns the names of an answer of several calls for items that end with them: some callers put
// the output of each directly after its call.
func together(items []item) (names []Clue) {
	for i := len(items) - 1; i > 1 && items[i].call && items[i-1].output && items[i-2].call && len(names) < maxTogether; i -= 2 {
		var c chain
		for at, it := range items {
			if at < i-2 || it.given {
				c.add(it)
			}
		}
		names = append(names, Clue{c.hash(), ByItems})
	}
	return names
}

// retry adds what the public SDKs say of a request that they send again.
func (c *Clues) retry(x *state.Exchange, of *wire.Capture) {
	count, err := strconv.Atoi(of.Sent.Header.Get("X-Stainless-Retry-Count")) // of OpenAI's and Anthropic's
	if err != nil || count < 0 {
		return
	}
	sum := sha256.Sum256(of.Asked().Body)
	if count > 0 {
		c.After = append(c.After, Clue{hashOf("retry", string(sum[:]), strconv.Itoa(count-1)), ByRetry})
	}
	if x.Verdict != state.Completed {
		c.Names = append(c.Names, Clue{hashOf("retry", string(sum[:]), strconv.Itoa(count)), ByRetry})
	}
}
