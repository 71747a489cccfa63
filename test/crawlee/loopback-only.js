/** Loaded before a program that must not leave this machine: ends it at the first connection that would. */
import { Socket } from 'node:net';

const { connect } = Socket.prototype;

Socket.prototype.connect = function connectLoopback(...given) {
  // Node's own callers hand over the arguments as an array.
  const [target] = Array.isArray(given[0]) ? given[0] : given;
  const host = target?.host ?? (target?.path === undefined ? 'localhost' : undefined);
  if (host !== undefined && !/^(127\.0\.0\.1|::1|localhost)$/.test(host)) {
    process.stderr.write(`left the machine: ${host}\n`);
    process.exit(99);
  }
  return connect.apply(this, given);
};
