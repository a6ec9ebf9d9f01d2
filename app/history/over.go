package history

import (
	"maps"
	"slices"

	"gatehouse/app/config"
	"gatehouse/app/screen"
	past "gatehouse/state/history"
)

// over is the connection that a copy of an exchange goes over: that of the playground. What
// came through a proxy is another program's, and goes to the gateway that this program uses,
// where a connection of this run or of the file leads there. Keys are of connections, so
// none goes to another address than its own.
func (x *exchange) over() *screen.Link {
	s := x.screen
	if x.entry.Origin != past.Proxy || s.LeadsTo(s.Link.Connection, x.entry.About) {
		return s.Link
	}
	ways := []screen.Connection{s.Proxy.To, s.Options.Connection, s.Options.Local}
	names := []string{x.entry.Connection}
	if s.File != nil {
		names = append(names, slices.Sorted(maps.Keys(s.File.Profiles))...)
	}
	for i, name := range names {
		settings, err := config.Merge(s.File, config.Environment{}, config.Flags{Profile: name})
		if name == "" || err != nil {
			continue
		}
		at := len(ways)
		if i == 0 { // the one that it did go over, before any that leads there too
			at = 0
		}
		ways = slices.Insert(ways, at, screen.ConnectionOf(settings))
	}
	for _, c := range ways {
		if s.LeadsTo(c, x.entry.About) {
			return s.LinkTo(c)
		}
	}
	return s.Link
}
