package config

import (
	"bytes"
	"errors"

	"github.com/pelletier/go-toml/v2"
)

// maxFaults is how many faults are listed: a file with more is no config.
const maxFaults = 50

// decode reads a text, and returns all unknown keys, or the fault at which decoding stops; complete is
// false then.
func (f *File) decode(data []byte) (faults []Fault, complete bool) {
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(f)
	var unknown *toml.StrictMissingError
	switch {
	case errors.As(err, &unknown):
		for i := range unknown.Errors {
			faults = append(faults, unknownKey(f.Path, &unknown.Errors[i]))
		}
	case err != nil:
		return []Fault{wrongValue(f.Path, data, err)}, false
	}
	return faults, true
}
