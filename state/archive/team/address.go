package team

import "github.com/jackc/pgx/v5/pgconn"

// Password is what a database is opened with: the password of its address, else that of PGPASSWORD or
// of ~/.pgpass; empty where there is none, or the address cannot be read.
func Password(address string) string {
	c, err := pgconn.ParseConfig(address)
	if err != nil {
		return ""
	}
	return c.Password
}
