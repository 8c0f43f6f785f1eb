-- The common part of all scripts: their arguments, the clock of Redis, and the functions that change a session.
-- KEYS: round, open, version, gone, sizes, rates, over, answers
-- ARGV: id, fingerprint, channel, then those of the script
local r, open, version, gone, sizes, rates, over, answers = unpack(KEYS)
local id, fp, channel = ARGV[1], ARGV[2], ARGV[3]
local clock, day, minute = redis.call('TIME'), 86400000, 60000
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

-- How long an end without an answer is remembered (ms), and the largest numbers of such ends, of answers without an acknowledgement,
-- and of news in a session.
local maxKeepUnanswered, maxEnded, maxAnswers, maxNews = 600000, 1000, 1000, 200

-- Without a format, Lua writes large numbers with an exponent.
local function integerText(number) return string.format('%.0f', number) end

-- Extends the life of keys to at least a time (ms).
local function extendTTL(time, ...)
  for _, key in ipairs({ ... }) do
    if redis.call('PTTL', key) < time then redis.call('PEXPIRE', key, time) end
  end
end

-- Returns the state, result and deadline of the round for a reply, and its fields. The state is "unknown" without a record, and
-- "conflict" if another round has the id.
local function find()
  local fields = redis.call('HMGET', r, 'state', 'fp', 'result', 'deadline', 'by', 'lease', 'server', 'keep', 'asker')
  local deadline = fields[4] or '0'
  if not fields[1] then return 'unknown', '', deadline, fields end
  if fields[2] ~= fp then return 'conflict', '', deadline, fields end
  return fields[1], fields[3] or '', deadline, fields
end

-- Makes the next version. The first version is the time, so that versions also grow after Redis has lost them.
local function nextVersion()
  redis.call('SET', version, integerText(now), 'NX')
  local v = redis.call('INCR', version)
  extendTTL(day, version)
  return v
end

-- Names a server of one asker. Two askers share no limit, even if their servers have the same name.
local function serverKey(asker, server) return cjson.encode({ asker, server }) end

-- Returns the bytes, the asker and the server key of an open round.
local function sizeOf(other)
  local bytes, key = string.match(redis.call('HGET', sizes, other) or '', '^(%d+) (.*)$')
  if not bytes then return 0, '', '' end
  return tonumber(bytes), cjson.decode(key)[1], key
end

-- Names a key of one asker, whose ends and answers have their own limits. All keys of a session share a slot.
local function askerKey(key, asker) return asker == '' and key or key .. ':' .. asker end

-- Counts a round that ended without an answer or was acknowledged. Past the limit of its asker, forgets the rounds that expire first.
local function addEnding(asker, keep)
  local over = askerKey(over, asker)
  redis.call('ZREMRANGEBYSCORE', over, '-inf', now)
  redis.call('ZADD', over, integerText(now + keep), id)
  extendTTL(keep, over)
  local excess = redis.call('ZCARD', over) - maxEnded
  if excess <= 0 then return end
  for _, other in ipairs(redis.call('ZRANGE', over, 0, excess - 1)) do redis.call('DEL', channel .. ':r:' .. other) end
  redis.call('ZREMRANGEBYRANK', over, 0, excess - 1)
end

local function askerOf(news)
  local how, rest = string.match(news, '^(%S+) (.*)$')
  if how == 'page' then return cjson.decode(rest)[3] or '' end
  return string.match(rest, '^%S+ ?(.*)$')
end

-- Deletes the oldest news of the busiest asker, so that no asker pushes out the few news of another.
local function trimNews()
  local counts, largest, all = {}, 0, redis.call('ZRANGE', gone, 0, -1)
  for _, news in ipairs(all) do
    local asker = askerOf(news)
    counts[asker] = (counts[asker] or 0) + 1
    largest = math.max(largest, counts[asker])
  end
  for _, news in ipairs(all) do
    if counts[askerOf(news)] == largest then return redis.call('ZREM', gone, news) end
  end
end

local function notify(v, what) redis.call('PUBLISH', channel, v .. ' ' .. what) end

-- Stores news for the readers of the session, and notifies its watchers.
local function addNews(news, what, keep)
  local v = nextVersion()
  redis.call('ZADD', gone, v, news)
  if redis.call('ZCARD', gone) > maxNews then trimNews() end
  extendTTL(keep, gone)
  notify(v, what)
  return v
end

-- Adds the round and its size to the open ones, and extends its lease and keep. It shortens neither: a client that waits with a
-- short lease must not end a parked round.
local function keepOpen(asker, server, lease, keep, fields)
  local isNew = not redis.call('ZSCORE', open, id)
  local v = isNew and nextVersion()
  if isNew then redis.call('ZADD', open, v, id) end
  redis.call('HSET', sizes, id, redis.call('HSTRLEN', r, 'body') + redis.call('HSTRLEN', r, 'call') .. ' ' .. serverKey(asker, server))
  lease, keep = math.max(lease, tonumber(fields[6] or 0) - now), math.max(keep, tonumber(fields[8] or 0))
  redis.call('HSET', r, 'lease', integerText(now + lease), 'keep', integerText(keep))
  redis.call('PEXPIRE', r, lease + keep)
  extendTTL(math.max(day, lease + keep), open, version, sizes)
  if isNew then notify(v, id) end
end

-- Charges rates, each given as kind, name and time (ms); a minute may be used in advance. If one of the rates is used up, it charges
-- none and returns the kind of that rate.
local function chargeRates(...)
  local untils, charges = {}, { ... }
  redis.call('ZREMRANGEBYSCORE', rates, '-inf', now)
  for i = 1, #charges, 3 do
    local kind, name = charges[i], charges[i] .. ' ' .. charges[i + 1]
    local ends = math.max(now, tonumber(redis.call('ZSCORE', rates, name) or 0)) + charges[i + 2]
    if ends > now + minute then return kind end
    untils[#untils + 1], untils[#untils + 2] = integerText(ends), name
  end
  redis.call('ZADD', rates, unpack(untils))
  redis.call('PEXPIRE', rates, minute)
end
