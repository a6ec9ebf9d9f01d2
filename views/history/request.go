package history

import (
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/views/text"
)

// ofOthers reports whether an exchange is one that lists tell from others by its request:
// another program's, or one with another API.
func ofOthers(e *history.Entry) bool { return e.Path != "" && (e.Caller != "" || !e.Kind.IsOwn()) }

// cutRequest shortens a path from its beginning, where there is room at one of its slashes:
// the end tells the endpoint.
func cutRequest(request string, cells int) string {
	at := strings.LastIndexByte(request, ' ') // a method has none, and what stands for it may
	if at < 0 || text.Width(request) <= cells {
		return request
	}
	method, path := request[:at], request[at+1:]
	room := cells - text.Width(method) - 2
	if room < 1 {
		return request
	}
	if end := lastSegments(path, room); end != "" {
		return method + " …" + end
	}
	if strings.Contains(method, " ") {
		return method
	}
	return method + " …" + text.TruncateLeft(path, text.Width(path)-room, "")
}

// lastSegments is the most of a path's end that begins with a slash, though not with its
// first byte, and fits in some cells; empty where nothing does. It measures each byte at
// most once: a path may be nothing but slashes.
func lastSegments(path string, cells int) string {
	from := len(path)
	for {
		slash := strings.LastIndexByte(path[:from], '/')
		if slash <= 0 {
			return path[from:]
		}
		if cells -= text.Width(path[slash:from]); cells < 0 {
			return path[from:]
		}
		from = slash
	}
}

// mostBefore is how many cells a request takes before the words.
const mostBefore = 20

// Words are the first words of an exchange in a list with some columns. Where the request has
// no column, it stands for words that are missing, and before those of a request to another
// endpoint than those that generate text or rank. A silence at the end is said before them.
func Words(e *history.Entry, columns []history.Column) string {
	words := text.SafeLine(e.Words)
	if ofOthers(e) && !slices.ContainsFunc(columns, func(c history.Column) bool { return c.Cell.Title == history.RequestTitle }) {
		request := cutRequest(text.SafeLine(e.Request.String()), mostBefore)
		switch {
		case words == "":
			words = request
		case e.Kind == state.Other:
			words = request + "  " + words
		}
	}
	if us := e.SilenceAtEnd(); us > 0 {
		words = strings.TrimSpace("silent for " + figures.Duration(us) + " at the end  " + words)
	}
	return words
}
