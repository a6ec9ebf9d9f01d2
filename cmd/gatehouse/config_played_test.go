package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gatehouse/themes"
)

// drawnBy is all that the playground writes to its terminal from its start to its end,
// with a config file.
func drawnBy(t *testing.T, text string) string {
	t.Helper()
	cmd, terminal := screen(t, []string{"--no-persist", "--config", configured(t, text)}, "COLORTERM=truecolor")
	var seen bytes.Buffer
	until(t, io.TeeReader(terminal, &seen), "❯")
	_, _ = io.WriteString(terminal, "\x11") // ctrl+q
	rest, _ := io.ReadAll(terminal)         // ends with an error when the program has closed its side
	_ = cmd.Wait()
	return seen.String() + string(rest)
}

// themeIsDrawn: in the colours of the theme that is named, and in those alone.
func themeIsDrawn(t *testing.T) {
	light, dark := themes.Light(), themes.Dark()
	accent := func(s themes.Styles) string {
		r, g, b, _ := s.Accent.GetForeground().RGBA()
		return fmt.Sprintf("38;2;%d;%d;%d", r>>8, g>>8, b>>8)
	}
	for theme, want := range map[string]string{"light": accent(light), "dark": accent(dark)} {
		got := drawnBy(t, "theme = \""+theme+"\"\n")
		if !strings.Contains(got, want) {
			t.Errorf("%s: nothing is drawn in %s", theme, want)
		}
	}
}

// mouseIsLeftAlone: if it is off, the terminal handles it.
func mouseIsLeftAlone(t *testing.T) {
	const reports = "\x1b[?1006h"
	if !strings.Contains(drawnBy(t, "mouse = true\n"), reports) {
		t.Error("the mouse is not asked for")
	}
	if strings.Contains(drawnBy(t, "mouse = false\n"), reports) {
		t.Error("the mouse is asked for")
	}
}

// keyIsBound: the key opens what it is bound to.
func keyIsBound(t *testing.T) {
	e := emulate(t, "--no-persist", "--config", configured(t, "[keys]\npalette = [\"f11\"]\n"))
	e.shows("❯")
	e.types("\x1b[23~") // F11
	e.shows("Commands")
	e.kill()
}

// askedBy plays with a profile's server, and returns a function that waits for the next
// request's body while the program is drawn. The server answers with no text.
func askedBy(t *testing.T, config string, args ...string) (e *emulator, body func() string) {
	t.Helper()
	bodies := make(chan string, 8)
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/responses") {
			got, _ := io.ReadAll(r.Body)
			bodies <- string(got)
		}
		io.WriteString(w, empty)
	})
	config = "profile = \"p\"\n" + config + "[profiles.p]\nbase_url = \"" + base + "/v1\"\nmodel = \"m/x\"\npersist = false\n"
	e = emulate(t, append([]string{"--config", configured(t, config)}, args...)...)
	e.shows("❯")
	return e, func() (body string) {
		e.until("a request", func(string) bool {
			select {
			case body = <-bodies:
				return true
			default:
				return false
			}
		})
		return body
	}
}

// sessionIsNamed: the first request of a new conversation names its session.
func sessionIsNamed(t *testing.T) {
	for config, named := range map[string]bool{"session_id = true\n": true, "session_id = false\n": false} {
		e, body := askedBy(t, config)
		e.types("hi\r")
		if got := body(); strings.Contains(got, `"session_id"`) != named {
			t.Errorf("%s: %s", config, got)
		}
		e.kill()
	}
}

// waiting is a conversation in which a call of get_weather waits for its output.
const waiting = `{"model":"m/x","tools":[{"type":"function","name":"get_weather","parameters":{"type":"object"}}],"input":[{"role":"user","content":"go"},
	{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}]}`

// toolRuns opens a waiting call with settings of its tool, and runs the command.
func toolRuns(t *testing.T, settings string) (e *emulator, body func() string) {
	t.Helper()
	e, body = askedBy(t, "[tools.get_weather]\n"+settings, savedFile(t, "waiting.json", waiting))
	e.shows("answer it")
	e.types("\tx")
	e.shows("Run a command for get_weather?")
	e.types("\x1b[B\r")
	return e, body
}

func commandIsRun(t *testing.T) {
	e, body := toolRuns(t, "command = [\"sh\", \"-c\", \"printf 'got '; cat\"]\n")
	if got := body(); !strings.Contains(got, `got {\"city\":\"Oslo\"}`) {
		t.Errorf("sent %s", got)
	}
	e.kill()
}

// credentialIsGiven: a command gets a credential that its settings name, and what it did not get is named if it fails.
func credentialIsGiven(t *testing.T) {
	t.Setenv("PGPASSWORD", "word-of-postgres")
	e, body := toolRuns(t, "command = [\"sh\", \"-c\", \"printf \\\"got $PGPASSWORD\\\"\"]\nenv = [\"PGPASSWORD\"]\n")
	if got := body(); !strings.Contains(got, "got word-of-postgres") {
		t.Errorf("sent %s", got)
	}
	e.kill()
	e, _ = toolRuns(t, "command = [\"false\"]\n")
	e.shows("credential in PGPASSWORD")
	e.kill()
}

func commandIsStopped(t *testing.T) {
	e, _ := toolRuns(t, "command = [\"sleep\", \"600\"]\ntimeout = \"20ms\"\n")
	e.shows("took longer")
	e.kill()
}

// outputIsCut: an output is truncated at the limit, and it is not sent before the user has read
// that the rest was dropped.
func outputIsCut(t *testing.T) {
	e, _ := toolRuns(t, "command = [\"printf\", \"%s-%s\", \"0123456\", \"beyond\"]\nmax_output = 7\n")
	e.shows("shows the output to send or edit")
	e.types("\x1ba")
	e.until("the output, cut", func(screen string) bool {
		return strings.Contains(screen, "Another 7 B of output was dropped.") && strings.Contains(screen, "0123456") && !strings.Contains(screen, "-beyond")
	})
	e.kill()
}
