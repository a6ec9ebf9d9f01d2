package client_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// readHAR reads an archive to its end.
func readHAR(file []byte, known ...string) (client.HAR, error) {
	return client.ReadHAR(file, func(int, int) error { return nil }, wire.Sent.IsNative, known...)
}

// TestReadHARSortsAndCounts: the oldest first, each once; an ID that is not ours is
// replaced by one that follows from the bytes.
func TestReadHARSortsAndCounts(t *testing.T) {
	entry := func(method, second, id, body string) string {
		capture := ""
		if id != "" {
			capture = `,"_capture":{"id":"` + id + `","start":"2026-03-01T10:00:0` + second + `Z","end":{"cause":"clean"}}`
		}
		return fmt.Sprintf(`{"startedDateTime":"2026-03-01T10:00:0%sZ","request":{"method":"%s","url":"https://h/responses","postData":{"text":"%s"}},"response":{"status":200}%s}`, second, method, body, capture)
	}
	file := `{"log":{"entries":[` + strings.Join([]string{
		entry("POST", "3", "", "late"), entry("GET", "1", "", ""), entry("POST", "1", "", "early"), entry("POST", "3", "", "late"),
		entry("POST", "2", "abcdefgh234567", "ours"), entry("POST", "2", "../../x", "odd"),
	}, ",") + `]}}`
	for range 2 {
		h, err := readHAR([]byte(file))
		if err != nil || h.Faults != nil || len(h.Others) != 1 {
			t.Fatalf("%v, %+v", err, h)
		}
		var got []string
		ids := map[string]bool{}
		for _, e := range h.Entries {
			got = append(got, string(e.Capture.Sent.Body))
			ids[e.Capture.ID] = true
			if len(e.Capture.ID) < 8 || strings.Contains(e.Capture.ID, "/") {
				t.Errorf("the ID is %q", e.Capture.ID)
			}
		}
		if strings.Join(got, " ") != "early ours odd late" || !ids["abcdefgh234567"] || len(ids) != 4 {
			t.Errorf("%q, %v", got, ids)
		}
	}
}

// TestReadHARDecodes: some programs write the bytes as they arrived, most the decoded ones.
func TestReadHARDecodes(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("data: [DONE]\n\n"))
	z.Close()
	for content, compressed := range map[string]bool{
		`"text":"` + base64.StdEncoding.EncodeToString(packed.Bytes()) + `","encoding":"base64"`: true,
		`"text":"data: [DONE]\n\n"`: false,
	} {
		h, err := readHAR([]byte(`{"log":{"entries":[{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"POST","url":"https://h/responses"},
			"response":{"status":200,"headers":[{"name":"Content-Encoding","value":"gzip"}],"content":{` + content + `}}}]}}`))
		if err != nil {
			t.Fatal(err)
		}
		if c := h.Entries[0].Capture; string(c.Text().All()) != "data: [DONE]\n\n" || (c.Decoded != nil) != compressed {
			t.Errorf("%s: %q", content, c.Text().All())
		}
	}
}

// TestReadHARCleansGatehouseMembers: a file of ours that somebody has changed, and a page that
// a browser has named by its address.
func TestReadHARCleansGatehouseMembers(t *testing.T) {
	h, err := readHAR([]byte(`{"log":{"pages":[{"id":"p","title":"see https://u:canary-title@h/?token=canary-b and canary-base"}],"entries":[
		{"pageref":"p","startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"POST","url":"https://h/v1/responses","postData":{"text":"canary-base canary-known"}},"response":{"status":200},
		"_reason":"canary-known","_capture":{"id":"abcdefgh234567","start":"2026-03-01T10:00:00Z","about":{"base_url":"https://u:canary-base@h/v1?key=canary-k","connection":"canary-known"}}}]}}`), "canary-known")
	if err != nil || len(h.Entries) != 1 {
		t.Fatal(err, h.Faults)
	}
	e := h.Entries[0]
	if all := fmt.Sprintf("%+v %q %q %s", e.About, e.Title, e.Reason, e.Capture.Sent.Body); strings.Contains(all, "canary") {
		t.Error(all)
	}
	if e.About.BaseURL != "https://***@h/v1?key=***" || !strings.HasPrefix(e.Title, "see https://***@h/?token=*** and ") {
		t.Errorf("%q, %q", e.About.BaseURL, e.Title)
	}
}
