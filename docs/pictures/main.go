// Command pictures makes the pictures and the film of the README and of docs/: it builds
// the program, runs it in a new terminal, types at it, and draws the cells of that
// terminal.
//
//	cd docs/pictures && go run . [NAME…]
//
// makes all of them, or those that are named: chat, tour. That of a team needs an empty
// PostgreSQL database, which TEAM_URL names. Look at each before you commit it. It is a
// separate module, so that the program does not depend on what draws it.
package main

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run(names []string) error {
	dir, err := os.MkdirTemp("", "gatehouse")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "gatehouse")
	build := exec.Command("go", "build", "-o", program, "./cmd/gatehouse")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	pen, err := newPen()
	if err != nil {
		return err
	}
	for _, s := range append(scenes(), tour()) {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		if s.team != nil && os.Getenv(teamURL) == "" {
			fmt.Printf("%s: not made: %s is not set, the address of an empty PostgreSQL database\n", s.name, teamURL)
			continue
		}
		if err := s.make(program, filepath.Join(dir, s.name), pen); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println(s.file())
	}
	return nil
}

// teamURL names the database of the scenes with a team.
const teamURL = "TEAM_URL"

// file is where the picture or the film of a scene is.
func (s scene) file() string {
	if s.film {
		return filepath.Join("..", s.name+".gif")
	}
	return filepath.Join("..", s.name+".png")
}

// make plays a scene in a new home and writes its picture, or its film.
func (s scene) make(program, home string, pen *pen) error {
	cmd, err := s.prepare(program, home)
	if err != nil {
		return err
	}
	t, err := open(cmd, s.width, s.height)
	if err != nil {
		return err
	}
	defer t.close()
	if s.film {
		return s.shoot(t, pen)
	}
	for _, step := range s.steps {
		if err := t.do(step); err != nil {
			return err
		}
	}
	return save(s.file(), newPalette().paint(pen.draw(t.cells())))
}

// prepare makes the home of a scene: what was sent before, and the file that is opened.
func (s scene) prepare(program, home string) (*exec.Cmd, error) {
	if err := os.Mkdir(home, 0o700); err != nil {
		return nil, err
	}
	start := func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = home, environment(home)
		return cmd
	}
	if s.archive != "" {
		if err := os.WriteFile(filepath.Join(home, "day.har"), []byte(s.archive), 0o600); err != nil {
			return nil, err
		}
	}
	for _, name := range s.team {
		settings := fmt.Sprintf("[team]\nurl = %q\nshare = 'all'\nby = %q\n", os.Getenv(teamURL), name)
		if err := os.WriteFile(filepath.Join(home, name+".toml"), []byte(settings), 0o600); err != nil {
			return nil, err
		}
	}
	for _, args := range s.before {
		cmd := start(args...)
		out, err := cmd.CombinedOutput()
		// A failed exchange (1) and an incomplete one (3) are exchanges too.
		if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 && code != 3 {
			return nil, fmt.Errorf("%v: %w\n%s", args, err, out)
		}
	}
	args := append([]string{"--theme", "dark"}, s.args...)
	if s.request != "" {
		if err := os.WriteFile(filepath.Join(home, "story.json"), []byte(s.request), 0o600); err != nil {
			return nil, err
		}
		args = append(args, "story.json")
	}
	return start(args...), nil
}

// environment is that of a program at home in a directory, without the user's variables.
func environment(home string) []string {
	return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TZ=UTC", "TERM=xterm-256color", "COLORTERM=truecolor"}
}

func save(name string, picture image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, picture); err != nil {
		return err
	}
	return f.Close()
}
