package archive

import (
	"context"
	"database/sql"
	"errors"

	"gatehouse/state/history"
)

// indexedAtOnce is how many exchanges are indexed in one transaction: other programs wait
// for its end.
const indexedAtOnce = 20

// indexSome adds the newest exchanges that are not in the indexes of words yet: those of an
// archive from before an index, or whose index was damaged. more says whether there may be
// others. What was killed amid it goes on at the next start.
func (a *Archive) indexSome() (more bool, err error) {
	if a.options.Fold == nil {
		return false, nil
	}
	ctx := context.Background()
	var below int64
	switch err := a.db().write.QueryRow("SELECT below FROM unindexed").Scan(&below); {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	}
	list, err := a.listBelow(ctx, below)
	if err != nil {
		return false, err
	}
	tx, err := a.db().write.Begin()
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	for _, id := range list {
		if err := a.indexAgain(ctx, tx, id); err != nil {
			return false, err
		}
		below = id
	}
	if len(list) < indexedAtOnce {
		_, err = tx.Exec("DELETE FROM unindexed")
	} else {
		_, err = tx.Exec("UPDATE unindexed SET below = ?", below)
	}
	if err != nil {
		return false, err
	}
	return len(list) == indexedAtOnce, tx.Commit()
}

func (a *Archive) listBelow(ctx context.Context, below int64) (ids []int64, err error) {
	rows, err := a.db().write.QueryContext(ctx, "SELECT id FROM exchange WHERE id < ? ORDER BY id DESC LIMIT ?", below, indexedAtOnce)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// indexAgain adds an exchange to those of the indexes that do not have it. One whose
// capture cannot be read is left out.
func (a *Archive) indexAgain(ctx context.Context, tx *sql.Tx, id int64) error {
	var inText, inBeginning bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM text_docsize WHERE id = ?1), EXISTS (SELECT 1 FROM beginning_docsize WHERE id = ?1)`, id).
		Scan(&inText, &inBeginning)
	if err != nil || inText && inBeginning {
		return err
	}
	e, err := scanEntry(tx.QueryRow("SELECT "+columns+" FROM exchange WHERE id = ?", id))
	if err != nil {
		return err
	}
	c, err := a.capture(ctx, a.db().read, id)
	if damaged(err) {
		return err
	}
	if err != nil {
		return nil
	}
	text := history.TextOf(a.options.Fold(e.About, c), c)
	if !inText {
		err = a.insertText(tx, id, &text)
	}
	if err == nil && !inBeginning {
		err = a.insertBeginnings(tx, id, &text)
	}
	return err
}
