// Reports of checks, and of lint: the programs that read such files read ours, and they say
// what the text says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import { parse as junit } from 'junit2json';
import { Parser as TAP } from 'tap-parser';

const require = createRequire(import.meta.url);

// What of the second check is not met; its name and its texts have all that the formats escape.
const checks = `[[check]]
name = "greets"
request = { model = "sim/writer", stream = true, input = "hello" }
[check.expect]
verdict = "completed"

[[check]]
name = "odd: # <&> \\\\ 'quoted' “ü” \\u0001 - { } : !"
request = { model = "fault/gap", stream = true, input = "hello" }
[check.expect]
verdict = "failed"
sequence = "gapless"
text_contains = ["]]> # \\n <no> \\"such\\" text"]
output_tokens = { max = 0 }
`;

// report runs the checks and returns what is written in a format.
async function report(t, format) {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'checks.toml'), checks);
  const { stdout, code } = await gatehouse(folder, 'check', 'checks.toml', '--format', format);
  assert.equal(code, 1);
  return stdout;
}

function gatehouse(folder, ...args) {
  const ended = promisify(execFile)(process.env.GATEHOUSE, [...args, '--data-dir', join(folder, 'data')], { cwd: folder });
  ended.child.stdin.end();
  return ended.catch((failed) => { if (typeof failed.code !== 'number') throw failed; return failed; });
}

const unmet = ['verdict', 'sequence', 'text_contains', 'output_tokens'];

test('JUnit is read by junit2json', async (t) => {
  const read = await junit(await report(t, 'junit'));
  assert.equal(read.tests, 2);
  assert.equal(read.failures, 1);
  const [suite] = read.testsuite;
  assert.equal(suite.name, 'checks.toml');
  assert.deepEqual(suite.testcase.map((c) => c.name), ['greets', "odd: # <&> \\ 'quoted' “ü” \u2401 - { } : !"]);
  assert.equal(suite.testcase[0].failure, undefined);
  const [failure] = suite.testcase[1].failure;
  for (const name of unmet) assert.match(failure.inner, new RegExp(`checks\\.toml:\\d+: ${name}: expected .*, got `));
});

test('TAP is read by tap-parser', async (t) => {
  const read = TAP.parse(await report(t, 'tap'));
  const asserts = read.filter(([kind]) => kind === 'assert').map(([, line]) => line);
  assert.deepEqual(asserts.map((a) => a.ok), [true, false]);
  assert.equal(asserts[0].name, 'greets');
  assert.deepEqual(asserts[1].diag.failures.map((f) => f.expectation), unmet);
  assert.equal(asserts[1].diag.failures[0].line, 11);
  const [, summary] = read.find(([kind]) => kind === 'complete');
  assert.equal(summary.count, 2);
  assert.equal(summary.fail, 1);
  assert.equal(summary.bailout, false);
  assert.equal(read.filter(([kind]) => kind === 'extra').length, 0);
});

// valid holds a log against the schema of SARIF 2.1.0.
async function valid(log) {
  const ajv = new Ajv({ schemaId: 'auto', unknownFormats: 'ignore' });
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
  const fits = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
  assert.ok(fits(log), JSON.stringify(fits.errors, null, 1));
  for (const { tool, results } of log.runs) {
    for (const r of results) {
      assert.equal(tool.driver.rules[r.ruleIndex].id, r.ruleId);
      assert.ok(r.partialFingerprints.primaryLocationLineHash);
    }
  }
  return log.runs[0].results;
}

test('SARIF of checks fits its schema', async (t) => {
  const results = await valid(JSON.parse(await report(t, 'sarif')));
  assert.deepEqual(results.map((r) => r.ruleId), unmet.map((name) => `check/${name}`));
  const { artifactLocation, region } = results[0].locations[0].physicalLocation;
  assert.equal(artifactLocation.uri, 'checks.toml');
  assert.equal(region.startLine, 11);
});

test('SARIF of lint fits its schema', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  t.after(() => rm(folder, { recursive: true }));
  const stream = ['response.created', 'response.completed'].map((type, i) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 2 * i, response: { status: 'completed', output: [] } })}\n\n`);
  await writeFile(join(folder, 'an answer.sse'), stream.join(''));
  const { stdout } = await gatehouse(folder, 'lint', 'an answer.sse', '--format', 'sarif');
  const results = await valid(JSON.parse(stdout));
  assert.ok(results.some((r) => r.ruleId === 'sequence-gap' && r.level === 'warning' || r.ruleId === 'no-done'));
  assert.ok(results.every((r) => r.locations[0].physicalLocation.artifactLocation.uri === 'an%20answer.sse'));

  await gatehouse(folder, 'send', '-m', 'fault/no-done', '-p', 'hello', '--stream');
  const history = await gatehouse(folder, 'lint', 'last', '--format', 'sarif');
  const [first] = await valid(JSON.parse(history.stdout));
  assert.ok(first.locations[0].logicalLocations[0].name);
});
