package archive

import (
	"bytes"
	"context"
	"database/sql"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/cost/prices"
	"gatehouse/state/cost/receipt"
)

// Prices returns the prices of the options and of the saved lists.
func (a *Archive) Prices(ctx context.Context) prices.Book {
	if book := a.book.Load(); book != nil {
		return *book
	}
	var book prices.Book
	if a.options.Prices != nil {
		book = a.options.Prices()
	}
	lists, err := reading(ctx, a, func(db *sql.DB) (all []prices.List, err error) {
		var l prices.List
		var at int64
		var packed []byte
		err = queryRows(ctx, db, "SELECT address, at, models FROM price_list ORDER BY at", nil, []any{&l.Address, &at, &packed}, func() error {
			if len(packed) == 0 {
				return nil
			}
			body, err := a.packer.Unpack(nil, packed)
			if err == nil {
				l.Models, err = read.Models(body)
			}
			if err == nil { // a damaged one is skipped
				l.At = time.UnixMicro(at)
				all = append(all, l)
			}
			return nil
		})
		return all, err
	})
	if err != nil {
		a.report(err)
		return book
	}
	book.Lists = append(lists, book.Lists...)
	a.book.CompareAndSwap(nil, &book)
	return *a.book.Load()
}

// SavePrices saves the prices of a connection's list that differ from earlier lists, and waits for
// it. Exchanges of the connection without a price are priced again.
func (a *Archive) SavePrices(ctx context.Context, address string, models []wire.Model, at time.Time) error {
	if address == "" || a.readOnly != nil {
		return a.readOnly
	}
	book := a.Prices(ctx)
	l := book.Changed(prices.List{Address: address, At: at, Models: prices.Trim(models)})
	if len(l.Models) == 0 {
		return nil
	}
	var raw [][]byte
	for _, m := range l.Models {
		raw = append(raw, m.Raw)
	}
	packed := a.packer.Pack(append(append([]byte{'['}, bytes.Join(raw, []byte{','})...), ']'))
	return a.waitTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT OR REPLACE INTO price_list (address, at, models) VALUES (?, ?, ?)", l.Address, l.At.UnixMicro(), packed); err != nil {
			return err
		}
		again, err := tx.Exec("UPDATE exchange SET receipt = NULL WHERE receipt LIKE ? AND base_url = ?", "%,"+string(receipt.Unpriced)+",%", l.Address)
		if err != nil {
			return err
		}
		if n, _ := again.RowsAffected(); n > 0 {
			a.outdated = true
			if _, err := tx.Exec("DELETE FROM unindexed"); err != nil {
				return err
			}
			if _, err := tx.Exec("INSERT INTO unindexed SELECT max(id) + 1 FROM exchange WHERE receipt IS NULL"); err != nil {
				return err
			}
		}
		book.Lists = append(book.Lists[:len(book.Lists):len(book.Lists)], l)
		a.book.Store(&book)
		return nil
	})
}
