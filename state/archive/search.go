package archive

import (
	"context"
	"database/sql"
	"strings"
	"unicode"

	"gatehouse/state/answer/figures"
	"gatehouse/state/cache"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/report"
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
	order, outer := key+" DESC", "id DESC"
	if column := p.Order.Column; p.valueless {
		conditions = append(conditions, column+" IS NULL")
	} else if column != "" {
		by, direction, sign := a.orderColumn(ctx, p, f), "DESC", "<"
		if p.Order.Ascending {
			direction, sign = "ASC", ">"
		}
		conditions = append(conditions, by+" IS NOT NULL")
		if p.After != nil {
			conditions = append(conditions, "("+by+", "+key+") "+sign+" (?, ?)")
			args = append(args, history.ColumnOf(column).Of(p.After).Get(), p.After.Key)
		}
		order = by + " " + direction + ", " + key + " " + direction
		outer = "+" + column + " " + direction + ", id " + direction // the rows of the page are sorted
	}
	where, more := a.where(ctx, f.rest)
	if where != "" {
		conditions = append(conditions, where)
	}
	conditions = append(conditions, "id NOT IN (SELECT id FROM exchange WHERE deleted IS NOT NULL)")
	args = append(append(args, more...), p.Limit)
	return "SELECT " + selected + " FROM exchange WHERE id IN (SELECT " + key + " FROM " + from + " WHERE " +
		strings.Join(conditions, " AND ") + " ORDER BY " + order + " LIMIT ?) ORDER BY " + outer, args
}

// orderColumn writes the column that a page is ordered by. Its index gives the rows in their order,
// except where words or a span of time find so few that they are sorted: then a plus excludes it.
func (a *Archive) orderColumn(ctx context.Context, p Page, f search) string {
	from, _, _, ok := p.Query.Times()
	if f.index != "" || ok && !from.IsZero() && !a.many(ctx, condition{sql: "id >= ?", args: []any{from.UnixMicro()}}) {
		return "+" + p.Order.Column
	}
	return p.Order.Column
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

// indexedAtOnce bounds the exchanges that are indexed in one transaction, and the bytes of
// their requests and answers: other programs wait for its end.
const (
	indexedAtOnce      = 20
	indexedBytesAtOnce = 4 << 20
)

// indexSome adds the newest exchanges that are not in the search tables, since these were
// damaged, or whose receipts are to be computed again. more reports whether there may be others.
// A program that is killed before the end continues at the next start.
func (a *Archive) indexSome() (more bool, err error) {
	if a.options.Fold == nil {
		return false, nil
	}
	ctx := context.Background()
	from, err := unindexedBelow(ctx, a.db().write)
	if err != nil || from == 0 {
		return false, err
	}
	list, more, err := a.listBelow(ctx, from)
	if err != nil {
		return false, err
	}
	found := make([]*searched, len(list)) // made before anybody has to wait
	for i := range list {
		if found[i], err = a.readAgain(ctx, &list[i]); err != nil {
			return false, err
		}
	}
	tx, err := a.db().write.Begin()
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	if now, err := unindexedBelow(ctx, tx); err != nil || now != from {
		return err == nil, err // another program was here meanwhile
	}
	for i := range list {
		if err := a.indexAgain(tx, list[i].Key, found[i]); err != nil {
			return false, err
		}
	}
	if more {
		_, err = tx.Exec("UPDATE unindexed SET below = ?", list[len(list)-1].Key)
	} else {
		_, err = tx.Exec("DELETE FROM unindexed")
	}
	if err != nil {
		return false, err
	}
	return more, tx.Commit()
}

// indexNext indexes some exchanges, or explains some caches once all are indexed.
func (a *Archive) indexNext() (more bool, err error) {
	if more, err = a.indexSome(); more || err != nil {
		return more, err
	}
	return a.explainSome()
}

// unindexedBelow returns the key below which exchanges may be missing in the indexes of words; 0:
// none is.
func unindexedBelow(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (below int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(below), 0) FROM unindexed").Scan(&below)
	return below, err
}

// listBelow returns the next exchanges to index; more reports whether there are others.
func (a *Archive) listBelow(ctx context.Context, below int64) (list []history.Entry, more bool, err error) {
	list, err = entries(ctx, a.db().read, "SELECT "+selected+" FROM exchange WHERE id < ? ORDER BY id DESC LIMIT ?", below, indexedAtOnce+1)
	bytes := int64(0)
	for i := range list {
		if bytes += list[i].Size; i == indexedAtOnce || i > 0 && bytes > indexedBytesAtOnce {
			return list[:i], true, err
		}
	}
	return list, false, err
}

// searched is what the capture of an exchange adds to its row.
type searched struct {
	text    history.Text
	record  *cache.Record
	receipt []string
}

// readAgain returns what can be searched of an exchange; nil for one that is complete or whose
// capture cannot be read.
func (a *Archive) readAgain(ctx context.Context, e *history.Entry) (*searched, error) {
	var inAll bool
	err := a.db().read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM text_docsize WHERE id = ?1) AND EXISTS (SELECT 1 FROM beginning_docsize WHERE id = ?1)
		AND EXISTS (SELECT 1 FROM exchange WHERE id = ?1 AND receipt IS NOT NULL)`, e.Key).
		Scan(&inAll)
	if err != nil || inAll {
		return nil, err
	}
	c, err := a.capture(ctx, a.db().read, e.Key)
	if damaged(err) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	x := a.options.Fold(e.About, c)
	bill := report.ReceiptOf(report.SubjectOf(x, c, e.About, a.Prices(ctx)))
	return &searched{history.TextOf(x, c), cache.RecordOf(x, c, bill), bill.Names()}, nil
}

// indexAgain adds an exchange to those of the search tables that do not have it, and writes its
// receipt, unless it was removed meanwhile.
func (a *Archive) indexAgain(tx *sql.Tx, id int64, s *searched) error {
	if s == nil {
		return nil
	}
	var there, inText, inBeginning, billed bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM exchange WHERE id = ?1), EXISTS (SELECT 1 FROM text_docsize WHERE id = ?1),
		EXISTS (SELECT 1 FROM beginning_docsize WHERE id = ?1), EXISTS (SELECT 1 FROM exchange WHERE id = ?1 AND receipt IS NOT NULL)`, id).
		Scan(&there, &inText, &inBeginning, &billed)
	if err == nil && there && !inText {
		err = a.insertText(tx, id, &s.text)
	}
	if err == nil && there && !inBeginning {
		err = a.insertBeginnings(tx, id, &s.text)
	}
	if err != nil || !there || billed {
		return err
	}
	if s.record != nil { // its cache is explained once those before it are known
		if _, err := tx.Stmt(a.db().inserts.prompt).Exec(id, opening(&s.record.Prompt), cache.Pack(s.record)); err != nil {
			return err
		}
	}
	_, err = tx.Exec("UPDATE exchange SET cache = NULL, receipt = ? WHERE id = ?", history.ColumnOf("receipt").Of(&history.Entry{Receipt: s.receipt}).Get(), id)
	return err
}

// Unfound reports how many exchanges a query for words or receipts does not find, since they are
// not indexed yet: after a search table was damaged, or new prices were received. It is empty
// for none, and for another query.
func (a *Archive) Unfound(ctx context.Context, q query.Query) string {
	by, n, _ := a.unindexedFor(ctx, q)
	switch {
	case n <= 0:
		return ""
	case a.readOnly != nil:
		return figures.Counted(n, "exchange") + " cannot be found by " + by + ": the history cannot be written, so it is not indexed"
	case n == 1:
		return "1 exchange cannot be found by " + by + " yet; it is being indexed"
	}
	return figures.Thousands(n) + " exchanges cannot be found by " + by + " yet; they are being indexed"
}

// unindexedFor counts the exchanges that a query does not find, and returns by what.
func (a *Archive) unindexedFor(ctx context.Context, q query.Query) (by string, n int, err error) {
	if q.Asks("") {
		if n, err = a.unindexed(ctx, "NOT EXISTS (SELECT 1 FROM text_docsize WHERE id = next.id)"); n > 0 || err != nil {
			return "words", n, err
		}
	}
	if q.Asks("receipt") {
		if n, err = a.unindexed(ctx, "receipt IS NULL"); n > 0 || err != nil {
			return "receipt", n, err
		}
	}
	if q.Asks("cache") {
		err = a.db().read.QueryRowContext(ctx, "SELECT count(*) FROM exchange WHERE cache IS NULL").Scan(&n)
		return "cache", n, err
	}
	return "", 0, nil
}

// unindexed counts the exchanges that are not indexed if one of the newest of them meets a
// condition: otherwise only another index is missing.
func (a *Archive) unindexed(ctx context.Context, lacks string) (n int, err error) {
	err = a.db().read.QueryRowContext(ctx, `WITH next AS (SELECT id, receipt FROM exchange WHERE id < (SELECT below FROM unindexed) ORDER BY id DESC LIMIT ?)
		SELECT CASE WHEN EXISTS (SELECT 1 FROM next WHERE `+lacks+`)
			THEN (SELECT count(*) FROM exchange WHERE id < (SELECT below FROM unindexed)) ELSE 0 END`, indexedAtOnce).Scan(&n)
	return n, err
}

// IndexLeft indexes the exchanges that Unfound counts for a query. each receives progress in
// exchanges; its error ends the work, and is returned.
func (a *Archive) IndexLeft(ctx context.Context, q query.Query, each func(done, total int) error) error {
	if a.readOnly != nil {
		return nil
	}
	_, total, err := a.unindexedFor(ctx, q)
	for left := total; left > 0 && err == nil; {
		if err := each(total-left, total); err != nil {
			return err
		}
		more := false
		if err = a.wait(ctx, func() (err error) { more, err = a.indexNext(); return err }); err != nil || !more {
			return err
		}
		_, left, err = a.unindexedFor(ctx, q)
	}
	return err
}
