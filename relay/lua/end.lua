-- Ends a question, once: whoever comes second hears how it has ended.
-- KEYS: request, open, version, gone, sizes
-- ARGV: id, fingerprint, channel, how (answered, refused, withdrawn, expired, orphaned), result, by, keep (ms)
-- Reply: state, whose ("mine", "other"), result, deadline. The state may also be "unknown", "conflict"
-- for another question, and "open" where it is too early to call it expired or orphaned.
local r, open, version, gone, sizes = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, how, result, by, keep = ARGV[1], ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- Those who watch see the change: the version is another one, and the doorbell rings.
local function tell(state)
  redis.call('ZREM', open, id)
  redis.call('HDEL', sizes, id)
  redis.call('SET', version, string.format('%.0f', now), 'NX')
  local v = redis.call('INCR', version)
  redis.call('ZADD', gone, v, state .. ' ' .. id)
  redis.call('ZREMRANGEBYRANK', gone, 0, -201)
  redis.call('PEXPIRE', gone, keep)
  if redis.call('PTTL', version) < 86400000 then redis.call('PEXPIRE', version, 86400000) end
  redis.call('PUBLISH', ARGV[3], v .. ' ' .. id)
end

local had = redis.call('HMGET', r, 'state', 'by', 'result', 'deadline', 'lease', 'fp')
local state, deadline = had[1], had[4] or '0'
if not state then
  -- The record is gone already, and its id still stands among the open ones.
  if redis.call('ZSCORE', open, id) then tell('orphaned') end
  return { 'unknown', 'other', '', '0' }
end
if had[6] ~= ARGV[2] then
  return { 'conflict', 'other', '', deadline }
end
if state ~= 'open' then
  return { state, had[2] == by and by ~= '' and 'mine' or 'other', had[3] or '', deadline }
end
local over = tonumber(deadline) > 0 and now >= tonumber(deadline)
if how == 'expired' and not over or how == 'orphaned' and tonumber(had[5]) > now then
  return { 'open', 'other', '', deadline }
end
if how == 'answered' and over then
  how, result = 'expired', ''
end
redis.call('HSET', r, 'state', how, 'result', result, 'by', by)
redis.call('HDEL', r, 'body')
if how ~= 'orphaned' then redis.call('HDEL', r, 'draft') end
redis.call('PEXPIRE', r, keep)
tell(how)
return { how, 'mine', result, deadline }
