package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// ask is a request of another program, whose base URL is the playground's proxy.
type ask struct{ model, words string }

// send sends it, and reads the answer in the background.
func (a ask) send() error {
	body, err := json.Marshal(map[string]any{"model": a.model, "stream": true, "input": a.words})
	if err != nil {
		return err
	}
	resp, err := http.Post("http://127.0.0.1:8089/responses", "application/json", strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, resp.Body) // a fault cuts it off
		_ = resp.Body.Close()
	}()
	return nil
}
