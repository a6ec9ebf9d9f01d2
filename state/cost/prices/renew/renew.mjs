// Writes ../table.json from the npm package @pydantic/genai-prices (MIT), in the notation that
// table.go reads. `go generate ./state/cost/prices` installs the newest package and runs this; what
// the notation cannot say is left out, and named.
import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { calcPrice, findProvider } from '@pydantic/genai-prices'

const vendors = ['anthropic', 'openai', 'google', 'mistral', 'deepseek', 'x-ai', 'moonshotai', 'cohere', 'perplexity',
  'groq', 'cerebras', 'fireworks', 'together', 'novita', 'azure', 'aws']
const kinds = {
  input_mtok: 'input', output_mtok: 'output', cache_read_mtok: 'cache_read', cache_write_mtok: 'cache_write',
  cache_write_1h_mtok: 'cache_write_1h', output_reasoning_mtok: 'reasoning', input_audio_mtok: 'audio_input',
  cache_audio_read_mtok: 'audio_cache_read', output_audio_mtok: 'audio_output', input_image_mtok: 'image_input',
  output_image_mtok: 'image_output', web_searches_kcount: 'web_search', requests_kcount: 'request',
}
const spellings = { deepseek: 'DeepSeek', 'x-ai': 'xAI', moonshotai: 'Moonshot AI' } // as they write themselves
const name = '@pydantic/genai-prices'
const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url)))
const date = JSON.parse(execSync(`npm view ${name}@${version} time --json`))[version].slice(0, 10)

// spelled is a price without an exponent.
function spelled(usd) {
  const text = String(usd)
  return /e/.test(text) ? usd.toFixed(12).replace(/0+$/, '') : text
}

// patterns are a rule of the package as names with * for any text and # for a digit; one with ! takes names out.
function patterns(rule) {
  if (rule.or) return rule.or.flatMap(patterns)
  if (rule.and) return rule.and.flatMap(patterns)
  if (rule.equals) return [rule.equals]
  if (rule.starts_with) return [rule.starts_with + '*']
  if (rule.ends_with) return ['*' + rule.ends_with]
  if (rule.contains) return ['*' + rule.contains + '*']
  if (rule.regex === '^(?!.*-[tT][tT][sS](?:$|-))') return ['!*-tts*']
  const plain = rule.regex?.replace(/^\^/, '').replaceAll('\\.', '.').replace(/\\d\{(\d)\}/g, (_, n) => '#'.repeat(n)).replaceAll('\\d', '#')
  if (!plain || /[\\()[\]{}+?|^]/.test(plain)) throw new Error(`a rule that has no such pattern: ${JSON.stringify(rule)}`)
  return [plain.endsWith('$') ? plain.slice(0, -1) : plain + '*']
}

// rates are the prices of one entry: those of a short prompt, then those of each longer one.
function rates(prices) {
  const above = new Set([0])
  for (const price of Object.values(prices)) for (const tier of price.tiers ?? []) above.add(tier.start)
  return [...above].sort((a, b) => a - b).map(start => {
    const row = start ? { above: start } : {}
    for (const [key, kind] of Object.entries(kinds)) {
      const price = prices[key]
      if (price === undefined) continue
      const usd = price.tiers ? price.tiers.filter(t => t.start <= start).at(-1)?.price ?? price.base : price
      row[kind] = spelled(usd)
    }
    return row
  })
}

function model(m, vendor) {
  const dated = Array.isArray(m.prices) ? m.prices : [{ prices: m.prices }]
  if (dated.some(d => d.constraint && d.constraint.type !== 'start_date')) throw new Error('its price depends on the hour')
  const prices = dated.flatMap(d => rates(d.prices).map(row => (d.constraint ? { from: d.constraint.start_date, ...row } : row)))
  if (!prices.some(row => row.input || row.request)) throw new Error('its price is for what is not counted here')
  const source = m.price_comments?.match(/https?:\/\/[^\s,)]+/)?.[0].replace(/\.$/, '') ?? vendor.pricing_urls[0]
  const entry = { id: m.id, names: patterns(m.match), source, date, prices }
  const found = m.match.equals ?? m.match.or?.find(r => r.equals)?.equals
  const there = found && calcPrice({ input_tokens: 1 }, found, { providerId: vendor.id })
  if (there && there.model.id !== m.id) throw new Error(`its name ${found} is read as ${there.model.id}`)
  return entry
}

const lines = vendors.map(id => {
  const vendor = findProvider({ providerId: id })
  const rows = []
  for (const m of vendor.models) {
    try {
      rows.push('    ' + JSON.stringify(model(m, vendor)))
    } catch (why) {
      console.error(`left out: ${id} ${m.id}: ${why.message}`)
    }
  }
  return `  {"vendor":${JSON.stringify(spellings[id] ?? vendor.name)},"id":"${id}","address":${JSON.stringify(vendor.api_pattern)},"models":[\n${rows.join(',\n')}\n  ]}`
})
writeFileSync(new URL('../table.json', import.meta.url), `{"from":"npm ${name} ${version} (MIT)","date":"${date}","unit":"USD for a million tokens, for a thousand searches or requests","vendors":[\n${lines.join(',\n')}\n]}\n`)
