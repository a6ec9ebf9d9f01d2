package archive

import (
	"database/sql"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/run"
	"gatehouse/state/usage"
)

// Columns are those of an entry, in the order of Values and ScanEntry, in every engine.
const (
	Columns = `id, name, origin, kind, connection, base_url, service, session, turn, asked, served, provider,
		verdict, reason, status, ttfb, ttft, total, input, cached, output, reasoning, estimated, cost, attempts,
		guardrails, tools, warnings, size, words, method, path, caller, target, by_proxy, lasted, undated, lint, rate,
		run, gap, joined, calls, thought, cache, lost, receipt`
	columnCount = 47
)

// Values are the columns of an entry with a key, and behind them the sum of its tokens.
func Values(key int64, e *history.Entry) []any {
	t := e.Tokens
	sum := -1
	if t.Counts[usage.Input] >= 0 && t.Counts[usage.Output] >= 0 {
		sum = t.Counts[usage.Input] + t.Counts[usage.Output]
	}
	return []any{
		key, e.ID, string(e.Origin), e.Kind.String(), e.Connection, e.BaseURL, e.Service, e.Session, e.Turn,
		e.Asked, e.Served, e.Provider, string(e.Verdict), e.Reason, e.Status,
		orNull(e.TTFBUS), orNull(e.TTFTUS), orNull(e.TotalUS),
		orNull(t.Counts[usage.Input]), orNull(t.Counts[usage.CacheRead]), orNull(t.Counts[usage.Output]), orNull(t.Counts[usage.Reasoning]), t.Estimated, orNull(e.Cost), e.Attempts,
		joined(e.Guardrails), joined(e.Tools), joined(e.Warnings), e.Size, e.Words,
		e.Method, e.Path, e.Caller, e.Target, e.ByProxy, orNull(e.LastedUS), e.Undated, joined(e.Lint), orNull(e.Rate),
		orNone(e.Run), gap(key, e.Parent), orNone(e.Joined.Number()), orNone(e.Calls), orNull(e.ThoughtUS), e.Cache, orNull(e.Lost), joined(e.Receipt), orNull(sum),
	}
}

// orNull is a figure as a column holds it: null for one that is not known.
func orNull[N int | int64 | float64](n N) any {
	if n < 0 {
		return nil
	}
	return n
}

// orNone is what a column holds of a value: null for none.
func orNone[V int | int64](v V) any {
	var none V
	if v == none {
		return nil
	}
	return v
}

// joined writes names so that each is found between commas.
func joined(names []string) string {
	if len(names) == 0 {
		return ""
	}
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = strings.ReplaceAll(n, ",", " ")
	}
	return "," + strings.Join(clean, ",") + ","
}

// ScanEntry reads the columns of an entry.
func ScanEntry(row interface{ Scan(...any) error }) (history.Entry, error) {
	var e history.Entry
	var kind, verdict, guardrails, tools, warnings string
	var ttfb, ttft, total, lasted, input, cached, output, reasoning, attempts, rate, number, gap, evidence, thought, calls sql.NullInt64
	var cost, lost sql.NullFloat64
	var lint string
	var caching, receipt sql.NullString
	err := row.Scan(&e.Key, &e.ID, &e.Origin, &kind, &e.Connection, &e.BaseURL, &e.Service, &e.Session, &e.Turn,
		&e.Asked, &e.Served, &e.Provider, &verdict, &e.Reason, &e.Status, &ttfb, &ttft, &total,
		&input, &cached, &output, &reasoning, &e.Tokens.Estimated, &cost, &attempts, &guardrails, &tools, &warnings, &e.Size, &e.Words,
		&e.Method, &e.Path, &e.Caller, &e.Target, &e.ByProxy, &lasted, &e.Undated, &lint, &rate,
		&number, &gap, &evidence, &calls, &thought, &caching, &lost, &receipt)
	if err != nil {
		return e, err
	}
	e.Start, e.Kind, e.Verdict = time.UnixMicro(e.Key), state.ParseKind(kind), state.Verdict(verdict)
	e.TTFBUS, e.TTFTUS, e.TotalUS = orUnknown(ttfb), orUnknown(ttft), orUnknown(total)
	e.LastedUS, e.Rate = orUnknown(lasted), orUnknown(rate)
	t := &e.Tokens
	t.Counts = usage.None()
	t.Counts[usage.Input], t.Counts[usage.CacheRead] = int(orUnknown(input)), int(orUnknown(cached))
	t.Counts[usage.Output], t.Counts[usage.Reasoning] = int(orUnknown(output)), int(orUnknown(reasoning))
	e.Cost = -1
	if cost.Valid {
		e.Cost = cost.Float64
	}
	if e.Cache, e.Lost = caching.String, -1; lost.Valid {
		e.Lost = lost.Float64
	}
	e.Attempts = int(attempts.Int64)
	e.Guardrails, e.Tools, e.Warnings = Names(guardrails), Names(tools), Names(warnings)
	e.Lint, e.Receipt = Names(lint), Names(receipt.String)
	if e.Run, e.Joined = number.Int64, run.EvidenceOf(evidence.Int64); gap.Valid {
		e.Parent = e.Key - gap.Int64
	}
	e.Calls, e.ThoughtUS = int(calls.Int64), orUnknown(thought)
	return e, nil
}

func orUnknown(n sql.NullInt64) int64 {
	if !n.Valid {
		return -1
	}
	return n.Int64
}

// Names reads the names between commas of a column.
func Names(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(strings.Trim(list, ","), ",")
}

// SetColumn sets a column of an entry that groups are made by, of its text.
func SetColumn(e *history.Entry, column, text string) {
	switch column {
	case "served":
		e.Served = text
	case "provider":
		e.Provider = text
	case "asked":
		e.Asked = text
	case "caller":
		e.Caller = text
	case "path":
		e.Path = text
	case "verdict":
		e.Verdict = state.Verdict(text)
	case "reason":
		e.Reason = text
	case "status":
		e.Status, _ = strconv.Atoi(text)
	case "guardrails":
		e.Guardrails = Names(text)
	case "tools":
		e.Tools = Names(text)
	case "lint":
		e.Lint = Names(text)
	case "cache":
		e.Cache = text
	case "connection":
		e.Connection = text
	case "session":
		e.Session = text
	case "run":
		e.Run, _ = strconv.ParseInt(text, 10, 64)
	}
}
