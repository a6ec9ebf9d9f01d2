package archive

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"gatehouse/state/stats"
)

// TestFiguresLeaveNoStatement: alerts ask for figures after each exchange, and a connection
// would keep each statement for as long as it lives.
func TestFiguresLeaveNoStatement(t *testing.T) {
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.wait(t.Context(), func() error {
		tx, err := a.db().write.Begin()
		if err != nil {
			return err
		}
		e := synthetic(rand.New(rand.NewPCG(1, 2)), 1, time.Now())
		if err := a.insertEntry(tx, e.Start.UnixMicro(), &e); err != nil {
			return err
		}
		return tx.Commit()
	}); err != nil {
		t.Fatal(err)
	}
	a.db().read.SetMaxOpenConns(1)
	open := func() int {
		conn, err := a.db().read.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return reflect.ValueOf(conn).Elem().FieldByName("dc").Elem().FieldByName("openStmt").Len()
	}
	before := open()
	for range 3 {
		for _, text := range []string{"", "since:1d", "provider:nobody"} {
			figuresOf(t, a, text, stats.Dimensions()[0])
		}
	}
	if n := open(); n > before {
		t.Errorf("%d statements are left open", n-before)
	}
}
