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
	commandTime   = 30 * time.Second // a person may have to type a passphrase
	commandOutput = 64 << 10         // bytes
	keyringName   = "gatehouse"      // under which entries are kept in the system's keyring
)

// ErrNoKey is the error of a place that is there but holds no key.
var ErrNoKey = errors.New("it holds no key")

// Key is where a key comes from; at most one member is set, but Value also for a key that
// was read already. The zero value is no key.
type Key struct {
	Value   string   // the key itself
	Env     string   // name of an environment variable
	Command []string // program and arguments, run without a shell
	Keyring string   // entry of the system's keyring, under the service "gatehouse"
}

// Read returns the key without the white space around it; of several lines the
// first. No error tells any part of a key. The zero Key is no key and no error.
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
		text, err = ring(ctx, k.Keyring)
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

// run runs a command and returns what it printed. Its complaint is told by the
// first line of its standard error.
func run(ctx context.Context, argv []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	out, complaint := &bounded{}, &bounded{}
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = time.Second // for children that keep the output open
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(string(complaint.kept)), "\n")
		if line != "" {
			return "", fmt.Errorf("%w: %s", err, line)
		}
		return "", err
	case out.full:
		return "", fmt.Errorf("it printed more than %d bytes", commandOutput)
	}
	return string(out.kept), nil
}

// bounded keeps the first bytes written to it and drops the rest.
type bounded struct {
	kept []byte
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	room := commandOutput - len(b.kept)
	b.full = b.full || len(p) > room
	b.kept = append(b.kept, p[:min(len(p), room)]...)
	return len(p), nil
}

// ring reads an entry of the system's keyring.
func ring(ctx context.Context, name string) (string, error) {
	return unlessEnded(ctx, func() (string, error) { return keyring.Get(keyringName, name) })
}

// StoreKey keeps a key in the system's keyring, where Key.Keyring names it. It takes the
// place of one that was there.
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

// unlessEnded calls the system's keyring, which may ask the person and cannot be stopped.
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
