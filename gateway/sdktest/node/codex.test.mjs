// Codex as the client: a turn in which it runs a command for the model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { without, workplace } from './codex.mjs';
import { start } from './gateway.mjs';

test('codex', { skip: without }, async (t) => {
  const turn = await workplace(t);
  const items = await turn(await start(t));
  const ran = items.find((item) => item.type === 'command_execution');
  assert.deepEqual([ran.exit_code, ran.aggregated_output], [0, 'hello from the file\n']);
  assert.match(items.at(-1).text, /hello from the file/); // the model got the output, and answered
});
