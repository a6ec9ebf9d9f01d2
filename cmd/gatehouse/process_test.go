package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// child starts this test binary as the program, in a child process.
func child(t *testing.T, stdin string, args ...string) (cmd *exec.Cmd, stdout *bufio.Reader, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "GATEHOUSE_TEST_PROGRAM=1", "GATEHOUSE_BASE_URL=", "GATEHOUSE_API_KEY=", "GATEHOUSE_PROFILE=")
	cmd.Stdin = strings.NewReader(stdin)
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // of no effect once it has ended
	return cmd, bufio.NewReader(out), stderr
}

// half is a server that sends half an answer, reports that on sent, and falls silent.
func half(t *testing.T) (base string, sent <-chan struct{}) {
	written := make(chan struct{}, 1)
	return answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, message(`"half"`))
		w.(http.Flusher).Flush()
		written <- struct{}{}
		<-r.Context().Done()
	}), written
}

func TestSignalPrintsWhatArrived(t *testing.T) {
	for sig, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(sig.String(), func(t *testing.T) {
			base, _ := half(t)
			cmd, stdout, stderr := child(t, `{"stream":true}`, "send", "--base-url", base)
			text := make([]byte, len("half"))
			if _, err := io.ReadFull(stdout, text); err != nil || string(text) != "half" {
				t.Fatalf("%q, %v", text, err)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(stdout)
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != code || len(rest) > 0 || !strings.Contains(stderr.String(), "cancelled") {
				t.Errorf("exit code %d, rest %q, stderr %q", got, rest, stderr)
			}
		})
	}
}

func TestSignalPrintsTheFullObject(t *testing.T) {
	base, _ := half(t)
	// --events shows when the half has arrived; --json prints only at the end,
	// so it is interrupted before the head.
	cmd, stdout, _ := child(t, `{"stream":true}`, "send", "--events", "--base-url", base)
	for range 3 {
		if _, err := stdout.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Process.Signal(os.Interrupt)
	rest, _ := io.ReadAll(stdout)
	_ = cmd.Wait()
	if lines := eventLines(t, string(rest)); cmd.ProcessState.ExitCode() != 130 || lines[len(lines)-1].Verdict != "cancelled" {
		t.Errorf("exit code %d, %q", cmd.ProcessState.ExitCode(), rest)
	}

	asked := make(chan struct{}, 1)
	silent := answering(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	cmd, stdout, _ = child(t, `{}`, "send", "--json", "--base-url", silent)
	<-asked
	_ = cmd.Process.Signal(os.Interrupt)
	out, _ := io.ReadAll(stdout)
	_ = cmd.Wait()
	p := decode(t, string(out))
	if cmd.ProcessState.ExitCode() != 130 || p.Status != "cancelled" || p.Error == nil || p.Error.Code != "cancelled" {
		t.Errorf("exit code %d, %s", cmd.ProcessState.ExitCode(), out)
	}
}

func TestClosedPipeOfAProcess(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			if _, err := io.WriteString(w, event("response.output_text.delta", `,"output_index":0,"delta":"0123456789"`)); err != nil {
				return
			}
		}
	})
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(os.Args[0], "send", "--events", "--base-url", base)
	cmd.Env = append(os.Environ(), "GATEHOUSE_TEST_PROGRAM=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(`{"stream":true}`), write, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	if _, err := read.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	read.Close()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 141 || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q", code, &stderr)
	}
}

func TestGatewayServesUntilItIsStopped(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd, stdout, stderr := child(t, "", "gateway", "--addr", "127.0.0.1:0", "--api-key", "k1", "--api-key", "k2")
		ready, err := stdout.ReadString('\n')
		base, ok := strings.CutPrefix(strings.TrimSuffix(ready, "\n"), "gatehouse: local gateway on ")
		if err != nil || !ok || !strings.HasSuffix(base, "/api/v1") || strings.Contains(base, ":0/") {
			t.Fatalf("ready line %q, %v", ready, err)
		}
		for key, status := range map[string]int{"k1": 200, "k2": 200, "other": 401} {
			if p := sendTo(t, base, key, `{"input":"hi"}`); p.HTTP != status {
				t.Errorf("key %s: status %d, want %d", key, p.HTTP, status)
			}
		}
		again := program(t, "", "gateway", "--addr", strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/api/v1"))
		again.wants(t, exitFailed, "in use", "--addr")

		// A stream that runs is ended, not waited for.
		req, _ := http.NewRequest(http.MethodPost, base+"/responses", strings.NewReader(request("fault/stall", true)))
		req.Header.Set("Authorization", "Bearer k1")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := resp.Body.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Process.Signal(sig)
		_, _ = io.ReadAll(resp.Body)
		resp.Body.Close()
		rest, _ := io.ReadAll(stdout)
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 0 || len(rest) > 0 {
			t.Errorf("%s: exit code %d, more on stdout: %q", sig, code, rest)
		}
		curl := "curl -sS -N " + base + "/responses -H \"Authorization: Bearer $GATEHOUSE_API_KEY\""
		if log := stderr.String(); !strings.Contains(log, curl) || !strings.Contains(log, "status=401") || strings.Contains(log, "k1") {
			t.Errorf("log %q", log)
		}
	}
}

// TestGatewayKeysFromTheEnvironment: a flag shows in the list of processes.
func TestGatewayKeysFromTheEnvironment(t *testing.T) {
	t.Setenv("GATEHOUSE_GATEWAY_KEYS", "k1, k2")
	for _, c := range []struct {
		args   []string
		status map[string]int
	}{
		{nil, map[string]int{"k1": 200, "k2": 200, "k3": 401, "k1, k2": 401}},
		{[]string{"--api-key", "k3"}, map[string]int{"k1": 401, "k3": 200}}, // the flag wins
	} {
		cmd, stdout, _ := child(t, "", append([]string{"gateway", "--addr", "127.0.0.1:0"}, c.args...)...)
		ready, err := stdout.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimPrefix(strings.TrimSpace(ready), "gatehouse: local gateway on ")
		for key, status := range c.status {
			if p := sendTo(t, base, key, `{"input":"hi"}`); p.HTTP != status {
				t.Errorf("%q, key %s: status %d, want %d", c.args, key, p.HTTP, status)
			}
		}
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	programIn(t, map[string]string{"GATEHOUSE_GATEWAY_KEYS": "k1,,k2"}, "", "gateway").wants(t, exitUsage, "GATEHOUSE_GATEWAY_KEYS")
}

func sendTo(t *testing.T, base, key, body string) printed {
	t.Helper()
	r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": key}, body, "send", "--json", "--base-url", base)
	return decode(t, r.stdout)
}

func TestGatewayRefusesWrongFlags(t *testing.T) {
	for word, args := range map[string][]string{
		"--addr":         {"--addr", "8080"},
		"--pace":         {"--pace", "-1s"},
		"--max-body":     {"--max-body", "0"},
		"--time-limit":   {"--time-limit", "-1s"},
		"--rate-limit":   {"--rate-limit", "-1"},
		"--max-requests": {"--max-requests", "-1"},
		"--allow-host":   {"--allow-host", ""},
		"--api-key":      {"--api-key", ""},
		"--service":      {"--service", "a b"},
	} {
		program(t, "", append([]string{"gateway"}, args...)...).wants(t, exitUsage, word)
	}
}
