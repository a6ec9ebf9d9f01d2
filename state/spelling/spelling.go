// Package spelling writes names, words of a shell and received text so that they are read as
// they are meant, finds what a misspelled name was probably meant to be, and searches text
// without regard to case.
package spelling

import "strings"

// Nearest returns the name that a word was probably meant to be: the one with the fewest
// changes of a letter, at most a third of its length; empty for none.
func Nearest(word string, names []string) string {
	nearest, least := "", 0
	for _, name := range names {
		n := changes(strings.ToLower(word), strings.ToLower(name))
		if n <= max(len(name)/3, 1) && (nearest == "" || n < least) {
			nearest, least = name, n
		}
	}
	return nearest
}

// changes counts the letters to insert, delete, replace or swap with their neighbour that
// make b of a (the optimal string alignment distance).
func changes(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replaced := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// Meant says what a name that is not known was probably meant to be, else which names there
// are, as the end of a message; empty where there are none.
func Meant(word string, names []string) string {
	switch near := Nearest(word, names); {
	case near != "":
		return "; did you mean " + near + "?"
	case len(names) > 0:
		return "; known here: " + strings.Join(names, ", ")
	}
	return ""
}
