package app

import (
	"context"
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/connection"
	"gatehouse/app/effect/doctor"
	"gatehouse/app/screen"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// examine checks what the program needs, and shows the results in an overlay as they are
// made. Closing it stops the checks.
func (m *Model) examine() tea.Cmd {
	ctx, cancel := context.WithCancel(m.Life.Ctx)
	e := &examination{m, reports.NewList(m.Styles, m.Keys, "the checks", views.RunAction{Action: views.ActDoctor}), make(chan report.Examined), nil}
	open := m.OpenOverlay("What works here", e.pane)
	m.Overlays.Top().OnClose(cancel)
	width, height, link := m.Width, m.Height, m.Link
	recording := m.Proxy.Address
	name, model, keys := link.Title, link.FirstModel(), m.Keys.Name(views.ActConnections)
	look := func() tea.Msg {
		defer close(e.found)
		machine := doctor.Machine{Getenv: m.Getenv, LookPath: exec.LookPath}
		if m.Options.Machine != nil {
			machine = m.Options.Machine()
		}
		machine.Terminal, machine.Width, machine.Height = true, width, height
		if machine.ProxyOn = recording != ""; machine.ProxyOn {
			machine.ProxyAddress = recording
		}
		machine.Connection = name
		if machine.ConnectWith = keys; link.Local || link.BaseURL != "" { // else the settings could not be used at the start
			machine.Target = targetOf(link, model)
		}
		doctor.Examine(ctx, machine, func(f report.Examined) {
			select {
			case e.found <- f:
			case <-ctx.Done():
			}
		})
		return nil
	}
	return tea.Batch(open, look, e.next)
}

// targetOf returns the connection of a link.
func targetOf(link *screen.Link, model string) func(context.Context) (connection.Target, error) {
	return func(ctx context.Context) (connection.Target, error) {
		c, err := link.Client(ctx)
		if err != nil {
			return connection.Target{}, err
		}
		target := connection.TargetOf(c, model)
		target.Profile = link.Name
		return target, nil
	}
}

// examination is a running examine, and its overlay.
type examination struct {
	*Model
	pane  *reports.List
	found chan report.Examined
	all   []report.Examined // found so far
}

func (e *examination) next() tea.Msg {
	f, more := <-e.found
	return screen.EffectFunc(func() tea.Cmd {
		defer e.Redraw()
		if !more {
			e.pane.Show(report.Doctor(e.all, true))
			return nil
		}
		e.all = append(e.all, f)
		e.pane.Show(report.Doctor(e.all, false))
		return e.next
	})
}
