package pages

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

// Query is what to look for.
type Query struct {
	Text   string
	Filter Filter
	Max    int // the most hits that are wanted; 0 or less is none
}

// Hit is a page that was found.
type Hit struct {
	Page
	Score   float64 // above 0; only good for comparing hits of one search
	Excerpt string  // the sentence that fits the query best, as it stands in Text
}

// index counts the words of every page.
type index struct {
	counts []map[string]int // by page; a word of the title counts three times, one of the address once
	rare   map[string]float64
}

func newIndex(pages []Page) index {
	x := index{rare: map[string]float64{}}
	for _, p := range pages {
		counts := map[string]int{}
		for _, w := range stems(p.Text) {
			counts[w]++
		}
		for _, w := range stems(p.Title) {
			counts[w] += 3
		}
		_, path := split(p.URL)
		for _, w := range stems(path) {
			counts[w]++
		}
		for w := range counts {
			x.rare[w]++
		}
		x.counts = append(x.counts, counts)
	}
	for w, n := range x.rare {
		x.rare[w] = math.Log(1 + float64(len(pages))/n)
	}
	return x
}

// Search finds the pages that have words of the query, the best first. A word
// counts the more, the fewer pages have it; a second time on the same page it
// counts less than at first.
func (w *Web) Search(q Query) []Hit {
	var hits []Hit
	asked := unique(stems(q.Text))
	for i, p := range w.pages {
		if !q.Filter.Allows(p.URL) {
			continue
		}
		if score := w.index.score(asked, w.index.counts[i]); score > 0 {
			hits = append(hits, Hit{Page: p, Score: score, Excerpt: w.index.excerpt(asked, p.Text)})
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:max(0, min(q.Max, len(hits)))]
}

func (x index) score(asked []string, counts map[string]int) float64 {
	score := 0.0
	for _, w := range asked {
		n := float64(counts[w])
		score += x.rare[w] * n / (n + 1)
	}
	return score
}

// excerpt is the sentence with the most of what was asked for.
func (x index) excerpt(asked []string, text string) string {
	best, most := "", -1.0
	for _, sentence := range sentences(text) {
		counts := map[string]int{}
		for _, w := range stems(sentence) {
			counts[w]++
		}
		if score := x.score(asked, counts); score > most {
			best, most = sentence, score
		}
	}
	return best
}

// sentences cuts a text at full stops that end a word.
func sentences(text string) []string {
	var list []string
	for line := range strings.SplitSeq(text, "\n") {
		for line != "" {
			end := len(line)
			if i := strings.Index(line, ". "); i >= 0 {
				end = i + 1
			}
			list = append(list, line[:end])
			line = strings.TrimLeft(line[end:], " ")
		}
	}
	return list
}

func unique(list []string) []string {
	var once []string
	for _, w := range list {
		if !slices.Contains(once, w) {
			once = append(once, w)
		}
		if len(once) == 200 {
			break // a prompt can be a book; its beginning is enough
		}
	}
	return once
}

// stems is the words of a text in lower case, without endings and without those
// that say nothing.
func stems(text string) []string {
	var list []string
	stop := stopWords()
	for w := range output.Words(text) {
		if len(w) > 1 && !slices.Contains(stop, w) {
			list = append(list, stem(w))
		}
	}
	return list
}

// stem is a word without its ending, so that rerank finds what is said of a
// reranker. What is left need not be a word.
func stem(w string) string {
	for _, end := range []string{"ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "y", "e"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) {
			return strings.TrimSuffix(w, end)
		}
	}
	return w
}

func stopWords() []string {
	return strings.Fields(`about all an and any are as at be by can did do does fetch find for from get give has have how if in
		into is it its latest look me most my new news no not of on one online or out page pages please search show so
		some tell than that the their them there they this to up us use was we web website were what when where which who
		why will with without would you your internet`)
}
