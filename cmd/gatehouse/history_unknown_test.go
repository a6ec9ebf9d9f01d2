package main

import (
	"strings"
	"testing"
)

// TestWhatIsMissingIsShownEverywhere: a verdict, a status, a body and a time that a file does
// not hold are null in JSON and named in text; a saved object with a null status opens.
func TestWhatIsMissingIsShownEverywhere(t *testing.T) {
	dir := newDataDir(t)
	har := file(t, "browser.har", `{"log":{"entries":[{"startedDateTime":"?","request":{"method":"POST","url":"https://h.example/v1/responses","bodySize":45},
		"response":{"status":200,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"size":900,"mimeType":"text/event-stream"}}}]}}`)
	inHistory(t, dir, "import", har, file(t, "ask.sh", `curl https://h.example/v1/responses -d '{"input":"hi"}'`)).wants(t, exitOK, "")
	for _, e := range listed(t, dir, "verdict:unknown") {
		if e["status"] != nil || e["at"] != nil { // neither the entry nor the command has it
			t.Errorf("%v", e)
		}
	}
	if found := listed(t, dir, "verdict:failed or verdict:truncated"); len(found) != 0 {
		t.Errorf("%v", found)
	}
	list := inHistory(t, dir, "history", "list").stdout
	if strings.Count(list, "? unknown") != 2 || !strings.Contains(list, "–") {
		t.Errorf("the list is\n%s", list)
	}
	id := listed(t, dir, "status:200")[0]["id"].(string)
	shown := inHistory(t, dir, "history", "show", id).stdout
	for _, want := range []string{"at         not recorded\n", "? unknown: ", "REQUEST\n(not recorded)\n", "ANSWER\n(not recorded)\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	object := inHistory(t, dir, "history", "show", id, "--json").stdout
	for _, want := range []string{`{"status":null,"http_status":200,`, `"response":null,"error":null`, `"unread_rest"`, `"total_ms":null`} {
		if !strings.Contains(object, want) {
			t.Errorf("no %s in %s", want, object)
		}
	}
}
