package main

import (
	"cmp"
	"context"
	"os"
	"slices"

	"gatehouse/app"
	"gatehouse/app/config"
	"gatehouse/app/plain"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/state/explain"
	"gatehouse/state/history"
)

// ways are the connections of a linear chat: the one that it began with, and those that
// it was told to take.
type ways struct {
	h      host
	common *common
	start  config.Settings
	first  string // the name of the one that it began with
	open   []connection
	taken  map[string]plain.Way // by name: each is connected to once
	keeper *keeper              // of the history; nil: no connection was taken that saves in it
}

// newWays names the connection that the settings of the start lead to: an address that no
// profile has needs a name too, so that the chat can return there.
func newWays(h host, c *common, start config.Settings) *ways {
	w := &ways{h: h, common: c, start: start, first: start.OwnProfile(), taken: map[string]plain.Way{}}
	switch {
	case start.BaseURL == "":
		w.first = profile.Local
	case w.first == "":
		w.first = "start"
		for slices.Contains(c.profileNames(), w.first) {
			w.first += "-address"
		}
	}
	return w
}

// close ends what was opened, in the other order.
func (w *ways) close() {
	w.keeper.close()
	for i := len(w.open) - 1; i >= 0; i-- {
		w.open[i].Close()
	}
}

// places are the profiles and presets, with their addresses as they may be shown, and
// before them an address that was given at the start.
func (w *ways) places() (all []plain.Place) {
	own := w.common.file.Profiles
	var secrets capture.Secrets
	if w.start.BaseURL != "" && w.start.OwnProfile() == "" {
		all = append(all, plain.Place{Name: w.first, About: w.taken[w.first].Title + ", given at the start"})
	}
	for _, name := range w.common.profileNames() {
		preset, _ := profile.Preset(name)
		about := cmp.Or(secrets.Address(own[name].BaseURL), preset.About)
		all = append(all, plain.Place{Name: name, About: about})
	}
	return all
}

// to connects to one of the places, or returns to it. What flags and the environment said is of the
// start alone.
func (w *ways) to(ctx context.Context, name string) (plain.Way, error) {
	if way, ok := w.taken[name]; ok {
		return way, nil
	}
	settings := w.start
	if name != w.first {
		var err error
		if settings, err = config.Merge(w.common.file, config.Environment{}, config.Flags{Profile: name}); err != nil {
			return plain.Way{}, err
		}
	}
	way, err := w.take(ctx, settings)
	if err != nil {
		return plain.Way{}, err
	}
	way.Name = name
	w.taken[name] = way
	return way, nil
}

// take connects to what settings name.
func (w *ways) take(ctx context.Context, s config.Settings) (plain.Way, error) {
	conn, err := connect(ctx, w.h, s)
	if err != nil {
		return plain.Way{}, err
	}
	w.open = append(w.open, conn)
	to := app.ConnectionOf(s)
	to.Local = s.BaseURL == ""
	way := plain.Way{
		Client: conn.Client, Title: conn.Secrets().Address(s.BaseURL), Simulated: to.Local,
		About:   aboutSending(s, conn, history.Playground),
		Explain: explain.Context{BaseURL: conn.about.BaseURL, KeySent: conn.about.KeySent, Profile: conn.about.Profile},
		Model:   to.FirstModel(), Metadata: to.Metadata || to.Local, RefuseModel: to.RefuseModel,
		Tools: boundTools(s, conn.key, os.Environ()),
	}
	if w.keeper == nil {
		w.keeper = w.common.keeper(ctx, w.h, s, conn, history.Playground)
	}
	if w.keeper != nil && w.common.persists(s) {
		way.Archive = w.keeper.archive
	}
	return way, nil
}
