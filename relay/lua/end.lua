-- Ends a round, once: a second call hears how it has ended.
-- ARGV: how (answered, rejected, withdrawn, expired, orphaned, or acknowledged), result, by, keep (ms)
-- Reply: state, whose ("mine", "other"), result, deadline, asker. The state may also be "unknown", "conflict"
-- for another round, and "open" where it is too early to call it expired, orphaned or acknowledged.
local how, result, by = ARGV[4], ARGV[5], ARGV[6]
local state, had, deadline, record = find()
-- The client that takes the answer may want it for less time than the client that asked.
local keep = math.max(tonumber(ARGV[7]), tonumber(record[8] or 0))
local asker = state ~= 'conflict' and record[9] or ''
local unanswered = math.min(keep, keepUnanswered)

local function close(state, asker)
  redis.call('ZREM', open, id)
  redis.call('HDEL', sizes, id)
  tell(state .. ' ' .. id .. ' ' .. asker, id, state == 'answered' and keep or unanswered)
end

if state == 'unknown' and redis.call('ZSCORE', open, id) then
  -- The record has expired, and its id is still among the open ones.
  local _, whose = sizeOf(id)
  asker = whose
  close('orphaned', whose)
end
if how == 'acknowledged' and state == 'answered' then
  -- What remains says only that the person was asked: a client that repeats its key does not ask again.
  redis.call('HSET', r, 'state', how)
  redis.call('HDEL', r, 'result', 'call')
  if redis.call('PTTL', r) > day then redis.call('PEXPIRE', r, day) end
  redis.call('ZREM', ofAsker(answers, asker), id)
  keepEnd(asker, math.max(redis.call('PTTL', r), 1))
  return { how, 'mine', '', deadline, asker }
end
if state ~= 'open' then
  local mine = state ~= 'conflict' and record[5] == by and by ~= ''
  return { state, mine and 'mine' or 'other', had, deadline, asker }
end
local over = tonumber(deadline) > 0 and now >= tonumber(deadline)
if how == 'acknowledged' or how == 'expired' and not over or how == 'orphaned' and tonumber(record[6]) > now then
  return { 'open', 'other', '', deadline, asker }
end
if how == 'answered' and over then
  how, result = 'expired', ''
end
redis.call('HSET', r, 'state', how, 'result', result, 'by', by)
redis.call('HDEL', r, 'body')
if how ~= 'orphaned' then redis.call('HDEL', r, 'draft') end
if how ~= 'answered' then redis.call('HDEL', r, 'call', 'pages') end
if how == 'answered' then
  local answers = ofAsker(answers, asker)
  redis.call('ZREMRANGEBYSCORE', answers, '-inf', now)
  redis.call('ZADD', answers, whole(now + keep), id)
  outlive(keep, answers)
else
  keep = unanswered
  keepEnd(asker, keep)
end
redis.call('PEXPIRE', r, keep)
close(how, asker)
return { how, 'mine', result, deadline, asker }
