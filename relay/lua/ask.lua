-- Asks a round, or joins it again: the same client after a restart.
-- ARGV: body, server, deadline (ms since 1970, 0: none), lease (ms), keep (ms), and the limits: rounds, bytes and
-- new bytes in a minute, of the session, and then of the server in it; call (may be empty)
-- Reply: state, "mine" where the round was not open before, result, deadline. The state may also be "conflict", and "full"
-- with the limit as its result.
local body, server, deadline, lease, keep, call = ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[15]
local size = #body + #call

local state, result, first, had = find()
if state ~= 'open' and state ~= 'orphaned' and state ~= 'unknown' then
  return { state, '', result, first }
end
if state == 'open' then
  if call ~= '' then redis.call('HSETNX', r, 'call', call) end
  enlist(server, lease, keep, had)
  return { 'open', '', '', first }
end
-- An orphan had no answer: its client is back and asks anew, and the draft is still there.
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
local limit = own >= tonumber(ARGV[12]) and 'too-many-requests-of-server'
  or ownBytes + size > tonumber(ARGV[13]) and 'too-many-bytes-of-server'
  or count >= tonumber(ARGV[9]) and 'too-many-requests'
  or bytes + size > tonumber(ARGV[10]) and 'too-many-bytes'
if not limit then
  local used = take('bytes ' .. server, #body * minute / tonumber(ARGV[14]), 'bytes', #body * minute / tonumber(ARGV[11]))
  limit = used and (used == 'bytes' and 'too-many-new-bytes' or 'too-many-new-bytes-of-server')
end
if limit then
  return { 'full', '', limit, deadline }
end
-- Where Redis has lost the open ones, the sizes of rounds remain that are not open any more.
if redis.call('HLEN', sizes) > redis.call('ZCARD', open) then
  for _, other in ipairs(redis.call('HKEYS', sizes)) do
    if not there[other] then redis.call('HDEL', sizes, other) end
  end
end
redis.call('HDEL', r, 'by', 'result')
redis.call('HSET', r, 'state', 'open', 'fp', fp, 'body', body, 'server', server, 'deadline', deadline)
if call ~= '' then redis.call('HSET', r, 'call', call) end
redis.call('ZREM', gone, 'orphaned ' .. id)
-- Its place among the open ones may have outlived the record.
redis.call('ZREM', open, id)
enlist(server, lease, keep, had)
return { 'open', 'mine', '', deadline }
