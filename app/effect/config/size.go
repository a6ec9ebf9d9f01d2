package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseSize parses a size as users write it: a whole number and a unit of 1000 (kB, MB, GB)
// or 1024 (KiB, MiB, GiB), in any case; without a unit, or with B, bytes.
func ParseSize(text string) (bytes int64, err error) {
	digits := strings.TrimRight(text, "bBgGiIkKmM ")
	unit := strings.ToLower(strings.TrimSpace(text[len(digits):]))
	of, known := map[string]int64{
		"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
	}[unit]
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || !known || n < 0 || n > math.MaxInt64/of {
		return 0, fmt.Errorf("%q is no size", text)
	}
	return n * of, nil
}
