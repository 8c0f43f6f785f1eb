-- Asks a question, or joins it again: the same asker after a restart.
-- KEYS: request, open, version, gone
-- ARGV: id, fingerprint, body, deadline (ms since 1970, 0: none), lease (ms), keep (ms), most, channel
-- Reply: state, "", result, deadline. The state may also be "conflict" and "full".
local r, open, version, gone = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, fp, body, deadline = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local lease, keep, day = tonumber(ARGV[5]), tonumber(ARGV[6]), 86400000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local leased = string.format('%.0f', now + lease)

local had = redis.call('HMGET', r, 'state', 'fp', 'result', 'deadline')
local state = had[1]
if state and had[2] ~= fp then
  return { 'conflict', '', '', had[4] }
end
if state and state ~= 'open' and state ~= 'orphaned' then
  return { state, '', had[3] or '', had[4] }
end
if state == 'open' then
  redis.call('HSET', r, 'lease', leased)
  redis.call('PEXPIRE', r, lease + keep)
  redis.call('PEXPIRE', open, day)
  redis.call('PEXPIRE', version, day)
  return { 'open', '', '', had[4] }
end
-- An orphan had no answer: its asker is back and asks anew, and the draft is still there.
if redis.call('ZCARD', open) >= tonumber(ARGV[7]) then
  return { 'full', '', '', deadline }
end
local v = redis.call('INCR', version)
redis.call('HDEL', r, 'by', 'result')
redis.call('HSET', r, 'state', 'open', 'fp', fp, 'body', body, 'deadline', deadline, 'lease', leased)
redis.call('ZADD', open, v, id)
redis.call('ZREM', gone, 'orphaned ' .. id)
redis.call('PEXPIRE', r, lease + keep)
redis.call('PEXPIRE', open, day)
redis.call('PEXPIRE', version, day)
redis.call('PUBLISH', ARGV[8], v)
return { 'open', '', '', deadline }
