package profile

import "testing"

func TestExposed(t *testing.T) {
	for base, want := range map[string]string{
		"http://gw.example/api/v1": "gw.example", "HTTP://192.168.1.4:8080": "192.168.1.4", "http://[fe80::1]/": "fe80::1", "http://127.0.0.1.example/": "127.0.0.1.example",
		"http://localhost.example": "localhost.example",
		"https://gw.example":       "", "http://localhost:8080": "", "http://api.localhost": "", "http://127.0.0.1:8080": "", "http://127.8.8.8": "",
		"http://[::1]:80": "", "http://LOCALHOST.": "", "": "", "http://%": "",
	} {
		if got := Exposed(base); got != want {
			t.Errorf("%s: %q, want %q", base, got, want)
		}
	}
}
