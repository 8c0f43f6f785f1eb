-- Asks a round, or joins it again: the same client after a restart.
-- ARGV: body, server, deadline (ms since 1970, 0: none), lease (ms), keep (ms), and the limits: rounds, bytes and
-- new bytes in a minute, of the session, then of the server in it, and then of the asker; call, asker (may be empty); the names of
-- the pages that it leads to, as JSON, or nothing
-- Reply: state, "mine" where the round was not open before, result, deadline, asker. The state may also be "conflict", which the
-- round of another asker is too, and "full" with the limit as its result.
local body, server, deadline, lease, keep, call = ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[18]
local asker, pages = ARGV[19], ARGV[20]
local size = #body + #call

local state, result, first, had = find()
if state ~= 'unknown' and (had[9] or '') ~= asker then
  return { 'conflict', '', '', first, '' }
end
if state ~= 'open' and state ~= 'orphaned' and state ~= 'unknown' then
  return { state, '', result, first, asker }
end
if state == 'open' then
  if call ~= '' then redis.call('HSETNX', r, 'call', call) end
  enlist(asker, server, lease, keep, had)
  return { 'open', '', '', first, asker }
end
-- An orphan had no answer: its client is back and asks anew, and the draft is still there.
local count, bytes, own, ownBytes, asked, askedBytes, there = 0, 0, 0, 0, 0, 0, {}
for _, other in ipairs(redis.call('ZRANGE', open, 0, -1)) do
  there[other] = true
  if other ~= id then
    local weight, by, whose = sizeOf(other)
    count, bytes = count + 1, bytes + weight
    if whose == serverOf(asker, server) then
      own, ownBytes = own + 1, ownBytes + weight
    end
    if by == asker and asker ~= '' then
      asked, askedBytes = asked + 1, askedBytes + weight
    end
  end
end
local limit = own >= tonumber(ARGV[12]) and 'too-many-requests-of-server'
  or ownBytes + size > tonumber(ARGV[13]) and 'too-many-bytes-of-server'
  or asker ~= '' and asked >= tonumber(ARGV[15]) and 'too-many-requests-of-asker'
  or asker ~= '' and askedBytes + size > tonumber(ARGV[16]) and 'too-many-bytes-of-asker'
  or count >= tonumber(ARGV[9]) and 'too-many-requests'
  or bytes + size > tonumber(ARGV[10]) and 'too-many-bytes'
  or redis.call('ZCOUNT', ofAsker(answers, asker), '(' .. whole(now), '+inf') >= maxAnswers and 'too-many-answers'
if not limit then
  local minutes = #body * minute
  local takes = {
    'too-many-new-bytes-of-server', serverOf(asker, server), minutes / tonumber(ARGV[14]),
    'too-many-new-bytes', '', minutes / tonumber(ARGV[11]),
  }
  if asker ~= '' then
    takes[7], takes[8], takes[9] = 'too-many-new-bytes-of-asker', asker, minutes / tonumber(ARGV[17])
  end
  limit = take(unpack(takes))
end
if limit then
  return { 'full', '', limit, deadline, '' }
end
-- Where Redis has lost the open ones, the sizes of rounds remain that are not open any more.
if redis.call('HLEN', sizes) > redis.call('ZCARD', open) then
  for _, other in ipairs(redis.call('HKEYS', sizes)) do
    if not there[other] then redis.call('HDEL', sizes, other) end
  end
end
redis.call('HDEL', r, 'by', 'result', 'asker', 'pages')
redis.call('HSET', r, 'state', 'open', 'fp', fp, 'body', body, 'server', server, 'deadline', deadline)
if call ~= '' then redis.call('HSET', r, 'call', call) end
if asker ~= '' then redis.call('HSET', r, 'asker', asker) end
if pages ~= '' then redis.call('HSET', r, 'pages', pages) end
redis.call('ZREM', gone, 'orphaned ' .. id .. ' ' .. asker)
redis.call('ZREM', ofAsker(over, asker), id)
-- Its place among the open ones may have outlived the record.
redis.call('ZREM', open, id)
enlist(asker, server, lease, keep, had)
return { 'open', 'mine', '', deadline, asker }
