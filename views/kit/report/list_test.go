package report

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
)

// shown is the report of a check that an exchange does not meet in two ways: one is in a frame.
func shownChecks() *List {
	c := &expect.Check{File: "c.toml", Line: 1, Name: "whole"}
	outcome := func(name string, line, frame int) expect.Outcome {
		return expect.Outcome{Expectation: &expect.Expectation{Name: name, Line: line, Want: "this"}, Got: "that", Frame: frame}
	}
	all := []expect.Result{{Check: c, Runs: []expect.Run{{Exchange: "x1", Outcomes: []expect.Outcome{outcome("cost", 3, expect.NoFrame), outcome("events", 4, 6)}}}}}
	styles := themes.Dark()
	m := NewList(&styles, views.NewKeys(views.DefaultCommands()), "report", views.RunChecks{})
	m.Show(report.Checks(all, "1 exchange"))
	m.SetFocus(true)
	return m
}

// TestAFailureLeadsToItsFrame: enter on a row of it, and on no other.
func TestAFailureLeadsToItsFrame(t *testing.T) {
	m := shownChecks()
	m.SetSize(70, 10)
	enter := tea.KeyPressMsg{Code: tea.KeyEnter}
	for _, want := range []views.ShowChecked{{Exchange: "x1", Frame: expect.NoFrame}, {Exchange: "x1", Frame: 6}} {
		if got := m.Update(enter).Intent; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	}
	if got := m.Update(tea.KeyPressMsg{Code: 'r', Text: "r"}).Intent; got != (views.RunChecks{}) {
		t.Errorf("%+v", got)
	}
	copied, _ := m.Update(tea.KeyPressMsg{Code: 'y', Text: "y"}).Intent.(views.Copy)
	const want = "1 of 1 check failed on 1 exchange\n\n✗ whole  failed\n  ✗ c.toml:3: cost: expected this, got that\n  ✗ c.toml:4: events: expected this, got that, frame 7\n"
	if copied.Text != want {
		t.Errorf("%q, want %q", copied.Text, want)
	}
	m.Show(report.BrokenChecks(&expect.Broken{Faults: []expect.Fault{{Line: 1, Text: "c.toml:1: no check in it"}}}))
	if got := m.Update(enter).Intent; got != (views.RunChecks{}) { // as its key does
		t.Errorf("%+v", got)
	}
}

// TestEnterOnAnotherRowKeepsTheReport: it closes a report if none of its rows opens.
func TestEnterOnAnotherRowKeepsTheReport(t *testing.T) {
	m := shownChecks()
	m.SetSize(70, 10)
	enter := tea.KeyPressMsg{Code: tea.KeyEnter}
	met := report.Report{ID: "met", Blocks: []report.Block{report.Row{ID: "met", Cells: []report.Span{{Text: "met"}}}}}
	m.shown.Blocks = append(m.shown.Blocks, met)
	m.Show(m.shown)
	m.Update(tea.KeyPressMsg{Code: 'G', Text: "G"})
	if got := m.Update(enter).Intent; got != nil {
		t.Errorf("%+v", got)
	}
	m.Show(met)
	if got := m.Update(enter).Intent; got != (views.Close{}) {
		t.Errorf("%+v", got)
	}
}

// TestItIsDrawnAtAnySize, in no cell more.
func TestChecksAreDrawnAtAnySize(t *testing.T) {
	m := shownChecks()
	for _, size := range [][2]int{{0, 0}, {1, 1}, {7, 3}, {40, 5}, {110, 40}} {
		m.SetSize(size[0], size[1])
		m.ShortHelp()
		lines := strings.Split(m.View(), "\n")
		if len(lines) > max(size[1], 1) {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if ansi.StringWidth(line) > size[0] {
				t.Errorf("%v: %q", size, line)
			}
		}
	}
}
