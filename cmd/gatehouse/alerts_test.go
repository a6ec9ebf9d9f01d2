package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// relayed runs a proxy to a server while test asks it for answers, and returns its log.
func relayed(t *testing.T, upstream http.HandlerFunc, args []string, test func(address string, log *safeLog)) string {
	t.Helper()
	server := httptest.NewServer(upstream)
	defer server.Close()
	ctx, stop := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	var log safeLog
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"proxy", "--addr", "127.0.0.1:0", "--to", server.URL}, args...), host{
			stdin: strings.NewReader(""), stdout: stdout, stderr: &log, getenv: func(string) string { return "" },
		})
		stdout.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address := ready.FindStringSubmatch(line)
	if err != nil || address == nil {
		t.Fatalf("%q, %v, %s", line, err, log.String())
	}
	go io.Copy(io.Discard, out)
	test(address[1], &log)
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("exit %d: %s", code, log.String())
	}
	return log.String()
}

// costly gives an answer that cost half a dollar, and none to the model "broken".
func costly(w http.ResponseWriter, r *http.Request) {
	if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "broken") {
		http.Error(w, `{"error":{"code":500,"message":"no"}}`, http.StatusInternalServerError)
		return
	}
	io.WriteString(w, `{"object":"response","status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2,"cost":0.5}}`)
}

// askFor sends requests for a model, one after the other.
func askFor(t *testing.T, address, model string, times int) {
	t.Helper()
	for range times {
		ask(t, address+"/responses", fmt.Sprintf(`{"model":%q,"input":"hello"}`, model))
	}
}

// TestProxyLogsAnAlertOnce: also after a restart with the same history, with the words that the
// bound was passed before.
func TestProxyLogsAnAlertOnce(t *testing.T) {
	args := []string{
		"--data-dir", newDataDir(t), "--config", configured(t, "[alert.money]\nfilter = \"model:a\"\ncost_day = 1.25\n"),
	}
	const line = "alert money: cost $1.50 today > $1.25  filter: model:a since:"
	log := relayed(t, costly, args, func(address string, log *safeLog) {
		askFor(t, address, "a", 2)
		askFor(t, address, "b", 4)
		log.wait("200  completed", 6)
		if text := log.String(); strings.Contains(text, "alert") {
			t.Errorf("%s", text)
		}
		askFor(t, address, "a", 1)
		log.wait(line, 1)
		askFor(t, address, "a", 1)
	})
	if strings.Count(log, "alert money") != 1 {
		t.Errorf("%s", log)
	}
	log = relayed(t, costly, args, func(address string, log *safeLog) {
		log.wait("alert money: cost $2.00 today > $1.25  filter: model:a since:", 1)
		askFor(t, address, "a", 1)
	})
	if strings.Count(log, "alert money") != 1 || strings.Count(log, "(since before the start)") != 1 {
		t.Errorf("%s", log)
	}
}

// alerted checks that an alert trips once a model was asked for so often, and neither before nor
// for another.
func alerted(members, model string, times int, want string) func(t *testing.T) {
	return func(t *testing.T) {
		args := []string{"--no-persist", "--config", configured(t, "[alert.a]\n"+members)}
		for _, silent := range []func(address string, log *safeLog){
			func(address string, _ *safeLog) { askFor(t, address, model, times-1) },
			func(address string, _ *safeLog) { askFor(t, address, "another", 1) },
		} {
			if log := relayed(t, costly, args, silent); strings.Contains(log, "alert") {
				t.Errorf("it is not silent: %s", log)
			}
		}
		log := relayed(t, costly, args, func(address string, log *safeLog) { askFor(t, address, model, times) })
		if !strings.Contains(log, "alert a: ") || !strings.Contains(log, want) {
			t.Errorf("%s", log)
		}
	}
}
