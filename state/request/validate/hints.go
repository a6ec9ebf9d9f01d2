package validate

// The tables here hold what public services of this interface are known to
// take where the document shows no structure (wire-notes §2): findings are
// hints.

func reasoningHints() fields {
	return fields{
		"effort":     {soft: true, types: text | null, only: []string{"max", "xhigh", "high", "medium", "low", "minimal", "none"}},
		"summary":    {soft: true, types: text | null, only: []string{"auto", "concise", "detailed"}},
		"context":    {soft: true, types: text | null, only: []string{"auto", "all_turns", "current_turn"}},
		"mode":       {soft: true, types: text | null, only: []string{"standard", "pro"}},
		"enabled":    {soft: true, types: boolean | null},
		"max_tokens": {soft: true, types: integer | null},
	}
}

// textHints holds the text configuration. A schema that is none is a fault all
// the same (CONTRACT, Status 422).
func textHints() fields {
	format := &rule{soft: true, types: object, fields: fields{
		"type": {types: text, only: []string{"text", "json_object", "json_schema"}},
		"name": {types: text}, "description": {types: text}, "strict": {types: boolean | null}, "schema": {},
	}}
	return fields{
		"format":    format,
		"verbosity": {soft: true, types: text | null, only: []string{"low", "medium", "high", "xhigh", "max"}},
	}
}

func providerHints() fields {
	flag := &rule{soft: true, types: boolean | null}
	figure := &rule{soft: true, types: number | object | null}
	slugs := &rule{soft: true, types: array | null, items: &rule{types: text}}
	return fields{
		"allow_fallbacks":          flag,
		"require_parameters":       flag,
		"zdr":                      flag,
		"enforce_distillable_text": flag,
		"data_collection":          {soft: true, types: text | null, only: []string{"deny", "allow"}},
		"order":                    slugs,
		"only":                     slugs,
		"ignore":                   slugs,
		"quantizations":            {soft: true, types: array | null, items: &rule{types: text, only: quantizations()}},
		"sort":                     {soft: true, types: text | object | null, only: []string{"price", "throughput", "latency", "exacto"}},
		"max_price":                {soft: true, types: object},
		"preferred_max_latency":    figure,
		"preferred_min_throughput": figure,
	}
}

func quantizations() []string {
	return []string{
		"int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8", "mxfp8", "fp16", "bf16", "fp32", "unknown",
	}
}
