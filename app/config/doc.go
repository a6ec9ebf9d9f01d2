// Package config reads config.toml and lays flag over environment over profile
// over default, each setting by itself. It reads files and nothing else: where
// a key comes from is told here, fetching it is the caller's.
package config
