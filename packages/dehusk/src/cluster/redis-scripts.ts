/**
 * What is done in Redis in one go: each of these is a script, so that it is done whole or not at all, and by the clock of
 * the server. Under the prefix of the log lie
 *
 *     agreed       hash: what all must do in the same way
 *     workers      sorted set: names, by when they count as dead
 *     drain        who takes outputs
 *     partitions   set of those that have pages
 *
 * and for each partition
 *
 *     N            hash: epoch, owner, expires, held · appended, position, waiting · outputs, taken, failures · attempt
 *     N:pages      stream, read as a log: the entry with id `7-0` is the head of page 7
 *     N:bodies     hash: the body of each page; apart, because a stream cannot be read up to so many bytes
 *     N:outputs    stream: `7-0` is what came out of page 7
 *     N:producers  hash: the last item of each producer, and its digest
 *     N:site:NAME  hash: facts, snapshot, and journals as j1, j2 … with their count
 */

import { createHash } from 'node:crypto';

/** Arguments come as strings or bytes; `now` is in milliseconds. */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Whether the claim of owner ARGV[1] with epoch ARGV[2] holds for the partition KEYS[1]. */
const owns = `
local found = redis.call('HMGET', KEYS[1], 'held', 'owner', 'epoch', 'position')
local owns = found[1] == '1' and found[2] == ARGV[1] and found[3] == ARGV[2]
local position = found[4] or '0'
`;

type ScriptName =
  | 'append'
  | 'claim'
  | 'renew'
  | 'attempt'
  | 'release'
  | 'read'
  | 'commit'
  | 'outputs'
  | 'beginDrain'
  | 'take'
  | 'status';

export const scripts: Readonly<Record<ScriptName, string>> = {
  /** KEYS: partition, pages, bodies, producers, partitions. ARGV: partition, producer, follows, limit; of each entry: item, digest, head, body. */
  append: `${clock}
local last = tonumber(string.match(redis.call('HGET', KEYS[4], ARGV[2]) or '0', '^%d+'))
if last < tonumber(ARGV[3]) then return 'behind' end
local bytes = 0
for i = 5, #ARGV, 4 do
  if tonumber(ARGV[i]) > last then bytes = bytes + #ARGV[i + 2] + #ARGV[i + 3] end
end
if bytes == 0 then return 'appended' end
local waiting = tonumber(redis.call('HGET', KEYS[1], 'waiting') or '0')
if waiting > 0 and waiting + bytes > tonumber(ARGV[4]) then return 'full' end
local number = tonumber(redis.call('HGET', KEYS[1], 'appended') or '0')
for i = 5, #ARGV, 4 do
  if tonumber(ARGV[i]) > last then
    number = number + 1
    local id = string.format('%d-0', number)
    redis.call('XADD', KEYS[2], id, 'head', ARGV[i + 2], 'since', now, 'size', #ARGV[i + 2] + #ARGV[i + 3])
    if #ARGV[i + 3] > 0 then redis.call('HSET', KEYS[3], number, ARGV[i + 3]) end
    redis.call('HSET', KEYS[4], ARGV[2], ARGV[i] .. ' ' .. ARGV[i + 1])
  end
end
redis.call('HSET', KEYS[1], 'appended', number)
redis.call('HINCRBY', KEYS[1], 'waiting', bytes)
redis.call('SADD', KEYS[5], ARGV[1])
return 'appended'`,

  /** KEYS: partition. ARGV: owner, lease. */
  claim: `${clock}
local found = redis.call('HMGET', KEYS[1], 'held', 'owner', 'expires', 'position')
if found[1] == '1' and found[2] ~= ARGV[1] and tonumber(found[3]) > now then return nil end
local epoch = redis.call('HINCRBY', KEYS[1], 'epoch', 1)
redis.call('HSET', KEYS[1], 'held', '1', 'owner', ARGV[1], 'expires', now + ARGV[2])
return { epoch, tonumber(found[4] or '0'), found[1] == '1' and 1 or 0 }`,

  /** KEYS: workers, then partitions. ARGV: worker, lease, then the epoch of each claim. */
  renew: `${clock}
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = {}
for i = 2, #KEYS do
  local found = redis.call('HMGET', KEYS[i], 'held', 'owner', 'epoch')
  held[i - 1] = 0
  if found[1] == '1' and found[2] == ARGV[1] and found[3] == ARGV[i + 1] then
    redis.call('HSET', KEYS[i], 'expires', now + ARGV[2])
    held[i - 1] = 1
  end
end
return held`,

  /** KEYS: partition. ARGV: owner, epoch, position. */
  attempt: `${owns}
if not owns or position ~= ARGV[3] then return nil end
local count = 1
local before = redis.call('HMGET', KEYS[1], 'attemptAt', 'attempts')
if before[1] == ARGV[3] then count = before[2] + 1 end
redis.call('HSET', KEYS[1], 'attemptAt', ARGV[3], 'attempts', count)
return count`,

  /** KEYS: partition. ARGV: owner, epoch. */
  release: `${owns}
if owns then redis.call('HSET', KEYS[1], 'held', '0') end`,

  /** KEYS: pages, bodies. ARGV: after, entries, bytes. Gives id, head and body of each. */
  read: `
local found = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])
local read = {}
local bytes = 0
for i, entry in ipairs(found) do
  bytes = bytes + entry[2][6]
  if i > 1 and bytes > tonumber(ARGV[3]) then break end
  local number = string.match(entry[1], '^%d+')
  read[#read + 1] = number
  read[#read + 1] = entry[2][2]
  read[#read + 1] = redis.call('HGET', KEYS[2], number) or ''
end
return read`,

  /**
   * KEYS: partition, pages, bodies, outputs, then sites. ARGV: owner, epoch, follows, position, size, how many outputs;
   * of each number, kind, bytes; then of each site: the digest that it has, as its facts say it (or nothing), snapshot (or
   * nothing), journal (or nothing), facts (or nothing).
   *
   * Facts are not decoded: cjson refuses half of a surrogate pair, which a title may have. Within texts of JSON, quotes
   * stand behind a backslash, so the digest is found nowhere else.
   */
  commit: `${owns}
if not owns or position ~= ARGV[3] then return 0 end
local at = 7 + 3 * ARGV[6]
for i = 5, #KEYS do
  local facts = redis.call('HGET', KEYS[i], 'facts')
  local digest = ARGV[at + 4 * (i - 5)]
  if #digest == 0 and facts or #digest > 0 and not (facts and string.find(facts, digest, 1, true)) then return 0 end
end
for number = ARGV[3] + 1, tonumber(ARGV[4]) do redis.call('HDEL', KEYS[3], number) end
redis.call('XTRIM', KEYS[2], 'MINID', string.format('%d-0', ARGV[4] + 1))
redis.call('HSET', KEYS[1], 'position', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'waiting', string.format('%d', -ARGV[5]))
at = 7
local bytes, failures = 0, 0
for _ = 1, tonumber(ARGV[6]) do
  redis.call('XADD', KEYS[4], ARGV[at] .. '-0', 'kind', ARGV[at + 1], 'bytes', ARGV[at + 2])
  bytes = bytes + #ARGV[at + 2]
  if ARGV[at + 1] == 'failure' then failures = failures + 1 end
  at = at + 3
end
redis.call('HINCRBY', KEYS[1], 'outputs', bytes)
if failures > 0 then redis.call('HINCRBY', KEYS[1], 'failures', failures) end
for i = 5, #KEYS do
  if #ARGV[at + 1] > 0 then
    redis.call('DEL', KEYS[i])
    redis.call('HSET', KEYS[i], 'snapshot', ARGV[at + 1])
  end
  if #ARGV[at + 2] > 0 then
    redis.call('HSET', KEYS[i], 'j' .. redis.call('HINCRBY', KEYS[i], 'journals', 1), ARGV[at + 2])
  end
  if #ARGV[at + 3] > 0 then redis.call('HSET', KEYS[i], 'facts', ARGV[at + 3]) end
  at = at + 4
end
return 1`,

  /** KEYS: outputs. ARGV: from, entries, bytes. Gives id, kind and bytes of each. */
  outputs: `
local read = {}
local bytes = 0
local from = ARGV[1]
local left = tonumber(ARGV[2])
-- Some at a time: what does not fit is not looked at.
while left > 0 do
  local found = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', math.min(left, 16))
  if #found == 0 then break end
  for _, entry in ipairs(found) do
    bytes = bytes + #entry[2][4]
    if #read > 0 and bytes > tonumber(ARGV[3]) then return read end
    read[#read + 1] = string.match(entry[1], '^%d+')
    read[#read + 1] = entry[2][2]
    read[#read + 1] = entry[2][4]
    from = '(' .. entry[1]
    left = left - 1
  end
end
return read`,

  /** KEYS: drain. ARGV: name. */
  beginDrain: `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`,

  /** KEYS: drain, then partition and outputs of each. ARGV: name, whether it is done, then the number of each. */
  take: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return end
for i = 2, #KEYS, 2 do
  local found = redis.call('HMGET', KEYS[i], 'taken', 'position')
  -- Where the log has fallen back, what was taken is yet to be made again.
  local taken = math.max(tonumber(found[1] or '0'), math.min(tonumber(ARGV[2 + i / 2]), tonumber(found[2] or '0')))
  local bytes = 0
  for _, entry in ipairs(redis.call('XRANGE', KEYS[i + 1], '-', string.format('(%d-0', taken))) do
    bytes = bytes + #entry[2][4]
  end
  redis.call('XTRIM', KEYS[i + 1], 'MINID', string.format('%d-0', taken))
  redis.call('HSET', KEYS[i], 'taken', string.format('%d', taken))
  redis.call('HINCRBY', KEYS[i], 'outputs', string.format('%d', -bytes))
end
if ARGV[2] == '1' then redis.call('DEL', KEYS[1]) end`,

  /** KEYS: partitions, workers, drain. ARGV: prefix. */
  status: `${clock}
local rows = {}
for _, number in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = ARGV[1] .. number
  local row = redis.call('HMGET', key, 'appended', 'position', 'waiting', 'outputs', 'taken', 'failures', 'epoch')
  for i = 1, 7 do row[i] = row[i] or '0' end
  local lease = redis.call('HMGET', key, 'held', 'expires', 'owner')
  row[8] = lease[1] == '1' and tonumber(lease[2]) > now and lease[3] or ''
  local oldest = redis.call('XRANGE', key .. ':pages', '-', '+', 'COUNT', 1)[1]
  row[9] = oldest and string.format('%d', now - oldest[2][4]) or ''
  row[10] = number
  rows[#rows + 1] = row
end
return { rows, redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf'), redis.call('GET', KEYS[3]) or '' }`,
};

/** By which Redis knows a script that it has met. */
export function scriptDigest(script: string): string {
  return createHash('sha1').update(script).digest('hex');
}

/** For whoever watches what goes over the network. */
export function commitScriptDigest(): string {
  return scriptDigest(scripts.commit);
}
