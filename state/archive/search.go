package archive

import (
	"context"
	"database/sql"
	"strings"
	"unicode"

	"gatehouse/state/history"
	"gatehouse/state/query"
)

// selection writes the statement of a page. It finds the keys first, so that only rows of the page
// are read completely.
func (a *Archive) selection(ctx context.Context, p Page) (sql string, args []any) {
	f := a.search(ctx, p.Query)
	from, key, conditions := "exchange", "id", f.conditions
	if f.index != "" {
		from, key = f.index+" JOIN exchange ON exchange.id = "+f.index+".rowid", f.index+".rowid"
	}
	args = f.args
	if p.Before > 0 {
		conditions, args = append(conditions, key+" < ?"), append(args, p.Before)
	}
	where, more := a.where(ctx, f.rest)
	if where != "" {
		conditions = append(conditions, where)
	}
	conditions = append(conditions, "id NOT IN (SELECT id FROM exchange WHERE deleted IS NOT NULL)")
	args = append(append(args, more...), p.Limit)
	return "SELECT " + selected + " FROM exchange WHERE id IN (SELECT " + key + " FROM " + from + " WHERE " +
		strings.Join(conditions, " AND ") + " ORDER BY " + key + " DESC LIMIT ?) ORDER BY id DESC", args
}

// search is what of a query an index of words finds, the newest first.
type search struct {
	index      string // text or beginning; empty: the query has no words that must be there
	conditions []string
	args       []any
	rest       query.Query
}

// search takes the words out of a query of one alternative. Beginnings that many exchanges
// have are looked for in the index of beginnings: in text each costs as much as all that it
// finds.
func (a *Archive) search(ctx context.Context, q query.Query) search {
	if len(q.Any) != 1 {
		return search{rest: q}
	}
	var words, common []string
	var rest query.All
	for _, t := range q.Any[0] {
		switch {
		case t.Field != nil || t.Not:
			rest = append(rest, t)
		case isBeginning(t) && a.common(ctx, match(t)):
			common = append(common, match(t))
		default:
			words = append(words, match(t))
		}
	}
	s := search{}
	if len(rest) > 0 {
		s.rest.Any = []query.All{rest}
	}
	switch {
	case len(words) > 0:
		s.index, s.conditions, s.args = "text", []string{"text MATCH ?"}, []any{strings.Join(words, " ")}
		for _, c := range common {
			s.conditions = append(s.conditions, "EXISTS (SELECT 1 FROM beginning WHERE beginning MATCH ? AND rowid = text.rowid)")
			s.args = append(s.args, c)
		}
	case len(common) > 0:
		s.index, s.conditions, s.args = "beginning", []string{"beginning MATCH ?"}, []any{strings.Join(common, " ")}
	}
	return s
}

// isBeginning reports whether a term is the prefix of one word. The index of beginnings has no
// positions, which several words in a row need.
func isBeginning(t query.Term) bool {
	word, ok := strings.CutSuffix(t.Text, "*")
	return ok && !t.Phrase && word != "" && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) < 0
}

// common reports whether more than fewRows exchanges have words with a beginning. It is
// false while exchanges are not in the index of beginnings yet.
func (a *Archive) common(ctx context.Context, beginning string) bool {
	var common bool
	err := a.db().read.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM unindexed)
		AND (SELECT count(*) FROM (SELECT 1 FROM beginning WHERE beginning MATCH ? LIMIT ?)) > ?`, beginning, a.few+1, a.few).Scan(&common)
	return err == nil && common
}

// match quotes words for FTS5, so that none is an operator.
func match(t query.Term) string {
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	if t.Phrase {
		return quoted(t.Text)
	}
	word, prefix := strings.CutSuffix(t.Text, "*")
	if prefix && word != "" {
		return quoted(word) + "*"
	}
	return quoted(t.Text)
}

func (a *Archive) insertText(tx *sql.Tx, id int64, t *history.Text) error {
	_, err := tx.Stmt(a.db().inserts.text).Exec(id, t.Prompts, t.Answers, t.Thoughts, t.Calls, t.Documents)
	return err
}

func (a *Archive) insertBeginnings(tx *sql.Tx, id int64, t *history.Text) error {
	_, err := tx.Stmt(a.db().inserts.beginning).Exec(id, distinctWords(t.Prompts, t.Answers, t.Thoughts, t.Calls, t.Documents))
	return err
}

// distinctWords returns each word of texts once: the index of beginnings has no counts.
func distinctWords(texts ...string) string {
	seen := map[string]bool{}
	var b strings.Builder
	for _, t := range texts {
		for word := range strings.FieldsSeq(t) {
			if !seen[word] {
				seen[word] = true
				b.WriteString(word)
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}
