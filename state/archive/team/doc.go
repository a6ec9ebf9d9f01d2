// Package team is one history for a team, in a PostgreSQL database. Writers add exchanges that are
// masked already; readers have the same lists, filters, figures and runs as in the archive of one
// machine. Tables are partitioned by day, so that old days are dropped at once. A body is stored in
// pieces by their content, so that what the requests of a day have in common is stored once.
package team
