// Command pictures makes the pictures of the README and of docs/: it builds the program,
// runs it in a terminal of its own, types at it, and draws the cells of that terminal.
//
//	cd docs/pictures && go run . [NAME…]
//
// makes all of them, or those that are named: chat, build. Look at each before you commit
// it. It is a module of its own, so that the program does not depend on what draws it.
package main

import (
	"fmt"
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
	dir, err := os.MkdirTemp("", "pictures")
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
	for _, s := range scenes() {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		home := filepath.Join(dir, s.name)
		if err := s.make(program, home, pen); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println(s.file())
	}
	return nil
}

// file is where a scene's picture is.
func (s scene) file() string { return filepath.Join("..", s.name+".png") }

// make plays a scene in a new home and writes its picture.
func (s scene) make(program, home string, pen *pen) error {
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	args := []string{"--theme", "dark"}
	if s.request != "" {
		path := filepath.Join(home, "story.json")
		if err := os.WriteFile(path, []byte(s.request), 0o600); err != nil {
			return err
		}
		args = append(args, path)
	}
	// What is said once, on the first run, is not in the pictures.
	first := exec.Command(program, "send", "-p", "hello")
	first.Env = environment(home)
	if out, err := first.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = home, environment(home)
	t, err := open(cmd, s.width, s.height)
	if err != nil {
		return err
	}
	defer t.close()
	for _, step := range s.steps {
		if err := t.do(step); err != nil {
			return err
		}
	}
	picture := pen.draw(t.cells())
	f, err := os.Create(s.file())
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, picture); err != nil {
		return err
	}
	return f.Close()
}

// environment is that of a program at home in a directory, with nothing of the person's.
func environment(home string) []string {
	return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TZ=UTC", "TERM=xterm-256color", "COLORTERM=truecolor"}
}
