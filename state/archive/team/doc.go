// Package team is one history for a team, in a PostgreSQL database: who writes puts exchanges
// into it, masked already, and who reads has the same lists, filters, figures and runs as in the
// archive of one machine. Tables are partitioned by day, so that old days are dropped at once; a
// body is kept in pieces by what is in them, so that what many requests of a day have in common is
// kept once.
package team
