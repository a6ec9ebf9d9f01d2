// Package teamtest starts a PostgreSQL server for tests: in a temporary folder, on a socket in it,
// as another user where the tests run as root.
package teamtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server.
type Server struct {
	dir, bin string
	process  *exec.Cmd
	hold     io.Closer // while it is open the server runs: it ends with the tests, even if these are killed
	number   int
	mu       sync.Mutex
}

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// errAbsent says that there is no PostgreSQL on this machine.
var errAbsent = errors.New("PostgreSQL is not installed: apt-get install postgresql")

// Database returns the address of a new, empty database of a server that all tests of a package share.
// The test is skipped where there is no PostgreSQL on this machine.
func Database(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = start() })
	if errors.Is(shared.err, errAbsent) {
		t.Skip(shared.err)
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server.Database(t)
}

// New starts a separate server, which a test may stop.
func New(t testing.TB) *Server {
	t.Helper()
	s, err := start()
	if errors.Is(err, errAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// Main runs the tests of a package, and removes their server.
func Main(m *testing.M) int {
	code := m.Run()
	if shared.server != nil {
		shared.server.remove()
	}
	return code
}

func start() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gatehouse-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin}
	if err := chown(dir); err != nil {
		return nil, err
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", s.data(), "-A", "trust", "-U", "owner", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	asOther(initdb)
	initdb.Dir = dir
	if out, err := initdb.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := s.Start(); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// programs returns the folder of the programs of PostgreSQL: Debian has them outside the path.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", errAbsent
	}
	return filepath.Dir(slices.Max(found)), nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// Start starts the server, and waits until it answers.
func (s *Server) Start() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.process = exec.Command("/bin/sh", "-c", `"$0" "$@" & read -r _; kill -QUIT $!; wait`,
		filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "dynamic_shared_memory_type=mmap")
	s.process.Dir, s.process.Stdout, s.process.Stderr = s.dir, log, log
	asOther(s.process)
	if s.hold, err = s.process.StdinPipe(); err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	var conn *pgx.Conn
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err = pgx.Connect(context.Background(), s.Address("owner", "postgres")); err == nil {
			return conn.Close(context.Background())
		}
	}
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return fmt.Errorf("the server does not answer: %w\n%s", err, text)
}

// Stop stops the server at once, as a kill does.
func (s *Server) Stop() {
	s.hold.Close()
	_ = s.process.Wait()
}

func (s *Server) remove() {
	if s.process != nil {
		s.Stop()
	}
	os.RemoveAll(s.dir)
}

// Socket returns the path of the server's socket.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Address returns the address of a database, for a login.
func (s *Server) Address(login, database string) string {
	return "postgres://" + login + "@/" + database + "?host=" + s.dir
}

// Database makes an empty database and returns its address, for its owner.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	s.number++
	name := fmt.Sprintf("test%d", s.number)
	s.mu.Unlock()
	Do(t, s.Address("owner", "postgres"), "CREATE DATABASE "+name)
	return s.Address("owner", name)
}

// Do runs statements in the database at an address.
func Do(t testing.TB, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range statements {
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// As returns an address with another login.
func As(url, login string) string {
	_, rest, _ := strings.Cut(url, "@")
	return "postgres://" + login + "@" + rest
}
