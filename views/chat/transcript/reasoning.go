package transcript

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

// reasoning adds a reasoning item as one row: how much there is, and while it
// grows its last words. Unfolded it shows all of them.
func (b *builder) reasoning(it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceItem}, it.Version)
	if fresh {
		s.folds, s.folded, s.inset = true, true, bodyInset
		b.finish(s)
	}
	texts := it.TextBuffers()
	length := 0 // bytes
	for _, text := range texts {
		length += text.Len()
	}
	size := b.thought(it, length)
	running := b.running(it)
	if !fresh && !running && s.made == size {
		return
	}
	if s.made = size; running { // its last words go when it ends
		s.made = ""
	}
	s.what, s.source = "reasoning", func() string { return joined(it.TextBuffers()).String() }
	switch {
	case len(texts) > 0 && fresh:
		b.joinedTexts(s, texts, b.styles.Reasoning)
	case len(texts) == 0 && encrypted(it) != "":
		s.source = func() string { return string(it.Raw) }
		if !s.folded || b.search {
			b.json(s, scan.AsSpelled(it.Raw))
		}
	}
	about, tail := size, ""
	switch {
	case len(texts) > 0 && running && s.folded:
		tail = b.ink(&b.styles.Reasoning, text.SanitizeLine(lastWords(texts[len(texts)-1].Tail(lookedAt), b.width)))
	case len(texts) == 0 && encrypted(it) != "":
		about = "encrypted, " + figures.Size(len(encrypted(it)))
	case len(texts) == 0 && running:
		about = ""
	case len(texts) == 0:
		about = "empty"
	}
	s.head = []string{b.fold(s.folded, b.ink(&b.styles.Reasoning, "reasoning"), b.ink(&b.styles.Dim, about), tail)}
}

// encrypted returns what a reasoning item holds that cannot be read; empty for none.
func encrypted(it *state.Item) string {
	return gjson.GetBytes(it.Raw, "encrypted_content").String()
}

// thought returns how long a reasoning item is: in tokens as the usage counts them
// where they can be of this item alone; else an estimate, until they are
// counted with those of others.
func (b *builder) thought(it *state.Item, bytes int) string {
	x := b.tv.turn.Exchange
	if x == nil {
		return "~" + figures.Counted(figures.EstimateTokens(int64(bytes)), "token")
	}
	share := b.tv.shareOf(x)
	others := slices.ContainsFunc(share.first, func(other *state.Item) bool { return other.Serial != it.Serial })
	switch {
	case share.counted < 0:
		return "~" + figures.Counted(figures.EstimateOf(x, bytes), "token")
	case share.counted == 0 || others:
		return figures.Size(bytes)
	}
	return figures.Counted(share.counted, "token")
}

// reasoningShare is what is known of an exchange's reasoning.
type reasoningShare struct {
	counted int           // tokens; -1 until the usage is known
	first   []*state.Item // that may have reasoned: two show that there are several
}

func (tv *turnView) shareOf(x *state.Exchange) reasoningShare {
	return tv.reasoning.Get(exchangeAt{x, x.Version}, func() reasoningShare {
		share := reasoningShare{counted: figures.TokensOf(x).Counts[usage.Reasoning]}
		for _, it := range x.Items {
			if share.counted <= 0 || len(share.first) == 2 {
				break
			}
			if it.Type == "reasoning" || len(it.Panels()) > 0 {
				share.first = append(share.first, it)
			}
		}
		return share
	})
}

// lookedAt is how much of the end of a text is looked at for its last words, in
// bytes.
const lookedAt = 4 << 10

// lastPlainWords is lastWords of markdown, without its markup: of the last line that
// says anything.
func lastPlainWords(text *state.TextBuffer, width int) string {
	s := text.Tail(lookedAt)
	if text.Len() > len(s) {
		s = strings.ToValidUTF8(s, "")
	}
	for s != "" {
		at := strings.LastIndexByte(s, '\n')
		if plain := markdown.WithoutMarkup(s[at+1:]); plain != "" {
			return lastWords(plain, width)
		}
		s = s[:max(at, 0)]
	}
	return ""
}

// lastWords returns the end of the last line of a text that grows.
func lastWords(s string, width int) string {
	s = strings.TrimRight(s, " \n")
	if n := len(s) - width; n > 0 {
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n++
		}
		s = s[n:]
		if i := strings.IndexByte(s, ' '); i >= 0 {
			s = s[i+1:]
		}
	}
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return s
}
