-- Asks a question, or joins it again: the same asker after a restart.
-- KEYS: request, open, version, gone, sizes
-- ARGV: id, fingerprint, channel, body, server, deadline (ms since 1970, 0: none), lease (ms), keep (ms),
-- and the most that may be open: questions and bytes of the session, then of the server in it
-- Reply: state, "", result, deadline. The state may also be "conflict", and "full" with the limit as its result.
local r, open, version, gone, sizes = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, fp, body, server, deadline = ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[6]
local lease, keep, day = tonumber(ARGV[7]), tonumber(ARGV[8]), 86400000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local leased = string.format('%.0f', now + lease)
local size = #body .. ' ' .. server

-- The question stands among the open ones; what all of them are kept in outlives it.
local function enlist(news)
  if news then redis.call('SET', version, string.format('%.0f', now), 'NX') end
  local v = news and redis.call('INCR', version)
  if news then redis.call('ZADD', open, v, id) end
  redis.call('HSET', sizes, id, size)
  redis.call('PEXPIRE', r, lease + keep)
  local time = math.max(day, lease + keep)
  for _, key in ipairs({ open, version, sizes }) do
    if redis.call('PTTL', key) < time then redis.call('PEXPIRE', key, time) end
  end
  if news then redis.call('PUBLISH', ARGV[3], v .. ' ' .. id) end
end

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
  -- The record may have outlived its place among the open ones.
  enlist(not redis.call('ZSCORE', open, id))
  return { 'open', '', '', had[4] }
end
-- An orphan had no answer: its asker is back and asks anew, and the draft is still there.
local count, bytes, own, ownBytes, there = 0, 0, 0, 0, {}
for _, other in ipairs(redis.call('ZRANGE', open, 0, -1)) do
  there[other] = true
  if other ~= id then
    local weight, whose = string.match(redis.call('HGET', sizes, other) or '0 ', '^(%d+) (.*)$')
    count, bytes = count + 1, bytes + tonumber(weight)
    if whose == server then
      own, ownBytes = own + 1, ownBytes + tonumber(weight)
    end
  end
end
local limit = own >= tonumber(ARGV[11]) and 'too-many-requests-of-server'
  or ownBytes + #body > tonumber(ARGV[12]) and 'too-many-bytes-of-server'
  or count >= tonumber(ARGV[9]) and 'too-many-requests'
  or bytes + #body > tonumber(ARGV[10]) and 'too-many-bytes'
if limit then
  return { 'full', '', limit, deadline }
end
-- Sizes of questions that are not open any more are left where Redis has lost the open ones.
if redis.call('HLEN', sizes) > redis.call('ZCARD', open) then
  for _, other in ipairs(redis.call('HKEYS', sizes)) do
    if not there[other] then redis.call('HDEL', sizes, other) end
  end
end
redis.call('HDEL', r, 'by', 'result')
redis.call('HSET', r, 'state', 'open', 'fp', fp, 'body', body, 'server', server, 'deadline', deadline, 'lease', leased)
redis.call('ZREM', gone, 'orphaned ' .. id)
enlist(true)
return { 'open', '', '', deadline }
