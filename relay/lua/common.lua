-- What every script begins with: its arguments, the clock of Redis, and how a session changes.
-- KEYS: round, open, version, gone, sizes, rates
-- ARGV: id, fingerprint, channel, then those of the script
local r, open, version, gone, sizes, rates = unpack(KEYS)
local id, fp, channel = ARGV[1], ARGV[2], ARGV[3]
local clock, day, minute = redis.call('TIME'), 86400000, 60000
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

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
  local had = redis.call('HMGET', r, 'state', 'fp', 'result', 'deadline', 'by', 'lease', 'server', 'keep')
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

local function notify(v, what) redis.call('PUBLISH', channel, v .. ' ' .. what) end

-- Keeps what has happened for those who read the session later, and notifies those who watch it.
local function tell(news, what, keep)
  local v = change()
  redis.call('ZADD', gone, v, news)
  redis.call('ZREMRANGEBYRANK', gone, 0, -201)
  outlive(keep, gone)
  notify(v, what)
  return v
end

-- Puts the round among the open ones, with its size, and lets it live until its lease is over and `keep` has passed.
-- A call shortens neither: a client that waits with a short lease must not end a round that is to outlive its clients.
local function enlist(server, lease, keep, had)
  local news = not redis.call('ZSCORE', open, id)
  local v = news and change()
  if news then redis.call('ZADD', open, v, id) end
  redis.call('HSET', sizes, id, redis.call('HSTRLEN', r, 'body') + redis.call('HSTRLEN', r, 'call') .. ' ' .. server)
  lease, keep = math.max(lease, tonumber(had[6] or 0) - now), math.max(keep, tonumber(had[8] or 0))
  redis.call('HSET', r, 'lease', whole(now + lease), 'keep', whole(keep))
  redis.call('PEXPIRE', r, lease + keep)
  outlive(math.max(day, lease + keep), open, version, sizes)
  if news then notify(v, id) end
end

-- Takes time from rates, by their names, in ms: up to a minute may be taken in advance. Returns the first
-- name for which there is not so much, and then takes nothing.
local function take(...)
  local untils, arguments = {}, { ... }
  redis.call('ZREMRANGEBYSCORE', rates, '-inf', now)
  for i = 1, #arguments, 2 do
    local name = arguments[i]
    local ends = math.max(now, tonumber(redis.call('ZSCORE', rates, name) or 0)) + arguments[i + 1]
    if ends > now + minute then return name end
    untils[#untils + 1], untils[#untils + 2] = whole(ends), name
  end
  redis.call('ZADD', rates, unpack(untils))
  redis.call('PEXPIRE', rates, minute)
end
