package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNativeTakesWhatWorksHere(t *testing.T) {
	cases := []struct {
		name     string
		env      []string
		programs []string
		want     string
	}{
		{"wayland before X", []string{"WAYLAND_DISPLAY", "DISPLAY"}, []string{"wl-copy", "xclip"}, "wl-copy"},
		{"X without a wayland program", []string{"WAYLAND_DISPLAY", "DISPLAY"}, []string{"xclip"}, "xclip"},
		{"the second X program", []string{"DISPLAY"}, []string{"xsel", "wl-copy"}, "xsel"},
		{"macOS", nil, []string{"pbcopy"}, "pbcopy"},
		{"a program without a display, as over ssh", nil, []string{"xclip", "wl-copy"}, ""},
		{"nothing", []string{"DISPLAY"}, nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			getenv := func(name string) string {
				if slices.Contains(c.env, name) {
					return ":0"
				}
				return ""
			}
			lookup := func(name string) (string, error) {
				if slices.Contains(c.programs, name) {
					return "/bin/" + name, nil
				}
				return "", exec.ErrNotFound
			}
			command, err := Clipboard(getenv, lookup)
			if c.want == "" {
				if !errors.Is(err, ErrNoClipboard) {
					t.Errorf("got %v, %v; want ErrNone", command, err)
				}
				return
			}
			if err != nil || command[0] != c.want {
				t.Errorf("got %v, %v; want %s", command, err, c.want)
			}
		})
	}
}

func TestRunHandsTheTextOver(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	text := strings.Repeat("text \x1b with anything\n", 10_000)
	if err := Copy(t.Context(), []string{"sh", "-c", `cat >"$0"`, out}, text); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil || string(got) != text {
		t.Errorf("%d bytes arrived of %d, %v", len(got), len(text), err)
	}
	if err := Copy(t.Context(), []string{"sh", "-c", "exit 3"}, "x"); err == nil || !strings.Contains(err.Error(), "sh") {
		t.Errorf("a program that fails: %v", err)
	}
}
