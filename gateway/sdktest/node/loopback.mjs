// Loaded before a program that would listen on every interface of the machine: it listens
// on loopback.
import { Server } from 'node:net';

const listen = Server.prototype.listen;
Server.prototype.listen = function onLoopback(port, ...rest) {
  return listen.call(this, { port, host: '127.0.0.1' }, rest.find((a) => typeof a === 'function'));
};
