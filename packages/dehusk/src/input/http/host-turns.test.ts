import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../../test/http/fake-clock.ts';
import { HostTurns } from './host-turns.ts';

const signal = new AbortController().signal;
setMaxListeners(0, signal);
const a = new URL('http://a.example/');
const b = new URL('https://b.example:8443/x');

function createTurns(options: { perHost?: number; concurrency?: number; clock?: FakeClock } = {}): HostTurns {
  return new HostTurns({
    perHost: 1,
    concurrency: 8,
    maxWaitMs: 60_000,
    clock: createFakeClock(),
    ...options,
  });
}

describe('the turns of a host', () => {
  it('come one by one, with a pause from the end of one to the start of the next', async () => {
    const clock = createFakeClock(0);
    const turns = createTurns({ clock });
    for (let turn = 0; turn < 3; turn++) {
      const release = await turns.take(a, { pauseMs: 1_000, signal });
      clock.advance(300);
      release();
    }
    expect(clock.sleeps).toEqual([1_000, 1_000]);
    expect(clock.now()).toBe(3 * 300 + 2 * 1_000);
  });

  it('are not more than perHost at a time', async () => {
    const turns = createTurns({ perHost: 2 });
    const releases = [
      await turns.take(a, { pauseMs: 0, signal }),
      await turns.take(a, { pauseMs: 0, signal }),
    ];
    let third = false;
    const waiting = turns.take(a, { pauseMs: 0, signal }).then((release) => {
      third = true;
      return release;
    });
    await new Promise(setImmediate);
    expect(third).toBe(false);
    releases[0]!();
    (await waiting)();
    expect(third).toBe(true);
  });

  it('with several at a time start a pause apart', async () => {
    const clock = createFakeClock(0);
    const turns = createTurns({ perHost: 3, clock });
    const starts: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async () => {
        await turns.take(a, { pauseMs: 1_000, signal });
        starts.push(clock.now());
      }),
    );
    expect(starts).toEqual([0, 1_000, 2_000]);
  });

  it('of another host do not wait for them', async () => {
    const clock = createFakeClock();
    const turns = createTurns({ clock });
    await turns.take(a, { pauseMs: 1_000, signal });
    await turns.take(b, { pauseMs: 1_000, signal });
    expect(clock.sleeps).toEqual([]);
  });

  it('are those of a name, whatever the port and the scheme', async () => {
    const clock = createFakeClock();
    const turns = createTurns({ clock });
    (await turns.take(new URL('http://a.example./'), { pauseMs: 500, signal }))();
    (await turns.take(new URL('https://A.example:8080/'), { pauseMs: 500, signal }))();
    expect(clock.sleeps).toEqual([500]);
  });

  it('that do not count need no pause behind them, yet wait for others', async () => {
    const clock = createFakeClock();
    const turns = createTurns({ clock });
    (await turns.take(a, { pauseMs: 500, uncounted: true, signal }))();
    (await turns.take(a, { pauseMs: 500, signal }))();
    expect(clock.sleeps).toEqual([]);
    (await turns.take(a, { pauseMs: 500, uncounted: true, signal }))();
    expect(clock.sleeps).toEqual([500]);
  });

  it('wait while the host rests, and are refused where that is too long', async () => {
    const clock = createFakeClock();
    const turns = createTurns({ clock });
    turns.rest(a, 5_000);
    turns.rest(a, 1_000);
    (await turns.take(a, { pauseMs: 0, signal }))();
    expect(clock.sleeps).toEqual([5_000]);
    turns.rest(a, 61_000);
    await expect(turns.take(a, { pauseMs: 0, signal })).rejects.toMatchObject({
      code: 'HTTP_RETRY_LATER',
      facts: { host: 'a.example', seconds: 61, limitSeconds: 60 },
    });
    clock.advance(61_000);
    (await turns.take(a, { pauseMs: 0, signal }))();
  });

  it('are given up by an abort, and the next one gets them', async () => {
    const turns = createTurns({ concurrency: 1 });
    const release = await turns.take(a, { pauseMs: 0, signal });
    const abort = new AbortController();
    const ofHost = turns.take(a, { pauseMs: 0, signal: abort.signal });
    const ofAll = turns.take(b, { pauseMs: 0, signal: abort.signal });
    await new Promise(setImmediate);
    abort.abort(new Error('enough'));
    await expect(ofHost).rejects.toThrow('enough');
    await expect(ofAll).rejects.toThrow('enough');
    release();
    (await turns.take(a, { pauseMs: 0, signal }))();
    (await turns.take(b, { pauseMs: 0, signal }))();
  });

  it('of all hosts together are not more than the limit', async () => {
    const turns = createTurns({ concurrency: 3 });
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const release = await turns.take(new URL(`http://host${n % 7}.example/`), { pauseMs: 0, signal });
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        release();
      }),
    );
    expect(most).toBe(3);
  });

  it('of a thousand hosts and one are still polite to the first', async () => {
    const clock = createFakeClock();
    const turns = createTurns({ clock });
    for (let n = 0; n < 1_100; n++) {
      (await turns.take(new URL(`http://host${n}.example/`), { pauseMs: 1_000, signal }))();
    }
    expect(clock.sleeps).toEqual([]);
    (await turns.take(new URL('http://host0.example/'), { pauseMs: 1_000, signal }))();
    expect(clock.sleeps).toEqual([1_000]);
  });
});
