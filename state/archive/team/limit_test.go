package team_test

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history/query"
)

// silent is a server that takes connections, answers a number of messages, and then is silent. It returns its address.
func silent(t *testing.T, answers int) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				server := pgproto3.NewBackend(conn, conn)
				if _, err := server.ReceiveStartupMessage(); err != nil {
					return
				}
				server.Send(&pgproto3.AuthenticationOk{})
				server.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
				_ = server.Flush()
				for n := 0; ; n++ {
					m, err := server.Receive()
					if err != nil {
						return
					}
					if _, simple := m.(*pgproto3.Query); n < answers && simple {
						server.Send(&pgproto3.CommandComplete{CommandTag: []byte("SET")})
						server.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
						_ = server.Flush()
					}
				}
			}()
		}
	}()
	return "postgres://ann@" + l.Addr().String() + "/history?sslmode=disable&statement_timeout=50ms"
}

// TestASilentServerEndsEachStatement after its limit, with what to do.
func TestASilentServerEndsEachStatement(t *testing.T) {
	for _, answers := range []int{0, 1} {
		address := silent(t, answers)
		if _, err := team.Open(t.Context(), address, nil); err == nil || !strings.Contains(err.Error(), "127.0.0.1:") || strings.Contains(err.Error(), "SQLSTATE") {
			t.Errorf("after %d answers: %v", answers, err)
		}
		if _, err := team.Init(t.Context(), address); err == nil {
			t.Errorf("after %d answers init succeeded", answers)
		}
	}
}

// TestAStatementThatTakesTooLong names the database and the remedy.
func TestAStatementThatTakesTooLong(t *testing.T) {
	_, url := initialized(t)
	s, err := team.Open(t.Context(), url+"&statement_timeout=300", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	exec(t, url, "SELECT gatehouse.open_day(1)")
	exec(t, url, "ALTER TABLE gatehouse.day RENAME TO days; CREATE VIEW gatehouse.day AS SELECT day FROM gatehouse.days, pg_sleep(60)")
	var failed *team.FailedError
	if _, err := s.List(t.Context(), archive.Page{Limit: 1}); !errors.As(err, &failed) || failed.At == "" || !strings.Contains(err.Error(), "since:1d") {
		t.Errorf("%v", err)
	}
}

// TestALostConnectionDoesNotHoldOthersUp: its transaction ends before others give up waiting for its locks.
func TestALostConnectionDoesNotHoldOthersUp(t *testing.T) {
	_, url := initialized(t)
	list := some(t, 1)
	lost, others := open(t, url+"&statement_timeout=2s"), open(t, url+"&statement_timeout=2s")
	if err := lost.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := others.Put(t.Context(), writer, list); err != nil {
		t.Errorf("%v", err)
	}
}

// TestErrorsOfTheDriver name the database, and what to do, in one line.
func TestErrorsOfTheDriver(t *testing.T) {
	for statement, help := range map[string]string{
		"DROP TABLE gatehouse.exchange CASCADE":                    "gatehouse team init makes it again",
		"ALTER TABLE gatehouse.exchange RENAME COLUMN cost TO sum": "gatehouse team init makes it again",
		"ALTER DATABASE %d SET default_transaction_read_only = on": "name the primary server",
		"CREATE OR REPLACE FUNCTION gatehouse.open_day(of integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room' USING ERRCODE = '53100'; END $$": "its owner removes exchanges",
	} {
		s, url := initialized(t)
		database := url[strings.LastIndex(url[:strings.IndexByte(url, '?')], "/")+1 : strings.IndexByte(url, '?')]
		exec(t, url, strings.Replace(statement, "%d", database, 1))
		s.Close()
		s = open(t, url)
		_, err := s.List(t.Context(), archive.Page{Limit: 1})
		if err == nil {
			_, err = s.Totals(t.Context(), query.Query{})
		}
		if err == nil {
			_, err = s.Put(t.Context(), writer, some(t, 1))
		}
		var failed *team.FailedError
		if !errors.As(err, &failed) || !strings.HasPrefix(failed.Of, "gatehouse.") || !strings.Contains(err.Error(), help) || strings.Contains(err.Error(), "SQLSTATE") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// TestInitRefusesANumberThatNoVersionHas.
func TestInitRefusesANumberThatNoVersionHas(t *testing.T) {
	for _, number := range []string{"-1", "-2147483648", "1", "2147483647", "NULL"} {
		_, url := initialized(t)
		exec(t, url, "ALTER TABLE gatehouse.about ALTER version DROP NOT NULL; UPDATE gatehouse.about SET version = "+number)
		if lines, err := team.Init(t.Context(), url); err == nil || strings.Contains(err.Error(), "scan") {
			t.Errorf("%s: %v, %v", number, lines, err)
		}
	}
	_, url := initialized(t)
	exec(t, url, "DELETE FROM gatehouse.about")
	if lines, err := team.Init(t.Context(), url); err == nil || !strings.Contains(err.Error(), "drop the schema") {
		t.Errorf("%v, %v", lines, err)
	}
}

func open(t *testing.T, url string) *team.Store {
	t.Helper()
	s, err := team.Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
