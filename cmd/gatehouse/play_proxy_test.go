package main

import (
	"testing"

	"gatehouse/app"
	"gatehouse/app/config"
)

func TestWhereTheProxyOfThePlaygroundLeads(t *testing.T) {
	path := configured(t, "[profiles.work]\nbase_url = \"https://work.example/v1\"\nca_file = \"/ca.pem\"\npersist = false\n")
	file, err := config.Load(path, true)
	if err != nil {
		t.Fatal(err)
	}
	c := &common{file: file}
	local := app.Connection{Local: true}
	to, err := recordedConnection(c, "work", local)
	if err != nil || to.Name != "work" || to.BaseURL != "https://work.example/v1" || to.CAFile != "/ca.pem" || !to.NoHistory {
		t.Errorf("a profile: %+v, %v", to, err)
	}
	if to, err = recordedConnection(c, "http://127.0.0.1:9/v1", local); err != nil || to.BaseURL != "http://127.0.0.1:9/v1" || to.Name != "" {
		t.Errorf("an address: %+v, %v", to, err)
	}
	if to, err = recordedConnection(c, "local", local); err != nil || !to.Local {
		t.Errorf("the local gateway: %+v, %v", to, err)
	}
	if _, err = recordedConnection(c, "wrok", local); err == nil {
		t.Error("a profile that is not there is taken")
	}
}
