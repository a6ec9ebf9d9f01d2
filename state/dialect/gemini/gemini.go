// Package gemini reads Gemini's generateContent.
package gemini

import "gatehouse/state/dialect"

const title dialect.Dialect = "Gemini"

// API is POST …:generateContent.
func API() dialect.API {
	return dialect.API{
		Name: "gemini", Dialect: title,
		Request: func(r *dialect.Reader, top dialect.Object) bool { return (reader{r}).request(top) },
	}
}
