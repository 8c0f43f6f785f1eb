-- Asks a round, or joins it.
-- ARGV: body, server, deadline (ms since 1970, 0: none), lease (ms), keep (ms); the limits of rounds, bytes and new bytes in a
-- minute, for the session, the server and the asker; call, asker, and the names of the pages as JSON, each of which may be empty
-- Reply: state, "mine" if the round was not open before, result, deadline, asker. The state is "conflict" also for the round of
-- another asker, and "full" has the limit as its result.
local body, server, deadline, lease, keep, call = ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[18]
local asker, pages = ARGV[19], ARGV[20]
local size = #body + #call

local state, result, firstDeadline, fields = find()
if state ~= 'unknown' and (fields[9] or '') ~= asker then
  return { 'conflict', '', '', firstDeadline, '' }
end
if state ~= 'open' and state ~= 'orphaned' and state ~= 'unknown' then
  return { state, '', result, firstDeadline, asker }
end
if state == 'open' then
  if call ~= '' then redis.call('HSETNX', r, 'call', call) end
  keepOpen(asker, server, lease, keep, fields)
  return { 'open', '', '', firstDeadline, asker }
end
local count, bytes, serverOpen, serverBytes, askerOpen, askerBytes, isOpen = 0, 0, 0, 0, 0, 0, {}
for _, other in ipairs(redis.call('ZRANGE', open, 0, -1)) do
  isOpen[other] = true
  if other ~= id then
    local otherBytes, otherAsker, otherServer = sizeOf(other)
    count, bytes = count + 1, bytes + otherBytes
    if otherServer == serverKey(asker, server) then
      serverOpen, serverBytes = serverOpen + 1, serverBytes + otherBytes
    end
    if otherAsker == asker and asker ~= '' then
      askerOpen, askerBytes = askerOpen + 1, askerBytes + otherBytes
    end
  end
end
local limit = serverOpen >= tonumber(ARGV[12]) and 'too-many-requests-of-server'
  or serverBytes + size > tonumber(ARGV[13]) and 'too-many-bytes-of-server'
  or asker ~= '' and askerOpen >= tonumber(ARGV[15]) and 'too-many-requests-of-asker'
  or asker ~= '' and askerBytes + size > tonumber(ARGV[16]) and 'too-many-bytes-of-asker'
  or count >= tonumber(ARGV[9]) and 'too-many-requests'
  or bytes + size > tonumber(ARGV[10]) and 'too-many-bytes'
  or redis.call('ZCOUNT', askerKey(answers, asker), '(' .. integerText(now), '+inf') >= maxAnswers and 'too-many-answers'
if not limit then
  local time = #body * minute
  local charges = {
    'too-many-new-bytes-of-server', serverKey(asker, server), time / tonumber(ARGV[14]),
    'too-many-new-bytes', '', time / tonumber(ARGV[11]),
  }
  if asker ~= '' then
    charges[7], charges[8], charges[9] = 'too-many-new-bytes-of-asker', asker, time / tonumber(ARGV[17])
  end
  limit = chargeRates(unpack(charges))
end
if limit then
  return { 'full', '', limit, deadline, '' }
end
-- The sizes of lost rounds remain if Redis has lost the set of open rounds.
if redis.call('HLEN', sizes) > redis.call('ZCARD', open) then
  for _, other in ipairs(redis.call('HKEYS', sizes)) do
    if not isOpen[other] then redis.call('HDEL', sizes, other) end
  end
end
-- An orphan had no answer. Its draft stays.
redis.call('HDEL', r, 'by', 'result', 'asker', 'pages')
redis.call('HSET', r, 'state', 'open', 'fp', fp, 'body', body, 'server', server, 'deadline', deadline)
if call ~= '' then redis.call('HSET', r, 'call', call) end
if asker ~= '' then redis.call('HSET', r, 'asker', asker) end
if pages ~= '' then redis.call('HSET', r, 'pages', pages) end
redis.call('ZREM', gone, 'orphaned ' .. id .. ' ' .. asker)
redis.call('ZREM', askerKey(over, asker), id)
-- The id may still be open if its record has expired.
redis.call('ZREM', open, id)
keepOpen(asker, server, lease, keep, fields)
return { 'open', 'mine', '', deadline, asker }
