-- Ends a round once. A second call gets the first end.
-- ARGV: how (answered, rejected, withdrawn, expired, orphaned, or acknowledged), result, by, keep (ms)
-- Reply: state, "mine" if this call or its retry caused it or else "other", result, deadline, asker. The state is "open" if it is
-- too early for expired, orphaned or acknowledged. It may also be "unknown", or "conflict" for another round.
local how, result, by = ARGV[4], ARGV[5], ARGV[6]
local state, storedResult, deadline, fields = find()
-- The end is kept for the longer of two times: of the process that ends the round, and of the client that asked.
local keep = math.max(tonumber(ARGV[7]), tonumber(fields[8] or 0))
local asker = state ~= 'conflict' and fields[9] or ''
local keepUnanswered = math.min(keep, maxKeepUnanswered)

local function close(state, asker)
  redis.call('ZREM', open, id)
  redis.call('HDEL', sizes, id)
  addNews(state .. ' ' .. id .. ' ' .. asker, id, state == 'answered' and keep or keepUnanswered)
end

if state == 'unknown' and redis.call('ZSCORE', open, id) then
  -- The record has expired, and its id is still open.
  local _, openAsker = sizeOf(id)
  asker = openAsker
  close('orphaned', openAsker)
end
if how == 'acknowledged' and state == 'answered' then
  -- The record stays without its answer, so that a client that repeats its key does not ask the person again.
  redis.call('HSET', r, 'state', how)
  redis.call('HDEL', r, 'result', 'call')
  if redis.call('PTTL', r) > day then redis.call('PEXPIRE', r, day) end
  redis.call('ZREM', askerKey(answers, asker), id)
  addEnding(asker, math.max(redis.call('PTTL', r), 1))
  return { how, 'mine', '', deadline, asker }
end
if state ~= 'open' then
  local isRetry = state ~= 'conflict' and fields[5] == by and by ~= ''
  return { state, isRetry and 'mine' or 'other', storedResult, deadline, asker }
end
local isPast = tonumber(deadline) > 0 and now >= tonumber(deadline)
if how == 'acknowledged' or how == 'expired' and not isPast or how == 'orphaned' and tonumber(fields[6]) > now then
  return { 'open', 'other', '', deadline, asker }
end
if how == 'answered' and isPast then
  how, result = 'expired', ''
end
redis.call('HSET', r, 'state', how, 'result', result, 'by', by)
redis.call('HDEL', r, 'body')
if how ~= 'orphaned' then redis.call('HDEL', r, 'draft') end
if how ~= 'answered' then redis.call('HDEL', r, 'call', 'pages') end
if how == 'answered' then
  local answers = askerKey(answers, asker)
  redis.call('ZREMRANGEBYSCORE', answers, '-inf', now)
  redis.call('ZADD', answers, integerText(now + keep), id)
  extendTTL(keep, answers)
else
  keep = keepUnanswered
  addEnding(asker, keep)
end
redis.call('PEXPIRE', r, keep)
close(how, asker)
return { how, 'mine', result, deadline, asker }
