package files

import (
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/intake"
)

const secret = `{"canary":"what a stranger wants"}`

// fileTree writes files that hold the secret, and returns their root. A name that
// ends in a slash is a folder.
func fileTree(t *testing.T, names ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o700)
		} else {
			err = os.WriteFile(path, []byte(secret), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

// TestReachEndsAtTheRepository: a file may name what is in its repository, without one what is
// in its folder, and never .git or what links lead to elsewhere.
func TestReachEndsAtTheRepository(t *testing.T) {
	root := fileTree(t, "repo/.git/config", "repo/svc/checks/c.toml", "repo/svc/checks/a.json", "repo/requests/card.json", "repo/sub/.git", "repo/sub/in.json",
		"loose/c.toml", "loose/in/a.json", "beside.json", "more/a.json", "more/deep/.git/config",
		"bare/c.toml", "bare/.bare/config", "bare/a.json", "bare/sub/.sub/config", "bare/sub/a.json")
	for at, text := range map[string]string{"bare/.git": "gitdir: ./.bare\n", "bare/sub/.git": "gitdir: " + filepath.Join(root, "bare/sub/.sub") + "\n"} {
		if err := os.WriteFile(filepath.Join(root, at), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	repo := filepath.Join(root, "repo")
	for at, to := range map[string]string{
		"svc/checks/out.json": "../../../beside.json", "svc/checks/folder": root, "svc/checks/git": "../../.git", "svc/checks/in.json": "../../requests/card.json",
		"svc/checks/absolute.json": filepath.Join(repo, "requests/card.json"), "svc/checks/more.json": "../../../more/a.json",
	} {
		link(t, to, filepath.Join(repo, at))
	}
	for _, c := range []struct {
		file, name string
		allowed    string
		want       string // of the error; empty: it is read
	}{
		{file: "repo/svc/checks/c.toml", name: "a.json"},
		{file: "repo/svc/checks/c.toml", name: "../../requests/card.json"},
		{file: "repo/svc/checks/c.toml", name: filepath.Join(repo, "requests/card.json")},
		{file: "repo/svc/checks/c.toml", name: "in.json"},
		{file: "repo/svc/checks/c.toml", name: "absolute.json"},
		{file: "repo/svc/checks/c.toml", name: "../../sub/in.json"},
		{file: "loose/c.toml", name: "in/a.json"},
		{file: "loose/c.toml", name: "../more/a.json", allowed: "more"},
		{file: "repo/svc/checks/c.toml", name: "more.json", allowed: "more"},
		{file: "loose/c.toml", name: "../repo/.git/config", allowed: "repo/.git"},
		{file: "bare/c.toml", name: "a.json"},
		{file: "bare/c.toml", name: "sub/a.json"},

		{file: "repo/svc/checks/c.toml", name: "../../../beside.json", want: "leads out of " + repo + "; --allow-files "},
		{file: "repo/svc/checks/c.toml", name: filepath.Join(root, "beside.json"), want: "leads out of "},
		{file: "repo/svc/checks/c.toml", name: "out.json", want: "leads out of "},
		{file: "repo/svc/checks/c.toml", name: "folder/beside.json", want: "leads out of "},
		{file: "repo/svc/checks/c.toml", name: "../../.git/config", want: "is part of .git"},
		{file: "repo/svc/checks/c.toml", name: "git/config", want: "is part of .git"},
		{file: "repo/svc/checks/c.toml", name: "../../sub/.git", want: "is part of .git"},
		{file: "repo/svc/checks/c.toml", name: "../..", want: "a folder"},
		{file: "repo/svc/checks/c.toml", name: "gone.json", want: "no such file"},
		{file: "bare/c.toml", name: ".bare/config", want: "is part of .git"},
		{file: "bare/c.toml", name: ".git", want: "is part of .git"},
		{file: "bare/c.toml", name: "sub/.sub/config", want: "is part of .git"},
		{file: "repo/sub/c.toml", name: "../requests/card.json", want: "leads out of "},
		{file: "loose/c.toml", name: "../beside.json", want: "leads out of "},
		{file: "loose/c.toml", name: "~/beside.json", want: "no such file"},
		{file: "loose/c.toml", name: "../beside.json", allowed: "more", want: "leads out of "},
		{file: "loose/c.toml", name: "../more/deep/.git/config", allowed: "more", want: "is part of .git"},
	} {
		var allowed []string
		if c.allowed != "" {
			allowed = []string{filepath.Join(root, c.allowed)}
		}
		r, err := ReachOf(filepath.Join(root, c.file), allowed...)
		if err != nil {
			t.Fatal(err)
		}
		data, err := r.Read(c.name, MaxDocument)
		has, _ := r.Has(c.name)
		switch {
		case c.want == "" && (err != nil || string(data) != secret || !has):
			t.Errorf("%s names %s: %v", c.file, c.name, err)
		case c.want != "" && (err == nil || data != nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s names %s: %v, want %q", c.file, c.name, err, c.want)
		}
	}
	if _, err := ReachOf(filepath.Join(root, "loose/c.toml"), filepath.Join(root, "nowhere")); err == nil || !strings.HasPrefix(err.Error(), "--allow-files ") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestReachIsNeverTheHomeFolder, nor a folder above it, also where that has .git.
func TestReachIsNeverTheHomeFolder(t *testing.T) {
	root := fileTree(t, "home/me/.git/config", "home/.git/config", "home/me/c.toml", "home/me/token.json", "home/me/work/c.toml", "home/me/work/a.json", "home/c.toml", "home/a.json")
	home := filepath.Join(root, "home/me")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for file, name := range map[string]string{"home/me/c.toml": "token.json", "home/me/work/c.toml": "../token.json", "home/c.toml": "a.json"} {
		r, err := ReachOf(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if data, err := r.Read(name, MaxDocument); err == nil || data != nil || !strings.Contains(err.Error(), "--allow-files ") {
			t.Errorf("%s reads %s: %v", file, name, err)
		}
	}
	r, err := ReachOf(filepath.Join(home, "work/c.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read("a.json", MaxDocument); err != nil {
		t.Error(err)
	}
	r, err = ReachOf(filepath.Join(home, "c.toml"), home)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read("token.json", MaxDocument); err != nil {
		t.Errorf("the user allowed it: %v", err)
	}
}

// TestHomeOfTheAccountIsProtectedToo: HOME may be another folder or wrong, and a wrong one makes no
// other folder the home.
func TestHomeOfTheAccountIsProtectedToo(t *testing.T) {
	u, err := user.Current()
	if err != nil {
		t.Skip(err)
	}
	home, err := filepath.EvalSymlinks(u.HomeDir)
	if err != nil {
		t.Skip(err)
	}
	root := fileTree(t, "work/c.toml", "work/a.json")
	t.Chdir(filepath.Join(root, "work"))
	for _, env := range []string{"", "nowhere", ".", "/nowhere", root} {
		t.Setenv("HOME", env)
		t.Setenv("USERPROFILE", env)
		if got := projectRoot(home); got != "" {
			t.Errorf("HOME=%s: files in %s may be named", env, got)
		}
		r, err := ReachOf("c.toml")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read("a.json", MaxDocument); err != nil {
			t.Errorf("HOME=%s: %v", env, err)
		}
	}
}

// TestLinksOutOfADataSetAreRefused: they lead to no document, of a data set or of a folder.
func TestLinksOutOfADataSetAreRefused(t *testing.T) {
	root := fileTree(t, "set/queries.jsonl", "set/qrels/test.tsv", "docs/a.txt", "secret")
	link(t, filepath.Join(root, "secret"), filepath.Join(root, "set/corpus.jsonl"))
	link(t, filepath.Join(root, "secret"), filepath.Join(root, "docs/b.txt"))
	for name, text := range map[string]string{"secret": `{"_id":"d","text":"mine"}`, "set/queries.jsonl": `{"_id":"q","text":"a query"}`, "set/qrels/test.tsv": "q\td\t1\n"} {
		put(t, root, name, text)
	}
	if _, err := Input(nil, filepath.Join(root, "set"), dataset.Choice{}); err == nil || !strings.Contains(err.Error(), `corpus.jsonl" leads out of `) {
		t.Errorf("the data set: %v", err)
	}
	if in, err := Input(nil, filepath.Join(root, "set"), dataset.Choice{}, root); err != nil || in.Set.Documents[0].Text != "mine" {
		t.Errorf("an allowed folder: %v", err)
	}
	s, err := Input(nil, filepath.Join(root, "docs"), dataset.Choice{})
	if err != nil || len(s.Documents) != 1 || len(s.Refused) != 1 || !strings.Contains(s.Refused[0].Error(), "leads out of ") {
		t.Errorf("%d documents, refused %v, %v", len(s.Documents), s.Refused, err)
	}
}

// TestCurlReadsWithinReach: @file in a body and in headers, and cat.
func TestCurlReadsWithinReach(t *testing.T) {
	t.Setenv("CANARY", secret)
	root := fileTree(t, "repo/.git/config", "repo/scripts/ask.sh", "repo/requests/a.json", "secret.json")
	link(t, "../../secret.json", filepath.Join(root, "repo/scripts/link.json"))
	script := filepath.Join(root, "repo/scripts/ask.sh")
	if all, err := Curl(script, []byte("curl https://h/v1/responses -d @../requests/a.json")); err != nil || len(all) != 1 || string(all[0].Body) != secret {
		t.Errorf("%v, %v", all, err)
	}
	for _, command := range []string{
		"curl https://h/v1/responses -d @../../secret.json", "curl https://h/v1/responses -d @link.json", "curl https://h/v1/responses -d @/proc/self/environ",
		"curl https://h/v1/responses -H @../../secret.json -d '{}'", "cat ../../secret.json | curl https://h/v1/responses -d @-", `curl https://h/v1/responses -d "$CANARY"`, "curl https://h/v1/responses -d @- < ../../secret.json",
	} {
		all, err := Curl(script, []byte(command))
		if err == nil || len(all) > 0 || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v, %v", command, all, err)
		}
	}
	collection := []byte(`{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"n","request":{"method":"POST","url":"https://h/v1/responses","body":{"mode":"file","file":{"src":"../../secret.json"}}}}]}`)
	all, err := intake.Postman(collection, time.Time{})
	for _, x := range all.List {
		if strings.Contains(string(x.Capture.Sent.Body), "canary") {
			t.Errorf("a collection reads %s", x.Capture.Sent.Body)
		}
	}
	if err != nil {
		t.Error(err)
	}
}
