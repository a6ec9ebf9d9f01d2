package team

import "context"

// Hold locks what all writers need, in a transaction that does not end.
func (s *Store) Hold(ctx context.Context) error {
	tx, err := s.pool.Begin(ctx)
	if err == nil {
		_, err = tx.Exec(ctx, "SELECT pg_advisory_xact_lock(7236489, 2)")
	}
	return err
}
