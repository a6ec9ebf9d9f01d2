package read

import "testing"

func TestEndings(t *testing.T) {
	for _, c := range []struct{ line, data, status string }{
		{"", `{"type":"response.completed","response":{"status":"completed"}}`, "completed"},
		{"", `{"type":"response.completed"}`, "completed"},
		{"response.completed", `{"response":{}}`, "completed"},
		{"error", `{"type":"response.completed"}`, "completed"},                           // the type in the data counts
		{"", `{"type":"response.completed","response":{"status":"failed"}}`, "completed"}, // and the conflict is reported
		{"", `{"type":"response.completed","response":{"status":"cancelled"}}`, "completed"},
		{"", `{"type":"response.completed","response":{"status":"incomplete"}}`, "completed"},
		{"", `{"type":"response.completed","response":{"status":"failed","error":{"code":"x"}}}`, "failed"},
		{"", `{"type":"response.completed","response":{"status":"queued"}}`, "completed"},
		{"", `{"type":"response.incomplete","response":{"status":"failed"}}`, "failed"},
		{"", `{"type":"response.incomplete","response":{"error":{"code":1}}}`, "failed"},
		{"", `{"type":"response.cancelled","response":{"status":"completed"}}`, "cancelled"},
		{"", `{"type":"response.failed"}`, "failed"},
		{"", `{"type":"error","message":"m"}`, "failed"},
		{"error", `{"message":"m"}`, "failed"},
		{"response.error", `{}`, "failed"},
		{"", `{"error":{"message":"m"}}`, "failed"},
		{"", `{"type":"ping","error":"m"}`, ""},
		{"ping", `{"error":"m"}`, ""},
		{"", `{"type":"response.queued","response":{"status":"queued"}}`, ""},
		{"", `{"type":"response.web_search_call.failed","error":"m"}`, ""},
		{"", `{"error":null}`, ""},
	} {
		e, err := Event([]byte(c.data))
		if err != nil {
			t.Fatal(err)
		}
		a := arrived(e, c.line)
		ending, ok := Ending(a)
		if ending.Status != c.status || ok != (c.status != "") || Ends(a) != ok {
			t.Errorf("%q %s: %+v, %v", c.line, c.data, ending, ok)
		}
		if ending.Error && ending.Failure == nil {
			t.Errorf("%s: an error without a failure", c.data)
		}
	}
}

func TestDocumentEndings(t *testing.T) {
	for body, status := range map[string]string{
		`{"status":"completed"}`: "completed", `{"output":[]}`: "completed", `{"object":"response"}`: "completed",
		` {"results":[]} `: "completed", `{"status":"queued"}`: "queued", `{"status":"cancelled"}`: "cancelled",
		`{"status":"completed","error":{"code":1}}`: "failed", `{"error":"m"}`: "failed", `{"status":"failed"}`: "failed",
		`{}`: "", `[]`: "", `{"status":"completed"`: "", `{"choices":[]}`: "", "": "", `{"error":null}`: "",
	} {
		ending, ok := DocumentEnding([]byte(body))
		if ending.Status != status || ok != (status != "") || ok && ending.Error == (ending.Response != nil) {
			t.Errorf("%s: %+v, %v", body, ending, ok)
		}
	}
}

// TestCompletedEventWithAnotherStatus: it is completed, and the conflict is reported.
func TestCompletedEventWithAnotherStatus(t *testing.T) {
	for data, want := range map[string]string{
		`{"type":"response.completed","response":{"status":"in_progress"}}`: "in_progress",
		`{"type":"response.completed","response":{"status":"failed"}}`:      "failed",
		`{"type":"response.completed","response":{"status":"completed"}}`:   "",
		`{"type":"response.completed","response":{}}`:                       "",
		`{"type":"response.incomplete","response":{"status":"completed"}}`:  "",
	} {
		e, err := Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if ending, _ := Ending(arrived(e, "")); ending.Conflict != want {
			t.Errorf("%s: %q", data, ending.Conflict)
		}
	}
}
