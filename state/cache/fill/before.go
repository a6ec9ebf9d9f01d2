package fill

import (
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/dialect"
)

// Before is an exchange that went before, with the tokens that it reports.
type Before struct {
	ID                 string
	Prompt             *run.Prompt
	Answer             []run.Piece // see run.AnswerOf
	In, Out, Reasoning int         // tokens; -1: not reported. Reasoning is a part of Out
}

// Prefix is an exchange with which a request begins: with all of its prompt, and with its answer if
// that follows unchanged.
type Prefix struct {
	ID             string
	Prompt, Answer int // pieces; Answer is 0 where the answer does not follow
	In, Out        int // tokens of these, as reported
	Less           int // tokens of its reasoning that are not sent on: Out is without them
}

// Measure is a ratio of tokens to bytes.
type Measure struct {
	ID     string // of the exchange that reported it
	Answer bool   // they are those of its answer, else of its prompt
	Tokens int
	Bytes  int
}

// beginsWith returns the exchange that has the most of the beginning of a prompt, of those that it begins
// with; nil for none.
func beginsWith(p *run.Prompt, before []*Before) (most *Prefix) {
	if !p.Complete() {
		return nil
	}
	for _, b := range before {
		n := len(b.Prompt.Pieces)
		if b.In <= 0 || n == 0 || n > len(p.Pieces) || !b.Prompt.Complete() {
			continue
		}
		if d := cache.Diff(p, b.Prompt); d.Change != cache.Same || d.Pieces < n {
			continue
		}
		x := &Prefix{ID: b.ID, Prompt: n, In: b.In}
		x.follow(b, p.Pieces[n:])
		if most == nil || x.Prompt+x.Answer > most.Prompt+most.Answer {
			most = x
		}
	}
	return most
}

// follow adds the answer of an exchange if the pieces after its prompt begin with it. The request may omit
// the reasoning.
func (b *Prefix) follow(of *Before, behind []run.Piece) {
	at, thoughts, sent := 0, false, false
	skip := func() {
		for at < len(behind) && kindOf(&behind[at]) == dialect.Thought {
			at, sent = at+1, true
		}
	}
	for i := range of.Answer {
		a := &of.Answer[i]
		switch {
		case kindOf(a) == dialect.Thought:
			thoughts = true
			continue
		case a.Text == "":
			continue
		}
		skip()
		if at == len(behind) || !repeats(&behind[at], a) {
			return
		}
		at++
	}
	less := 0
	if !sent {
		less = of.Reasoning
	}
	if at == 0 || of.Out <= 0 || less < 0 && thoughts || less > of.Out {
		return
	}
	b.Answer, b.Less, b.Out = at, max(less, 0), of.Out-max(less, 0)
}

func kindOf(p *run.Piece) dialect.Kind {
	_, kind, _ := p.Author()
	return kind
}

// repeats reports whether a piece of a request is one of an answer.
func repeats(p, answered *run.Piece) bool {
	role, kind, name := p.Author()
	_, its, called := answered.Author()
	if kind != its || name != called || kind == dialect.Text && role != dialect.Assistant {
		return false
	}
	return p.Text == answered.Text || kind != dialect.Text && run.Meaning(p.Text) == run.Meaning(answered.Text)
}

// measureOf returns the ratio of the exchange that the request begins with, else of the first that reports
// the tokens of its prompt, else of its answer; nil for none.
func measureOf(before []*Before, begins *Prefix) (m *Measure) {
	for _, of := range []func(*Before) *Measure{(*Before).ofPrompt, (*Before).ofAnswer} {
		for _, b := range before {
			x := of(b)
			if x != nil && (m == nil || begins != nil && x.ID == begins.ID) {
				m = x
			}
		}
		if m != nil {
			return m
		}
	}
	return nil
}

// ofPrompt is nil where the tokens of the prompt say nothing of its bytes.
func (b *Before) ofPrompt() *Measure {
	m := Measure{ID: b.ID, Tokens: b.In}
	for i := range b.Prompt.Pieces {
		if b.Prompt.Pieces[i].Media {
			return nil
		}
		m.Bytes += bytesOf(&b.Prompt.Pieces[i])
	}
	if m.Tokens <= 0 || m.Bytes == 0 || !b.Prompt.Complete() {
		return nil
	}
	return &m
}

// minAnswer is how long an answer is at least whose tokens are taken for a measure, in bytes.
const minAnswer = 100

// ofAnswer is nil where the tokens of the answer say nothing of its bytes, or little.
func (b *Before) ofAnswer() *Measure {
	m := Measure{ID: b.ID, Answer: true, Tokens: b.Out - max(b.Reasoning, 0)}
	for i := range b.Answer {
		switch kindOf(&b.Answer[i]) {
		case dialect.Text, dialect.Call:
			m.Bytes += len(b.Answer[i].Text) + len(called(&b.Answer[i]))
		case dialect.Thought:
			if b.Reasoning < 0 {
				return nil
			}
		default:
			return nil
		}
	}
	if m.Tokens <= 0 || m.Bytes < minAnswer {
		return nil
	}
	return &m
}

// spread shares out tokens that are reported of some pieces, by what each was counted to be. What is
// left of them is that of the attachments.
func spread(pieces []Piece, tokens int) {
	all, media := 0, 0
	for i := range pieces {
		if pieces[i].Kind == Attachments {
			media++
		} else {
			all += pieces[i].Tokens
		}
	}
	left := 0
	if media > 0 || all == 0 {
		left = max(tokens-all, 0)
		all += left
	}
	sum, n := 0, 0
	for i := range pieces {
		x := &pieces[i]
		if x.Kind == Attachments && left == 0 {
			continue
		}
		was := share(sum, tokens, all)
		switch {
		case x.Kind == Attachments:
			sum, n = sum+share(n+1, left, media)-share(n, left, media), n+1
		case media == 0 && i == 0: // of nothing but empty texts it is all
			sum += left
			fallthrough
		default:
			sum += x.Tokens
		}
		x.Tokens, x.About = share(sum, tokens, all)-was, true
	}
}

func share(part, tokens, all int) int {
	if all == 0 {
		return 0
	}
	return int((2*int64(part)*int64(tokens) + int64(all)) / (2 * int64(all)))
}
