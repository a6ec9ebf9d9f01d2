package team_test

import (
	"os"
	"testing"

	"gatehouse/state/archive/team/teamtest"
)

func TestMain(m *testing.M) { os.Exit(teamtest.Main(m)) }
