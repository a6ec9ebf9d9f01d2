package profile

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// Bounds of a command that prints a key.
const (
	commandTime   = 30 * time.Second // the user may have to type a passphrase
	commandOutput = 64 << 10         // bytes
	keyringName   = "gatehouse"      // the service in the system's keyring
)

// ErrNoKey is the error of a place that exists but holds no key.
var ErrNoKey = errors.New("it holds no key")

// Key is where a key comes from: at most one member is set, and Value for a key that was
// read already. The zero value is no key.
type Key struct {
	Value   string   // the key itself
	Env     string   // name of an environment variable
	Command []string // program and arguments, run without a shell
	Keyring string   // entry of the system's keyring, under the service "gatehouse"
}

// Read returns the key without the white space around it; of several lines the
// first. No error quotes any part of a key. The zero Key is no key and no error.
func (k Key) Read(ctx context.Context, lookup func(string) string) (string, error) {
	var text, place string
	var err error
	switch {
	case k.Value != "":
		text, place = k.Value, "the key"
	case k.Env != "":
		text, place = lookup(k.Env), "the environment variable "+k.Env
	case len(k.Command) > 0:
		place = "the key command " + k.Command[0]
		text, err = run(ctx, k.Command)
	case k.Keyring != "":
		place = "the keyring entry " + k.Keyring
		text, err = unlessEnded(ctx, func() (string, error) { return keyring.Get(keyringName, k.Keyring) })
	default:
		return "", nil
	}
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if text = strings.TrimSpace(text); text == "" && err == nil {
		err = ErrNoKey
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", place, err)
	}
	return text, nil
}

// run runs a command and returns its standard output. The error has the first line of its
// standard error.
func run(ctx context.Context, argv []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	out, stderr := &bounded{}, &bounded{}
	cmd.Stdout, cmd.Stderr = out, stderr
	cmd.WaitDelay = time.Second // for children that do not close the output
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(string(stderr.text)), "\n")
		if line != "" {
			return "", fmt.Errorf("%w: %s", err, line)
		}
		return "", err
	case out.full:
		return "", fmt.Errorf("it printed more than %d bytes", commandOutput)
	}
	return string(out.text), nil
}

// bounded stores the first commandOutput bytes written to it and drops the rest.
type bounded struct {
	text []byte
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), commandOutput-len(b.text))
	b.full = b.full || n < len(p)
	b.text = append(b.text, p[:n]...)
	return len(p), nil
}

// StoreKey stores a key in the system's keyring under the name of Key.Keyring, and replaces
// another one there.
func StoreKey(ctx context.Context, name, key string) error {
	key = strings.TrimSpace(key)
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("an entry of the keyring needs a name")
	case key == "":
		return errors.New("there is no key to store")
	case strings.ContainsAny(key, "\r\n"):
		return errors.New("a key is one line")
	}
	_, err := unlessEnded(ctx, func() (string, error) { return "", keyring.Set(keyringName, name, key) })
	if err != nil {
		return fmt.Errorf("the keyring entry %s: %w", name, err)
	}
	return nil
}

// unlessEnded calls the system's keyring, which may ask the user and cannot be stopped.
func unlessEnded(ctx context.Context, call func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	ready := make(chan answer, 1)
	go func() {
		text, err := call()
		ready <- answer{text, err}
	}()
	select {
	case a := <-ready:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
