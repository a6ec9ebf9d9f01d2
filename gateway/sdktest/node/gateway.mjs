// A local gateway in a process of its own, on a port of its own. It ends with
// the test that started it. With GATEHOUSE_PROXY set, it is reached through the
// recording proxy.
import { launch } from './program.mjs';
import { recorded } from './recorded.mjs';

export const key = 'sdk-test';

export async function start(t, ...flags) {
  const through = process.env.GATEHOUSE_PROXY ? recorded(t) : (address) => address;
  const { address } = await launch(t, 'gateway', '--addr', '127.0.0.1:0', '--service', 'openrouter', '--pace', '0', '--api-key', key, ...flags);
  return through(address);
}
