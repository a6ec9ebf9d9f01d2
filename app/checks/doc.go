// Package checks reads files of checks, and holds exchanges against them: those that a command
// sends, and those that were recorded. Nothing here sends anything.
package checks
