package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"gatehouse/app/screen"
)

// The reasons for which Run ends without the user having asked for it. cmd
// turns them into exit codes (CONTRACT "Exit codes": 130 and 143).
var (
	ErrInterrupted = errors.New("interrupted")
	ErrTerminated  = errors.New("terminated")
	ErrHangup      = errors.New("the terminal hung up")
)

// Run shows the playground until the user quits, ctx is done, or a signal
// ends the program; it returns nil, ctx's error, ErrInterrupted, ErrTerminated
// or ErrHangup. It always cancels all exchanges and restores the terminal.
func Run(ctx context.Context, opts Options) error {
	m := New(opts)
	input, err := openInput(opts.Input)
	if err != nil {
		return fmt.Errorf("there is no terminal to read keys from: %w", err)
	}
	m.Options.Input = input
	watched := &watchedInput{File: input, ended: make(chan struct{})}
	options := []tea.ProgramOption{
		tea.WithFPS(screen.FramesPerSecond),
		tea.WithFilter(Filter),
		tea.WithoutSignalHandler(),
		tea.WithInput(watched),
	}
	if opts.Output != nil {
		options = append(options, tea.WithOutput(opts.Output))
	}
	if opts.Environ != nil {
		options = append(options, tea.WithEnvironment(opts.Environ))
	}
	p := tea.NewProgram(m, options...)
	done := make(chan struct{})
	// Listening begins before anything is drawn: a signal must not find the
	// default handler and a terminal in raw mode.
	signals, aborts := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	signal.Notify(aborts, abortSignals()...)
	defer signal.Stop(aborts)
	go watch(ctx, p, m, signals, watched.ended, done)
	go watchAbort(p, aborts, done)
	_, err = p.Run()
	close(done)
	m.Life.Stop()
	waitFor(&m.Life.Readers)
	m.Proxy.Close()
	m.CloseLinks()
	m.History.FinishOpening()
	m.Desk.Autosave() // what was written before the history was open
	m.History.Close()
	if m.life.err != nil {
		return m.life.err
	}
	if err != nil && watched.gone() {
		return ErrHangup
	}
	return err
}

// watch turns signals and a lost terminal into messages, so that there is one
// exit path.
func watch(ctx context.Context, p *tea.Program, m *Model, signals <-chan os.Signal, inputEnded, done <-chan struct{}) {
	var err error
	select {
	case <-done:
		return
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-inputEnded:
		err = ErrHangup
	case s := <-signals:
		switch s {
		case syscall.SIGINT:
			err = ErrInterrupted
		case syscall.SIGHUP:
			err = ErrHangup
		default:
			err = ErrTerminated
		}
	}
	p.Send(screen.EffectFunc(func() tea.Cmd { return m.Quit(err) }))
}

// watchAbort restores the terminal before SIGQUIT ends the program as it always
// does, with the stacks of all goroutines. The screen may hang just then, so
// that the terminal is waited for only a moment.
func watchAbort(p *tea.Program, aborts <-chan os.Signal, done <-chan struct{}) {
	select {
	case <-done:
		return
	case s := <-aborts:
		restored := make(chan struct{})
		go func() {
			defer close(restored)
			_ = p.ReleaseTerminal() // it ends in any case
		}()
		select {
		case <-restored:
		case <-time.After(time.Second):
		}
		abort(s)
	}
}

// openInput returns the terminal that keys come from: standard input, or the
// controlling terminal where that is none.
func openInput(given io.Reader) (term.File, error) {
	if f, ok := given.(term.File); ok {
		return f, nil
	}
	if given != nil {
		return nil, errors.New("not a terminal")
	}
	if term.IsTerminal(os.Stdin.Fd()) {
		return os.Stdin, nil
	}
	in, _, err := tea.OpenTTY()
	return in, err
}

// watchedInput is a terminal that reports its end: Bubble Tea stops reading
// at an end of file, and would wait for ever.
type watchedInput struct {
	term.File
	once  sync.Once
	ended chan struct{}
}

func (w *watchedInput) Read(p []byte) (int, error) {
	n, err := w.File.Read(p)
	if err != nil && n == 0 {
		w.once.Do(func() { close(w.ended) })
		err = io.EOF
	}
	return n, err
}

// Name makes the reader cancellable: Bubble Tea cancels only reads of a value with the
// methods of a file.
func (w *watchedInput) Name() string {
	if f, ok := w.File.(interface{ Name() string }); ok {
		return f.Name()
	}
	return ""
}

func (w *watchedInput) gone() bool {
	select {
	case <-w.ended:
		return true
	default:
		return false
	}
}
