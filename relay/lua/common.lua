-- What every script begins with: its arguments, the clock of Redis, and how a session changes.
-- KEYS: round, open, version, gone, sizes, rates, over, answers
-- ARGV: id, fingerprint, channel, then those of the script
local r, open, version, gone, sizes, rates, over, answers = unpack(KEYS)
local id, fp, channel = ARGV[1], ARGV[2], ARGV[3]
local clock, day, minute = redis.call('TIME'), 86400000, 60000
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

-- For how long an end without an answer is remembered at most, and how many of them; how many answers are kept that no client has
-- acknowledged; and how many ends and finished pages a session tells of late.
local keepUnanswered, maxEnded, maxAnswers, maxNews = 600000, 1000, 1000, 200

local function whole(number) return string.format('%.0f', number) end

-- Lets keys live for this time at least, in ms.
local function outlive(time, ...)
  for _, key in ipairs({ ... }) do
    if redis.call('PTTL', key) < time then redis.call('PEXPIRE', key, time) end
  end
end

-- How the round stands, as a reply says it: state, result, deadline; then all that is known of it. The state is "unknown"
-- where there is no such round, and "conflict" where another one has its id.
local function find()
  local had = redis.call('HMGET', r, 'state', 'fp', 'result', 'deadline', 'by', 'lease', 'server', 'keep', 'asker')
  local deadline = had[4] or '0'
  if not had[1] then return 'unknown', '', deadline, had end
  if had[2] ~= fp then return 'conflict', '', deadline, had end
  return had[1], had[3] or '', deadline, had
end

-- Makes the next version of the session. The first one is the time, so that it grows also when Redis has lost it.
local function change()
  redis.call('SET', version, whole(now), 'NX')
  local v = redis.call('INCR', version)
  outlive(day, version)
  return v
end

-- Names a server of one asker: askers who call a server by the same name share no limit.
local function serverOf(asker, server) return cjson.encode({ asker, server }) end

-- What is known of the size of an open round: its bytes, its asker and the server of that asker.
local function sizeOf(other)
  local weight, whose = string.match(redis.call('HGET', sizes, other) or '', '^(%d+) (.*)$')
  if not weight then return 0, '', '' end
  return tonumber(weight), cjson.decode(whose)[1], whose
end

-- Names the key of one asker: what has ended is bounded for each alone. All keys of a session share a slot.
local function ofAsker(key, asker) return asker == '' and key or key .. ':' .. asker end

-- Counts a round that has ended without an answer, or whose answer was acknowledged. Where there are too many of its asker, those are
-- forgotten that would be forgotten next.
local function keepEnd(asker, keep)
  local over = ofAsker(over, asker)
  redis.call('ZREMRANGEBYSCORE', over, '-inf', now)
  redis.call('ZADD', over, whole(now + keep), id)
  outlive(keep, over)
  local excess = redis.call('ZCARD', over) - maxEnded
  if excess <= 0 then return end
  for _, other in ipairs(redis.call('ZRANGE', over, 0, excess - 1)) do redis.call('DEL', channel .. ':r:' .. other) end
  redis.call('ZREMRANGEBYRANK', over, 0, excess - 1)
end

-- Names whose round or page some news is of.
local function askerOf(news)
  local how, rest = string.match(news, '^(%S+) (.*)$')
  if how == 'page' then return cjson.decode(rest)[3] or '' end
  return string.match(rest, '^%S+ ?(.*)$')
end

-- Forgets the oldest news of the asker who has most: nobody pushes out the few of another asker.
local function forgetNews()
  local counts, most, all = {}, 0, redis.call('ZRANGE', gone, 0, -1)
  for _, news in ipairs(all) do
    local asker = askerOf(news)
    counts[asker] = (counts[asker] or 0) + 1
    most = math.max(most, counts[asker])
  end
  for _, news in ipairs(all) do
    if counts[askerOf(news)] == most then return redis.call('ZREM', gone, news) end
  end
end

local function notify(v, what) redis.call('PUBLISH', channel, v .. ' ' .. what) end

-- Keeps what has happened for those who read the session later, and notifies those who watch it.
local function tell(news, what, keep)
  local v = change()
  redis.call('ZADD', gone, v, news)
  if redis.call('ZCARD', gone) > maxNews then forgetNews() end
  outlive(keep, gone)
  notify(v, what)
  return v
end

-- Puts the round among the open ones, with its size, and lets it live until its lease is over and `keep` has passed.
-- A call shortens neither: a client that waits with a short lease must not end a round that is to outlive its clients.
local function enlist(asker, server, lease, keep, had)
  local news = not redis.call('ZSCORE', open, id)
  local v = news and change()
  if news then redis.call('ZADD', open, v, id) end
  redis.call('HSET', sizes, id, redis.call('HSTRLEN', r, 'body') + redis.call('HSTRLEN', r, 'call') .. ' ' .. serverOf(asker, server))
  lease, keep = math.max(lease, tonumber(had[6] or 0) - now), math.max(keep, tonumber(had[8] or 0))
  redis.call('HSET', r, 'lease', whole(now + lease), 'keep', whole(keep))
  redis.call('PEXPIRE', r, lease + keep)
  outlive(math.max(day, lease + keep), open, version, sizes)
  if news then notify(v, id) end
end

-- Takes time from rates, in ms: up to a minute may be taken in advance. Of each kind there is one rate for a name. Returns the
-- first kind for which there is not so much, and then takes nothing.
local function take(...)
  local untils, arguments = {}, { ... }
  redis.call('ZREMRANGEBYSCORE', rates, '-inf', now)
  for i = 1, #arguments, 3 do
    local kind, name = arguments[i], arguments[i] .. ' ' .. arguments[i + 1]
    local ends = math.max(now, tonumber(redis.call('ZSCORE', rates, name) or 0)) + arguments[i + 2]
    if ends > now + minute then return kind end
    untils[#untils + 1], untils[#untils + 2] = whole(ends), name
  end
  redis.call('ZADD', rates, unpack(untils))
  redis.call('PEXPIRE', rates, minute)
end
