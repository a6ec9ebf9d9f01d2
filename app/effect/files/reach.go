package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"gatehouse/state/text/spelling"
)

// Reach decides which files may be named in another file, whose author may be a stranger who
// wants what they hold: a check file, a curl command, a data set. These are the files below
// its folders, without the .git folders in them.
type Reach struct {
	dir     string // where relative names begin; absolute, without links
	folders []area // those of --allow-files first
}

// area is a folder below which files may be named.
type area struct {
	named string // absolute, as the user wrote it
	real  string // the same without links
}

// outsideError is the error of a file that may not be named. It names the remedy.
type outsideError struct{ error }

// ReachOf returns the reach of a file: the files of the repository it is in, or else of its
// folder, and those of the allowed folders. The home folder and its parents count as neither
// repository nor folder.
func ReachOf(path string, allowed ...string) (Reach, error) {
	r, err := reachFrom(filepath.Dir(path), allowed)
	if err != nil {
		return r, err
	}
	if root := projectRoot(r.dir); root != "" {
		r.folders = append(r.folders, area{root, root})
	}
	return r, nil
}

// reachIn returns the files that may be linked in a folder that the user named: as ReachOf,
// and those below the folder itself.
func reachIn(path string, allowed ...string) (Reach, error) {
	r, err := reachFrom(path, allowed)
	if err != nil {
		return r, err
	}
	root := projectRoot(r.dir)
	if root == "" {
		root = r.dir
	}
	r.folders = append(r.folders, area{root, root})
	return r, nil
}

func reachFrom(dir string, allowed []string) (r Reach, err error) {
	at, err := newArea(dir)
	if err != nil {
		return r, withPath(dir, err)
	}
	r.dir = at.real
	for _, path := range allowed {
		f, err := newArea(path)
		if err == nil {
			err = isFolder(f.real)
		}
		if err != nil {
			return r, fmt.Errorf("--allow-files %w", withPath(path, err))
		}
		r.folders = append(r.folders, f)
	}
	return r, nil
}

func newArea(path string) (a area, err error) {
	full, err := Expand(path)
	if err == nil {
		a.named, err = filepath.Abs(full)
	}
	if err == nil {
		a.real, err = filepath.EvalSymlinks(a.named)
	}
	return a, err
}

func isFolder(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = errors.New("not a folder")
	}
	return err
}

// projectRoot returns the nearest folder at or above dir that has .git, else dir. It never
// returns the home folder or one above it: "" where dir is such a folder.
func projectRoot(dir string) string {
	homes := homesAndParents()
	if sameAsAny(dir, homes) {
		return ""
	}
	for at := dir; !sameAsAny(at, homes); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return dir
}

// homesAndParents returns the home folder, that of the account, which may be another, and all above them. A
// relative path is no home folder.
func homesAndParents() (all []fs.FileInfo) {
	home, _ := os.UserHomeDir()
	paths := []string{home}
	if u, err := user.Current(); err == nil {
		paths = append(paths, u.HomeDir)
	}
	for _, at := range paths {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		}
		for ; filepath.IsAbs(at); at = filepath.Dir(at) {
			if info, err := os.Stat(at); err == nil {
				all = append(all, info)
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return all
}

func sameAsAny(path string, of []fs.FileInfo) bool {
	info, err := os.Stat(path)
	for _, one := range of {
		if err == nil && os.SameFile(info, one) {
			return true
		}
	}
	return false
}

// Path returns where a name leads, before links are followed.
func (r Reach) Path(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r.dir, name)
}

// find opens the folder below which a name leads to a file, and returns the path of the file
// in it, without links. The error is an outsideError, or that of looking for the file.
func (r Reach) find(name string) (root *os.Root, path string, err error) {
	full := r.Path(name)
	if !slices.ContainsFunc(r.folders, func(a area) bool { return isBelow(a.named, full) || isBelow(a.real, full) }) {
		return nil, "", r.outside(name, full) // nothing there is looked at
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return nil, "", err
	}
	for _, a := range r.folders {
		if !isBelow(a.real, real) {
			continue
		}
		root, wrong := os.OpenRoot(a.real)
		if wrong != nil {
			return nil, "", wrong
		}
		path, wrong := filepath.Rel(a.real, real)
		if wrong == nil && !inGit(root, path) {
			return root, path, nil
		}
		_ = root.Close()
		err = outsideError{fmt.Errorf("%q is part of .git, which no file may name", name)}
	}
	if err == nil {
		err = r.outside(name, real)
	}
	return nil, "", err
}

func isBelow(folder, file string) bool {
	path, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(path)
}

// inGit reports whether a path is in a .git folder or in one that a .git file names, or is such a
// file, however it is spelled.
func inGit(root *os.Root, path string) bool {
	var closed []fs.FileInfo
	for at := path; at != "."; {
		at = filepath.Dir(at)
		closed = append(closed, gitIn(root, at)...)
	}
	for ; path != "." && len(closed) > 0; path = filepath.Dir(path) {
		if info, err := root.Stat(path); err == nil && slices.ContainsFunc(closed, func(c fs.FileInfo) bool { return os.SameFile(c, info) }) {
			return true
		}
	}
	return false
}

// gitIn returns the .git folder in a folder, or the .git file and the folder that it names, if that is
// below the root.
func gitIn(root *os.Root, dir string) []fs.FileInfo {
	const maxSize = 8 << 10 // of a .git file, in bytes
	git, err := root.Stat(filepath.Join(dir, ".git"))
	if err != nil {
		return nil
	}
	all := []fs.FileInfo{git}
	if !git.Mode().IsRegular() || git.Size() > maxSize {
		return all
	}
	text, _ := root.ReadFile(filepath.Join(dir, ".git"))
	named, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if !ok {
		return all
	}
	if named = filepath.FromSlash(named); !filepath.IsAbs(named) {
		named = filepath.Join(root.Name(), dir, named)
	}
	if path, err := filepath.Rel(root.Name(), named); err == nil {
		if folder, err := root.Stat(path); err == nil && path != "." {
			all = append(all, folder)
		}
	}
	return all
}

// outside returns the error of a name that leads to a path out of the folders.
func (r Reach) outside(name, path string) error {
	remedy := "--allow-files " + spelling.ShellWord(FromHere(filepath.Dir(path))) + " allows its folder"
	if len(r.folders) == 0 {
		return outsideError{fmt.Errorf("%q: a file in the home folder, or above, may name no other; move both to a folder, or %s", name, remedy)}
	}
	var all []string
	for _, a := range r.folders {
		all = append(all, a.real)
	}
	return outsideError{fmt.Errorf("%q leads out of %s; %s", name, strings.Join(all, " and "), remedy)}
}

// Has reports whether there is a file of this name. The error is that of a name that leads out of
// the folders.
func (r Reach) Has(name string) (bool, error) {
	root, _, err := r.find(name)
	if err == nil {
		return true, root.Close()
	}
	if errors.As(err, new(outsideError)) {
		return false, err
	}
	return false, nil
}

// Read reads a file of at most limit bytes. Its errors name the file and the remedy, never what
// the file holds.
func (r Reach) Read(name string, limit int64) ([]byte, error) {
	root, path, err := r.find(name)
	switch {
	case errors.As(err, new(outsideError)):
		return nil, err
	case err != nil:
		return nil, withPath(FromHere(r.Path(name)), err)
	}
	defer root.Close()
	info, err := root.Stat(path)
	return regular(FromHere(r.Path(name)), info, err, limit, func() (*os.File, error) { return root.Open(path) })
}
