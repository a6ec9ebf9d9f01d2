package files

import (
	"errors"
	"os"
	"slices"

	"gatehouse/app/progress"
)

// pieceSize is how much is written at once, in bytes: between two pieces the work can be
// stopped.
const pieceSize = 4 << 20

// temporary writes data to the disk in a new file (0600) of a folder and returns its path.
// After an error there is no file.
func temporary(w *progress.Work, dir string, data []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, ".gatehouse-*")
	if err != nil {
		return "", err
	}
	written := 0
	for piece := range slices.Chunk(data, pieceSize) {
		if _, err = f.Write(piece); err != nil {
			break
		}
		written += len(piece)
		if err = w.Counted("writing", written, len(data), progress.Bytes); err != nil {
			break
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
